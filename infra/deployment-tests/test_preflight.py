"""`make preflight`: for each of its checks an account in which that alone is wrong."""

import copy
import json
import re
import sys
import unittest
from unittest import mock

from scripts import CERTIFICATE, ENVIRONMENT, ROOT, Scripts

sys.path[:0] = [str(ROOT / "infra" / folder) for folder in ("preflight", "template-checks")]

import asking  # noqa: E402
import checks  # noqa: E402
import expand  # noqa: E402
from deployment import Deployment  # noqa: E402

HOST = "expo.example.org"
PARAMETERS = {
    "SiteOrigin": f"https://{HOST}", "PortalHost": "", "CertificateArn": CERTIFICATE, "ReservedConcurrency": "100",
    "ProviderSecretArn": "provider", "ProviderUrl": "", "ProviderApiVersion": "2025-01-01", "AdminTokenSecretArn": "admin-token",
    "AdminTokenPublicKey": "8E2KQzRqai1OtxWrReXR2GQs+lGDD2741nZa5YLA0S8=", "SheetId": "", "SheetsSecretArn": "sheets",
    "MailFrom": "Expo <pass@example.org>", "MailIdentity": "example.org", "CreateMailIdentity": "true", "MailSandbox": "false",
    "MailsPerSecond": "10", "AlarmEmail": "duty@example.org", "TicketEmail": ""}
IDENTITY = {"VerifiedForSendingStatus": True, "MailFromAttributes": {"MailFromDomainStatus": "SUCCESS"}}
STACK = {"Stacks": [{
    "StackStatus": "UPDATE_COMPLETE", "Parameters": [
        {"ParameterKey": name, "ParameterValue": value} for name, value in PARAMETERS.items()],
    "Outputs": [{"OutputKey": name, "OutputValue": value} for name, value in (
        ("DistributionId", "E1"), ("DistributionDomain", "d1.cloudfront.net"), ("AlarmTopicArn", "arn:alarms"), ("WebBucketName", "web"))]}]}
# In order, of a first deployment.
ACCOUNT = {
    "git": "", "cloudformation describe-stacks": "Stack with id expo does not exist",
    "lambda get-account-settings": {"AccountLimit": {"ConcurrentExecutions": 1000, "UnreservedConcurrentExecutions": 1000}},
    "cloudfront list-distributions": {"DistributionList": {"Items": [{"Id": "E9", "Aliases": {"Items": ["x.test"]}}]}},
    "cloudfront get-distribution-config": {"DistributionConfig": {"Aliases": {"Quantity": 1, "Items": [HOST]}}},
    "acm describe-certificate": {"Certificate": {
        "Status": "ISSUED", "SubjectAlternativeNames": [HOST, "admin.expo.example.org"], "NotAfter": "2999-01-01T00:00:00+00:00"}},
    "sesv2 get-email-identity": "An error occurred (NotFoundException)",
    "sesv2 get-account": {
        "ProductionAccessEnabled": True, "SendingEnabled": True, "SendQuota": {"Max24HourSend": 50000.0, "MaxSendRate": 14.0}},
    "provider": {"client_id": "12ab", "client_secret": "cfsk_ma_prod_12ab"},
    "admin-token": {"private_key": "MC4CAQAwBQYDK2VwBCIEIKdgF0aXm7Is1+GhLbwDoldRIhVqQoGrLNPEj48mEyaW"},
    "sheets": {"client_email": "robot@google.test", "private_key": "x"},
    "sns list-subscriptions-by-topic": {"Subscriptions": [
        {"Endpoint": "duty@example.org", "SubscriptionArn": "arn:confirmed"}]},
    "_dmarc.example.org TXT": ["v=DMARC1; p=none"], f"{HOST} A": ["192.0.2.1"], "payment": "404"}
READING = ("describe-", "get-", "head-", "list-")
KEPT = {"sesv2 get-email-identity": IDENTITY, "cloudformation describe-stacks": STACK, "s3api head-object": {"ContentLength": 1}}
REAL = asking.run


class World:
    """Stands in for every command; what it was asked is kept."""

    def __init__(self, answers):
        self.answers, self.asked = answers, []

    def run(self, command, given=None):
        words = " ".join(command)
        self.asked.append(words)
        if command[0] == "openssl":
            return REAL(command, given)
        if command[0] == "git":
            return self.answers["git"]
        if command[0] == "curl":
            if "dns.google" in words:
                name, kind = (part.partition("=")[2] for part in words.rpartition("?")[2].split("&"))
                return json.dumps({"Answer": [{"data": one} for one in self.answers.get(f"{name} {kind}", [])]})
            assert "12ab" not in words and "12ab" in given
            return self.answers["payment"]
        call = " ".join(command[1:3])
        if call == "secretsmanager get-secret-value":
            answer = self.answers[command[4]]
            if not isinstance(answer, str):
                answer = {"SecretString": json.dumps(answer)}
            elif answer.startswith("text:"):
                answer = {"SecretString": answer.removeprefix("text:")}
        else:
            # Where it matters, by what is asked about.
            answer = self.answers.get(" ".join([call, *command[4:5]]), self.answers[call])
        if isinstance(answer, str):
            raise asking.Refused(answer)
        return json.dumps(answer)


class Preflight(unittest.TestCase):
    stack = "expo"

    def look(self, what=None, mode="production", parameters=None, answers=None, variables=None):
        """The outcome of each check, or of one: what it found, or (its sentence,)."""
        world = World({**copy.deepcopy(ACCOUNT), **(answers or {})})
        self.asked, outcome = world.asked, {}
        with mock.patch.object(asking, "run", world.run), mock.patch.object(checks, "run", world.run), \
                mock.patch.dict("os.environ", variables or {}):
            deployment = Deployment(self.stack, "ap-south-1", mode, {**PARAMETERS, **(parameters or {})})
            for name, check in checks.CHECKS:
                try:
                    outcome[name] = check(deployment)
                except asking.Wrong as wrong:
                    outcome[name] = (str(wrong),)
        # Whatever is wrong, nothing was changed.
        for asked in world.asked:
            words = asked.split()
            self.assertTrue(words[0] != "aws" or words[2].startswith(READING), asked)
        return outcome[what] if what else outcome

    def wrong(self, what, sentence, **world):
        """That this check alone fails, with this sentence."""
        outcome = self.look(**world)
        self.assertEqual([name for name, found in outcome.items() if isinstance(found, tuple)], [what], outcome)
        [said] = outcome[what]
        self.assertIn(sentence, said)
        self.assertTrue(said[0].isupper() or said.startswith(HOST) or "@" in said.split()[0] or said.startswith("example."), said)

    def test_an_account_in_order_passes_before_and_after_the_first_deployment(self):
        for answers in ({}, KEPT):
            outcome = self.look(answers=answers)
            self.assertEqual([found for found in outcome.values() if isinstance(found, tuple)], [])
            self.assertEqual(len(outcome), len(checks.CHECKS))

    def test_what_nobody_has_committed(self):
        self.wrong("what is deployed is committed", "has changes that no commit has", answers={"git": " M template.yaml\n"})
        self.assertEqual(self.look("what is deployed is committed", "sandbox", answers={"git": " M x\n"}), "with changes, as it is not production")

    def test_a_name_of_the_stack_that_is_too_long(self):
        with mock.patch.object(self, "stack", "e" * 43):
            self.wrong("the stack's name", "The name of the stack is 1 character too long")
        with mock.patch.object(self, "stack", "e" * 42):
            self.look()
        # CloudFront takes 64 characters for these, and has no longer one of us.
        template = (ROOT / "template.yaml").read_text()
        for kind in ("Function", "OriginAccessControl"):
            for name in re.findall(rf"Type: AWS::CloudFront::{kind}\n(?:    .*\n)*? +Name: !Sub (.*)", template):
                self.assertLessEqual(len(name), len("${AWS::StackName}-${AWS::Region}-deep-links"))

    def test_instances_of_lambda(self):
        def limit(most, free):
            return {"lambda get-account-settings": {"AccountLimit": {"ConcurrentExecutions": most, "UnreservedConcurrentExecutions": free}}}

        what = "Lambda's instances"
        self.wrong(what, "ReservedConcurrency takes 220 where 100 of 300 must stay free: ask for more (Service Quotas", answers=limit(300, 300))
        self.wrong(what, "or set it to 90 or less", answers=limit(300, 300))
        self.assertEqual(self.look(what, answers=limit(320, 320)), "320, of which 220 are reserved")
        # What this stack has reserved already is its own.
        self.assertEqual(self.look(what, answers={**KEPT, **limit(320, 100)}), "320, of which 220 are reserved")
        self.wrong(what, "runs 10 instances at a time in this account, which is new", parameters={"ReservedConcurrency": "0"}, answers=limit(10, 10))

    def test_instances_are_reckoned_as_the_template_reserves_them(self):
        template = expand.read(ROOT / "template.yaml")
        given = [one["Properties"]["ReservedConcurrentExecutions"] for one in template["Resources"].values()
                 if "ReservedConcurrentExecutions" in one.get("Properties", {})]
        self.assertNotIn("ReservedConcurrentExecutions", template["Globals"]["Function"])
        self.assertEqual({one["Fn::If"][0] for one in given}, {"ReservesConcurrency"})
        self.assertEqual(template["Conditions"]["ReservesConcurrency"], {"Fn::Not": [{"Fn::Equals": [{"Ref": "ReservedConcurrency"}, 0]}]})
        self.assertEqual(checks.reserved(0), 0)
        for share in (1, 400):
            shares = [share if one["Fn::If"][1] == {"Ref": "ReservedConcurrency"} else int(one["Fn::If"][1]) for one in given]
            self.assertEqual(checks.reserved(share), sum(shares))

    def test_cloudfront_that_was_never_used(self):
        what, none = "CloudFront is open for this account", {"cloudfront list-distributions": {"DistributionList": {}}}
        self.wrong(what, "AWS opens CloudFront for new accounts by hand", answers=none)
        self.assertEqual(self.look(what, answers=none, variables={"CLOUDFRONT_VERIFIED": "1"}), "so you say")

    def test_the_certificate(self):
        def with_(**members):
            return {"acm describe-certificate": {"Certificate": {**ACCOUNT["acm describe-certificate"]["Certificate"], **members}}}

        what = "the certificate"
        self.wrong(what, "is PENDING_VALIDATION and not ISSUED: enter the DNS records", answers=with_(Status="PENDING_VALIDATION"))
        self.wrong(what, "ends in ", answers=with_(NotAfter="2000-01-01T00:00:00+00:00"))
        self.wrong(what, "cannot be read, so nothing was deployed", answers={"acm describe-certificate": "ResourceNotFoundException"})
        for names, host in (([HOST], "admin.expo.example.org"), (["*.example.org"], "admin.expo.example.org"),
                            ([HOST, "*.admin.expo.example.org"], "admin.expo.example.org"), (["admin.expo.example.org"], HOST)):
            self.wrong(what, f"and not for {host}: request one", parameters={"PortalHost": "admin.expo.example.org"},
                       answers=with_(SubjectAlternativeNames=names))
        self.assertIn("issued for", self.look(what, parameters={"PortalHost": "admin.expo.example.org"},
                                              answers=with_(SubjectAlternativeNames=[HOST, "*.expo.example.org"])))

    def test_a_host_of_another_distribution(self):
        taken = {"cloudfront list-distributions": {"DistributionList": {"Items": [{"Id": "E9", "Aliases": {"Items": [HOST]}}]}}}
        self.wrong("the hosts are free", f"{HOST} belongs to another distribution (E9)", answers=taken)
        self.wrong("the hosts are free", "(d9.cloudfront.net)", answers={f"{HOST} CNAME": ["d9.cloudfront.net"]})

    def test_a_host_for_a_stack_that_is_there(self):
        what, none = "the hosts are free", {"cloudfront get-distribution-config": {"DistributionConfig": {"Aliases": {"Quantity": 0}}}}
        self.assertEqual(self.look(what, answers=KEPT), HOST)
        moved = {**KEPT, **none}
        self.assertEqual(self.look(what, answers=moved), HOST)
        # Its name may lead to the stack before the stack has it.
        self.assertEqual(self.look(what, answers={**moved, f"{HOST} CNAME": ["d1.cloudfront.net"]}), HOST)
        self.wrong(what, "(d9.cloudfront.net): take it off there, and let its DNS record point to d1.cloudfront.net",
                   answers={**moved, f"{HOST} CNAME": ["d9.cloudfront.net"]})
        both = [{"Id": "E1", "Aliases": {"Items": [HOST]}}, {"Id": "E7", "Aliases": {"Items": ["admin.expo.example.org"]}}]
        self.wrong(what, "The host admin.expo.example.org belongs to another distribution (E7)", parameters={"PortalHost": "admin.expo.example.org"},
                   answers={**KEPT, "cloudfront list-distributions": {"DistributionList": {"Items": both}}})

    def test_the_senders_identity(self):
        what, own = "the sender's identity at SES", {"CreateMailIdentity": "false"}
        self.wrong(what, "has the identity example.org already", answers={"sesv2 get-email-identity": IDENTITY})
        self.wrong(what, "has no identity example.org: say CreateMailIdentity", parameters=own)
        self.wrong(what, "has not verified example.org yet", parameters=own,
                   answers={"sesv2 get-email-identity": {**IDENTITY, "VerifiedForSendingStatus": False}})
        self.wrong(what, "enter the outputs MailFromMx and MailFromSpf", answers={
            **KEPT, "sesv2 get-email-identity": {**IDENTITY, "MailFromAttributes": {"MailFromDomainStatus": "PENDING"}}})

    def test_an_identity_beside_that_of_the_rights(self):
        what, sender = "the sender's identity at SES", {"MailFrom": "Expo <pass@a.mail.example.org>"}
        self.assertEqual(self.look(what, parameters=sender), "example.org is made with the stack")
        for name in ("pass@a.mail.example.org", "a.mail.example.org", "mail.example.org"):
            self.wrong(what, f"SES has the identity {name}, which MailFrom belongs to before example.org", parameters=sender,
                       answers={f"sesv2 get-email-identity {name}": IDENTITY})
        # The rights are on addresses of the domain itself, too.
        self.look(what, answers={"sesv2 get-email-identity pass@example.org": IDENTITY})
        self.assertEqual(len([call for call in self.asked if "get-email-identity" in call]), 1)

    def test_what_people_do_after_the_first_deployment_stops_no_repetition_of_it(self):
        unverified = {"VerifiedForSendingStatus": False, "MailFromAttributes": {"MailFromDomainStatus": "PENDING"}}
        waiting = {"Subscriptions": [{"Endpoint": "duty@example.org", "SubscriptionArn": "PendingConfirmation"}]}
        answers = {**KEPT, "sesv2 get-email-identity": unverified, "sns list-subscriptions-by-topic": waiting, f"{HOST} A": []}
        nothing = {"s3api head-object": "An error occurred (404) when calling the HeadObject operation: Not Found"}
        outcome = self.look(answers={**answers, **nothing})
        self.assertEqual([found for found in outcome.values() if isinstance(found, tuple)], [])
        self.assertIn("is not verified yet", outcome["the sender's identity at SES"])
        self.assertIn("(not confirmed)", outcome["somebody gets the alarms"])
        outcome = self.look(answers=answers)
        self.assertEqual(len([found for found in outcome.values() if isinstance(found, tuple)]), 3)

    def test_mail_that_does_not_go_out(self):
        def account(**members):
            return {"sesv2 get-account": {**ACCOUNT["sesv2 get-account"], **members}}

        what = "SES lets mails out"
        self.wrong(what, "has stopped sending", answers=account(SendingEnabled=False))
        self.wrong(what, "keeps this account in its sandbox", answers=account(ProductionAccessEnabled=False))
        self.wrong(what, "take MailSandbox out", parameters={"MailSandbox": "true"})
        self.wrong(what, "MailsPerSecond is 14 and SES takes 14 a second, so messages would hold up passes: set it lower, or ask for more (Service"
                         " Quotas, Amazon SES, \"Sending rate\")", parameters={"MailsPerSecond": "14"})
        self.assertEqual(self.look(what, parameters={"MailsPerSecond": "13"}), "50,000 a day, 14 a second")
        # There it takes one a second, and there is no lower share.
        one = {"SendQuota": {"Max24HourSend": 200.0, "MaxSendRate": 1.0}}
        self.assertIn("in the sandbox", self.look(what, parameters={"MailSandbox": "true"}, answers=account(ProductionAccessEnabled=False, **one)))

    def test_no_dmarc_record(self):
        self.wrong("a DMARC record", "enter _dmarc.example.org TXT", answers={"_dmarc.example.org TXT": []})
        self.assertEqual(self.look("a DMARC record", parameters={"MailIdentity": "pass@mail.example.org", "CreateMailIdentity": "false"}), "there")

    def test_the_providers_secret(self):
        what = "the payment provider's secret"
        self.wrong(what, "The secret of ProviderSecretArn cannot be read: gone", answers={"provider": "gone"})
        self.wrong(what, "is no JSON with client_id, client_secret", answers={"provider": "text:not JSON"})
        self.wrong(what, "is no JSON with client_secret", answers={"provider": {"client_id": "12ab"}})
        for secret in ({"client_id": "TEST12ab", "client_secret": "x"}, {"client_id": "12ab", "client_secret": "cfsk_ma_test_1"}):
            self.wrong(what, "is that of the provider's sandbox, and ProviderMode is production", answers={"provider": secret})
        [said] = self.look(what, "sandbox")
        self.assertIn("is that of the provider's production, and ProviderMode is sandbox", said)
        self.wrong(what, "answers 401 to these credentials", answers={"payment": "401"})

    def test_the_administrators_key(self):
        what = "the administrators' key pair"
        self.wrong(what, "holds no key: make a pair", answers={"admin-token": {"private_key": "bm8ga2V5"}})
        self.wrong(what, "holds no key: make a pair", answers={"admin-token": {"private_key": "%%"}})
        self.wrong(what, "is not the other half of the key in AdminTokenSecretArn, which is 8E2K", parameters={"AdminTokenPublicKey": "A" * 43 + "="})

    def test_the_sheets_secret(self):
        what = "the Google Sheet's secret"
        self.wrong(what, "The secret of SheetsSecretArn is no JSON with private_key", parameters={"SheetId": "s"}, answers={"sheets": {"client_email": "x"}})
        self.assertEqual(self.look(what, parameters={"SheetId": "s"}), "of robot@google.test")

    def test_alarms_that_nobody_gets(self):
        what = "somebody gets the alarms"
        self.wrong(what, "AlarmEmail is empty", parameters={"AlarmEmail": ""})
        waiting = {"Subscriptions": [{"Endpoint": "duty@example.org", "SubscriptionArn": "PendingConfirmation"}]}
        # SNS forgets an address that does not confirm, and one that has unsubscribed; nobody makes it again.
        for found in (waiting, {"Subscriptions": []}, {"Subscriptions": [{"Endpoint": "other@example.org", "SubscriptionArn": "arn:1"}]}):
            self.wrong(what, "duty@example.org gets no alarms", answers={**KEPT, "sns list-subscriptions-by-topic": found})
        # A new address is subscribed by this deployment.
        self.assertIn("new@example.org", self.look(what, parameters={"AlarmEmail": "new@example.org"}, answers=KEPT))
        # Of the stack, and of the alarms in us-east-1.
        self.look(what, answers=KEPT)
        asked = [call.split()[-3] for call in self.asked if "list-subscriptions" in call]
        self.assertEqual(asked, ["ap-south-1", "us-east-1"])

    def test_a_host_that_leads_nowhere(self):
        self.wrong("the hosts lead here", f"{HOST} is not in the DNS: let it point to d1.cloudfront.net", answers={**KEPT, f"{HOST} A": []})
        # One that is only now given is let point here afterwards.
        moved = copy.deepcopy(STACK)
        moved["Stacks"][0]["Parameters"] = []
        answers = {**KEPT, f"{HOST} A": [], "cloudformation describe-stacks": moved}
        self.assertEqual(self.look("the hosts lead here", answers=answers), "nothing to look at yet")


class Command(Scripts):
    def test_it_ends_in_a_table_and_a_deployment_that_it_stops_calls_nothing_else(self):
        self.with_checks()
        self.environment(ENVIRONMENT)
        self.assertEqual(self.run_script("preflight"), 0, self.said)
        for what, _ in checks.CHECKS:
            self.assertIn(f"  {what} ", self.said)
        self.assertNotIn("WRONG", self.said)
        self.answers(**{"sesv2 get-account": {"ProductionAccessEnabled": False, "SendingEnabled": True}})
        self.forget_calls()
        self.fails("deploy", "Nothing was deployed:\n  - SES keeps this account in its sandbox")
        for call in self.calls():
            words = call.split()
            reads = words[0] == "aws" and (words[1] == "--version" or words[2].startswith(READING))
            self.assertTrue(reads or words[0] in ("curl", "git"), call)

    def test_it_is_green_for_nothing_that_a_deployment_refuses_before_it_builds(self):
        def refused(sentence, **variables):
            for name in ("preflight", "deploy"):
                self.fails(name, sentence, **variables)
            self.assertEqual(self.calls("cargo") + self.calls("sam"), [])

        placeholders, meant = "This is production, so nothing was deployed: put in what is real", {"KEEP_PLACEHOLDERS": "1"}
        self.event(placeholders=["videos"])
        refused(placeholders)
        self.assertEqual(self.run_script("preflight", **meant), 0, self.said)
        # What else is wrong is said in the same run.
        self.with_checks()
        self.answers(**{"sesv2 get-account": {"ProductionAccessEnabled": False, "SendingEnabled": True}})
        refused(placeholders)
        self.assertIn("  - SES keeps this account in its sandbox", self.said)
        self.answers()
        # The stacks beside it, which a deployment comes to half an hour later.
        for name, stack in (("edge", "expo-ap-south-1-edge"), ("edge-alarms", "expo-ap-south-1-edge-alarms")):
            file = self.state / f"{name}.json"
            file.write_text(json.dumps({"status": "ROLLBACK_COMPLETE"}))
            refused(f"The stack {stack} was never created, or not deleted (ROLLBACK_COMPLETE): `make cleanup ENV=test`", **meant)
            file.unlink()

    def test_it_says_what_it_means_to_have_no_host_for_the_portal(self):
        said = "Anyone who can change that script can act as the person who has signed in to the portal"
        self.assertEqual(self.run_script("preflight"), 0, self.said)
        self.assertIn(said, self.said)
        self.environment(f"{ENVIRONMENT}  SiteOrigin: https://{HOST}\n  PortalHost: admin.{HOST}\n  CertificateArn: {CERTIFICATE}\n")
        self.assertEqual(self.run_script("preflight"), 0, self.said)
        self.assertNotIn(said, self.said)

    def test_what_a_stack_has_already_stops_no_later_deployment_of_it(self):
        self.environment(f"{ENVIRONMENT}  SiteOrigin: https://{HOST}\n  PortalHost: admin.{HOST}\n  CertificateArn: {CERTIFICATE}\n")
        self.deploy()
        self.with_checks()
        self.assertEqual(self.run_script("preflight"), 0, self.said)


if __name__ == "__main__":
    unittest.main()
