#!/usr/bin/env python3
"""`make backup`, `make restore` and `make missing`: the scripts, with a stand-in for the AWS CLI. test_items.py has what they do with items."""

import json
import os
import subprocess
import sys
import unittest

from scripts import ROOT, Scripts

TABLES = ("RegistrationsTable", "AdminTable", "CheckInTable", "ContentTable", "CatalogueTable")
WINDOW = {"PointInTimeRecoveryStatus": "ENABLED", "EarliestRestorableDateTime": "2026-10-20T00:00:00+00:00",
          "LatestRestorableDateTime": "2026-11-21T09:30:07.500000+00:00"}
AWS = r'''
import json, os, sys
from pathlib import Path

ARGS, STATE = sys.argv[1:], Path(os.environ["STATE"])
call, option = " ".join(ARGS[:2]), lambda name: ARGS[ARGS.index(name) + 1]
answers = json.loads((STATE / "answers.json").read_text())
with open(STATE / "calls", "a") as calls:
    calls.write(" ".join(ARGS) + "\n")
if call == "cloudformation list-stack-resources":
    known = answers["resources"]
    print(json.dumps({"StackResourceSummaries": [{"LogicalResourceId": name, "PhysicalResourceId": one} for name, one in known.items()]}))
elif call == "dynamodb describe-continuous-backups":
    window = answers["windows"].get(option("--table-name"), answers["window"])
    print(json.dumps({"ContinuousBackupsDescription": {"PointInTimeRecoveryDescription": window}}))
elif call == "dynamodb describe-table":
    print(json.dumps({"Table": {"TableArn": "arn:" + option("--table-name")}}))
elif call == "dynamodb export-table-to-point-in-time":
    if option("--s3-bucket") == "theirs" and "--s3-bucket-owner" not in ARGS:
        sys.exit("An error occurred (ValidationException) when calling the ExportTableToPointInTime operation: S3BucketOwner is a required"
                 " parameter when exporting to a S3 bucket in another account.")
    print(json.dumps({"ExportDescription": {"ExportArn": "arn:" + option("--s3-prefix") + "/export/0179"}}))
elif call == "dynamodb describe-export":
    failed = answers.get("failed", "nothing") in option("--export-arn")
    print(json.dumps({"ExportDescription": {"ExportStatus": "FAILED", "FailureMessage": "no room"} if failed else {
        "ExportStatus": "COMPLETED", "ExportManifest": "AWSDynamoDB/0179/manifest-summary.json", "ItemCount": 7}}))
elif call == "sts get-caller-identity":
    print(json.dumps({"Account": "111122223333"}))
elif call == "s3api get-bucket-location":
    owner = "444455556666" if option("--bucket") == "theirs" else "111122223333"
    if "--expected-bucket-owner" in ARGS and option("--expected-bucket-owner") != owner:
        sys.exit("An error occurred (AccessDenied) when calling the GetBucketLocation operation: Access Denied")
    print(json.dumps({"LocationConstraint": None if option("--bucket") == "elsewhere" else "ap-south-1"}))
elif call == "s3 cp":
    (STATE / "said").write_text(sys.stdin.read())
elif call == "s3api list-objects-v2":
    print(json.dumps({"Contents": [{"Key": "backups/a"}, {"Key": "backups/b"}]}))
elif call not in ("s3 sync", "s3api put-object-retention"):
    sys.exit(f"what is {call}?")
'''


class Backups(Scripts):
    """The part that asks AWS, called as the script does."""

    def setUp(self):
        super().setUp()
        (self.commands / "aws").write_text(f"#!{sys.executable}\n{AWS.lstrip()}")
        self.known = {**{name: f"expo-{name}-1" for name in TABLES}, "BackupsBucket": "backups-1", "MediaBucket": "media-1"}

    def backup(self, to="", at="", owner="", **answers):
        (self.state / "answers.json").write_text(json.dumps({"resources": self.known, "windows": {}, "window": WINDOW, **answers}))
        run = subprocess.run([sys.executable, ROOT / "infra/recovery", "backup", "expo", "r1", to, at, owner], text=True, check=False,
                             env={**os.environ, "PATH": f"{self.commands}:{os.environ['PATH']}", "STATE": str(self.state)},
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.said = run.stdout
        return run.returncode

    def test_every_table_is_exported_as_of_one_moment_that_all_can_be_had_of(self):
        early = {**WINDOW, "LatestRestorableDateTime": "2026-11-21T09:30:05+00:00"}
        self.assertEqual(self.backup(windows={"expo-AdminTable-1": early}), 0, self.said)
        exports = self.calls("export-table-to-point-in-time")
        self.assertEqual(len(exports), len(TABLES))
        self.assertEqual({line.split("--export-time ")[1].split()[0] for line in exports}, {"1795253405"})
        manifest = json.loads((self.state / "said").read_text())
        self.assertEqual((manifest["moment"], manifest["release"], sorted(manifest["tables"])),
                         ("2026-11-21T09:30:05Z", "r1", sorted(TABLES)))
        self.assertEqual(manifest["tables"]["AdminTable"], {
            "items": 7, "summary": "backups/expo-20261121T093005Z/AdminTable/AWSDynamoDB/0179/manifest-summary.json"})
        self.assertIn("FROM=s3://backups-1/backups/expo-20261121T093005Z/", self.said)
        # The manifest comes after every export, and what is locked after the manifest.
        order = [line.split()[1] for line in self.calls()]
        self.assertLess(max(i for i, word in enumerate(order) if word == "describe-export"), order.index("cp"))
        self.assertLess(order.index("cp"), order.index("put-object-retention"))
        self.assertTrue(all("Mode=GOVERNANCE" in line for line in self.calls("put-object-retention")))

    def test_another_bucket_keeps_its_own_retention(self):
        self.assertEqual(self.backup(to="s3://elsewhere/expo/"), 0, self.said)
        self.assertEqual(len(self.calls("--s3-bucket elsewhere --s3-prefix expo/expo-20261121T093007Z/")), len(TABLES))
        self.assertEqual(self.calls("put-object-retention"), [])
        # It may be in another region.
        self.assertEqual(len(self.calls("s3 sync", "--source-region ap-south-1 --region us-east-1")), 1)

    def test_a_bucket_of_another_account_is_named_with_its_owner(self):
        self.assertEqual(self.backup(to="s3://theirs/expo", owner="444455556666"), 0, self.said)
        self.assertEqual(len(self.calls("export-table-to-point-in-time", "--s3-bucket theirs", "--s3-bucket-owner 444455556666")), len(TABLES))
        (self.state / "calls").unlink()
        nothing = ("export-table", "s3 ")
        self.refused("The bucket theirs is not of this account, or lets nobody of it ask where it is: say OWNER=", *nothing, to="s3://theirs/expo")
        self.refused("The bucket theirs is not of the account 111122223333, or lets", *nothing, to="s3://theirs/expo", owner="111122223333")
        self.refused("OWNER is mine: it is the 12 digits of the account that TO is of.", *nothing, to="s3://theirs/expo", owner="mine")
        self.refused("OWNER is of a bucket that TO names, and there is none.", *nothing, owner="444455556666")

    def refused(self, sentence, *never, **given):
        self.assertNotEqual(self.backup(**given), 0, self.said)
        self.assertIn(sentence, self.said)
        self.assertNotIn("Traceback", self.said)
        for word in never:
            self.assertEqual(self.calls(word), [])

    def test_what_cannot_be_had_is_refused_before_anything_is_exported(self):
        nothing = ("export-table", "s3 ")
        self.refused("expo-CheckInTable-1 has no point-in-time recovery", *nothing,
                     windows={"expo-CheckInTable-1": {"PointInTimeRecoveryStatus": "DISABLED"}})
        self.refused("AT is 2026-09-01T00:00:00Z, and RegistrationsTable can be had as of 2026-10-20T00:00:00Z to", *nothing,
                     at="2026-09-01T00:00:00Z")
        self.refused("AT is yesterday: it is a moment with its zone", *nothing, at="yesterday")
        self.refused("AT is 2026-11-21T09:30:00: it is a moment with its zone", *nothing, at="2026-11-21T09:30:00")
        self.refused("elsewhere is no address in S3", *nothing, to="elsewhere")

    def test_an_export_that_failed_leaves_nothing_that_looks_like_a_backup(self):
        self.refused("The export of AdminTable failed: no room. What was exported is no backup.", "s3 cp", failed="AdminTable")


class Restores(Scripts):
    """The script: what stands still, and in which order."""

    def setUp(self):
        super().setUp()
        self.deploy()
        self.forget_calls()
        # The data part has tests of its own, below.
        self.data('print("done")')
        (self.home / "infra/make/operations").write_text('print("rebuilt")')

    def data(self, text):
        (self.home / "infra/recovery/__main__.py").write_text(text)

    def running(self):
        return (self.state / "running").read_text().split()

    def test_nothing_runs_by_itself_while_it_is_restored(self):
        (self.state / "running").unlink()
        noted = 'import os, sys; open(os.environ["STATE"] + "/running", "a").write(({}) + "\\n")'
        self.data(noted.format("sys.argv[1]"))
        # It asks the functions of the template that it finds: that of the release.
        (self.home / "infra/make/start-check").write_text(noted.format('sys.argv[2] if sys.argv[2:] else open("template.yaml").read()'))
        self.assertEqual(self.run_script("restore", FROM="s3://b/backups/x"), 0, self.said)
        self.assertEqual(self.running(), ["look", "false", "restore", "--jobs", "true", "packaged:", "v1"])
        self.assertIn("After a restore", self.said)

    def test_what_does_not_start_again_is_named_because_its_alarm_may_be_silent(self):
        (self.home / "infra/make/start-check").write_text('import sys; sys.exit(0 if "--jobs" in sys.argv else "Reconciler: Runtime exited")')
        self.fails("restore", "expo is restored and goes on, but for what is named above", FROM="s3://b/x")
        self.assertIn("Reconciler: Runtime exited", self.said)
        self.assertEqual(self.running()[-1], "true")

    def test_what_cannot_be_restored_stops_nothing(self):
        (self.state / "running").unlink()
        self.fails("restore", "FROM is not set")
        self.data('import sys; sys.exit("Something is in RegistrationsTable")')
        self.fails("restore", "Something is in RegistrationsTable", FROM="s3://b/x")
        self.assertFalse((self.state / "running").exists())

    def test_one_after_a_deployment_that_has_not_ended_replaces_no_table_by_the_release_before(self):
        self.answers(**{"changes to packaged: v1": "AWS::DynamoDB::Table\tRemove\tNone\tHallsTable\texpo-h-1\t"})
        (self.state / "running").unlink()
        self.fails("restore", "  - HallsTable would be taken away: now it is expo-h-1.\n", FROM="s3://b/x")
        self.assertFalse((self.state / "running").exists())

    def test_one_that_fails_midway_says_that_the_schedules_stand_still(self):
        self.data('import sys; sys.exit("throttled" if sys.argv[1] == "restore" else 0)')
        self.fails("restore", "The schedules of expo stand still", FROM="s3://b/x")
        self.assertEqual(self.running()[-1], "false")

    def test_a_stack_that_is_not_there_is_named(self):
        (self.state / "stack.json").unlink()
        self.fails("restore", "`make deploy ENV=test` makes it, and what is restored goes into it", FROM="s3://b/x")
        self.fails("backup", "There is no stack expo in ap-south-1")
        self.fails("missing", "REPORT is no file")


if __name__ == "__main__":
    unittest.main()
