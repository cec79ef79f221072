"""What a month costs, counted from the templates, and what docs/operations.md says of it."""

import copy
import re
import sys
import unittest

from scripts import ROOT

sys.path.insert(0, str(ROOT / "infra/costs"))

import costs  # noqa: E402
import prices  # noqa: E402

GUIDE = (ROOT / "docs/operations.md").read_text()


class Costs(unittest.TestCase):
    def test_the_table_is_what_is_counted_and_the_guide_has_its_sums(self):
        shown = (ROOT / "infra/costs/month.txt").read_text().splitlines()
        self.assertEqual(shown, list(costs.rows()), "`python infra/costs` prints the new month.txt")
        [section] = re.findall(r"(?ms)^## Costs\n.*?(?=^## )", GUIDE)
        sums = re.findall(r"\d+\.\d\d", "\n".join(shown[-2:]))
        self.assertEqual(re.findall(r"\d+\.\d\d", section), sums)
        self.assertIn(f"what we knew on {prices.KNOWN_ON}", GUIDE)

    def test_at_rest_it_is_fifteen_dollars_at_most_beside_the_web_acl(self):
        used, acl = costs.at_rest()
        self.assertLessEqual(sum(costs.price(used).values()), 15)
        self.assertLessEqual(sum(costs.price(acl).values()), 10)

    def test_at_rest_an_account_with_nothing_else_pays_fifteen_dollars_at_most_with_the_web_acl(self):
        used, acl = costs.at_rest()
        together = {**used, **acl}
        self.assertLessEqual(sum(costs.price(together).values()) - costs.free(together), 15)

    def test_every_price_has_its_page_and_is_used(self):
        used, acl = costs.at_rest()
        asked = {*used, *acl, *costs.of_registrations(1)}
        self.assertEqual(asked - prices.PRICES.keys(), set())
        self.assertEqual(prices.PRICES.keys() - asked, {"second of a function with a GB, x86_64"})
        self.assertEqual(prices.FREE.keys() - asked, set())
        for what, (amount, page) in prices.PRICES.items():
            self.assertTrue(amount > 0 and page.startswith("https://aws.amazon.com/") and "/pricing/" in page, what)

    def test_another_alarm_costs_more(self):
        known = copy.deepcopy(costs.template("infra/edge-alarms.yaml"))
        before = costs.metrics_of_alarms(known)
        known.resources["Another"] = {"Type": "AWS::CloudWatch::Alarm", "Properties": {"Metrics": [{"MetricStat": {}}] * 3}}
        self.assertEqual(costs.metrics_of_alarms(known) - before, 3)

    def test_a_schedule_is_counted_by_its_month(self):
        runs = {(name, job): times for name, job, times in costs.runs_in_a_month(costs.template("template.yaml"))}
        self.assertEqual(runs[("Reconciler", None)], 43_800)
        self.assertEqual(runs[("ExamDetails", "collect-pictures")], 30.4)


if __name__ == "__main__":
    unittest.main()
