#!/usr/bin/env python3
"""What a function's bootstrap weighs and what its start costs.

Starts a release bootstrap under an emulated Lambda Runtime API, against an emulated DynamoDB behind real TLS
(a certificate of its own on top of the system's roots, which are read as in Lambda), hands it one request and
then some more, and prints medians over several starts: size, CPU of init, CPU of init and the first request,
CPU of a warm request, resident memory. CPU is the process's own, user and system, from /proc, so the figures
do not depend on how long anything waited.

    infra/bench/cold_start.py packages order              # the names of functions; builds them first
    infra/bench/cold_start.py --no-build packages order   # takes what CARGO_TARGET_DIR/release holds
"""

import argparse
import json
import os
import shutil
import ssl
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
STARTS = 15
WARM = 200
PATIENCE = 30  # seconds for all answers of one start
SYSTEM_ROOTS = "/etc/ssl/certs/ca-certificates.crt"

ORDER = "C0123456789A-0123456789ABCDEFGHJK"
PATHS = {
    "packages": ("GET /api/packages/list", "/api/packages/list"),
    "order": ("GET /api/order/{order_id}", f"/api/order/{ORDER}"),
}
CATALOGUE = [
    {"pk": {"S": "CATALOG"}, "sk": {"S": "PACKAGE#single"}, "id": {"S": "single"}, "name": {"S": "Single Exam Access"},
     "description": {"S": "One exam of one institution."}, "price": {"N": "100000"},
     "allows_all_colleges": {"BOOL": False}, "version": {"N": "1"},
     "colleges": {"L": [{"S": f"college-{c}"} for c in range(7)]}},
    *[{"pk": {"S": "CATALOG"}, "sk": {"S": f"COLLEGE#college-{c}"}, "id": {"S": f"college-{c}"},
       "name": {"S": f"College {c}"}, "description": {"S": ""}, "version": {"N": "1"},
       "courses": {"L": [{"S": f"exam-{c}-{e}"} for e in range(3)]}} for c in range(7)],
    *[{"pk": {"S": "CATALOG"}, "sk": {"S": f"EXAM#exam-{c}-{e}"}, "id": {"S": f"exam-{c}-{e}"},
       "exam_name": {"S": f"Exam {c}.{e}"}, "date": {"S": "2025-05-31"}, "time_start": {"S": "10:00"},
       "time_end": {"S": "12:00"}, "venue": {"S": "Hall A"}, "fee": {"N": "100000"}, "version": {"N": "1"}}
      for c in range(7) for e in range(3)],
]
PAID = {
    "order_id": {"S": ORDER}, "customer_id": {"S": "C0123456789A"}, "amount": {"N": "100000"},
    "channel": {"S": "online"}, "status": {"S": "PAID"}, "version": {"N": "3"}, "asked_at": {"N": "0"},
    "person": {"M": {"name": {"S": "Asha Rao"}, "email": {"S": "asha@example.com"}, "phone": {"S": "9876543210"}}},
    "selection": {"M": {"type": {"S": "allColleges"}, "package_id": {"S": "all"}, "package_name": {"S": "All"}}},
    "created_at": {"S": "2025-05-20T10:00:00Z"}, "expires_at": {"S": "2025-05-20T10:30:00Z"},
}


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


class DynamoDb(Quiet):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        query = self.headers["X-Amz-Target"].endswith("Query")
        body = {"Items": CATALOGUE, "Count": len(CATALOGUE)} if query else {"Item": PAID}
        self.answer(200, json.dumps(body).encode(), [("Content-Type", "application/x-amz-json-1.0")])


class RuntimeApi(Quiet):
    """Hands out `events` one at a time; after each answer `on_answer` may look at the process."""

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
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)) if "Content-Length" in self.headers \
            else self.chunked()
        run = self.server.run
        status = json.loads(body).get("statusCode")
        if status != 200:
            run.failed = body.decode()
        run.answered += 1
        if run.answered == 1:
            run.cpu_first = run.cpu()
        self.answer(202, b"")

    def chunked(self):
        parts = []
        while size := int(self.rfile.readline().strip() or b"0", 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(parts)


class Run:
    def __init__(self, binary, route, path, wanted, env):
        self.event = json.dumps({
            "version": "2.0", "routeKey": route, "rawPath": path, "rawQueryString": "", "headers": {"host": "bench"},
            "requestContext": {"accountId": "1", "apiId": "a", "domainName": "bench", "domainPrefix": "b",
                               "http": {"method": "GET", "path": path, "protocol": "HTTP/1.1",
                                        "sourceIp": "1.2.3.4", "userAgent": "bench"},
                               "requestId": "r", "routeKey": route, "stage": "$default",
                               "time": "21/Apr/2025:15:08:21 +0000", "timeEpoch": 1745248101067},
            "isBase64Encoded": False}).encode()
        self.wanted, self.answered, self.failed = wanted, 0, None
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
        while not self.done.wait(0.1):
            if self.process.poll() is not None:
                return f"ended with {self.process.returncode} after {self.answered} of {self.wanted} answers"
            if time.monotonic() > end:
                return f"gave {self.answered} of {self.wanted} answers in {PATIENCE} s"
        self.cpu_all = self.cpu()
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        self.rss = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))
        return self.failed and f"answered {self.failed}"

    def cpu(self):
        """CPU of all threads of the process so far, in milliseconds, to the nanosecond."""
        total = 0
        for task in Path(f"/proc/{self.process.pid}/task").iterdir():
            total += int((task / "schedstat").read_text().split()[0])
        return total / 1e6


def certificate(folder):
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-keyout", f"{folder}/key.pem", "-out", f"{folder}/cert.pem", "-days", "2", "-subj", "/CN=localhost",
                    "-addext", "subjectAltName=DNS:localhost", "-addext", "basicConstraints=critical,CA:FALSE"],
                   check=True, capture_output=True)
    with open(f"{folder}/roots.pem", "wb") as roots:
        for part in (SYSTEM_ROOTS, f"{folder}/cert.pem"):
            with open(part, "rb") as source:
                shutil.copyfileobj(source, roots)


def build(functions):
    print("building the release bootstraps …", file=sys.stderr)
    packages = [word for name in functions for word in ("-p", name)]
    subprocess.run(["cargo", "build", "--release", "--bins", *packages], cwd=ROOT, check=True)


def measure(functions):
    with tempfile.TemporaryDirectory() as folder:
        certificate(folder)
        server = ThreadingHTTPServer(("127.0.0.1", 0), DynamoDb)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(f"{folder}/cert.pem", f"{folder}/key.pem")
        server.socket = context.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        env = {"AWS_REGION": "ap-south-1", "AWS_ACCESS_KEY_ID": "bench", "AWS_SECRET_ACCESS_KEY": "bench",
               "AWS_ENDPOINT_URL_DYNAMODB": f"https://localhost:{server.server_port}",
               "SSL_CERT_FILE": f"{folder}/roots.pem", "TABLE_CATALOG": "catalog",
               "TABLE_REGISTRATIONS": "registrations", "AWS_LAMBDA_FUNCTION_NAME": "bench",
               "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": "256", "AWS_LAMBDA_FUNCTION_VERSION": "1",
               "AWS_LAMBDA_LOG_STREAM_NAME": "s", "AWS_LAMBDA_LOG_GROUP_NAME": "g"}
        print("| function | bootstrap MB | CPU ms of init | CPU ms of init + first request | CPU ms of a warm request | RSS MB |")
        print("|---|---|---|---|---|---|")
        for name in functions:
            binary = str(TARGET / "release" / name)
            runs = [Run(binary, *PATHS[name], 1 + WARM, env) for _ in range(STARTS)]
            middle = statistics.median
            warm = middle((run.cpu_all - run.cpu_first) / WARM for run in runs)
            print(f"| {name} | {os.path.getsize(binary) / 1e6:.2f} | {middle(run.cpu_init for run in runs):.1f} "
                  f"| {middle(run.cpu_first for run in runs):.1f} | {warm:.2f} "
                  f"| {middle(run.rss for run in runs) / 1024:.1f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--no-build", action="store_true", help="measure the binaries that are there")
    parser.add_argument("functions", nargs="+", choices=PATHS, metavar="function", help=" or ".join(PATHS))
    options = parser.parse_args()
    if not options.no_build:
        build(options.functions)
    measure(options.functions)


if __name__ == "__main__":
    main()
