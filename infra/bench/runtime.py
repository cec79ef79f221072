"""A function's bootstrap under an emulated Lambda Runtime API: what it weighs, and what CPU and memory it takes.

CPU is the process's own, user and system, from /proc, so the figures do not depend on how long anything waited.
"""

import json
import subprocess
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PATIENCE = 60  # seconds for all answers of one start


class Quiet(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Head and body are two writes: with Nagle's algorithm the second waits 40 ms for a delayed acknowledgement.
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def answer(self, status, body, headers=()):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def body(self):
        if "Content-Length" in self.headers:
            return self.rfile.read(int(self.headers["Content-Length"]))
        parts = []
        while size := int(self.rfile.readline().strip() or b"0", 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(parts)


class RuntimeApi(Quiet):
    """Hands out the same event again and again, and looks at the process before the first and after each answer."""

    def do_GET(self):
        run = self.server.run
        if run.answered >= run.wanted:
            run.done.set()
            run.stop.wait()
            return
        if run.answered == 0:
            run.cpu_init = run.cpu()
        headers = [("Content-Type", "application/json"), ("Lambda-Runtime-Aws-Request-Id", f"r-{run.answered}"),
                   ("Lambda-Runtime-Deadline-Ms", str(int(time.time() * 1000) + 30000)),
                   ("Lambda-Runtime-Invoked-Function-Arn", "arn:aws:lambda:ap-south-1:1:function:f"),
                   ("Lambda-Runtime-Trace-Id", "Root=1-0-0")]
        self.answer(200, run.event, headers)

    def do_POST(self):
        body = self.body()
        run = self.server.run
        if self.path.endswith("/error") or (run.status and json.loads(body).get("statusCode") != run.status):
            run.failed = body.decode(errors="replace")
        run.answered += 1
        if run.answered == 1:
            run.cpu_first = run.cpu()
        self.answer(202, b"")


class Run:
    """One start of `binary` and `wanted` invocations with `event`, each of which must answer with `status`."""

    def __init__(self, binary, event, status, wanted, env):
        self.event, self.status, self.wanted = json.dumps(event).encode(), status, wanted
        self.answered, self.failed = 0, None
        self.cpu_init = self.cpu_first = None
        self.done, self.stop = threading.Event(), threading.Event()
        server = ThreadingHTTPServer(("127.0.0.1", 0), RuntimeApi)
        server.run = self
        env = {**env, "AWS_LAMBDA_RUNTIME_API": f"127.0.0.1:{server.server_port}"}
        with tempfile.TemporaryFile() as output:
            self.process = subprocess.Popen([binary], env=env, stdout=output, stderr=subprocess.STDOUT)
            # The port listens already; it answers only now, because an answer looks at the process.
            threading.Thread(target=server.serve_forever, daemon=True).start()
            try:
                problem = self.watch()
            finally:
                self.process.kill()
                self.process.wait()
                self.stop.set()
                server.shutdown()
                server.server_close()
            if problem:
                output.seek(0)
                sys.stderr.write(output.read().decode(errors="replace"))
                raise SystemExit(f"{binary} {problem}")

    def watch(self):
        """Takes the last figures once everything is answered. Says what went wrong, if something did."""
        end = time.monotonic() + PATIENCE
        while not self.done.wait(0.05):
            if self.process.poll() is not None:
                return f"ended with {self.process.returncode} after {self.answered} of {self.wanted} answers"
            if time.monotonic() > end:
                return f"gave {self.answered} of {self.wanted} answers in {PATIENCE} s"
        self.cpu_all = self.cpu()
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        # The most that it ever held: a picture's pixels are gone again when the answer is out.
        self.rss = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")) / 1024
        return self.failed and f"answered {self.failed}"

    def cpu(self):
        """CPU of all threads of the process so far, in milliseconds, to the nanosecond."""
        total = 0
        for task in Path(f"/proc/{self.process.pid}/task").iterdir():
            total += int((task / "schedstat").read_text().split()[0])
        return total / 1e6
