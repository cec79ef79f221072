"""An event in the local system with as many candidates as asked for, and what people would see of it."""

import csv
import http.client
import io
import json
import random
import secrets
import string
import time
import urllib.request
import uuid
from concurrent.futures import ThreadPoolExecutor

from items import Failure, alive, scanned, write

CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
ADMINISTRATOR = {"username": "admin", "password": "expo-admin"}
SINGLE = {"packageId": "single-exam", "type": "specificCollege", "collegeId": "periyar-engineering", "order_amount": 1000}
ALL = {"packageId": "all-inclusive", "type": "allColleges", "order_amount": 1850}
COUNTER = {"phone": "9876543210", "exam_preference": "Offline"}


class Event:
    """The running local system, used as people use it."""

    def __init__(self, port, outside, client, names):
        self.port, self.outside, self.client, self.names = port, outside, client, names
        self.token = None

    def ask(self, method, path, body=None):
        """The status and the JSON of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer.status, json.loads(content) if content.startswith((b"{", b"[")) else content

    def has(self, method, path, body=None):
        status, said = self.ask(method, path, body)
        if status not in (200, 201, 202):
            raise Failure(f"{method} {path} answers {status}: {said}")
        return said

    def outside_world(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.outside}{path}", data, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=300) as answer:
            return json.loads(answer.read() or "null")

    def sign_in(self):
        self.token = None
        self.token = self.has("POST", "/api/admin/login", ADMINISTRATOR)["token"]

    def at_the_counter(self, email, **more):
        return self.has("POST", "/api/customers", {
            "name": "Asha Rao", "email": email, "payment_mode": "cash", **COUNTER, **more})

    def online(self, email):
        """An order that can be paid."""
        return self.has("POST", "/api/payments/create-order", {
            "customer_name": "Binu Das", "customer_email": email, "customer_phone": "9876543211", "order_currency": "INR",
            "exam_preference": "Offline", "payment_mode": "online", "course_category": "periyar-cse", **SINGLE})["order_id"]

    def pay(self, order):
        self.outside_world("/control/attempt", {"order_id": order, "status": "SUCCESS"})

    def models(self):
        """One of each kind of registration, as the product writes them, with their mails sent. Returns the orders that have passes."""
        everything = self.at_the_counter("model-1@example.com", paid=True, **ALL)
        single = self.at_the_counter("model-2@example.com", paid=True, course_category="periyar-cse", **SINGLE)
        self.at_the_counter("model-3@example.com", paid=False, **ALL)
        order = self.online("model-4@example.com")
        self.pay(order)
        self.has("GET", f"/api/payments/status/{order}")
        passes = [everything["order_id"], single["order_id"], order]
        for _ in range(600):
            # One that waits would be sent to each in the likeness of these, before or after the backup.
            items = scanned(self.client, self.names["RegistrationsTable"])
            if not any(item.get("due_shard", {}).get("S", "").startswith("DUE#MAIL#") for item in items):
                return passes
            time.sleep(0.2)
        raise Failure("The mails of the models are not sent.")

    def multiply(self, models, count):
        """So many candidates, in the likeness of the models: everything about them but what is made from that."""
        grouped = {model.split("-")[0]: [] for model in models}
        for item in scanned(self.client, self.names["RegistrationsTable"]):
            text = json.dumps(item)
            if item["pk"]["S"].startswith(("REG#", "CLAIM#")) and item["sk"]["S"] != "PROJECTION":
                for owner in (own for own in grouped if own in text):
                    grouped[owner].append(text)
        known = [(model, grouped[model.split("-")[0]]) for model in models]
        orders = []

        def likenesses():
            for number in range(count):
                model, texts = known[number % len(known)]
                own, key = "C" + some(11), some(20)
                orders.append(f"{own}-{key}")
                word = "".join(random.choices(string.ascii_lowercase, k=6))
                for text in texts:
                    yield json.loads(text.replace(model, orders[-1]).replace(model.split("-")[0], own)
                                     .replace("model-", f"drill-{number}-").replace("Rao", word.title()))

        write(self.client, self.names["RegistrationsTable"], likenesses(), keep=False)
        return orders

    # ---- What people see --------------------------------------------------------------------------------------------

    def passes(self, orders):
        """The pass of each order, but for the moment at which it was asked for; None where there is none."""
        def one(order):
            status, said = self.ask("GET", f"/api/order/{order}")
            return {name: said[name] for name in said if name != "calendar_sequence"} if status == 200 else None

        with ThreadPoolExecutor(8) as several:
            return dict(zip(orders, several.map(one, orders)))

    def totals(self):
        said = self.has("GET", "/api/admin/dashboard")
        return {name: said[name] for name in ("candidates", "counts", "revenue")}

    def exported(self, kind):
        """The lines of an export, in an order that does not hang on how it was made."""
        started = self.has("POST", "/api/exports", {"kind": kind, "format": "csv", "filters": {}})["export_id"]
        while True:
            known = self.has("GET", f"/api/exports/{started}")
            if known["state"] == "done":
                with urllib.request.urlopen(known["url"], timeout=300) as file:
                    return sorted(map(tuple, csv.reader(io.TextIOWrapper(file, "utf-8-sig"))))
            if known["state"] != "running":
                raise Failure(f"The export of {kind} is {known}")
            time.sleep(0.5)

    def mails(self):
        return len(self.outside_world("/mail.json"))

    def seen(self, orders):
        """Everything that must be the same afterwards."""
        return {"passes": self.passes(orders), "totals": self.totals(),
                "candidates": self.exported("candidates"), "payments": self.exported("payments")}

    def delete_everything(self):
        for table in self.names.values():
            for batch in chunks(list(scanned(self.client, table)), 25):
                keys = [{"DeleteRequest": {"Key": {"pk": one["pk"], "sk": one["sk"]}}} for one in batch]
                self.client.batch_write_item(RequestItems={table: keys})
            # The stream's followers write what they make of the rest; they have nothing to make it of in the end.
        return {name: sum(1 for _ in alive(scanned(self.client, table), 0)) for name, table in self.names.items()}


def some(length):
    return "".join(secrets.choice(CROCKFORD) for _ in range(length))


def chunks(items, size):
    return [items[first:first + size] for first in range(0, len(items), size)]
