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
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from promises import report
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
