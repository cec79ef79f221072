"""The payment provider: the simulator of infra/provider-simulator as its own process."""

import json
import urllib.request

from processes import base_environment

CREDENTIALS = {"client_id": "local-client", "client_secret": "local-secret"}


class Provider:
    """The running simulator. Its webhooks are kept until they are taken: the site of the stack has no address here."""

    def __init__(self, processes, program):
        self.url = processes.start(
            "provider-simulator", [program, "--port", "0"], base_environment(processes.folder), _address)
        self._control("PUT", "webhooks", {"mode": "withhold"})

    def _control(self, method, what, body):
        request = urllib.request.Request(
            f"{self.url}/control/{what}", json.dumps(body).encode(), {"Content-Type": "application/json"},
            method=method)
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.loads(answer.read() or "null")

    def pay(self, order_id):
        """The person pays, and the bank agrees."""
        self._control("POST", "attempt", {"order_id": order_id, "status": "SUCCESS"})

    def webhooks(self):
        """The webhooks that wait, signed: `headers`, and the `body` that goes out byte for byte."""
        return self._control("POST", "webhooks/take", {})


def _address(log):
    line = log.read_text().partition("\n")
    return line[0] if line[1] and line[0].startswith("http") else None
