"""What is in us-east-1, the web ACL and the alarms of CloudFront, in `make deploy` and `make rollback`."""

import json
import unittest

from scripts import CERTIFICATE, EDGE, ENVIRONMENT, ROOT, Scripts


class WebAcl(Scripts):
    def edge(self):
        file = self.state / "edge.json"
        return json.loads(file.read_text()) if file.exists() else None

    def test_the_web_acl_is_deployed_first_in_its_own_region_and_its_arn_given_to_the_stack(self):
        for version in ("v1", "v2"):
            self.deploy(version)
            order = self.calls("sam deploy")
            self.assertIn(f"--stack-name {EDGE} --region us-east-1", order[0])
            self.assertIn("--no-fail-on-empty-changeset", order[0])
            self.assertFalse([call for call in order[1:] if f"{EDGE} " in call])
            self.assertEqual(self.edge()["code"], (ROOT / "infra/edge.yaml").read_text())
            self.assertEqual(self.stack()["WebAclArn"], self.edge()["WebAclArn"])
            self.forget_calls()

    def test_a_rollback_keeps_the_web_acl_as_it_is(self):
        self.deploy("v1")
        self.deploy("v2")
        self.forget_calls()
        self.assertEqual(self.run_script("rollback"), 0, self.said)
        self.assertEqual(self.calls(EDGE), [])
        self.assertEqual(self.stack()["WebAclArn"], self.edge()["WebAclArn"])

    def test_the_web_acl_can_be_left_out(self):
        self.environment(ENVIRONMENT.replace("region:", "web_acl: false\nregion:"))
        self.deploy()
        self.assertIsNone(self.edge())
        self.assertEqual(self.stack()["WebAclArn"], "")
        self.assertIn("no web ACL refuses floods, as the environment says", self.said)
        self.assertNotIn("delete-stack", self.said)

    def test_a_web_acl_that_is_no_longer_wanted_is_taken_off_and_named_for_deletion(self):
        self.deploy()
        self.environment(ENVIRONMENT.replace("region:", "web_acl: false\nregion:"))
        self.deploy()
        self.assertEqual(self.stack()["WebAclArn"], "")
        self.assertIn(f"aws cloudformation delete-stack --stack-name {EDGE} --region us-east-1", self.said)

    def test_a_custom_web_acl_replaces_ours(self):
        own = "arn:aws:wafv2:us-east-1:111122223333:global/webacl/of-all-sites/2-b"
        self.environment(ENVIRONMENT + f"  WebAclArn: {own}\n")
        self.deploy()
        self.assertIsNone(self.edge())
        self.assertEqual(self.stack()["WebAclArn"], own)
        self.assertNotIn("no web ACL", self.said)

    def test_without_its_web_acl_a_stack_is_not_deployed(self):
        self.fails("deploy", f"Deploying the web ACL, the stack {EDGE} in us-east-1: failed", FAIL="sam deploy edge.yaml")
        self.assertFalse((self.state / "stack.json").exists())
        (self.state / "edge.json").write_text(json.dumps({"status": "ROLLBACK_COMPLETE"}))
        self.fails("deploy", f"The stack {EDGE} was never created, or not deleted (ROLLBACK_COMPLETE): `make cleanup ENV=test`")
        self.assertFalse((self.state / "stack.json").exists())

    # ---- The alarms ------------------------------------------------------------------------------------------------

    def alarms(self):
        return json.loads((self.state / "edge-alarms.json").read_text())

    def test_the_alarms_of_cloudfront_are_deployed_when_the_site_is_live_and_know_what_they_watch(self):
        for version in ("v1", "v2"):
            self.deploy(version)
            [call] = self.calls("sam deploy", f"--stack-name {EDGE}-alarms --region us-east-1")
            order = self.calls()
            self.assertLess(order.index(self.calls("create-invalidation")[-1]), order.index(call))
            self.assertIn("--no-fail-on-empty-changeset", call)
            made = self.alarms()
            self.assertEqual(made.pop("code"), (ROOT / "infra/edge-alarms.yaml").read_text())
            self.assertEqual(made, {
                "AlarmEmail": "on-duty@example.org", "TicketEmail": "", "CertificateArn": "", "DistributionId": "E1",
                "DeepLinks": "expo-ap-south-1-deep-links", "WebAcl": EDGE})
            self.forget_calls()

    def test_they_watch_no_web_acl_that_is_not_ours_and_the_certificate_where_there_is_one(self):
        self.environment(ENVIRONMENT.replace("region:", "web_acl: false\nregion:")
                         + f"  SiteOrigin: https://expo.example.org\n  CertificateArn: {CERTIFICATE}\n  TicketEmail: day@example.org\n")
        self.deploy()
        self.assertEqual([self.alarms()[name] for name in ("WebAcl", "CertificateArn", "TicketEmail")], ["", CERTIFICATE, "day@example.org"])

    def test_without_them_the_site_is_live_and_it_is_said(self):
        self.fails("deploy", "is live and answers, but nobody is told when CloudFront fails", FAIL="sam deploy edge-alarms.yaml")
        self.assertEqual(self.served("index.html").split()[-2], "/>v1")
        self.deploy("v2")

    def test_they_name_the_function_and_the_web_acl_as_the_other_templates_do(self):
        self.assertIn("      Name: !Sub ${AWS::StackName}-${AWS::Region}-deep-links\n", (ROOT / "template.yaml").read_text())
        self.assertIn("        MetricName: !Ref AWS::StackName\n", (ROOT / "infra/edge.yaml").read_text())


if __name__ == "__main__":
    unittest.main()
