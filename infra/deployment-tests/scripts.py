"""A copy of the scripts of deployment in a folder of its own, with stand-ins for what they call."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
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
CERTIFICATE = "arn:aws:acm:us-east-1:111122223333:certificate/1"
ENVIRONMENT = """
stack: expo
region: ap-south-1
parameters:
  ProviderSecretArn: arn:aws:secretsmanager:ap-south-1:111122223333:secret:expo/provider-AbCdEf
  AdminTokenSecretArn: arn:aws:secretsmanager:ap-south-1:111122223333:secret:expo/admin-token-AbCdEf
  AdminTokenPublicKey: 8E2KQzRqai1OtxWrReXR2GQs+lGDD2741nZa5YLA0S8=
  MailFrom: Scholarship Expo <pass@example.org>
  MailIdentity: example.org
  ContactTo: organisers@example.org
  AlarmEmail: on-duty@example.org
"""


class Scripts(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.state = self.folder / "state"
        (self.state / "lib/rustlib" / TARGETS[USUAL]).mkdir(parents=True)
        self.home = self.folder / "repository"
        (self.home / "infra/environments").mkdir(parents=True)
        shutil.copytree(ROOT / "infra/make", self.home / "infra/make")
        (self.home / "infra/preflight").mkdir()
        (self.home / "infra/recovery").mkdir()
        shutil.copy(ROOT / "infra/recovery/aws.py", self.home / "infra/recovery")
        # They ask much, and have tests of their own.
        for path in ("infra/preflight/__main__.py", "infra/make/start-check"):
            (self.home / path).write_text("")
        shutil.copy(ROOT / "template.yaml", self.home)
        for template in ("edge.yaml", "edge-alarms.yaml"):
            shutil.copy(ROOT / "infra" / template, self.home / "infra")
        # Nothing is installed, and the real tools are not reached.
        (self.home / "infra/make/tools").write_text("#!/bin/sh\n")
        (self.home / "web").mkdir()
        (self.home / "web/package-lock.json").write_text("{}")
        (self.home / "web/node_modules").mkdir()
        for name in ("event.json", "event.schema.json"):
            shutil.copy(ROOT / name, self.home)
        # An event of its own, as a deployment has.
        self.event()
        self.environment(ENVIRONMENT)
        tools = self.home / ".tools/venv/bin"
        tools.mkdir(parents=True)
        python = tools / "python"
        python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
        python.chmod(0o755)
        self.commands = self.folder / "commands"
        self.commands.mkdir()
        for place in (tools / "sam", *(self.commands / name for name in ("aws", "cargo", "npm", "git", "rustc", "curl"))):
            stand_in = ROOT / "infra/deployment-tests/stand_in.py"
            place.write_text(f"#!/bin/sh\nexec {sys.executable} -S -I {stand_in} {place.name} \"$@\"\n")
            place.chmod(0o755)

    def environment(self, text):
        (self.home / "infra/environments/test.yaml").write_text(text)

    def event(self, **facts):
        """The facts of the environment: those of another event than the default, and whole but for what is None here."""
        another = json.loads((ROOT / "shared/domain/src/event/another.json").read_text())
        whole = {name: fact for name, fact in {**another, **facts}.items() if fact is not None}
        (self.home / "infra/environments/test.event.json").write_text(json.dumps(whole))

    def with_checks(self):
        """A deployment looks before and afterwards, as it does in earnest."""
        shutil.copytree(ROOT / "infra/preflight", self.home / "infra/preflight", dirs_exist_ok=True)
        shutil.copy(ROOT / "infra/make/start-check", self.home / "infra/make")

    def refuse_changes(self, running=""):
        """CloudFormation shows what would change, and then does not change it: anything, or what has this value of Running."""
        (self.state / "refuses changes").write_text(running)

    def answers(self, **answers):
        """What AWS and the others answer in the place of what is in order; see ANSWERS of stand_in_state.py."""
        (self.state / "answers").write_text(json.dumps(answers))

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

    def can_build_for(self, *architectures):
        """The installed Rust has the libraries of these architectures, and no others."""
        shutil.rmtree(self.state / "lib/rustlib")
        for architecture in architectures:
            (self.state / "lib/rustlib" / TARGETS[architecture]).mkdir(parents=True)
