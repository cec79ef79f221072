"""Load on the local system, in a release build: reads of the public list and registrations up to PAID, each second.

Server, database, payment provider and the clients here share one machine, so this finds what is slow in the code; it
says nothing of how Lambda and DynamoDB grow.

    python3 infra/bench/load.py target/load/release/local 8090 8091
"""

import http.client
import json
import multiprocessing
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SECONDS = 10
READERS = 4
STUDENTS = 8
PROVIDER = {"x-api-version": "2025-01-01", "x-client-id": "local-client", "x-client-secret": "local-secret"}


def ask(connection, method, path, body=None, headers=()):
    headers = {"Content-Type": "application/json", **dict(headers)}
    connection.request(method, path, None if body is None else json.dumps(body), headers)
    answer = connection.getresponse()
    content = answer.read()
    if answer.status != 200:
        raise SystemExit(f"{method} {path.split('?')[0]} answered {answer.status}: {content[:300].decode()}")
    return json.loads(content)


def timed(took, connection, *arguments):
    started = time.perf_counter()
    answer = ask(connection, *arguments)
    took.append((time.perf_counter() - started) * 1000)
    return answer


def read(number, site, _, end):
    took, connection = [], http.client.HTTPConnection("127.0.0.1", site)
    while time.monotonic() < end:
        timed(took, connection, "GET", "/api/packages/list")
    return took


def register(number, site, outside, end):
    """One student after another: order, payment by UPI, and the status until it is PAID."""
    took, student = [], 0
    while time.monotonic() < end:
        # Each from an address of their own, as the throttle of each address is not what is measured.
        address = f"127.{number + 1}.{student // 250}.{student % 250 + 1}"
        student += 1
        connection = http.client.HTTPConnection("127.0.0.1", site, source_address=(address, 0))
        provider = http.client.HTTPConnection("127.0.0.1", outside)
        started = time.perf_counter()
        order = ask(connection, "POST", "/api/payments/create-order", {
            "customer_name": "Asha Rao", "customer_email": f"student-{number}-{student}@example.com",
            "customer_phone": "9876543210", "exam_preference": "Offline", "payment_mode": "online",
            "order_amount": 1850, "order_currency": "INR", "packageId": "all-inclusive", "type": "allColleges"})
        attempt = ask(provider, "POST", "/pg/orders/sessions", {
            "payment_session_id": order["payment_session_id"],
            "payment_method": {"upi": {"channel": "collect", "upi_id": "testsuccess@gocash"}}}, PROVIDER.items())
        ask(provider, "POST", "/pg/simulate", {
            "entity": "PAYMENTS", "entity_id": attempt["cf_payment_id"],
            "entity_simulation": {"payment_status": "SUCCESS"}}, PROVIDER.items())
        while ask(connection, "GET", f"/api/payments/status/{order['order_id']}")["status"] != "PAID":
            time.sleep(0.02)
        took.append((time.perf_counter() - started) * 1000)
        connection.close()
        provider.close()
    return took


def run(work, clients, ports):
    end = time.monotonic() + SECONDS
    with multiprocessing.Pool(clients) as pool:
        took = [one for each in pool.starmap(work, [(number, *ports, end) for number in range(clients)]) for one in each]
    deciles = statistics.quantiles(took, n=100)
    return f"{len(took) / SECONDS:.0f} | {deciles[49]:.0f} | {deciles[98]:.0f}"


def main():
    if len(sys.argv) != 4:
        raise SystemExit("usage: load.py <the local system's binary> <port of the site> <port of the outside world>")
    ports = [int(port) for port in sys.argv[2:]]
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "log")
        env = {**os.environ, "PORT": str(ports[0]), "OUTSIDE_PORT": str(ports[1]), "LOCAL_DATA": f"{folder}/local",
               # What one address may ask is not what is measured.
               "LOCAL_LIMITS": "off"}
        with log.open("w") as output:
            system = subprocess.Popen([sys.argv[1]], env=env, stdout=output, stderr=subprocess.STDOUT)
        try:
            end = time.monotonic() + 60
            while "ready; Ctrl-C" not in log.read_text():
                if system.poll() is not None or time.monotonic() > end:
                    raise SystemExit(f"The local system did not start:\n{log.read_text()}")
                time.sleep(0.1)
            print("| load | clients | each second | ms, median | ms, 99 of 100 |")
            print("|---|---|---|---|---|")
            print(f"| GET /api/packages/list | {READERS} | {run(read, READERS, ports)} |", flush=True)
            print(f"| registration, paid by UPI, until PAID | {STUDENTS} | {run(register, STUDENTS, ports)} |")
        finally:
            system.terminate()
            system.wait()


if __name__ == "__main__":
    main()
