"""A crowd at the door of the local system: devices that lose their network, whose clocks are wrong, and that scan
codes twice and codes of other events.

Three parts: one pass at fifty devices at once; a hundred scans a second, timed; and a day of many scans at four devices
with random losses, of which every one must be accounted for. What each device saw is compared with the attendance.

    python3 infra/bench/door_load.py target/load/release/local 8090 8091
"""

import hashlib
import http.client
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from datetime import datetime, timedelta, timezone
from pathlib import Path

PASSES = int(os.environ.get("PASSES", "2000"))
SCANS = int(os.environ.get("SCANS", "20000"))
DEVICES = int(os.environ.get("DEVICES", "4"))
RATE, SECONDS, SENDERS = 100, int(os.environ.get("SECONDS_PACED", "20")), 8
EVENT = json.loads(Path(__file__).parents[2].joinpath(os.environ.get("EVENT_FILE") or "event.json").read_text(encoding="utf-8"))
TIMED, AT_ONCE, DAY = f"day:{EVENT['days'][0]['date']}", "exam:periyar-cse", f"day:{EVENT['days'][-1]['date']}"
BATCH = 25
CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
FOREIGN = ["https://example.com/ticket/1", "EXPO2:CZ6S4932KF26:5JZNEW2E94YNZR3M9EQR3BFSEG", "EXPO1:CZ6S4932KF26:"]


class Site:
    """One connection to the site, signed in."""

    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port)
        self.headers = {"Content-Type": "application/json"}

    def signed_in(self):
        answer = self.ask("POST", "/api/admin/login", {"username": "admin", "password": "expo-admin"})
        self.headers["Authorization"] = f"Bearer {answer['token']}"
        return self

    def ask(self, method, path, body=None):
        self.connection.request(method, path, None if body is None else json.dumps(body), self.headers)
        answer = self.connection.getresponse()
        content = answer.read()
        if answer.status not in (200, 201):
            raise SystemExit(f"{method} {path} answered {answer.status}: {content[:300].decode()}")
        return json.loads(content)


def signed_in(port, count):
    """So many connections. One after the other: a password that many try at the same moment looks like guessing."""
    return [Site(port).signed_in() for _ in range(count)]


def code_of(order):
    number = int.from_bytes(hashlib.sha256(b"pass" + order.encode()).digest()[:16], "big") << 2
    key = "".join(CROCKFORD[number >> 5 * place & 31] for place in reversed(range(26)))
    return f"EXPO1:{order.split('-')[0]}:{key}"


def register(port, passes):
    """Passes that were bought at the counter, by several clerks at once."""
    codes, numbers, lock = [], iter(range(passes)), threading.Lock()

    def clerk(site):
        while True:
            with lock:
                number = next(numbers, None)
            if number is None:
                return
            answer = site.ask("POST", "/api/customers", {
                "name": "Asha Rao", "email": f"door-{number}@example.com", "phone": "9876543210",
                "exam_preference": "Offline", "payment_mode": "cash", "order_amount": 1850, "paid": True,
                "packageId": "all-inclusive", "type": "allColleges"})
            with lock:
                codes.append(code_of(answer["order_id"]))

    together([threading.Thread(target=clerk, args=(site,)) for site in signed_in(port, SENDERS)])
    expect(len(codes) == passes, f"{len(codes)} of {passes} passes were bought")
    return codes


def together(threads):
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def expect(holds, what):
    if not holds:
        raise SystemExit(f"FAILED: {what}")


def moment(at):
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def scan(code, listed, device, at=None, **more):
    now = datetime.now(timezone.utc)
    return {"code": code, "list": listed, "nonce": str(uuid.uuid4()), "scanned_at": moment(at or now),
            "sent_at": moment(now), "device": device, **more}


def at_once(port, code):
    """Fifty devices scan one pass at the same moment."""
    results, barrier = [], threading.Barrier(50)

    def device(number, site):
        barrier.wait()
        results.append(site.ask("POST", "/api/check-in/redeem", scan(code, AT_ONCE, f"Gate {number}"))["result"])

    together([threading.Thread(target=device, args=one) for one in enumerate(signed_in(port, 50))])
    expect(sorted(results) == ["admitted"] + ["already"] * 49, f"fifty at once: {sorted(results)}")
    print("50 devices, one pass, at once: 1 admitted, 49 already in", flush=True)


def paced(port, codes):
    """So many scans a second, whatever each takes."""
    sites = signed_in(port, SENDERS * 2)
    took, late, lock, begun = [], [], threading.Lock(), time.monotonic() + 2
    scans = iter(range(RATE * SECONDS))

    def sender(number, site):
        while True:
            with lock:
                place = next(scans, None)
            if place is None:
                return
            due = begun + place / RATE
            time.sleep(max(0.0, due - time.monotonic()))
            started = time.monotonic()
            site.ask("POST", "/api/check-in/redeem", scan(codes[place % len(codes)], TIMED, f"Gate {number}"))
            with lock:
                took.append((time.monotonic() - due) * 1000)
                late.append((started - due) * 1000)

    together([threading.Thread(target=sender, args=one) for one in enumerate(sites)])
    percentiles = statistics.quantiles(took, n=100)
    seconds = time.monotonic() - begun
    print(f"{len(took)} scans in {seconds:.0f} s, {len(took) / seconds:.0f} a second: "
          f"p50 {percentiles[49]:.0f} ms, p99 {percentiles[98]:.0f} ms from the moment each was due", flush=True)
    admitted = Site(port).signed_in().ask("GET", f"/api/check-in/attendance?list={TIMED}")["admitted"]
    expected = min(len(took), len(codes))
    expect(admitted == expected, f"{admitted} admitted of {expected}")


class Device(threading.Thread):
    """A device that loses its network now and then, decides by itself then, and sends later what it could not."""

    def __init__(self, port, number, codes, seed):
        super().__init__()
        self.site, self.codes, self.random = Site(port).signed_in(), codes, random.Random(seed)
        self.label, self.skew = f"Door {number}", timedelta(seconds=random.Random(seed).uniform(-900, 900))
        self.queue, self.let_in, self.answers, self.online, self.lost = [], set(), 0, True, 0

    def run(self):
        for code in self.codes:
            # A network that is gone stays gone for a while.
            if self.random.random() < (0.02 if self.online else 0.1):
                self.online = not self.online
            if self.online and self.queue:
                self.send_queue()
            self.scan(code)
        self.online = True
        while self.queue:
            self.send_queue()

    def scan(self, code):
        now = datetime.now(timezone.utc) + self.skew
        one = {"code": code, "list": DAY, "nonce": str(uuid.uuid4()), "scanned_at": moment(now), "device": self.label}
        if self.online:
            answer = self.site.ask("POST", "/api/check-in/redeem", {**one, "sent_at": moment(now), "offline": False})
            if self.random.random() >= 0.03:
                self.answers += 1
                if answer["result"] == "admitted":
                    self.let_in.add(code)
                return
            # The answer is lost on the way, and so the device decides.
            self.lost += 1
        if code in self.let_in or code in FOREIGN:
            self.answers += 1
            return
        self.let_in.add(code)
        self.queue.append({**one, "offline": True})

    def send_queue(self):
        some = self.queue[:BATCH]
        sent = moment(datetime.now(timezone.utc) + self.skew)
        answer = self.site.ask("POST", "/api/check-in/redeem-batch", {"redeems": some, "sent_at": sent})
        if self.random.random() < 0.1:
            # Lost again: the same scans are sent once more.
            self.lost += 1
            return
        done = {one["nonce"] for one in answer["results"] if one["status"] == 200}
        expect(len(done) == len(some), f"of {len(some)} late scans {len(done)} were taken")
        self.answers += len(done)
        self.queue = [one for one in self.queue if one["nonce"] not in done]


def attendance_of_day(site):
    """With all of those who were let in twice, whom an answer names twenty at a time."""
    path = f"/api/check-in/attendance?list={DAY}&doubles_page="
    attendance = site.ask("GET", f"{path}1")
    for page in range(2, attendance["doubles_total"] // 20 + 2):
        attendance["doubles"] += site.ask("GET", f"{path}{page}")["doubles"]
    return attendance


def day(port, codes):
    """Many scans, many of them of the same passes, some of none."""
    drawn = random.Random(20250531)
    scans = [drawn.choice(codes) if drawn.random() < 0.97 else drawn.choice(FOREIGN) for _ in range(SCANS)]
    devices = [Device(port, number, scans[number::DEVICES], number) for number in range(DEVICES)]
    begun = time.monotonic()
    together(devices)
    seconds = time.monotonic() - begun
    attendance = attendance_of_day(Site(port).signed_in())
    answers = sum(device.answers for device in devices)
    expect(answers == SCANS, f"{answers} of {SCANS} scans have a verdict")
    let_in = [device.let_in for device in devices]
    everybody = set().union(*let_in)
    expect(everybody == set(scans) - set(FOREIGN), "every pass was let in somewhere")
    expect(attendance["admitted"] == len(everybody), f"{attendance['admitted']} admitted of {len(everybody)}")
    by_hour = sum(hour["admitted"] for hour in attendance["by_hour"])
    by_device = sum(device["admitted"] for device in attendance["by_device"])
    expect(by_hour == by_device == len(everybody), f"by hour {by_hour}, by device {by_device}")
    twice = {code.split(":")[1] for code in everybody if sum(code in one for one in let_in) > 1}
    reported = {double["candidate"]["customer_id"] for double in attendance["doubles"]}
    expect(twice == reported, f"{len(twice)} were let in twice, {len(reported)} are reported; "
           f"missing {len(twice - reported)}, too many {len(reported - twice)}")
    print(f"{SCANS} scans by {DEVICES} devices in {seconds:.0f} s, {sum(device.lost for device in devices)} answers lost: "
          f"{len(everybody)} passes admitted, {len(reported)} let in twice, all of them reported", flush=True)


def main():
    if len(sys.argv) != 4:
        raise SystemExit("usage: door_load.py <the local system's binary> <port of the site> <port of the outside world>")
    port, outside = (int(port) for port in sys.argv[2:])
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "PORT": str(port), "OUTSIDE_PORT": str(outside), "LOCAL_DATA": f"{folder}/local",
               "LOCAL_LIMITS": "off"}
        with Path(folder, "log").open("wb") as log:
            system = subprocess.Popen([sys.argv[1]], env=env, stdout=log, stderr=log)
        try:
            wait_for(port, system)
            codes = register(port, PASSES)
            print(f"{len(codes)} passes", flush=True)
            settle(system)
            at_once(port, codes[0])
            paced(port, codes)
            day(port, codes)
        finally:
            system.terminate()
            system.wait()


def settle(system):
    """Waits until the passes are mailed and in the lists: on the day of the event they have long been."""
    def used():
        fields = Path(f"/proc/{system.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    for _ in range(300):
        before = used()
        time.sleep(2)
        if used() - before < 0.2:
            return
    raise SystemExit("The local system does not come to rest.")


def wait_for(port, system):
    for _ in range(600):
        if system.poll() is not None:
            raise SystemExit("The local system has ended.")
        try:
            Site(port).ask("GET", "/api/packages/list")
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("The local system does not answer.")


if __name__ == "__main__":
    main()
