"""`make deploy`, `make rollback`, `make build`, `make logs` and copy-items against stand-ins of what they call."""

import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FUNCTIONS = [
    line.rsplit("/", 1)[1] for line in (ROOT / "template.yaml").read_text().splitlines() if "CodeUri: target/lambda/" in line]
TARGETS = {"arm64": "aarch64-unknown-linux-gnu", "x86_64": "x86_64-unknown-linux-gnu"}
# The architecture that template.yaml has by default, and the other one.
USUAL = re.search(r"(?m)^  Architecture:\n    Type: String\n    Default: (\w+)$", (ROOT / "template.yaml").read_text())[1]
[OTHER] = TARGETS.keys() - {USUAL}
EDGE = "expo-ap-south-1-edge"
ENVIRONMENT = """
stack: expo
region: ap-south-1
parameters:
  ProviderSecretArn: arn:aws:secretsmanager:ap-south-1:111122223333:secret:expo/provider-AbCdEf
  AdminTokenSecretArn: arn:aws:secretsmanager:ap-south-1:111122223333:secret:expo/admin-token-AbCdEf
  AdminTokenPublicKey: AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
  MailFrom: Scholarship Expo <pass@example.org>
  MailIdentity: example.org
  ContactTo: organisers@example.org
"""


class Deployment(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.state = self.folder / "state"
        (self.state / "lib/rustlib" / TARGETS[USUAL]).mkdir(parents=True)
        self.home = self.folder / "repository"
        (self.home / "infra/environments").mkdir(parents=True)
        shutil.copytree(ROOT / "infra/make", self.home / "infra/make")
        shutil.copy(ROOT / "template.yaml", self.home)
        shutil.copy(ROOT / "infra/edge.yaml", self.home / "infra")
        # Nothing is installed, and the real tools are not reached.
        (self.home / "infra/make/tools").write_text("#!/bin/sh\n")
        (self.home / "web").mkdir()
        (self.home / "web/package-lock.json").write_text("{}")
        (self.home / "web/node_modules").mkdir()
        (self.home / "web/src/content").mkdir(parents=True)
        self.placeholders({})
        self.environment(ENVIRONMENT)
        tools = self.home / ".tools/venv/bin"
        tools.mkdir(parents=True)
        python = tools / "python"
        python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
        python.chmod(0o755)
        self.commands = self.folder / "commands"
        self.commands.mkdir()
        for place in (tools / "sam", *(self.commands / name for name in ("aws", "cargo", "npm", "git", "rustc", "curl"))):
            place.write_text(f"#!/bin/sh\nexec {sys.executable} -S -I {self.folder}/{place.name} \"$@\"\n")
            place.chmod(0o755)
            # Under the name that it is called by.
            (self.folder / place.name).write_text((ROOT / "infra/deployment-tests/stand_in.py").read_text())

    def environment(self, text):
        (self.home / "infra/environments/test.yaml").write_text(text)

    def placeholders(self, placeholders):
        (self.home / "web/src/content/placeholders.json").write_text(json.dumps(placeholders))

    def run_script(self, name, version="v1", **variables):
        environment = {
            **os.environ, "PATH": f"{self.commands}:{os.environ['PATH']}", "STATE": str(self.state), "VERSION": version,
            "ENV": "test", **variables}
        environment.pop("CARGO_TARGET_DIR", None)
        run = subprocess.run(
            [self.home / "infra/make" / name], env=environment, cwd="/", text=True, check=False,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.said = run.stdout + run.stderr
        return run.returncode

    def deploy(self, version="v1", **variables):
        self.assertEqual(self.run_script("deploy", version, **variables), 0, self.said)

    def fails(self, name, sentence, **variables):
        self.assertNotEqual(self.run_script(name, **variables), 0, self.said)
        self.assertIn(sentence, self.said)

    def calls(self, *words):
        file = self.state / "calls"
        lines = file.read_text().splitlines() if file.exists() else []
        return [line for line in lines if all(word in line for word in words)]

    def forget_calls(self):
        (self.state / "calls").unlink()

    def stack(self):
        return json.loads((self.state / "stack.json").read_text())

    def served(self, path):
        return (self.state / "buckets/web/site" / path).read_text()

    def headers(self, path):
        lines = (self.state / "buckets/web/site" / f"{path}~headers").read_text().splitlines()
        return dict(line.split(": ", 1) for line in lines)

    def let_pass(self, days):
        """Makes every object so much older."""
        for path in (self.state / "buckets").rglob("*"):
            then = path.stat().st_mtime - days * 86400
            os.utime(path, (then, then))

    def releases(self):
        return sorted(path.name for path in (self.state / "buckets/web/releases").iterdir() if path.is_dir())

    # ---- What a deployment does -------------------------------------------------------------------------------

    def test_a_first_deployment_finds_its_address_and_passes_it_to_the_functions(self):
        self.deploy()
        self.assertEqual(len(self.calls("sam deploy --template-file /")), 2)
        self.assertEqual(self.stack()["SiteOrigin"], "https://d111.cloudfront.test")
        self.assertGreaterEqual(len(self.stack()["ViewerHeaderSecret"]), 16)
        self.assertEqual(self.served("index.html").split()[-1], "https://d111.cloudfront.test")
        self.assertIn("Make the first administrator", self.said)

    def test_a_later_deployment_keeps_the_secret_and_the_address_and_deploys_once(self):
        self.deploy()
        secret = self.stack()["ViewerHeaderSecret"]
        self.forget_calls()
        self.deploy("v2")
        self.assertEqual(len(self.calls("sam deploy --template-file /")), 1)
        self.assertEqual(self.stack()["ViewerHeaderSecret"], secret)
        self.assertEqual(self.stack()["SiteOrigin"], "https://d111.cloudfront.test")
        self.assertNotIn(secret, "".join(self.calls()) + self.said)

    def test_a_line_removed_from_the_environment_restores_the_default(self):
        self.environment(ENVIRONMENT + "  AlarmEmail: night@example.org\n")
        self.deploy()
        self.assertEqual(self.stack()["AlarmEmail"], "night@example.org")
        self.environment(ENVIRONMENT)
        self.deploy()
        self.assertEqual(self.stack()["AlarmEmail"], "")

    def test_a_secret_is_changed_by_a_variable(self):
        self.deploy()
        former = self.stack()["ViewerHeaderSecret"]
        new = "another-secret-of-cloudfront"
        self.deploy(VIEWER_HEADER_SECRET=new, FORMER_VIEWER_HEADER_SECRET=former)
        self.assertEqual([self.stack()[f"{one}ViewerHeaderSecret"] for one in ("", "Former")], [new, former])
        self.deploy()
        self.assertEqual([self.stack()[f"{one}ViewerHeaderSecret"] for one in ("", "Former")], [new, ""])

    # ---- The processor -----------------------------------------------------------------------------------------

    def can_build_for(self, *architectures):
        """The installed Rust has the libraries of these architectures, and no others."""
        shutil.rmtree(self.state / "lib/rustlib")
        for architecture in architectures:
            (self.state / "lib/rustlib" / TARGETS[architecture]).mkdir(parents=True)

    def test_functions_are_built_and_deployed_for_the_architecture_of_the_environment(self):
        self.can_build_for(USUAL, OTHER)
        self.deploy()
        self.assertEqual(self.stack()["Architecture"], USUAL)
        self.environment(ENVIRONMENT + f"  Architecture: {OTHER}\n")
        self.deploy("v2")
        self.assertEqual(self.stack()["Architecture"], OTHER)
        self.assertEqual([TARGETS[USUAL] in call for call in self.calls("cargo lambda build")], [True, False])

    def test_a_bootstrap_of_another_architecture_is_refused_before_anything_is_deployed(self):
        self.can_build_for(USUAL, OTHER)
        self.deploy()
        self.forget_calls()
        for wanted, built in ((USUAL, OTHER), (OTHER, USUAL)):
            self.environment(ENVIRONMENT + f"  Architecture: {wanted}\n")
            sentence = f"bootstrap is for {built}, and the Architecture of test is {wanted}"
            self.fails("deploy", sentence, version="v2", BUILT_FOR=TARGETS[built])
        self.fails("deploy", "bootstrap is no program for Lambda.", version="v2", BUILT_FOR="riscv64gc-unknown-linux-gnu")
        self.assertEqual(self.calls("sam") + self.calls("s3 cp"), [])

    def test_a_rollback_across_a_change_of_architecture_restores_the_architecture_of_the_release(self):
        self.can_build_for(USUAL, OTHER)
        self.deploy("v1")
        self.environment(ENVIRONMENT + f"  Architecture: {OTHER}\n")
        self.deploy("v2")
        self.assertEqual(self.run_script("rollback"), 0, self.said)
        self.assertEqual((self.stack()["code"], self.stack()["Architecture"]), ("packaged: v1", USUAL))
        self.assertEqual(self.run_script("rollback", RELEASE=self.releases()[1]), 0, self.said)
        self.assertEqual((self.stack()["code"], self.stack()["Architecture"]), ("packaged: v2", OTHER))

    def test_a_rollback_to_a_release_without_a_recorded_architecture_keeps_that_of_the_stack(self):
        self.deploy("v1")
        (self.state / "buckets/web/releases" / self.releases()[0] / "architecture").unlink()
        self.deploy("v2")
        self.forget_calls()
        self.assertEqual(self.run_script("rollback"), 0, self.said)
        self.assertEqual((self.stack()["code"], self.stack()["Architecture"]), ("packaged: v1", USUAL))
        self.assertNotIn("--parameter-overrides", self.calls("sam deploy")[0])

    # ---- The web ACL -------------------------------------------------------------------------------------------

    def edge(self):
        file = self.state / "edge.json"
        return json.loads(file.read_text()) if file.exists() else None

    def test_the_web_acl_is_deployed_first_in_its_own_region_and_its_arn_given_to_the_stack(self):
        for version in ("v1", "v2"):
            self.deploy(version)
            order = self.calls("sam deploy")
            self.assertIn(f"--stack-name {EDGE} --region us-east-1", order[0])
            self.assertIn("--no-fail-on-empty-changeset", order[0])
            self.assertFalse([call for call in order[1:] if EDGE in call])
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
        self.fails("deploy", f"The stack {EDGE} was never created (ROLLBACK_COMPLETE): delete it")
        self.assertFalse((self.state / "stack.json").exists())

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
        self.assertLess(order.index(self.calls("sam deploy")[-1]), order.index(published[0]))
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
        self.placeholders({"videos": "videos of other people", "contact": "the telephone numbers"})
        self.fails("deploy", "This is production, so nothing was deployed")
        self.assertIn("  - videos of other people\n  - the telephone numbers\n", self.said)
        self.assertEqual(self.calls("cloudformation deploy") + self.calls("sam ") + self.calls("s3 "), [])
        self.deploy(KEEP_PLACEHOLDERS="1")
        self.assertIn("  - videos of other people\n", self.said)

    def test_a_sandbox_goes_out_with_placeholders_and_names_them(self):
        self.environment(ENVIRONMENT + "  ProviderMode: sandbox\n")
        self.placeholders({"videos": "videos of other people"})
        self.deploy()
        self.assertIn("  - videos of other people\n", self.said)

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

    # ---- What stops midway ------------------------------------------------------------------------------------

    def test_a_stack_that_cannot_be_deployed_leaves_the_site_alone(self):
        self.deploy()
        self.fails("deploy", "Deploying the stack expo", version="v2", FAIL="sam deploy template.yaml")
        self.assertEqual(self.served("index.html").split()[-2], "/>v1")
        self.assertEqual(self.calls("npm", "build")[1:], [])

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

    # ---- Back again -------------------------------------------------------------------------------------------

    def test_a_rollback_brings_back_functions_and_pages_without_building(self):
        self.deploy("v1")
        self.deploy("v2")
        self.deploy("v3")
        self.forget_calls()
        self.assertEqual(self.run_script("rollback"), 0, self.said)
        self.assertEqual(self.stack()["code"], "packaged: v2")
        self.assertEqual(self.served("index.html").split()[-2], "/>v2")
        self.assertEqual(self.headers("index.html")["cache-control"], "no-cache")
        self.assertEqual(self.stack()["SiteOrigin"], "https://d111.cloudfront.test")
        self.assertEqual(self.calls("cargo") + self.calls("npm"), [])
        self.assertEqual(self.run_script("rollback"), 0, self.said)
        self.assertEqual(self.stack()["code"], "packaged: v1")
        self.fails("rollback", "There is no release before the current one; RELEASE=… names another.")

    def test_a_rollback_goes_to_the_previous_live_release_and_never_to_one_that_was_rolled_back(self):
        for version in ("v1", "v2", "v3"):
            self.deploy(version)
        self.assertEqual(self.run_script("rollback"), 0, self.said)
        self.deploy("v4")
        for version in ("v2", "v1"):
            self.assertEqual(self.run_script("rollback"), 0, self.said)
            self.assertEqual(self.stack()["code"], f"packaged: {version}")
            self.assertEqual(self.served("index.html").split()[-2], f"/>{version}")
        self.fails("rollback", "There is no release before the current one; RELEASE=… names another.")

    def test_a_rollback_that_cannot_find_out_what_was_live_does_nothing(self):
        self.deploy("v1")
        self.deploy("v2")
        self.forget_calls()
        for pointer in ("current", "begun", "before", "architecture"):
            self.fails("rollback", f"{pointer} of expo cannot be read: aws fails on request", FAIL=f"s3 cp {pointer} -")
        self.assertEqual(self.calls("sam"), [])

    def test_old_releases_are_removed_but_for_the_last_ten_and_the_one_that_was_live(self):
        self.deploy("v1")
        folder = self.state / "buckets/web/releases"
        [live] = self.releases()
        ancient = [f"202001{day:02}T000000Z-old" for day in range(1, 13)]
        for name in ancient:
            (folder / name).mkdir()
            (folder / name / "template.yaml").write_text("packaged: v0")
        (folder / "20200113T000000Z-stopped/web").mkdir(parents=True)
        (folder / "20200113T000000Z-stopped/web/index.html").write_text("v0")
        # What is live was made before all of them.
        shutil.move(folder / live, folder / "20191231T000000Z-live")
        (folder / "current").write_text("20191231T000000Z-live\n")
        self.deploy("v2")
        [new] = [name for name in self.releases() if name.endswith("-v2")]
        self.assertEqual(self.releases(), ["20191231T000000Z-live", *ancient[3:], new])
        self.assertEqual(self.run_script("rollback"), 0, self.said)
        self.assertEqual(self.stack()["code"], "packaged: v1")

    def test_a_rollback_goes_to_the_release_that_is_named(self):
        for version in ("v1", "v2", "v3"):
            self.deploy(version)
        self.assertEqual(self.run_script("rollback", RELEASE=self.releases()[0]), 0, self.said)
        self.assertEqual(self.served("index.html").split()[-2], "/>v1")
        self.fails("rollback", "There is no release v9 of expo.", RELEASE="v9")

    def test_after_an_interrupted_deployment_a_rollback_goes_to_the_last_complete_one(self):
        self.deploy("v1")
        self.deploy("v2")
        self.fails("deploy", "failed after", version="v3", FAIL="s3 cp releases site/assets")
        self.assertEqual(self.stack()["code"], "packaged: v3")
        self.assertEqual(self.run_script("rollback"), 0, self.said)
        self.assertEqual(self.stack()["code"], "packaged: v2")
        self.assertEqual(self.served("index.html").split()[-2], "/>v2")

    # ---- What is missing --------------------------------------------------------------------------------------

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

    def test_a_stack_whose_creation_failed_must_be_deleted_first(self):
        heading = "A first deployment that failed"
        self.assertIn(f"### {heading}\n", (ROOT / "docs/operations.md").read_text())
        for status in ("ROLLBACK_COMPLETE", "ROLLBACK_FAILED", "REVIEW_IN_PROGRESS"):
            (self.state / "stack.json").write_text(json.dumps({"status": status}))
            self.fails("deploy", f"The stack expo was never created ({status}): delete it and the tables that it has left")
            self.assertIn(f'docs/operations.md says under "{heading}"', self.said)
        self.assertEqual(self.calls("sam"), [])

    def test_the_aws_cli_must_be_there_and_of_version_2(self):
        aws = self.commands / "aws"
        aws.write_text("#!/bin/sh\necho aws-cli/1.45.11 Python/3.11.7\n")
        self.fails("deploy", "The AWS CLI is version 1: install version 2")

    def test_the_example_environment_is_valid(self):
        shutil.copy(ROOT / "infra/environments/example.yaml", self.home / "infra/environments/other.yaml")
        self.deploy(ENV="other")
        self.assertEqual(self.served("index.html").split()[-1], "https://expo.example.org")

    # ---- The other commands -----------------------------------------------------------------------------------

    def test_items_are_copied_in_the_region_that_the_guide_exports(self):
        asked = []

        class Database(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                # …/<key>/<day>/<region>/dynamodb/aws4_request
                asked.append(self.headers["Authorization"].split("/")[2])
                body = b'{"Items": [], "Count": 0}'
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        server = http.server.HTTPServer(("127.0.0.1", 0), Database)
        self.addCleanup(server.server_close)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.shutdown)
        environment = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
        run = subprocess.run(
            [ROOT / ".tools/venv/bin/python", ROOT / "infra/make/copy-items", "restored", "used"], check=False, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={
                **environment, "AWS_REGION": "ap-south-1", "AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret",
                "AWS_CONFIG_FILE": os.devnull, "AWS_ENDPOINT_URL": f"http://127.0.0.1:{server.server_port}"})
        self.assertEqual(run.returncode, 0, run.stdout)
        self.assertIn("0 missing, 0 different, 0 the same", run.stdout)
        self.assertEqual(asked, ["ap-south-1"])

    def test_the_functions_of_the_template_are_built_together(self):
        self.assertEqual(self.run_script("build"), 0, self.said)
        [build] = self.calls("cargo lambda build")
        for name in FUNCTIONS:
            self.assertIn(f"--package {name}", build)
            self.assertTrue((self.home / "target/lambda" / name / "bootstrap").exists())
        self.assertIn(f"--target {TARGETS[USUAL]}", build)
        self.assertGreater(len(FUNCTIONS), 10)
        self.assertEqual((self.state / "compiler").read_text(), "the installed one")
        self.can_build_for("arm64")
        self.fails("build", f"run `rustup target add {TARGETS['x86_64']}`", ARCH="x86_64")
        self.fails("build", "ARCH is arm: it may be arm64 or x86_64.", ARCH="arm")

    def test_without_the_arm64_library_functions_are_built_by_another_compiler(self):
        self.can_build_for("x86_64")
        tool = self.home / "infra/make/arm64-tools"
        tool.write_text('#!/bin/sh\necho "$1" >"$STATE/asked"\n')
        self.assertEqual(self.run_script("build", ARCH="arm64"), 0, self.said)
        self.assertEqual((self.state / "asked").read_text(), "compiler\n")
        self.assertEqual((self.state / "compiler").read_text(), f"{self.home}/.tools/arm64/compiler/rustc")
        [build] = self.calls("cargo lambda build")
        self.assertIn(f"--target {TARGETS['arm64']}", build)
        self.forget_calls()
        tool.write_text('#!/bin/sh\necho "apt-get is missing." >&2; exit 1\n')
        self.fails("build", f"run `rustup target add {TARGETS['arm64']}`, or see above", ARCH="arm64")
        self.assertIn("apt-get is missing.", self.said)
        self.assertEqual(self.calls("cargo"), [])

    def test_the_log_is_that_of_the_stack(self):
        self.deploy()
        tail = "aws logs tail logs --follow --format short"
        platform = '(($.level = "ERROR") || ($.type = "platform.*"))'
        for variables, said in [
            ({}, f"{tail} --since 10m"),
            ({"SINCE": "1h", "LEVEL": "ERROR"}, f"{tail} --since 1h --filter-pattern {{ {platform} }}"),
            ({"SERVICE": "order"}, f'{tail} --since 10m --filter-pattern {{ ($.service = "order") }}'),
            ({"SERVICE": "order", "LEVEL": "ERROR"},
             f'{tail} --since 10m --filter-pattern {{ ($.service = "order") && {platform} }}'),
        ]:
            self.assertEqual(self.run_script("logs", **variables), 0, self.said)
            self.assertEqual(self.calls("aws logs tail")[-1], said)


if __name__ == "__main__":
    unittest.main()
