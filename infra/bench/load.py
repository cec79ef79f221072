"""Load on the local system, in a release build: reads of the public list and registrations up to PAID, each second,
and how long after PAID the portal shows it.

Server, database, payment provider and the clients here share one machine, so this finds what is slow in the code; it
says nothing of how Lambda and DynamoDB grow.

    python3 infra/bench/load.py target/load/release/local 8090 8091
"""

import http.client
import itertools
import multiprocessing
import statistics
import sys
import time
from contextlib import closing
from pathlib import Path

from system import ORDER, PROVIDER, System, ask

SECONDS = 10
READERS = 4
STUDENTS = 24
FOLLOWERS = 2
PAUSE = 0.25
"""Between two looks at the status. Looking as often as one can measures the looking."""


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
    took = []
    for student in itertools.count():
        if time.monotonic() >= end:
            return took
        started = time.perf_counter()
        pay(number, student, site, outside)
        took.append((time.perf_counter() - started) * 1000)


def follow(number, site, outside, end):
    """From PAID until the candidate list has the student as PAID, one student after another."""
    took, portal = [], http.client.HTTPConnection("127.0.0.1", site)
    authorization = sign_in(portal)
    for student in itertools.count():
        if time.monotonic() >= end:
            return took
        email = pay(number, student, site, outside)
        paid = time.perf_counter()
        while not ask(portal, "GET", f"/api/customers?status=PAID&email={email}", headers=authorization)["data"]:
            time.sleep(0.02)
        took.append((time.perf_counter() - paid) * 1000)


def pay(number, student, site, outside):
    """A registration paid by UPI, up to PAID; gives the student's e-mail address."""
    # Each from their own address, as the throttle of each address is not what is measured.
    address = f"127.{number + 1}.{student // 250}.{student % 250 + 1}"
    email = f"student-{number}-{student}@example.com"
    with closing(http.client.HTTPConnection("127.0.0.1", site, source_address=(address, 0))) as connection, \
            closing(http.client.HTTPConnection("127.0.0.1", outside)) as provider:
        order = ask(connection, "POST", "/api/payments/create-order", {**ORDER, "customer_email": email})
        attempt = ask(provider, "POST", "/pg/orders/sessions", {
            "payment_session_id": order["payment_session_id"],
            "payment_method": {"upi": {"channel": "collect", "upi_id": "testsuccess@gocash"}}}, PROVIDER.items())
        ask(provider, "POST", "/pg/simulate", {
            "entity": "PAYMENTS", "entity_id": attempt["cf_payment_id"],
            "entity_simulation": {"payment_status": "SUCCESS"}}, PROVIDER.items())
        while ask(connection, "GET", f"/api/payments/status/{order['order_id']}")["status"] != "PAID":
            time.sleep(PAUSE)
    return email


def sign_in(connection):
    answer = ask(connection, "POST", "/api/admin/login", {"username": "admin", "password": "expo-admin"})
    return [("Authorization", f"Bearer {answer['token']}")]


def until_complete(site, paid):
    """The ms until the dashboard counts all who paid."""
    started, connection = time.perf_counter(), http.client.HTTPConnection("127.0.0.1", site)
    authorization = sign_in(connection)
    while ask(connection, "GET", "/api/admin/dashboard", headers=authorization)["counts"]["PAID"] < paid:
        if time.perf_counter() - started > 60:
            raise SystemExit("The dashboard is not complete a minute after the last payment.")
        time.sleep(0.02)
    return (time.perf_counter() - started) * 1000


def run(ports, *crowds):
    """What the clients of each crowd measured, in ms: all crowds at once, for `SECONDS`."""
    end = time.monotonic() + SECONDS
    numbers = itertools.count()
    with multiprocessing.Pool(sum(clients for _, clients in crowds)) as pool:
        begun = [pool.starmap_async(work, [(next(numbers), *ports, end) for _ in range(clients)], chunksize=1)
                 for work, clients in crowds]
        return [list(itertools.chain.from_iterable(each.get())) for each in begun]


def row(load, clients, took):
    percentiles = statistics.quantiles(took, n=100)
    print(f"| {load} | {clients} | {len(took) / SECONDS:.0f} | {percentiles[49]:.0f} | {percentiles[98]:.0f} |", flush=True)


def main():
    if len(sys.argv) != 4:
        raise SystemExit("usage: load.py <the local system's binary> <port of the site> <port of the outside world>")
    site, outside = int(sys.argv[2]), int(sys.argv[3])
    # What one address may ask, and the provider's limits, are not what is measured.
    with System(Path(sys.argv[1]), site, outside, {"LOCAL_LIMITS": "off"}):
        print("| load | clients | each second | ms, median | ms, 99 of 100 |")
        print("|---|---|---|---|---|")
        [reads] = run((site, outside), (read, READERS))
        row("GET /api/packages/list", READERS, reads)
        registrations, followed = run((site, outside), (register, STUDENTS), (follow, FOLLOWERS))
        complete = until_complete(site, len(registrations) + len(followed))
        row("registration, paid by UPI, until PAID", STUDENTS, registrations)
        row("beside it, from PAID until the candidate list shows it", FOLLOWERS, followed)
        print(f"The dashboard was complete {complete:.0f} ms after the last of {len(registrations) + len(followed)} payments.")


if __name__ == "__main__":
    main()
