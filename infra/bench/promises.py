"""What a rush has come to, and whether what was promised is kept in it."""

import statistics
import time


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
