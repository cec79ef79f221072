"""The alarms of a template, evaluated as CloudWatch does.

- Every minute, over a window that moves with it; once an hour where the window is longer than a day:
  https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarm-evaluation.html
- It looks at some points more than the window has, and at what is missing only where those are not enough:
  https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarms-and-missing-data.html. How many more AWS does not say.
"""

import functools
import sys
from pathlib import Path

from expressions import Expression, Sent, Unsaid
from metrics import key

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "infra/template-checks"))

import expand  # noqa: E402

TEMPLATES = ("template.yaml", "infra/edge-alarms.yaml")
MINUTE, HOUR, DAY = 60, 3_600, 86_400
BREACHES = {
    "GreaterThanOrEqualToThreshold": lambda value, threshold: value >= threshold,
    "GreaterThanThreshold": lambda value, threshold: value > threshold,
    "LessThanThreshold": lambda value, threshold: value < threshold,
    "LessThanOrEqualToThreshold": lambda value, threshold: value <= threshold}


class Deployed(expand.Template):
    """A template as a stack has it: resources by their logical names, and parameters at their defaults or as given."""

    def __init__(self, template, given):
        super().__init__(template)
        self.given = given

    def reference(self, name):
        if name in self.parameters:
            return self.given.get(name, self.parameters[name].get("Default", ""))
        return {"AWS::StackName": "expo", "AWS::NoValue": None}.get(name, name)

    def attribute(self, given):
        return given[0] if isinstance(given, list) else given.split(".")[0]

    def branch(self, given):
        return self.resolved(given[1])


class Alarm:
    """One alarm, and when it goes off."""

    def __init__(self, name, properties):
        self.name, self.properties = name, properties
        queries = properties.get("Metrics") or [{"Id": "it", "MetricStat": {
            "Metric": properties, "Period": properties["Period"], "Stat": properties.get("Statistic")}}]
        self.metrics = {query["Id"]: query["MetricStat"] for query in queries if "MetricStat" in query}
        self.expression = next((query["Expression"] for query in queries if "Expression" in query), "it")
        self.calculation = Expression(self.expression)
        [self.period] = {stat["Period"] for stat in self.metrics.values()}
        self.points = int(properties["EvaluationPeriods"])
        self.needed = int(properties.get("DatapointsToAlarm", self.points))
        [self.topic] = properties["AlarmActions"]

        self.keys = {key(stat["Metric"]["Namespace"], stat["Metric"]["MetricName"], {
            one["Name"]: one["Value"] for one in stat["Metric"].get("Dimensions", [])}): name for name, stat in self.metrics.items()}

    def value(self, metrics, end, count, unsaid, quotas):
        """The alarm's own figures at so many points, the oldest first."""
        starts = [end - self.period * back for back in range(count, 0, -1)]
        series = {}
        for metric, name in self.keys.items():
            stat = self.metrics[name]["Stat"]
            series[name] = Sent(metrics.statistic(metric, start, start + self.period, stat) for start in starts)
            series[name].never_sent = metric not in metrics.samples
        if self.expression == "it":
            return series["it"]
        known = {name: quotas.get(metric) for metric, name in self.keys.items()}
        return self.calculation.of(series, [start // HOUR % 24 for start in starts], unsaid, known)

    def is_on(self, metrics, end, was_on, unsaid, quotas, more):
        """Whether it is on at that second."""
        values = self.value(metrics, end, self.points + more, unsaid, quotas)
        there = [value for value in values if value is not None]
        missing = self.properties.get("TreatMissingData", "missing")
        if None not in values[more:]:
            seen = values[more:]
        elif len(there) >= self.points:
            seen = there[-self.points:]
        elif not there and missing in ("ignore", "missing"):
            return was_on and missing == "ignore"
        else:
            seen = there + [missing] * (self.points - len(there))
        breaches = BREACHES[self.properties["ComparisonOperator"]]
        breaching = [one == "breaching" if isinstance(one, str) else breaches(one, float(self.properties["Threshold"]))
                     for one in seen]
        return sum(breaching) >= self.needed

    def goes_off(self, metrics, start, end, unsaid=Unsaid(), more=2, quotas=None, every=MINUTE):
        """The minutes from the start to the first time that it is on, or None; looked at that often at most."""
        step = max(every, HOUR if self.period * self.points > DAY else MINUTE)
        if not any(metric in metrics.samples for metric in self.keys):
            # It is at every moment as at the first.
            end = start + step
        on = False
        for at in range(start + step, end + 1, step):
            on = self.is_on(metrics, at, on, unsaid, quotas or {}, more)
            if on:
                return (at - start) // MINUTE
        return None


@functools.cache
def expanded(path):
    return expand.expanded(expand.read(ROOT / path))


def alarms(given=None):
    """All alarms of all templates, by name."""
    found = {}
    for path in TEMPLATES:
        template = Deployed(expanded(path), given or {})
        for name, properties in template.of("AWS::CloudWatch::Alarm"):
            assert name not in found, name
            found[name] = Alarm(name, properties)
    return found
