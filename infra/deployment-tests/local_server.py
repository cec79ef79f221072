"""A server for the time of one test, where a script is to meet one."""

import http.server
import json
import threading


def serve(test, answer):
    """Answers each POST with what `answer(path, headers, body)` returns, a status and what becomes JSON, until `test` is over.

    Returns its URL.
    """

    class Server(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            given = self.rfile.read(int(self.headers["Content-Length"]))
            status, reply = answer(self.path, self.headers, json.loads(given))
            body = json.dumps(reply).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Server)
    test.addCleanup(server.server_close)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    test.addCleanup(server.shutdown)
    return f"http://127.0.0.1:{server.server_port}"
