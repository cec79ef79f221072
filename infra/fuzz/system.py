"""A local system with an account for each role, and with what happens at an event."""

import json
import pathlib
import socket
import subprocess
import time
import urllib.error
import urllib.request
import uuid
from datetime import datetime, timezone

PASSWORD = "violet kettle 77 harbour quartz"
EVERYTHING = {"packageId": "all-inclusive", "type": "allColleges", "order_amount": 1850}


class System:
    def __init__(self, program, folder):
        port, outside = free_ports()
        self.site, self.outside = f"http://localhost:{port}", f"http://localhost:{outside}"
        self.accounts = {}
        self.log = pathlib.Path(folder) / "log"
        environment = {"PORT": str(port), "OUTSIDE_PORT": str(outside), "LOCAL_DATA": f"{folder}/local", "RUST_LOG": "error"}
        with self.log.open("w", encoding="utf-8") as log:
            self.process = subprocess.Popen([program], env=environment, stdout=log, stderr=log)

    def __enter__(self):
        try:
            while "ready; Ctrl-C" not in self.log.read_text(encoding="utf-8"):
                if self.process.poll() is not None:
                    raise SystemExit(self.log.read_text(encoding="utf-8"))
                time.sleep(0.1)
            self.prepare()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def call(self, method, path, body=None, token=None, key=False):
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if key:
            headers["Idempotency-Key"] = str(uuid.uuid4())
        address = path if path.startswith("http") else self.site + path
        data = None if body is None else json.dumps(body).encode()
        try:
            with urllib.request.urlopen(urllib.request.Request(address, data, headers, method=method)) as answer:
                said = answer.read()
        except urllib.error.HTTPError as refusal:
            raise SystemExit(f"{method} {path}: {refusal.code} {refusal.read().decode()}") from refusal
        return json.loads(said) if said else None

    def sign_in(self, username, password):
        return self.call("POST", "/api/admin/login", {"username": username, "password": password})["token"]

    def prepare(self):
        token = self.sign_in("admin", "expo-admin")
        for role in ("admin", "counter", "door", "accountant"):
            name = f"{role}-of-fuzz"
            made = self.call("POST", "/api/admin/users", {"username": name, "role": role}, token)
            first = self.sign_in(name, made["password"])
            self.call("PUT", "/api/admin/password", {"current": made["password"], "new": PASSWORD}, first)
            self.accounts[role] = {"username": name, "password": PASSWORD}
        online = [self.register_online(number) for number in range(8)]
        for number, order in enumerate(online):
            self.control("attempt", {"order_id": order, "status": ("SUCCESS", "SUCCESS", "FAILED", "PENDING")[number % 4]})
        paid = [order for order in online if self.is_paid(order)]
        self.call("POST", f"/api/payments/{paid[0]}/refunds", {"amount": 250, "reason": "One exam less"}, token, key=True)
        self.control("dispute", {"order_id": paid[1]})
        for number in range(4):
            person = {"name": "Binu Nair", "email": f"counter-{number}@example.com", "phone": f"987654321{number}"}
            form = {**person, **EVERYTHING, "exam_preference": "Offline", "payment_mode": "cash", "paid": number > 0}
            self.call("POST", "/api/customers", form, token, key=True)
        day = self.call("GET", "/api/check-in/lists", token=token)[0]["list"]
        scan = {"code": paid[2].split("-")[0], "list": day, "nonce": uuid.uuid4().hex, "device": "Gate 2"}
        now = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        self.call("POST", "/api/check-in/redeem", {**scan, "scanned_at": now}, token)

    def register_online(self, number):
        person = {"customer_name": "Asha Nair", "customer_email": f"asha-{number}@example.com", "customer_phone": f"912345678{number}"}
        form = {**person, **EVERYTHING, "exam_preference": "Online", "payment_mode": "online"}
        return self.call("POST", "/api/payments/create-order", form, key=True)["order_id"]

    def is_paid(self, order):
        """Once the webhook has arrived; what is not going to be paid has its own status by then."""
        while (status := self.call("GET", f"/api/payments/status/{order}")["status"]) == "CREATED":
            time.sleep(0.1)
        return status == "PAID"

    def control(self, what, body):
        body = {**body, "method": {"upi": {"upi_id": "testsuccess@gocash"}}} if what == "attempt" else body
        self.call("POST", f"{self.outside}/control/{what}", body)


def free_ports():
    with socket.socket() as one, socket.socket() as other:
        one.bind(("127.0.0.1", 0))
        other.bind(("127.0.0.1", 0))
        return one.getsockname()[1], other.getsockname()[1]
