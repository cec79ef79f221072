"""AWS as far as the measured calls need it, behind real TLS: its own certificate on top of the system's roots,
which the functions read as they do in Lambda."""

import json
import shutil
import ssl
import subprocess
import threading
import time
from contextlib import contextmanager
from http.server import ThreadingHTTPServer

from runtime import Quiet

SYSTEM_ROOTS = "/etc/ssl/certs/ca-certificates.crt"

ORDER = "C0123456789A-0123456789ABCDEFGHJK"
CATALOGUE = [
    {"pk": {"S": "CATALOGUE"}, "sk": {"S": "PACKAGE#single"}, "id": {"S": "single"}, "name": {"S": "Single Exam Access"},
     "description": {"S": "One exam of one institution."}, "price": {"N": "100000"},
     "allows_all_colleges": {"BOOL": False}, "state": {"S": "on_sale"}, "version": {"N": "1"},
     "colleges": {"L": [{"S": f"college-{c}"} for c in range(7)]}},
    *[{"pk": {"S": "CATALOGUE"}, "sk": {"S": f"COLLEGE#college-{c}"}, "id": {"S": f"college-{c}"},
       "name": {"S": f"College {c}"}, "description": {"S": ""}, "version": {"N": "1"},
       "courses": {"L": [{"S": f"exam-{c}-{e}"} for e in range(3)]}} for c in range(7)],
    *[{"pk": {"S": "CATALOGUE"}, "sk": {"S": f"EXAM#exam-{c}-{e}"}, "id": {"S": f"exam-{c}-{e}"},
       "stream_id": {"S": "stream"}, "exam_name": {"S": f"Exam {c}.{e}"}, "date": {"S": "2025-05-31"}, "time_start": {"S": "10:00"},
       "time_end": {"S": "12:00"}, "venue": {"S": "Hall A"}, "fee": {"N": "100000"}, "version": {"N": "1"}}
      for c in range(7) for e in range(3)],
]
PAID = {
    "pk": {"S": "REG#C0123456789A"}, "sk": {"S": f"ORDER#{ORDER}"}, "order_id": {"S": ORDER},
    "customer_id": {"S": "C0123456789A"}, "amount": {"N": "100000"},
    "channel": {"S": "online"}, "status": {"S": "PAID"}, "version": {"N": "3"}, "asked_at": {"N": "0"},
    "person": {"M": {"name": {"S": "Asha Rao"}, "email": {"S": "asha@example.com"}, "phone": {"S": "9876543210"}}},
    "selection": {"M": {"type": {"S": "allColleges"}, "package_id": {"S": "all"}, "package_name": {"S": "All"}}},
    "created_at": {"S": "2025-05-20T10:00:00Z"}, "expires_at": {"S": "2025-05-20T10:30:00Z"},
}


class DynamoDb(Quiet):
    """Has the catalogue, one paid order, and one administrator's session; takes every write."""

    def do_POST(self):
        request = json.loads(self.body())
        operation, table = self.headers["X-Amz-Target"].split(".")[1], request.get("TableName")
        if operation == "GetItem":
            key = request["Key"]
            if key["sk"]["S"].startswith("ORDER#"):
                answer = {"Item": PAID}
            else:
                answer = {}
        elif operation == "BatchGetItem":
            now = {"N": str(int(time.time()))}
            answer = {"Responses": {name: [{**key, "ver": {"N": "1"}, "began": now, "last_seen": now} for key in asked["Keys"]
                                           if key["pk"]["S"].startswith(("TOKEN#", "SESSION#"))]
                                    for name, asked in request["RequestItems"].items()}, "UnprocessedKeys": {}}
        elif operation == "Query":
            values = [value.get("S", "") for value in request["ExpressionAttributeValues"].values()]
            prefix = next((value for value in values if value.endswith("#")), "")
            there = CATALOGUE if table == "catalogue" else [PAID] if prefix == "ORDER#" else []
            items = [item for item in there if item["sk"]["S"].startswith(prefix)]
            answer = {"Items": items, "Count": len(items)}
        else:
            answer = {}
        self.answer(200, json.dumps(answer).encode(), [("Content-Type", "application/x-amz-json-1.0")])


class SecretsManager(Quiet):
    secrets = {}

    def do_POST(self):
        name = json.loads(self.body())["SecretId"]
        answer = {"ARN": name, "Name": name, "SecretString": json.dumps(self.secrets[name])}
        self.answer(200, json.dumps(answer).encode(), [("Content-Type", "application/x-amz-json-1.1")])


class S3(Quiet):
    """Takes every object and has none."""

    def do_PUT(self):
        self.body()
        self.answer(200, b"", [("ETag", '"bench"')])

    def do_DELETE(self):
        self.answer(204, b"")


class Server(ThreadingHTTPServer):
    def handle_error(self, request, client_address):
        """A measured function is killed in the middle of a call, which is no fault of the server's."""


def openssl(*arguments, **options):
    return subprocess.run(["openssl", *arguments], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          **options).stdout


def _certificate(folder):
    openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-keyout", f"{folder}/key.pem", "-out", f"{folder}/cert.pem", "-days", "2", "-subj", "/CN=bench",
            "-addext", "subjectAltName=IP:127.0.0.1", "-addext", "basicConstraints=critical,CA:FALSE")
    with open(f"{folder}/roots.pem", "wb") as roots:
        for part in (SYSTEM_ROOTS, f"{folder}/cert.pem"):
            with open(part, "rb") as source:
                shutil.copyfileobj(source, roots)


@contextmanager
def aws(folder, secrets):
    """Serves AWS until the block ends, and gives the environment in which the SDK finds it."""
    _certificate(folder)
    SecretsManager.secrets = secrets
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f"{folder}/cert.pem", f"{folder}/key.pem")
    env = {"AWS_REGION": "ap-south-1", "AWS_ACCESS_KEY_ID": "bench", "AWS_SECRET_ACCESS_KEY": "bench",
           "SSL_CERT_FILE": f"{folder}/roots.pem", "AWS_LAMBDA_FUNCTION_NAME": "bench",
           "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": "256", "AWS_LAMBDA_FUNCTION_VERSION": "1",
           "AWS_LAMBDA_LOG_STREAM_NAME": "s", "AWS_LAMBDA_LOG_GROUP_NAME": "g"}
    servers = []
    for service, handler in (("DYNAMODB", DynamoDb), ("SECRETS_MANAGER", SecretsManager), ("S3", S3)):
        server = Server(("127.0.0.1", 0), handler)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        # An address and no name: with a name, S3's buckets would be subdomains of it.
        env[f"AWS_ENDPOINT_URL_{service}"] = f"https://127.0.0.1:{server.server_port}"
    try:
        yield env
    finally:
        for server in servers:
            server.shutdown()
            server.server_close()
