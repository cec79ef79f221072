"""`make deploy`."""

import json
import shutil
import unittest

from scripts import CERTIFICATE, ENVIRONMENT, ROOT, Scripts


class Deployment(Scripts):
    def test_a_first_deployment_finds_its_address_and_passes_it_to_the_functions(self):
        self.deploy()
        self.assertEqual(len(self.calls("sam deploy --template-file /")), 2)
        self.assertEqual(self.stack()["SiteOrigin"], "https://d111.cloudfront.test")
        self.assertEqual(self.stack()["Running"], "true")
        self.assertGreaterEqual(len(self.stack()["ViewerHeaderSecret"]), 16)
        self.assertEqual(self.served("index.html").split()[-1], "https://d111.cloudfront.test")
        self.assertIn("Make the first administrator", self.said)

    def test_a_first_deployment_that_stopped_before_it_passed_its_address_on_is_made_whole_by_the_next(self):
        self.refuse_changes(running="true")
        self.fails("deploy", "Starting the schedules, and telling the functions their address")
        self.assertNotIn("SiteOrigin", self.stack())
        (self.state / "refuses changes").unlink()
        self.deploy()
        self.assertEqual((self.stack()["SiteOrigin"], self.stack()["Running"]), ("https://d111.cloudfront.test", "true"))
        self.assertEqual(self.served("index.html").split()[-1], "https://d111.cloudfront.test")

    def test_a_later_deployment_keeps_the_secret_and_the_address_and_deploys_once(self):
        self.deploy()
        secret = self.stack()["ViewerHeaderSecret"]
        self.forget_calls()
        self.deploy("v2")
        # Once to look at it, once to do it.
        [look, _] = self.calls("sam deploy --template-file /")
        self.assertIn("--no-execute-changeset", look)
        self.assertEqual(self.stack()["ViewerHeaderSecret"], secret)
        self.assertEqual(self.stack()["SiteOrigin"], "https://d111.cloudfront.test")
        self.assertNotIn(secret, "".join(self.calls()) + self.said)

    def test_a_line_removed_from_the_environment_restores_the_default(self):
        self.environment(ENVIRONMENT + "  TicketEmail: day@example.org\n")
        self.deploy()
        self.assertEqual(self.stack()["TicketEmail"], "day@example.org")
        self.environment(ENVIRONMENT)
        self.deploy()
        self.assertEqual(self.stack()["TicketEmail"], "")

    def test_a_secret_is_changed_by_a_variable(self):
        self.deploy()
        former = self.stack()["ViewerHeaderSecret"]
        new = "another-secret-of-cloudfront"
        self.deploy(VIEWER_HEADER_SECRET=new, FORMER_VIEWER_HEADER_SECRET=former)
        self.assertEqual([self.stack()[f"{one}ViewerHeaderSecret"] for one in ("", "Former")], [new, former])
        self.deploy()
        self.assertEqual([self.stack()[f"{one}ViewerHeaderSecret"] for one in ("", "Former")], [new, ""])

    def test_each_file_has_its_content_type_and_cache_lifetime(self):
        self.deploy()
        for_ever = "public, max-age=31536000, immutable"
        for path, kind, caching in [
            ("assets/main-v1.js", "text/javascript; charset=utf-8", for_ever),
            ("assets/style-v1.css", "text/css; charset=utf-8", for_ever),
            ("favicon.svg", "image/svg+xml", "public, max-age=3600"),
            ("index.html", "text/html; charset=utf-8", "no-cache"),
            ("about-us.html", "text/html; charset=utf-8", "no-cache"),
        ]:
            self.assertEqual(self.headers(path), {"content-type": kind, "cache-control": caching}, path)
        self.assertFalse((self.state / "buckets/web/site/.vite").exists())

    def test_pages_are_published_after_their_assets_and_before_cloudfront_is_invalidated(self):
        self.deploy()
        published = self.calls("/web/", "s3://web/site/")
        self.assertEqual(len(published), 3)
        self.assertIn("/assets/", published[0])
        self.assertIn("--exclude *.html", published[1])
        self.assertIn("--include *.html", published[2])
        order = self.calls()
        self.assertLess(order.index(self.calls("sam deploy --template-file /")[-1]), order.index(published[0]))
        self.assertLess(order.index(published[2]), order.index(self.calls("create-invalidation")[0]))

    def test_files_of_former_pages_stay_until_nobody_can_need_them(self):
        self.deploy()
        ancient = self.state / "buckets/web/site/assets/ancient-v0.js"
        ancient.write_text("v0")
        self.let_pass(days=40)
        self.deploy("v2")
        # It was served until a moment ago, though published long before.
        self.assertEqual(self.served("assets/main-v1.js"), "v1")
        self.assertEqual(self.headers("assets/main-v1.js")["cache-control"], "public, max-age=31536000, immutable")
        self.assertFalse(ancient.exists())
        self.let_pass(days=20)
        self.deploy("v3")
        self.assertEqual(self.served("assets/main-v1.js"), "v1")
        self.let_pass(days=20)
        self.deploy("v4")
        self.assertFalse((self.state / "buckets/web/site/assets/main-v1.js").exists())
        self.assertEqual(self.served("assets/main-v2.js"), "v2")

    def test_files_of_pages_that_a_rollback_replaced_stay_as_long(self):
        self.deploy("v1")
        self.deploy("v2")
        self.let_pass(days=40)
        self.assertEqual(self.run_script("rollback"), 0, self.said)
        self.deploy("v3")
        self.assertEqual(self.served("assets/main-v2.js"), "v2")

    def test_production_does_not_go_out_with_placeholders_unasked(self):
        self.event(placeholders=["contact.email", "videos"])
        self.fails("deploy", "This is production, so nothing was deployed")
        self.assertIn("  - contact.email: ask@careerdays.org\n  - videos\n", self.said)
        self.assertEqual(self.calls("cloudformation deploy") + self.calls("sam ") + self.calls("s3 "), [])
        self.deploy(KEEP_PLACEHOLDERS="1")
        self.assertIn("  - videos\n", self.said)

    def test_a_sandbox_goes_out_with_placeholders_and_names_them(self):
        self.environment(ENVIRONMENT + "  ProviderMode: sandbox\n")
        self.event(placeholders=["videos"])
        self.deploy()
        self.assertIn("  - videos\n", self.said)

    def test_what_was_left_as_in_the_default_is_a_placeholder_listed_or_not(self):
        default = json.loads((ROOT / "event.json").read_text())
        self.event(videos=default["videos"], contact=default["contact"])
        self.fails("deploy", "This is production, so nothing was deployed")
        self.assertIn("  - contact.email: hello@", self.said)
        self.assertIn("  - contact.phones\n  - contact.hours: every day from 10 AM to 6 PM\n  - videos\n", self.said)

    def test_an_event_without_videos_partners_and_social_pages_goes_to_production(self):
        self.event(videos=[], mediaPartners=[], socialPages=[], exams=[], socialVideo=None)
        self.deploy()
        self.assertNotIn("placeholder", self.said.lower())

    def test_an_environment_without_an_event_of_its_own_has_the_default_which_is_all_placeholders(self):
        (self.home / "infra/environments/test.event.json").unlink()
        self.fails("deploy", "This is production, so nothing was deployed")
        self.assertIn("The event is that of event.json.\n", self.said)
        for name in json.loads((ROOT / "event.json").read_text())["placeholders"]:
            self.assertIn(f"  - {name}", self.said)

    def test_functions_and_pages_of_a_release_have_the_facts_of_its_environment(self):
        self.deploy()
        for built in ("functions", "pages"):
            self.assertEqual((self.state / f"event of the {built}").read_text(), "infra/environments/test.event.json")

    def test_an_event_with_a_mistake_is_deployed_by_nobody(self):
        self.event(title="Expo", opens="10 AM")
        self.fails("deploy", "test.event.json is no event")
        self.assertIn("('title' was unexpected)", self.said)
        self.assertIn("opens: '10 AM' does not match", self.said)
        self.assertEqual(self.calls("cargo") + self.calls("npm") + self.calls("sam "), [])

    def test_nothing_is_said_of_placeholders_where_there_are_none(self):
        self.deploy()
        self.assertNotIn("placeholder", self.said.lower())

    def test_the_provider_of_a_test_environment_is_its_sandbox(self):
        self.deploy()
        self.assertIn('content="production"', self.served("index.html"))
        self.environment(ENVIRONMENT + "  ProviderMode: sandbox\n")
        self.deploy()
        for page in ("index.html", "app.html"):
            self.assertIn('content="sandbox"', self.served(page))
        for page in ("portal.html", "door.html"):
            self.assertEqual(self.served(page), "v1")
        self.assertEqual(self.stack()["ProviderMode"], "sandbox")

    def test_a_stack_that_cannot_be_deployed_leaves_the_site_alone(self):
        self.deploy()
        self.refuse_changes()
        self.fails("deploy", "Deploying the stack expo", version="v2")
        self.assertEqual(self.served("index.html").split()[-2], "/>v1")
        self.assertEqual(self.calls("s3 cp", "-v2/web"), [])

    def test_an_upload_that_fails_leaves_the_pages_that_were_there(self):
        self.deploy()
        for words in ("s3 cp text/css", "Publishing", "s3 cp *.html site"):
            if words == "Publishing":
                words = "s3 cp releases site/assets"
            self.fails("deploy", "failed after", version="v2", FAIL=words)
            self.assertEqual(self.served("index.html").split()[-2], "/>v1", words)
            self.assertEqual(self.served("assets/main-v1.js"), "v1", words)

    def test_the_steps_of_a_first_deployment_are_named_also_when_it_is_resumed(self):
        self.fails("deploy", "failed after", FAIL="npm build")
        self.assertNotIn("Make the first administrator", self.said)
        self.deploy()
        self.assertIn("Make the first administrator", self.said)
        self.deploy("v2")
        self.assertNotIn("Make the first administrator", self.said)

    def test_a_site_that_does_not_answer_is_noticed_before_anything_is_removed(self):
        self.fails("deploy", "does not answer", FAIL="curl /login")
        self.assertIn("Make the first administrator", self.said)
        self.deploy()
        ancient = self.state / "buckets/web/site/assets/ancient-v0.js"
        ancient.write_text("v0")
        self.let_pass(days=40)
        self.fails("deploy", "`make rollback ENV=test` goes back to", version="v2", FAIL="curl /login")
        self.assertTrue(ancient.exists())

    def test_a_file_of_an_unknown_kind_stops_a_deployment_before_anything_is_published(self):
        self.deploy()
        self.fails("deploy", "web/dist/film.mp4 has an unknown content type", version="v2", FURTHER="film.mp4")
        self.assertEqual(self.served("index.html").split()[-2], "/>v1")

    def test_missing_settings_are_named_in_a_sentence(self):
        for name in ("deploy", "rollback", "logs"):
            self.fails(name, "ENV is not set: use ENV=… with one of: test", ENV="")
            self.fails(name, "There is no infra/environments/nowhere.yaml", ENV="nowhere")
            self.fails(name, "There are no AWS credentials", FAIL="get-caller-identity")
        for name in ("rollback", "logs"):
            self.fails(name, "There is no stack expo in ap-south-1.")
        self.fails("deploy", "cannot be read: aws fails on request", FAIL="describe-stacks")
        self.environment(ENVIRONMENT.replace("  ContactTo: organisers@example.org\n", ""))
        self.fails("deploy", "does not set ContactTo: Where the messages of the contact form go")
        self.environment(ENVIRONMENT + "  SiteAddress: https://expo.example.org\n")
        self.fails("deploy", "sets SiteAddress, which is no parameter")
        self.environment(ENVIRONMENT + "  SiteOrigin: https://expo.example.org/\n")
        self.fails("deploy", "SiteOrigin must be empty, or https:// and a host name")
        self.environment(ENVIRONMENT.replace("region:", "web_acl: maybe\nregion:"))
        self.fails("deploy", "web_acl is maybe; it may be true or false.")
        for hours in ("24", "-1", "4.5", "nine"):
            self.environment(f"{ENVIRONMENT}  SaleHoursFrom: '{hours}'\n")
            self.fails("deploy", "SaleHoursFrom must be a whole number from 0 to 23.")
        self.environment(f"{ENVIRONMENT}  SaleHoursUntil: '4'\n")
        self.fails("deploy", "SaleHoursFrom must be before SaleHoursUntil")
        self.assertEqual(self.calls("sam"), [])

    def test_a_persons_address_is_not_an_identity_of_the_stack(self):
        address = ENVIRONMENT.replace("MailIdentity: example.org", "MailIdentity: pass@example.org")
        for text in (address, address + '  CreateMailIdentity: "true"\n'):
            self.environment(text)
            self.fails("deploy", "MailIdentity is an address, which the stack cannot make an identity of")
        self.assertEqual(self.calls("sam"), [])
        self.environment(address + '  CreateMailIdentity: "false"\n')
        self.deploy()
        self.assertEqual(self.stack()["MailIdentity"], "pass@example.org")

    def test_a_sender_that_is_not_of_the_identity_is_refused(self):
        sender = "Scholarship Expo <pass@example.org>"
        for address, identity in (("pass@other.org", "example.org"), ("Expo <pass@badexample.org>", "example.org"),
                                  ("Expo <pass@example.org.in>", "example.org"), ("Expo <pass@example.org>", "mail.example.org"),
                                  ("Expo <other@example.org>", "pass@example.org"), ("pass@mail.example.org", "pass@example.org")):
            self.environment(ENVIRONMENT.replace(sender, address).replace("MailIdentity: example.org", f"MailIdentity: {identity}")
                             + '  CreateMailIdentity: "false"\n')
            self.fails("deploy", f"MailFrom is no address of MailIdentity ({identity}), so SES would refuse every mail")
        bounces = ENVIRONMENT.replace("pass@example.org", "pass@bounce.example.org")
        self.environment(bounces)
        self.fails("deploy", "MailFrom is at bounce.example.org, where SES receives what comes back")
        self.assertEqual(self.calls("sam"), [])
        # Only the stack gives that name a meaning.
        for text in (f'{bounces}  CreateMailIdentity: "false"\n', f"{bounces}  MailFromSubdomain: returned\n",
                     ENVIRONMENT.replace(sender, "pass@mail.Example.org")):
            self.environment(text)
            self.assertEqual(self.run_script("preflight"), 0, self.said)

    def test_without_a_host_of_the_portals_own_a_deployment_says_what_that_means(self):
        self.deploy()
        self.assertEqual(self.said.count("can act as the person who has signed in to the portal"), 2)
        self.assertIn("### The portal's host\n", (ROOT / "docs/operations.md").read_text())
        self.assertEqual(len(self.calls("curl", "https://d111.cloudfront.test/login")), 1)

    def test_the_portal_has_a_host_of_its_own(self):
        text = f"{ENVIRONMENT}  SiteOrigin: https://expo.example.org\n  PortalHost: admin.expo.example.org\n"
        with_certificate = f"{text}  CertificateArn: {CERTIFICATE}\n"
        for environment, sentence in (
                (with_certificate.replace("admin.expo", "Admin.expo"), "PortalHost must be empty, or a host name"),
                (with_certificate.replace("admin.expo", "expo"), "PortalHost is the site's own host"),
                (f"{ENVIRONMENT}  PortalHost: admin.expo.example.org\n", "PortalHost needs CertificateArn")):
            self.environment(environment)
            self.fails("deploy", sentence)
        self.assertEqual(self.calls("sam"), [])
        self.environment(with_certificate)
        self.deploy()
        self.assertEqual(self.stack()["PortalHost"], "admin.expo.example.org")
        self.assertNotIn("can act as the person who has signed in", self.said)
        self.assertIn("DNS name of admin.expo.example.org, where portal and door are,", self.said)
        asked = self.calls("curl", "https://admin.expo.example.org/login")
        self.assertEqual(len(asked), 1)
        # Its name need not lead there yet.
        self.assertIn("--connect-to admin.expo.example.org:443:d111.cloudfront.test:443", asked[0])

    def test_a_domain_of_ones_own_needs_its_certificate_and_the_other_way_round(self):
        origin = f"{ENVIRONMENT}  SiteOrigin: https://expo.example.org\n"
        self.environment(origin)
        self.fails("deploy", "SiteOrigin is a host of your own and CertificateArn is missing: CloudFront would refuse every request")
        self.environment(f"{ENVIRONMENT}  CertificateArn: {CERTIFICATE}\n")
        self.fails("deploy", "CertificateArn needs SiteOrigin, the host that the certificate is for.")
        self.assertEqual(self.calls("sam"), [])
        # CloudFront's own address needs none.
        self.environment(origin.replace("expo.example.org", "d111.cloudfront.net"))
        self.deploy()

    def test_a_stack_whose_creation_failed_must_be_cleaned_up_first(self):
        for status in ("ROLLBACK_COMPLETE", "ROLLBACK_FAILED", "REVIEW_IN_PROGRESS", "DELETE_FAILED"):
            (self.state / "stack.json").write_text(json.dumps({"status": status}))
            self.fails("deploy", f"The stack expo was never created, or not deleted ({status}): `make cleanup ENV=test` shows why")
        for status, sentence in (("UPDATE_ROLLBACK_FAILED", "`make cleanup ENV=test` shows why and goes on with it"),
                                 ("UPDATE_IN_PROGRESS", "is being changed just now (UPDATE_IN_PROGRESS): wait")):
            (self.state / "stack.json").write_text(json.dumps({"status": status}))
            self.fails("deploy", sentence)
        self.assertEqual(self.calls("sam"), [])

    def test_the_aws_cli_must_be_there_and_know_every_option_that_is_used(self):
        aws = self.commands / "aws"
        # Debian 12's, and an odd one.
        for version in ("aws-cli/1.45.11 Python/3.11.7", "aws-cli/2.9.19 Python/3.11.2", "aws-cli/2.21.9", "nothing"):
            aws.write_text(f"#!/bin/sh\necho {version}\n")
            self.fails("deploy", "which is too old: install version 2.22.0 or newer from https://aws.amazon.com/cli.")

    def test_credentials_of_another_account_are_refused(self):
        self.environment("account: '999988887777'\n" + ENVIRONMENT)
        self.fails("deploy", "These are credentials of the account 111122223333, and test belongs to 999988887777")
        self.assertEqual(self.calls("sam"), [])

    def test_the_example_environment_is_valid(self):
        shutil.copy(ROOT / "infra/environments/example.yaml", self.home / "infra/environments/other.yaml")
        self.deploy(ENV="other", KEEP_PLACEHOLDERS="1")
        self.assertEqual(self.served("index.html").split()[-1], "https://expo.example.org")


if __name__ == "__main__":
    unittest.main()
