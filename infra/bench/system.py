"""The local system in a folder of its own, and requests to it."""

import asyncio
import http.client
import json
import os
import signal
import subprocess
import tempfile
import time
from contextlib import closing
from pathlib import Path

PROVIDER = {"x-api-version": "2025-01-01", "x-client-id": "local-client", "x-client-secret": "local-secret"}
ORDER = {"customer_name": "Asha Rao", "customer_phone": "9876543210", "exam_preference": "Offline", "payment_mode": "online",
         "order_amount": 1850, "order_currency": "INR", "packageId": "all-inclusive", "type": "allColleges"}


class System:
    def __init__(self, binary, site, outside, settings):
        self.binary, self.site, self.outside, self.settings = binary, site, outside, settings

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.start()
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.folder.cleanup()

    def start(self):
        log = Path(self.folder.name, f"log-{time.monotonic_ns()}")
        env = {**os.environ, "PORT": str(self.site), "OUTSIDE_PORT": str(self.outside),
               "LOCAL_DATA": f"{self.folder.name}/local", **self.settings}
        with log.open("w") as output:
            self.process = subprocess.Popen([self.binary], env=env, stdout=output, stderr=subprocess.STDOUT)
        end = time.monotonic() + 120
        while "ready; Ctrl-C" not in log.read_text():
            if self.process.poll() is not None or time.monotonic() > end:
                self.process.kill()
                raise SystemExit(f"The local system did not start:\n{log.read_text()}")
            time.sleep(0.1)

    def kill_and_start(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.start()

    def counts(self):
        """How many candidates the dashboard counts, by their status."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.site)) as connection:
            token = ask(connection, "POST", "/api/admin/login", {"username": "admin", "password": "expo-admin"})["token"]
            authorization = [("Authorization", f"Bearer {token}")]
            counts = ask(connection, "GET", "/api/admin/dashboard", headers=authorization)["counts"]
        return {**counts, "TOTAL": sum(counts.values())}


def ask(connection, method, path, body=None, headers=()):
    """The answer to a request that must succeed."""
    headers = {"Content-Type": "application/json", **dict(headers)}
    connection.request(method, path, None if body is None else json.dumps(body), headers)
    answer = connection.getresponse()
    content = answer.read()
    if answer.status != 200:
        raise SystemExit(f"{method} {path.split('?')[0]} answered {answer.status}: {content[:300].decode()}")
    return json.loads(content)


async def exchange(port, method, path, body=None, headers=None, address="127.0.0.1"):
    """Status, content and seconds of `Retry-After` of any answer to one request from an address; the status 0 for none."""
    content = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Connection: close", "Content-Type: application/json",
             f"Content-Length: {len(content)}", *(f"{name}: {value}" for name, value in (headers or {}).items())]
    try:
        async with asyncio.timeout(35):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
            try:
                writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + content)
                await writer.drain()
                answer = await reader.read()
            finally:
                writer.close()
        head, _, said = answer.partition(b"\r\n\r\n")
        status, *fields = head.decode("latin-1").split("\r\n")
        fields = dict(line.lower().split(": ", 1) for line in fields if ": " in line)
        if fields.get("transfer-encoding") == "chunked":
            said = unchunked(said)
        return int(status.split()[1]), json.loads(said or b"null"), int(fields.get("retry-after", 0))
    except (OSError, TimeoutError, ValueError, IndexError):
        return 0, None, 0


def unchunked(said):
    whole = b""
    while said:
        size, _, said = said.partition(b"\r\n")
        size = int(size, 16)
        whole, said = whole + said[:size], said[size + 2:]
    return whole
