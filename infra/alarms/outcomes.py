"""Which alarms go off on which of the days, and after how many minutes, under whatever AWS leaves unsaid."""

import itertools

from alarms import alarms
from expressions import Unsaid
from scenario import PARAMETERS, QUOTAS

# Either way for all of it together, and for how far back CloudWatch looks beyond the window for what is missing.
WAYS = [(Unsaid(way, way), more) for way, more in itertools.product((True, False), (0, 2))]


def outcomes(make, known=None):
    """By alarm the minutes to it, a set: of one where nothing hangs on what AWS leaves unsaid."""
    one = make()
    one.metrics.complete()
    found = {}
    for alarm in (known or alarms(PARAMETERS)).values():
        minutes = {alarm.goes_off(one.metrics, one.start, one.end, *way, quotas=QUOTAS, every=one.every) for way in WAYS}
        if minutes != {None}:
            found[alarm.name] = minutes
    return found


def rows(found):
    """The lines of days.txt."""
    yield "| when | goes off, after minutes |"
    yield "|---|---|"
    for what, each in found.items():
        ordered = sorted(each.items(), key=lambda one: (min(filter(None, one[1])), one[0]))
        yield f"| {what} | {', '.join(f'`{name}` {told(min(filter(None, minutes)))}' for name, minutes in ordered) or 'none'} |"


def told(minutes):
    return str(minutes) if minutes < 600 else f"{minutes} ({minutes // 60} hours)"
