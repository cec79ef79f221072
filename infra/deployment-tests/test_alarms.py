"""Which alarm goes off on which day: infra/alarms against the templates, the lines of the functions and the guide."""

import json
import re
import sys
import unittest

from scripts import ROOT

sys.path.insert(0, str(ROOT / "infra/alarms"))

import alarms  # noqa: E402
import outcomes  # noqa: E402
import scenarios  # noqa: E402
from expressions import Expression, Sent, Unsaid  # noqa: E402
from metrics import Metrics, key  # noqa: E402
from scenario import LINES, PARAMETERS  # noqa: E402

GUIDE = (ROOT / "docs/operations.md").read_text()
CODE = (ROOT / "shared/telemetry/src/metric.rs").read_text()
# The variants of the code by the names that CloudWatch knows.
NAMES = {name: variant for variant, name in re.findall(r'Self::(\w+) => "(\w+)",', re.search(r"(?s)fn name\(.*?\n    }", CODE)[0])}
QUIET = ("a quiet day, two of them", "a quiet first day")
# They share the code that counts, and their lines differ by their names alone.
LIKE_PAYMENTS = {"passes", "contact"}


def alarm(**properties):
    return alarms.Alarm("A", {
        "Namespace": "n", "MetricName": "m", "Statistic": "Sum", "Period": 60, "EvaluationPeriods": 3, "Threshold": 1,
        "ComparisonOperator": "GreaterThanOrEqualToThreshold", "AlarmActions": ["Alarms"], **properties})


class Days(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.known = alarms.alarms(PARAMETERS)
        cls.found = {what: outcomes.outcomes(make, cls.known) for what, make in scenarios.SCENARIOS.items()}

    def test_no_alarm_hangs_on_what_aws_leaves_unsaid(self):
        unsure = {what: {name: found for name, found in each.items() if len(found) > 1} for what, each in self.found.items()}
        self.assertEqual({what: each for what, each in unsure.items() if each}, {})

    def test_quiet_days_have_none(self):
        self.assertEqual([self.found[what] for what in QUIET], [{}, {}])

    def test_every_alarm_goes_off_on_one_of_the_others(self):
        self.assertEqual({name for each in self.found.values() for name in each}, set(self.known))

    def test_the_days_show_which_and_after_how_many_minutes(self):
        shown = (ROOT / "infra/alarms/days.txt").read_text()
        self.assertEqual(shown.splitlines(), list(outcomes.rows(self.found)), "`python infra/alarms` prints the new days.txt")

    def test_each_is_explained_in_the_table_of_the_guide(self):
        # One table: a row below an empty line would be shown as text.
        [table] = re.findall(r"(?m)^\| alarm \| when .*\n((?:\|.*\n)+)", GUIDE)
        for name, one in self.known.items():
            when = {"Alarms": "now", "Tickets": "by day"}[one.topic]
            self.assertIn(f"| `{name}` | {when} |", table)
            self.assertEqual(one.properties["OKActions"], [one.topic], name)


class Lines(unittest.TestCase):
    """The recorded lines are those that the functions write today."""

    def test_each_has_only_names_and_dimensions_that_the_code_has(self):
        of_all = set(re.findall(r"Self::(\w+)", re.search(r"(?s)fn is_of_all_functions.*?\n    }", CODE)[0]))
        [namespace] = re.findall(r'const NAMESPACE: &str = "(\w+)"', CODE)
        for what, line in LINES.items():
            for directive in line["_aws"]["CloudWatchMetrics"]:
                self.assertEqual(directive["Namespace"], namespace)
                for metric in directive["Metrics"]:
                    self.assertIn(metric["Name"], NAMES, what)
                    self.assertEqual(directive["Dimensions"], [[]] if metric["Name"] in of_all else [["service"]], what)

    def test_each_metric_is_counted_by_its_function_or_by_what_it_is_built_of(self):
        for what, line in LINES.items():
            manifest = (ROOT / "functions" / line["service"] / "Cargo.toml").read_text()
            crates = [ROOT / "functions" / line["service"], *(
                ROOT / "shared" / crate for crate in re.findall(r"(?m)^([a-z-]+)(?:\.workspace| =)", manifest))]
            code = "".join(path.read_text() for crate in crates for path in crate.glob("src/**/*.rs"))
            for directive in line["_aws"]["CloudWatchMetrics"]:
                for metric in directive["Metrics"]:
                    if metric["Name"] not in ("Requests", "Errors", "Duration", "ColdStarts"):
                        self.assertIn(f"Metric::{NAMES[metric['Name']]}", code, what)

    def test_each_alarm_watches_what_a_function_wrote(self):
        written = Metrics()
        for line in LINES.values():
            written.add_line(line, 0)
        for name, one in alarms.alarms(PARAMETERS).items():
            for namespace, metric, dimensions in one.keys:
                service = dict(dimensions).get("service")
                if namespace == "ScholarshipExpo" and service not in LIKE_PAYMENTS:
                    self.assertIn((namespace, metric, dimensions), written.samples, name)


class CloudWatch(unittest.TestCase):
    """The evaluation itself, by examples of AWS's documents, and what it says of alarms as they should not be."""

    def goes_off(self, points, **properties):
        metrics = Metrics()
        for minute, value in enumerate(points):
            if value is not None:
                metrics.add("n", "m", {}, minute * 60, value)
        return alarm(**properties).is_on(metrics.complete(), len(points) * 60, False, Unsaid(), {}, len(points) - 3)

    def test_missing_points_count_only_where_there_are_not_enough_others(self):
        """https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarms-and-missing-data.html, its first table."""
        for points, breaching, not_breaching in (
                ((0, None, 1, None, 1), False, False), ((None,) * 5, True, False), ((0, None, None, None, None), False, False),
                ((0, 1, 1, None, 1), True, True), ((None, None, 1, None, None), True, False)):
            self.assertEqual(self.goes_off(points, TreatMissingData="breaching"), breaching, points)
            self.assertEqual(self.goes_off(points, TreatMissingData="notBreaching"), not_breaching, points)

    def test_some_of_the_points_may_be_enough(self):
        self.assertTrue(self.goes_off((1, 0, 1), DatapointsToAlarm=2))
        self.assertFalse(self.goes_off((1, 0, 0), DatapointsToAlarm=2))

    def test_the_window_moves_with_each_minute(self):
        metrics = Metrics()
        for at in (240, 300):
            metrics.add("n", "m", {}, at, 1)
        once = alarm(Period=300, EvaluationPeriods=1, Threshold=2)
        self.assertEqual(once.goes_off(metrics.complete(), 0, 1_200), 6)

    def test_expressions_are_calculated(self):
        a, b, never = Sent([1, None, 3]), Sent([10, 20, None]), Sent([None] * 3)
        never.never_sent = True
        series = {"a": a, "b": b, "never": never}
        for text, expected in (
                ("a + b", [11, None, None]), ("SUM([a, b])", [11, 20, 3]), ("FILL(b, 0) - 1", [9, 19, -1]),
                ("IF(a >= 2 OR b == 20, 5, FILL(a, 7))", [1, 5, 5]), ("100 * a / (b - 10)", [None, None, None]),
                ("HOUR(never) * 2", [6, 8, 10]), ("SERVICE_QUOTA(b)", [40, 40, 40]), ("SUM(METRICS())", [11, 20, 3])):
            self.assertEqual(Expression(text).of(series, [3, 4, 5], quotas={"b": 40}), expected, text)
        self.assertEqual(Expression("FILL(never, 0)").of(series, [3, 4, 5]), [0, 0, 0])
        self.assertEqual(Expression("FILL(never, 0)").of(series, [3, 4, 5], Unsaid(fills_what_was_never_sent=False)), [None] * 3)

    def test_an_alarm_that_hangs_on_fill_of_what_was_never_sent_is_seen(self):
        [one] = [one for name, one in alarms.alarms().items() if name == "WebhooksMissing"]
        one.calculation = Expression("IF(FILL(asked, 0) + FILL(found, 0) >= 5 AND FILL(told, 0) + 0 < 1, 1, 0)")
        found = outcomes.outcomes(scenarios.webhooks_never_registered, {"it": one})
        self.assertEqual(found, {"WebhooksMissing": {5, None}})

    def test_an_alarm_of_absence_without_fill_is_seen_to_come_late(self):
        stopped = alarm(Namespace="AWS/Lambda", MetricName="Invocations", Period=300, EvaluationPeriods=1,
                        ComparisonOperator="LessThanThreshold", TreatMissingData="breaching",
                        Dimensions=[{"Name": "FunctionName", "Value": "Reconciler"}])
        self.assertEqual(outcomes.outcomes(scenarios.schedule_stopped, {"it": stopped}), {"A": {5, 15}})

    def test_a_line_is_read_by_its_directive(self):
        metrics = Metrics()
        metrics.add_line(json.loads(json.dumps({
            "service": "s", "A": 2, "B": 3, "C": 4, "_aws": {"CloudWatchMetrics": [
                {"Namespace": "n", "Dimensions": [["service"]], "Metrics": [{"Name": "A"}]},
                {"Namespace": "n", "Dimensions": [[]], "Metrics": [{"Name": "B"}]}]}})), 5)
        self.assertEqual(metrics.samples, {key("n", "A", {"service": "s"}): [(5, 2)], key("n", "B"): [(5, 3)]})


if __name__ == "__main__":
    unittest.main()
