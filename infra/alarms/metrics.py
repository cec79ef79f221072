"""Figures as CloudWatch keeps them: samples of a metric, which is a namespace, a name and its dimensions, and their statistics.

Lines of the functions are read by the specification of the embedded metric format:
https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
"""

import bisect


def key(namespace, name, dimensions=None):
    return namespace, name, frozenset((dimensions or {}).items())


class Metrics:
    """Samples by metric and second."""

    def __init__(self):
        self.samples = {}

    def add(self, namespace, name, dimensions, at, value):
        self.samples.setdefault(key(namespace, name, dimensions), []).append((at, value))

    def add_line(self, line, at):
        """What CloudWatch takes from a line that was written at that second."""
        for directive in line["_aws"]["CloudWatchMetrics"]:
            for names in directive["Dimensions"]:
                dimensions = {name: line[name] for name in names}
                for metric in directive["Metrics"]:
                    self.add(directive["Namespace"], metric["Name"], dimensions, at, line[metric["Name"]])

    def statistic(self, metric, start, end, stat):
        """Of the samples from start on and before the end; None where there are none."""
        asked = (metric, start, end, stat)
        if asked not in self.known:
            self.known[asked] = self.calculated(*asked)
        return self.known[asked]

    def calculated(self, metric, start, end, stat):
        found = self.samples.get(metric, ())
        values = [value for _, value in found[bisect.bisect_left(found, (start,)):bisect.bisect_left(found, (end,))]]
        if not values:
            return None
        return {"Sum": sum, "Maximum": max, "Minimum": min, "SampleCount": len,
                "Average": lambda them: sum(them) / len(them)}[stat](values)

    def complete(self):
        """Nothing more comes: in order, for `statistic`."""
        for found in self.samples.values():
            found.sort()
        self.known = {}
        return self
