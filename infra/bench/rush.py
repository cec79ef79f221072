"""People in a rush, against the local system with the limits that are deployed: who has a turn when, and whether what was
promised is kept. Ends with a failure where it is not.

Each behaves as the form does: the same key again after what may pass, back at the moment that it was told. Some reload,
open a second tab, come late, leave, or are declined and pay again. A scenario may kill the system in the middle.

    python3 infra/bench/rush.py target/load/release/local 8090 8091            # all scenarios
    python3 infra/bench/rush.py target/load/release/local 8090 8091 school     # some
"""

import asyncio
import math
import random
import statistics
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from system import ORDER, PROVIDER, System, exchange

NOT_NOW = {429, 502, 503, 504}
PASSING = NOT_NOW | {0, 500}
"""What the form tries again by itself: no answer, and answers that say: not now."""
PATIENCE = {"busy": 1_800, "down": 180}
FAILURES = {"inLine": 6, "before": 3}
PAID_SHARE = 0.1
"""Paying costs five times what a place does, and is measured by load.py."""


@dataclass
class Crowd:
    """So many people within some seconds, each from an address of their own or all from one."""

    name: str
    people: int
    seconds: float
    address: str | None = None


@dataclass
class Flood:
    """Somebody who invents people, so many a second, all from one address, and never comes back."""

    each_second: int
    seconds: float
    address: str


@dataclass
class Scenario:
    says: str
    creates: int
    crowds: list[Crowd]
    flood: Flood | None = None
    instances: int | None = None
    killed_at: float | None = None


SCHOOL, STRANGER = "127.9.9.9", "127.66.6.6"
SCENARIOS = {
    "school": Scenario("300 behind one address in 20 s", 2_000, [Crowd("school", 300, 20, SCHOOL)]),
    "sale": Scenario("3,000 in 60 s", 2_000, [Crowd("elsewhere", 3_000, 60)]),
    "small": Scenario("600 in 60 s", 200, [Crowd("elsewhere", 600, 60)]),
    "among": Scenario("a school of 300 among 3,000", 2_000,
                      [Crowd("elsewhere", 3_000, 60), Crowd("school", 300, 20, SCHOOL)]),
    "flood": Scenario("a flood of 100 a second for ten minutes beside 300", 2_000, [Crowd("elsewhere", 300, 600)],
                      Flood(100, 600, STRANGER)),
    "short-flood": Scenario("a flood of 100 a second for a minute beside 300", 2_000, [Crowd("elsewhere", 300, 60)],
                            Flood(100, 60, STRANGER)),
    "killed": Scenario("600 in 60 s, kill -9 in the middle", 400, [Crowd("elsewhere", 600, 60)], killed_at=40),
    "instances": Scenario("3,000 in 60 s, Lambda with ten instances", 2_000, [Crowd("elsewhere", 3_000, 60)], instances=10),
}


@dataclass
class Person:
    number: int
    crowd: Crowd
    address: str
    arrives: float
    habit: str
    asked: float = 0
    told: float | None = None
    """How long the wait was said to be, first."""
    opened: float | None = None
    orders: set[str] = field(default_factory=set)
    error: str | None = None
    retries: int = 0
    left: bool = False
    paid: bool = False

    @property
    def key(self):
        return f"1f0e4c0a-7a3e-4d43-9c3f-{self.number:012x}"


class Patience:
    """The form's, no more: from a press, or an answer, to the next answer (web/src/site/features/registration/submission.ts)."""

    def __init__(self, in_line):
        self.in_line, self.left, self.failures, self.pauses = in_line, dict(PATIENCE), 0, 0

    def pause(self, status, retry_after, rng):
        """How long it waits before it tries again; None where the person sees an error."""
        longest = min(30, 2 * 2 ** min(self.pauses, 5))
        pause = retry_after + rng.randrange(4) if retry_after else math.ceil(longest * (1 + rng.random()) / 2)
        self.pauses += 1
        if status in NOT_NOW:
            why = "busy" if status in (429, 503) else "down"
            if pause > self.left[why]:
                return None
            self.left[why] -= pause
        elif status not in PASSING:
            return None
        elif status != 0 or not self.in_line:
            if self.failures >= FAILURES["inLine" if self.in_line else "before"]:
                return None
            self.failures += 1
        return pause


HABITS = [("stays", 70), ("reloads", 10), ("second tab", 5), ("late", 5), ("leaves", 5), ("declined", 5)]


def eta(place):
    """The seconds after which the form comes back; a build from before `eta_ms` says whole ones."""
    return place.get("eta_ms", place["eta_seconds"] * 1_000) / 1_000


def people_of(crowds, rng):
    numbers = iter(range(1_000_000))
    kinds, weights = zip(*HABITS)
    for index, crowd in enumerate(crowds):
        for place in range(crowd.people):
            number = next(numbers)
            address = crowd.address or f"127.{100 + index}.{place // 250}.{place % 250 + 1}"
            yield Person(number, crowd, address, crowd.seconds * place / crowd.people, rng.choices(kinds, weights)[0])


class Rush:
    def __init__(self, scenario, system, rng):
        self.scenario, self.system, self.rng = scenario, system, rng
        self.people = list(people_of(scenario.crowds, rng))
        self.flooded, self.passing = {}, {}

    async def run(self):
        self.began = time.monotonic()
        works = [self.live(person) for person in self.people]
        if self.scenario.flood:
            works.append(self.pour(self.scenario.flood))
        if self.scenario.killed_at is not None:
            works.append(self.kill(self.scenario.killed_at))
        await asyncio.gather(*works)

    async def kill(self, after):
        await asyncio.sleep(after)
        await asyncio.to_thread(self.system.kill_and_start)

    async def pour(self, flood):
        async def one(number):
            key = f"0f0e4c0a-7a3e-4d43-9c3f-{number:012x}"
            body = {**ORDER, "customer_email": f"flood-{number}@example.com"}
            status, _, _ = await exchange(self.system.site, "POST", "/api/payments/create-order", body,
                                          {"Idempotency-Key": key}, flood.address)
            self.flooded[status] = self.flooded.get(status, 0) + 1

        running, end = set(), self.began + flood.seconds
        for number in range(int(flood.each_second * flood.seconds)):
            pause = self.began + number / flood.each_second - time.monotonic()
            if pause > 0:
                await asyncio.sleep(pause)
            if time.monotonic() > end:
                break
            running.add(task := asyncio.create_task(one(number)))
            task.add_done_callback(running.discard)
        await asyncio.gather(*running)

    async def live(self, person):
        await asyncio.sleep(max(0, self.began + person.arrives - time.monotonic()))
        person.asked = time.monotonic()
        ticket = None
        while person.opened is None and person.error is None:
            answer = await self.send(person, ticket)
            if answer is None:
                return
            if "payment_session_id" in answer:
                person.opened = time.monotonic()
                person.orders.add(answer["order_id"])
                break
            ticket, wait = answer["ticket"], eta(answer)
            if person.told is None:
                person.told = time.monotonic() - person.asked + wait
            if person.habit == "leaves":
                person.left = True
                return
            if person.habit == "reloads":
                for _ in range(2):
                    await asyncio.sleep(wait / 3 * self.rng.random())
                    again = await self.send(person, ticket)
                    wait = eta(again) if again and "ticket" in again else 0
            await asyncio.sleep(wait + (5 if person.habit == "late" else 0))
        if person.opened is not None and (person.habit == "declined" or self.rng.random() < PAID_SHARE):
            await self.pay(person, answer["payment_session_id"], answer["order_id"])

    async def send(self, person, ticket):
        """The answer to the request as the form sends it, again and again with the same key while that may help."""
        body = {**ORDER, "customer_email": f"person-{person.number}@example.com"}
        if ticket:
            body["ticket"] = ticket
        patience = Patience(ticket is not None)
        while True:
            tabs = 2 if person.habit == "second tab" else 1
            answers = await asyncio.gather(*(
                exchange(self.system.site, "POST", "/api/payments/create-order", body, {"Idempotency-Key": person.key},
                         person.address) for _ in range(tabs)))
            person.orders |= {said["order_id"] for status, said, _ in answers if status == 200}
            status, said, retry_after = min(answers, key=lambda answer: answer[0] not in (200, 202))
            if status in (200, 202):
                return said
            pause = patience.pause(status, retry_after, self.rng)
            if pause is None:
                person.error = f"{status} {said}"
                return None
            person.retries += 1
            self.passing[status] = self.passing.get(status, 0) + 1
            await asyncio.sleep(pause)

    async def pay(self, person, session, order):
        outcomes = ["FAILED", "SUCCESS"] if person.habit == "declined" else ["SUCCESS"]
        for outcome in outcomes:
            attempt = await self.insist(self.system.outside, "POST", "/pg/orders/sessions", {
                "payment_session_id": session,
                "payment_method": {"upi": {"channel": "collect", "upi_id": "testsuccess@gocash"}}}, PROVIDER)
            await self.insist(self.system.outside, "POST", "/pg/simulate", {
                "entity": "PAYMENTS", "entity_id": attempt["cf_payment_id"],
                "entity_simulation": {"payment_status": outcome}}, PROVIDER)
        person.paid = True
        for _ in range(60):
            said = await self.insist(self.system.site, "GET", f"/api/payments/status/{order}", None, {}, person.address)
            if said["status"] == "PAID":
                return
            await asyncio.sleep(2)
        person.error = "paid, and not PAID after two minutes"

    async def insist(self, *request):
        for _ in range(100):
            status, said, _ = await exchange(*request)
            if status == 200:
                return said
            if status not in PASSING:
                raise SystemExit(f"{request[1]} {request[2]} answered {status}: {said}")
            await asyncio.sleep(1)
        raise SystemExit(f"{request[1]} {request[2]} does not answer.")


def tau(pairs):
    """Kendall's tau of two orders, by counting the inversions of the one in the other."""
    order = [second for _, second in sorted(pairs)]

    def inversions(values):
        if len(values) < 2:
            return values, 0
        left, of_left = inversions(values[:len(values) // 2])
        right, of_right = inversions(values[len(values) // 2:])
        merged, count, i = [], of_left + of_right, 0
        for value in right:
            while i < len(left) and left[i] <= value:
                merged.append(left[i])
                i += 1
            count += len(left) - i
            merged.append(value)
        return merged + left[i:], count

    size = len(order)
    return 1.0 if size < 2 else 1 - 4 * inversions(order)[1] / (size * (size - 1))


def share(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] if values else 0


class Verdict:
    def __init__(self, rush):
        self.rush, self.broken = rush, []

    def promise(self, holds, words):
        if not holds:
            self.broken.append(words)

    def crowd(self, crowd):
        people = [person for person in self.rush.people if person.crowd is crowd]
        stayed = [person for person in people if not person.left]
        errors = [person for person in stayed if person.opened is None or person.error]
        told = [person for person in stayed if person.told is not None and person.opened is not None]
        prompt = [person for person in stayed if person.opened is not None and person.habit in ("stays", "second tab", "declined")]
        waits = [person.opened - person.asked for person in stayed if person.opened is not None]
        off = [abs(person.opened - person.asked - person.told) / max(person.told, 10)
               for person in told if person in prompt or person.habit == "reloads"]
        in_order = tau([(person.asked, person.opened) for person in prompt])
        self.promise(not errors, f"{crowd.name}: {len(errors)} who stayed saw an error, such as {errors[0].error if errors else ''}")
        self.promise(in_order >= 0.99 or self.rush.scenario.instances, f"{crowd.name}: tau is {in_order:.3f}")
        self.promise(share(off, 0.95) <= 0.1 or self.rush.scenario.killed_at or self.rush.scenario.instances,
                     f"{crowd.name}: what was announced is off by {share(off, 0.95):.0%} for 95 of 100")
        twice = [person for person in people if len(person.orders) > 1]
        self.promise(not twice, f"{crowd.name}: {len(twice)} keys have two orders")
        print(f"| {crowd.name} | {len(people)} | {len(people) - len(stayed)} | {len(stayed) - len(errors)} | {len(errors)} "
              f"| {sum(person.retries for person in people)} | {statistics.median(waits) if waits else 0:.0f} | {share(waits, 0.95):.0f} "
              f"| {max(waits, default=0):.0f} | {in_order:.3f} | {share(off, 0.95):.0%} |", flush=True)

    def limit(self):
        opened = sorted(person.opened for person in self.rush.people if person.opened is not None)
        most, first = 0, 0
        for last, at in enumerate(opened):
            while opened[first] <= at - 60:
                first += 1
            most = max(most, last - first + 1)
        # They are noticed here a little earlier or later than they were opened.
        allowed = self.rush.scenario.creates * 1.03 + 2
        self.promise(most <= allowed, f"{most} orders within a minute, of {self.rush.scenario.creates}")
        return most

    def nothing_lost(self):
        paid = sum(person.paid for person in self.rush.people)
        opened = sum(person.opened is not None for person in self.rush.people)
        began = time.monotonic()
        while True:
            counts = self.rush.system.counts()
            # A flooder has some orders, too.
            if counts["PAID"] >= paid or time.monotonic() - began > 60:
                break
            time.sleep(0.2)
        self.promise(counts["PAID"] == paid, f"{paid} paid, and the dashboard counts {counts['PAID']} a minute later")
        if not self.rush.scenario.flood:
            self.promise(counts["TOTAL"] == opened, f"{opened} have an order, and the dashboard counts {counts['TOTAL']}")
        return time.monotonic() - began


def report(rush):
    verdict = Verdict(rush)
    print("| crowd | people | left | order | error | tries again | s, median | 95 of 100 | most | tau | announced off by |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    for crowd in rush.scenario.crowds:
        verdict.crowd(crowd)
    most, complete = verdict.limit(), verdict.nothing_lost()
    print(f"At most {most} orders in a minute, of {rush.scenario.creates}. The dashboard was complete after {complete:.1f} s.", flush=True)
    if rush.passing:
        print(f"Tried again after {dict(sorted(rush.passing.items()))}; 0 is no answer.")
    if rush.flooded:
        print(f"The flood was answered {dict(sorted(rush.flooded.items()))}.")
    return verdict.broken


def main():
    if len(sys.argv) < 4:
        raise SystemExit("usage: rush.py <the local system's binary> <port of the site> <port of the outside world> [scenario…]")
    binary, site, outside = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    chosen = sys.argv[4:] or [name for name in SCENARIOS if name != "short-flood"]
    unknown = [name for name in chosen if name not in SCENARIOS]
    if unknown:
        raise SystemExit(f"There is no scenario {unknown[0]}; there are {', '.join(SCENARIOS)}.")
    broken = []
    for name in chosen:
        scenario = SCENARIOS[name]
        print(f"\n### {name}: {scenario.says}, {scenario.creates} orders a minute\n", flush=True)
        settings = {"PROVIDER_CREATES_PER_MINUTE": str(scenario.creates)}
        if scenario.instances:
            settings["LOCAL_INSTANCES"] = str(scenario.instances)
        with System(binary, site, outside, settings) as system:
            rush = Rush(scenario, system, random.Random(name))
            asyncio.run(rush.run())
            broken += [f"{name}: {words}" for words in report(rush)]
    if broken:
        print("\nPromises that were not kept:", *broken, sep="\n- ")
        sys.exit(1)


if __name__ == "__main__":
    main()
