"""What a month costs, counted from the templates."""

import functools
import json
import math
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "infra/template-checks"))
sys.path.insert(0, str(ROOT / "infra/costs"))

import expand  # noqa: E402
from prices import FREE, PRICES  # noqa: E402

MONTH = {"minute": 43_800, "hour": 730, "day": 30.4}  # of 730 hours, as AWS counts
# A run of a schedule that finds nothing to do: seconds, units read (docs/performance.md), GB of log with what Lambda adds.
IDLE = {"seconds": 0.1, "read": 10, "log": 0.9e-6}
# The share of hours in which a function that runs each minute is started again: AWS keeps a process for some hours, and publishes no figure.
STARTED_ANEW = 0.25
# Of one registration: one mail, the units of docs/performance.md, five visits of 150 KB, and functions with 256 MB for a second in all. On
# x86_64 the seconds cost a quarter more.
REGISTRATION = {
    "mail": 1, "unit written": 60, "unit read": 30, "GB kept in a table, a month": 12e-6, "GB kept for recovery, a month": 12e-6,
    "GB to a person": 5 * 150e-6, "request at CloudFront": 80, "call of CloudFront's function": 40, "call of the API": 8,
    "call of a function": 10, "second of a function with a GB, arm64": 0.25, "GB of log": 5e-6, "request at the web ACL": 80}


@functools.cache
def template(path):
    return expand.Template(expand.expanded(expand.read(ROOT / path)))


def metrics_of_alarms(known):
    """Of each alarm the metrics that it watches; an alarm on one counts as one."""
    return sum(max(1, sum("MetricStat" in one for one in properties.get("Metrics", [])))
               for _, properties in known.raw("AWS::CloudWatch::Alarm"))


def runs_in_a_month(known):
    """(function, input, times) of each schedule."""
    for _, one in known.raw("AWS::Scheduler::Schedule"):
        number, unit = re.fullmatch(r"rate\((\d+) (minute|hour|day)s?\)", one["ScheduleExpression"]).groups()
        yield one["Target"]["Arn"]["Fn::GetAtt"][0], json.loads(one["Target"].get("Input", "{}")).get("job"), MONTH[unit] / int(number)


def own_metrics(runs):
    """What the schedules send when nothing is to be done, in metrics times the share of hours in which they do."""
    lines = json.loads((ROOT / "infra/alarms/lines.json").read_text(encoding="utf-8"))
    of_jobs = {None: "a run of the reconciler", "recon": "a comparison with the provider", "collect-pictures": "a collection of pictures"}
    hours = {}
    for function, job, times in runs:
        line = lines[of_jobs[job]] if job in of_jobs else lines["a visit"]  # what every line has
        for directive in line["_aws"]["CloudWatchMetrics"]:
            for metric in directive["Metrics"]:
                known = (function, metric["Name"])
                hours[known] = max(hours.get(known, 0), min(1, times / MONTH["hour"]))
    starts = sum(STARTED_ANEW * hours[function, "Requests"] for function in {function for function, *_ in runs})
    return sum(hours.values()) + starts


def at_rest():
    """By what is paid for how much of it a month takes when nobody comes; the web ACL, which one can do without, apart."""
    main, edge, alarms = (template(path) for path in ("template.yaml", "infra/edge.yaml", "infra/edge-alarms.yaml"))
    runs = list(runs_in_a_month(main))
    times = sum(each for *_, each in runs)
    memory = {name: one.get("MemorySize", 128) / 1024 for name, one in main.raw("AWS::Lambda::Function")}
    secrets = [name for name, one in main.parameters.items() if name.endswith("SecretArn") and "Default" not in one]
    used = {
        "metric, a month": own_metrics(runs),
        "metric in an alarm, a month": metrics_of_alarms(main) + metrics_of_alarms(alarms),
        "dashboard, a month": len(main.raw("AWS::CloudWatch::Dashboard")),
        "GB of log": times * IDLE["log"],
        "secret, a month": len(secrets),
        "event of a schedule": times,
        "call of a function": times,
        "second of a function with a GB, arm64": sum(memory[name] * each * IDLE["seconds"] for name, _, each in runs),
        "unit read": times * IDLE["read"],
        # Pages, functions and templates of some releases.
        "GB kept in a bucket, a month": 5,
    }
    [(_, acl)] = edge.raw("AWS::WAFv2::WebACL")
    return used, {"web ACL, a month": 1, "rule of a web ACL, a month": len(acl["Rules"])}


def of_registrations(count):
    """What so many take beside, in the month in which they come: all functions are called in every hour, and send their two and
    what they count."""
    functions = len(template("template.yaml").raw("AWS::Lambda::Function"))
    return {**{what: each * count for what, each in REGISTRATION.items()}, "metric, a month": (2 + STARTED_ANEW) * functions + 20}


def price(used):
    return {what: amount * PRICES[what][0] for what, amount in used.items()}


def free(used):
    """What of it is free for an account that has nothing else."""
    return sum(min(amount, FREE.get(what, 0)) * PRICES[what][0] for what, amount in used.items())


def told(amount):
    """In dollars and cents, the cents rounded up."""
    return f"{math.ceil(round(amount * 100, 6)) / 100:,.2f}"


def rows():
    """The lines of month.txt."""
    used, acl = at_rest()
    sold, rest = of_registrations(10_000), {**used, **acl}
    yield "| | at rest, a month | dollars | 10,000 registrations, beside that | dollars |"
    yield "|---|---|---|---|---|"
    for what in [*rest, *(one for one in sold if one not in rest)]:
        cells = [cell for amounts in (rest, sold) for cell in (
            (plain(amounts[what]), told(amounts[what] * PRICES[what][0])) if what in amounts else ("", ""))]
        yield f"| {what.removesuffix(', a month')} | {' | '.join(cells)} |"
    alone, front, more = (sum(price(each).values()) for each in (used, acl, sold))
    yield f"| **together** | | **{told(alone)}**, and {told(front)} for the web ACL | | **{told(more)}** |"
    both = {what: rest.get(what, 0) + sold.get(what, 0) for what in {**rest, **sold}}
    yield f"| free of it, for an account with nothing else | | {told(free(rest))} | | {told(free(both) - free(rest))} |"


def plain(amount):
    return f"{amount:,.0f}" if amount >= 100 or amount == int(amount) else f"{amount:.2f}".rstrip("0")
