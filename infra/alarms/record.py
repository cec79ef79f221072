"""Records the lines of the functions that the scenarios are made of: real programs in the local system, under real faults.

usage: python infra/alarms/record.py --commands target/debug [--ports 8380 8381]

Writes infra/alarms/lines.json. Of each line what CloudWatch takes for figures is kept, how long it took as 1. The reconciler and
the collection of pictures, which the local system has in its own process, are started once by themselves on the same data.
"""

import argparse
import contextlib
import http.client
import json
import subprocess
import sys
import tempfile
import threading
import time
from http.server import ThreadingHTTPServer
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "infra/bench"))

from arm64 import eventually, lines_of, local_system  # noqa: E402
from calls import request  # noqa: E402
from runtime import RuntimeApi  # noqa: E402

LINES = Path(__file__).with_name("lines.json")
PROGRAMS = ("admin", "notifier", "order", "packages", "payment-webhook", "payments")
ORDER = {
    "customer_name": "Asha Rao", "customer_phone": "9876543210", "exam_preference": "Offline", "payment_mode": "online",
    "order_amount": 1850, "order_currency": "INR", "packageId": "all-inclusive", "type": "allColleges"}


class Once:
    """What the emulated Runtime API wants to know of a run, of which nothing is measured."""

    wanted, status, cpu_init, cpu_first = 1, None, None, None

    def __init__(self, event):
        self.event, self.answered, self.failed = json.dumps(event).encode(), 0, None
        self.done, self.stop = threading.Event(), threading.Event()

    def cpu(self):
        return 0


def run(program, environment, event):
    """The lines of a program that is started for one event."""
    once = Once(event)
    server = ThreadingHTTPServer(("127.0.0.1", 0), RuntimeApi)
    server.run = once
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen([program], stdout=output, stderr=subprocess.STDOUT, env={
            **environment, "AWS_LAMBDA_RUNTIME_API": f"127.0.0.1:{server.server_port}"})
        once.done.wait(60)
        process.kill()
        process.wait()
        once.stop.set()
        server.shutdown()
        output.seek(0)
        said = output.read()
    lines = [json.loads(line) for line in said.splitlines() if line.startswith("{") and '"_aws"' in line]
    assert lines, f"{program} said:\n{said}"
    return lines[-1]


def variables(folder):
    return dict(pair.split("=", 1) for pair in (folder / "environ").read_text().split("\0") if "=" in pair)


def environment_of(program, data):
    """The variables that the local system on this data gave to one of its programs."""
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if (folder / "exe").resolve() == program.resolve():
                parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
                if variables(Path("/proc", parent)).get("LOCAL_DATA") == str(data):
                    return variables(folder)
    raise SystemExit(f"{program} does not run.")


class Recorder:
    def __init__(self, commands, ports, folder):
        self.commands, self.ports, self.folder, self.lines = commands, ports, folder, {}

    def ask(self, port, method, path, body=None):
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
            connection.request(method, path, json.dumps(body), {"Content-Type": "application/json"})
            answer = connection.getresponse()
            text = answer.read()
            return answer.status, json.loads(text or b"null") if text[:1] in b"{[n" else text.decode()

    def site(self, method, path, body=None):
        return self.ask(self.ports[0], method, path, body)

    def outside(self, method, path, body=None):
        status, answer = self.ask(self.ports[1], method, path, body)
        assert status < 300, (path, status, answer)
        return answer

    def keep(self, what, line):
        """The line, without what is of this one moment: how long it took, and whether it was the first of its process."""
        directives = [
            {**directive, "Metrics": [metric for metric in directive["Metrics"] if metric["Name"] != "ColdStarts"]}
            for directive in line["_aws"]["CloudWatchMetrics"]]
        metrics = {metric["Name"] for directive in directives for metric in directive["Metrics"]}
        values = {name: 1 if name == "Duration" else line[name] for name in sorted(metrics)}
        self.lines[what] = {"service": line["service"], "_aws": {"CloudWatchMetrics": directives}, **values}

    def seen(self, what, service, metric=None, value=None, status=None):
        """Keeps the next line of a function that has the figure, or the status."""
        def there():
            for line in lines_of(self.log, service):
                fits = (metric is None or line.get(metric, None) is not None) and (value is None or line.get(metric) == value)
                if "_aws" in line and fits and (status is None or line.get("status") == status):
                    return line
            return None

        self.keep(what, eventually(f"{what} ({service} {metric or ''})", there, self.log))

    def register(self, name):
        status, answer = self.site("POST", "/api/payments/create-order", {**ORDER, "customer_email": f"{name}@example.com"})
        return answer.get("order_id") if status < 300 else status

    def pay(self, order):
        self.outside("POST", "/control/attempt", {"order_id": order, "status": "SUCCESS"})

    def record(self, log):
        self.log = log
        self.outside("PUT", "/control/webhooks", {"mode": "withhold"})
        self.site("GET", "/api/packages/list")
        self.seen("a visit", "packages", "Requests", status=200)
        self.of_students()
        self.of_jobs()
        self.of_faults()

    def of_students(self):
        self.register("new")
        self.seen("a registration", "payments", "RegistrationsCreated")
        order = self.register("asked")
        self.pay(order)
        eventually("PAID", lambda: self.site("GET", f"/api/payments/status/{order}")[1]["status"] == "PAID", self.log)
        self.seen("a payment that the page asked for", "payments", "PaymentsSettled")
        self.seen("a mail", "notifier", "MailsSent")
        self.outside("PUT", "/control/webhooks", {"mode": "deliver"})
        self.pay(self.register("told"))
        self.seen("a payment that a webhook told of", "payment-webhook", "PaymentsSettled")
        self.outside("PUT", "/control/webhooks", {"mode": "withhold"})

    def of_faults(self):
        self.site("POST", "/api/payments/webhook", {"type": "PAYMENT_SUCCESS_WEBHOOK"})
        self.seen("a webhook that is refused", "payment-webhook", "WebhooksRefused")
        self.site("POST", "/api/admin/login", {"username": "admin", "password": "not-the-password"})
        self.seen("a sign-in that is refused", "admin", "SignInsRefused")
        self.outside("POST", "/mail/faults", {"fault": "down"})
        order = self.register("unmailed")
        self.pay(order)
        eventually("PAID", lambda: self.site("GET", f"/api/payments/status/{order}")[1]["status"] == "PAID", self.log)
        self.seen("a mail that is not taken", "notifier", "MailsFailed")
        self.outside("POST", "/mail/faults", {})
        self.outside("POST", "/control/faults", {"call": "create_order", "fault": {"kind": "status", "status": 500}, "always": True})
        self.register("failed")
        self.seen("a provider that fails", "payments", "Errors", 1)
        self.outside("DELETE", "/control/faults")
        limited = {"kind": "rate_limited", "retry_after": 30}
        self.outside("POST", "/control/faults", {"call": "create_order", "fault": limited, "always": True})
        self.register("first")
        self.register("second")
        self.seen("a place in line", "payments", "LineWait")
        self.outside("DELETE", "/control/faults")
        # More than one address may ask in a minute.
        while self.site("GET", "/api/payments/check-email?email=asha@example.com&packageId=all-inclusive")[0] != 429:
            pass
        self.seen("a call that is told to come later", "payments", "Throttled")

    def of_jobs(self):
        data = self.folder / "data"
        account = dict(line.split("=", 1) for line in (data / "environment").read_text().replace("'", "").splitlines() if "=" in line)
        known, past = (environment_of(self.commands / name, data) for name in ("payments", "packages"))
        self.keep("a request past CloudFront", run(self.commands / "packages", past, request("GET", "/api/packages/list")))
        email = {**request("GET", "/api/payments/check-email", headers={"x-viewer-proof": known["VIEWER_HEADER_SECRET"].split()[0]}),
                 "rawQueryString": "email=asha@example.com&packageId=all-inclusive",
                 "queryStringParameters": {"email": "asha@example.com", "packageId": "all-inclusive"}}
        self.keep("a call that is not counted", run(self.commands / "payments", {**known, "TABLE_ACCESS": "absent"}, email))
        tables = {name: value for name, value in account.items() if name.startswith("TABLE_")}
        all_rights = {**known, **tables, **{name: account[name] for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")},
                      "SYNC_FUNCTION": "sync", "EXPORTS_FUNCTION": "exports", "IMPORTS_FUNCTION": "imports",
                      "MESSAGES_FUNCTION": "messages", "BULK_FUNCTION": "bulk", "PORTAL_ORIGIN": "https://portal.example.org",
                      "MEDIA_BUCKET": "media"}
        reconciler = self.commands / "reconciler"
        self.keep("a run of the reconciler", run(reconciler, all_rights, {}))
        self.keep("a payment that the reconciler found", self.found(lambda: run(reconciler, all_rights, {})))
        self.keep("a comparison with the provider", run(reconciler, all_rights, {"job": "recon"}))
        self.keep("a collection of pictures", run(self.commands / "exam-details", all_rights, {"job": "collect-pictures"}))

    def found(self, reconcile):
        """The line of the run that finds a payment, a minute after its order. The local system's own may be first."""
        while True:
            order = self.register(f"found-{time.time():.0f}")
            self.pay(order)
            while self.site("GET", f"/api/order/{order}")[0] == 404:
                line = reconcile()
                if "PaymentsSettled" in line:
                    return line
                time.sleep(3)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--commands", type=Path, required=True, help="where the debug programs are")
    parser.add_argument("--ports", type=int, nargs=2, default=(8380, 8381))
    options = parser.parse_args()
    commands = options.commands.absolute()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for program in PROGRAMS:
            (folder / "bootstraps" / program).mkdir(parents=True)
            (folder / "bootstraps" / program / "bootstrap").symlink_to(commands / program)
        recorder = Recorder(commands, options.ports, folder)
        with local_system(commands / "local", options.ports, folder, folder / "bootstraps") as log:
            recorder.record(log)
    LINES.write_text(json.dumps(recorder.lines, indent=1) + "\n")
    print(f"{len(recorder.lines)} lines are in {LINES.relative_to(ROOT)}.")


if __name__ == "__main__":
    main()
