#!/usr/bin/env python3
"""`make admin` and `make rebuild` against stand-ins of the AWS CLI and of the local system."""

import fcntl
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from local_server import serve

ROOT = Path(__file__).resolve().parents[2]
# Answers from the file `answers`, a line for each invocation, and notes each call with what it was given.
AWS = """
import json, os, sys
state = os.environ["STATE"]
if "describe-stack-resource" in sys.argv:
    problem = os.environ.get("PROBLEM")
    sys.exit(problem) if problem else print("expo-Operations-1")
else:
    with open(f"{state}/answers") as file:
        first, *rest = file.read().splitlines()
    with open(f"{state}/answers", "w") as file:
        file.write("\\n".join(rest))
    with open(f"{state}/calls", "a") as file:
        file.write(json.dumps({"arguments": sys.argv[1:], "request": json.load(sys.stdin)}) + "\\n")
    if first == "denied":
        sys.exit("An error occurred (AccessDeniedException) when calling the Invoke operation")
    with open(sys.argv[-1], "w") as file:
        file.write(first)
    print(json.dumps({"StatusCode": 200, **({"FunctionError": "Unhandled"} if "errorMessage" in first else {})}))
"""


class Operations(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.commands = self.folder / "commands"
        self.commands.mkdir()
        (self.folder / "aws.py").write_text(AWS)
        aws = self.commands / "aws"
        aws.write_text(f'#!/bin/sh\nexec {sys.executable} -S -I {self.folder}/aws.py "$@"\n')
        aws.chmod(0o755)
        # Neither cargo nor anything else of this machine is on the way: the script must not need it.
        (self.commands / "python3").symlink_to(sys.executable)
        for name in ("env", "sh"):
            (self.commands / name).symlink_to(shutil.which(name))

    def answers(self, *answers):
        lines = (answer if isinstance(answer, str) else json.dumps(answer) for answer in answers)
        (self.folder / "answers").write_text("\n".join(lines))

    def run_script(self, command, given="", **variables):
        environment = {"PATH": str(self.commands), "STATE": str(self.folder), "LOCAL_DATA": str(self.folder), **variables}
        run = subprocess.run([ROOT / "infra/make/operations", command], env=environment, cwd="/", input=given, text=True,
                             check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.out, self.err = run.stdout, run.stderr
        return run.returncode

    def requests(self):
        return [call["request"] for call in self.calls()]

    def calls(self):
        file = self.folder / "calls"
        return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []

    def asks(self, request, command="admin", **variables):
        """That one invocation with this request is what the variables mean, and that what it says is shown."""
        self.answers({"message": "Done."})
        (self.folder / "calls").unlink(missing_ok=True)
        self.assertEqual(self.run_script(command, STACK="expo", **variables), 0, self.err)
        self.assertEqual((self.requests(), self.out, self.err), ([request], "Done.\n", ""))

    def fails(self, sentence, command="admin", **variables):
        self.assertNotEqual(self.run_script(command, **variables), 0, self.out)
        self.assertIn(sentence, self.err)
        self.assertNotIn("Traceback", self.err)

    # ---- A deployed stack ---------------------------------------------------------------------------------------

    def test_each_set_of_variables_is_one_request(self):
        asha = {"username": "asha"}
        self.asks({"action": "list"})
        self.asks({"action": "disable", **asha}, NAME="asha", DISABLE="1")
        self.asks({"action": "change_role", "role": "door", **asha}, NAME="asha", ROLE="door", CHANGE="1")
        self.asks({"action": "reset_password", **asha}, NAME="asha", RESET="1", GENERATE="1")
        self.asks({"action": "create", "role": "admin", "password": "hush", **asha}, NAME="asha", ADMIN_PASSWORD="hush")
        self.asks({"action": "create", "role": "counter", "password": "hush", **asha}, NAME="asha", ROLE="counter", given="hush\n")
        self.asks({"action": "rebuild"}, "rebuild")
        self.asks({"action": "rebuild", "resume": 7}, "rebuild", RESUME="7")

    def test_a_password_is_no_argument_and_a_generated_one_is_shown(self):
        self.answers({"message": "asha is an administrator now.", "password": "generated"})
        self.assertEqual(self.run_script("admin", STACK="expo", NAME="asha", ADMIN_PASSWORD="hush"), 0, self.err)
        self.assertEqual(self.out, "asha is an administrator now.\nThe password is generated\n")
        (call,) = self.calls()
        self.assertEqual(call["request"]["password"], "hush")
        self.assertNotIn("hush", " ".join(call["arguments"]))
        self.assertIn("expo-Operations-1", call["arguments"])
        self.assertFalse(Path(call["arguments"][-1]).exists(), "the answer is left on the disk")

    def test_a_rebuild_is_invoked_until_it_has_finished_and_shows_its_progress(self):
        following = {"action": "rebuild", "resume": 7}
        self.answers({"message": "100 so far", "next": following}, {"message": "200 so far", "next": following}, {"message": "250 in all"})
        self.assertEqual(self.run_script("rebuild", STACK="expo"), 0, self.err)
        self.assertEqual(self.requests(), [{"action": "rebuild"}, following, following])
        self.assertEqual((self.out, self.err), ("250 in all\n", "100 so far\n200 so far\n"))

    def test_an_interrupted_rebuild_says_how_to_go_on(self):
        self.answers({"message": "100 so far", "next": {"action": "rebuild", "resume": 7}}, {"errorMessage": "Task timed out"})
        self.fails("The function failed: Task timed out", "rebuild", STACK="expo")
        self.assertIn("make rebuild RESUME=7 STACK=expo", self.err)

    def test_a_refusal_and_a_failure_end_with_their_message(self):
        self.answers({"refused": "Binu: there is no administrator of that name."})
        self.fails("Binu: there is no administrator of that name.", STACK="expo", NAME="Binu", DISABLE="1")
        self.answers({"errorMessage": "the tables do not answer", "errorType": "x"})
        self.fails("The function failed: the tables do not answer", STACK="expo")
        self.answers("denied")
        self.fails("expo-Operations-1 cannot be invoked. The AWS CLI says: An error occurred (AccessDeniedException)", STACK="expo")

    def test_what_is_missing_is_named_before_a_password_is_asked_for(self):
        self.fails("There is no stack expo", STACK="expo", NAME="asha", PROBLEM="An error occurred: Stack 'expo' does not exist")
        self.fails("The stack expo has no function Operations: deploy this release first.", STACK="expo", NAME="asha",
                   PROBLEM="An error occurred: Resource Operations does not exist for stack expo")
        self.fails("The AWS CLI says: Unable to locate credentials", STACK="expo", NAME="asha", PROBLEM="Unable to locate credentials")
        (self.commands / "aws").unlink()
        self.fails("The AWS CLI is missing: install version 2", STACK="expo", NAME="asha")
        self.assertEqual(self.calls(), [])

    def test_without_a_password_nothing_is_invoked(self):
        self.fails("A password is needed", STACK="expo", NAME="asha")
        self.assertEqual(self.calls(), [])

    # ---- The local system ---------------------------------------------------------------------------------------

    def test_the_local_system_is_asked_over_http(self):
        asked = []

        def answer(path, _, request):
            asked.append((path, request))
            if request.get("username") == "broken":
                return 500, {"message": "The tables do not answer."}
            return 200, {"message": "Done."}

        url = serve(self, answer)
        self.fails("The local system is not running")
        with (self.folder / "lock").open("w") as lock:
            self.fails("The local system is not running")
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.fails("The local system is still starting")
            (self.folder / "environment").write_text(f"TABLE_ADMIN='admin'\nOPERATIONS_URL='{url}/operations'\n")
            self.assertEqual(self.run_script("admin", NAME="asha", DISABLE="1"), 0, self.err)
            self.fails("The tables do not answer.", NAME="broken", DISABLE="1")
        self.assertEqual(asked[0], ("/operations", {"action": "disable", "username": "asha"}))
        self.assertEqual(self.out, "")


if __name__ == "__main__":
    unittest.main()
