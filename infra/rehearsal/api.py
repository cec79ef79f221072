"""A client of the deployed HTTP API."""

import http.client
import json

from steps import Failure

JSON = "application/json"
PATIENCE = 40  # seconds; the gateway itself gives up after 30


class Answer:
    """What a call was answered with."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def kind(self):
        """The content type."""
        return self.headers.get("content-type")

    @property
    def json(self):
        """The body's JSON, or None when it is none."""
        try:
            return json.loads(self.body)
        except ValueError:
            return None

    def __str__(self):
        return f"{self.status} {self.body[:500].decode(errors='replace')}"


class Host:
    """One host name of the emulator, such as that of the API or of the distribution."""

    def __init__(self, emulator, host):
        self.emulator, self.host = emulator, host

    def call(self, method, path, body=None, headers=None):
        """One request. A body that is not bytes is sent as JSON."""
        raw = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        sent = {"Host": self.host, "Content-Type": JSON, **(headers or {})}
        connection = http.client.HTTPSConnection(
            "127.0.0.1", self.emulator.port, timeout=PATIENCE, context=self.emulator.tls)
        try:
            connection.request(method, path, raw, sent)
            answer = connection.getresponse()
            received = {name.lower(): value for name, value in answer.getheaders()}
            return Answer(answer.status, received, answer.read())
        except OSError as error:
            raise Failure(f"{method} {path}: {error}") from error
        finally:
            connection.close()


class Api(Host):
    """The HTTP API as CloudFront calls it, with an administrator's token once there is one."""

    def __init__(self, emulator, stack, proof):
        super().__init__(emulator, f"{stack.physical('Api')}.execute-api.localhost:{emulator.port}")
        self.proof = proof
        self.functions = {(method, path): function for method, path, function in stack.routes()}
        self.token = None

    def call(self, method, path, body=None, headers=None):
        """One request with the proof that CloudFront adds, unless another one is given."""
        return super().call(method, path, body, {"x-viewer-proof": self.proof, **(headers or {})})

    def ask(self, route, body=None, status=200, headers=None, signed_in=False, **parameters):
        """Calls a route such as `GET /api/order/{order_id}` and returns the JSON of an answer with that status."""
        method, template = route.split(" ")
        path = template
        for name, value in parameters.items():
            path = path.replace(f"{{{name}}}", value) if f"{{{name}}}" in path else _with_query(path, name, value)
        sent = dict(headers or {})
        if signed_in:
            sent["Authorization"] = f"Bearer {self.token}"
        answer = self.call(method, path, body, sent)
        if answer.status != status or answer.json is None:
            function = self.functions.get((method, template))
            raise Failure(f"{route}: expected {status} with JSON, got {answer}", function)
        return answer.json


def _with_query(path, name, value):
    return f"{path}{'&' if '?' in path else '?'}{name}={value}"
