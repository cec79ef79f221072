"""A release that cannot half happen: what it looks at before, what starts afterwards, and the way back."""

import json
import unittest

import jmespath

from scripts import FUNCTIONS, Scripts

LOST = "AWS::DynamoDB::Table\tModify\tTrue\tRegistrationsTable\texpo-r-1\tKeySchema"
# An index brings an attribute, of which CloudFormation says that it may replace the table.
INDEXED = "AWS::DynamoDB::Table\tModify\tConditional\tRegistrationsTable\texpo-r-1\tAttributeDefinitions"
TABLE = "a\tpk\tS\na\tsk\tS\ni\tby_due\t"


class Release(Scripts):
    def order(self, *parts):
        """The places of the first calls with these words, which must come one after the other."""
        calls = self.calls()
        places = [next(place for place, call in enumerate(calls) if all(word in call for word in words)) for words in parts]
        self.assertEqual(places, sorted(places), [calls[place] for place in places])

    def test_schedules_begin_when_the_stack_is_whole_and_the_stack_is_protected(self):
        self.with_checks()
        self.deploy()
        self.assertEqual((self.state / "running").read_text().split(), ["false", "true"])
        for job in ("Reconciler", "ExamDetails"):
            self.order(("sam deploy --template-file /",), ("invoke", f"expo-{job}"),
                       ("update-termination-protection --stack-name expo --enable-termination-protection",))
        asked = {call.split()[4] for call in self.calls("lambda invoke")}
        self.assertEqual(len(asked), len(FUNCTIONS))
        self.assertIn(f"{len(FUNCTIONS)} functions answer", self.said)
        # Later ones keep it.
        self.deploy("v2")
        self.assertEqual((self.state / "running").read_text().split(), ["false", "true", "true"])

    def test_a_function_that_does_not_start_takes_the_release_back_with_its_settings(self):
        self.deploy("v1")
        self.with_checks()
        secret = self.stack()["ViewerHeaderSecret"]
        self.environment((self.home / "infra/environments/test.yaml").read_text() + "  TicketEmail: day@example.org\n")
        self.fails("deploy", "A function does not start with this release or its settings, so expo is", version="v2", BROKEN="Payments@v2")
        self.assertIn("Payments: Runtime exited", self.said)
        self.assertEqual((self.stack()["code"], self.stack()["TicketEmail"]), ("packaged: v1", ""))
        # Nobody is shown it, so it stays.
        self.assertEqual(self.stack()["ViewerHeaderSecret"], secret)
        # Its pages were never published.
        self.assertEqual(self.served("index.html").split()[-2], "/>v1")
        self.assertEqual(self.run_script("rollback"), 1, self.said)
        self.assertIn("There is no release before the current one", self.said)

    def stays(self, *sentences, version="v2", **variables):
        """A function does not start with this release, and the former one would not have the tables that it had."""
        self.fails("deploy", "and the stack was not taken back to", version=version, BROKEN=f"Payments@{version}", **variables)
        self.assertIn("Payments: Runtime exited", self.said)
        self.names(*sentences)
        # Pages are published after this.
        self.assertEqual((self.stack()["code"], self.served("index.html").split()[-2]), (f"packaged: {version}", "/>v1"))
        self.assertEqual(len(self.calls("--no-execute-changeset")), len(self.calls("delete-change-set")))

    def names(self, *sentences):
        former = self.releases()[0]
        for sentence in sentences:
            self.assertIn(sentence.replace("FORMER", former), self.said)

    def begin(self, **answers):
        self.deploy("v1")
        self.with_checks()
        self.answers(**answers)

    def test_a_way_back_that_takes_away_what_only_this_release_has_is_taken_and_names_what_stays_behind(self):
        added = "\n".join(f"AWS::DynamoDB::Table\tRemove\tNone\t{name}\t{its}\t" for name, its in (
            ("HallsTable", "expo-h-1"), ("CheckInTable", "expo-c-1"), ("CountersTable", "expo-k-1")))
        self.begin(**{"changes to packaged: v1": added, "gone": "expo-k-1"})
        self.fails("deploy", "A function does not start with this release or its settings, so expo is", version="v2", BROKEN="Payments@v2")
        self.assertEqual(self.stack()["code"], "packaged: v1")
        self.names("The table expo-h-1 (HallsTable) stays behind, and nothing uses it. This deletes it:\n"
                   "  aws dynamodb update-table --region ap-south-1 --table-name expo-h-1 --no-deletion-protection-enabled\n"
                   "  aws dynamodb wait table-exists --region ap-south-1 --table-name expo-h-1\n"
                   "  aws dynamodb delete-table --region ap-south-1 --table-name expo-h-1\n",
                   "`make restore ENV=test FROM=\"CheckInTable=expo-c-1\" KEEP=1`.\n",
                   "infra/make/copy-items expo-h-1 <the new HallsTable> --write`.\n")
        self.assertNotIn("expo-k-1", self.said)

    def test_a_way_back_to_a_table_that_the_release_replaced_is_not_taken_by_any_run_and_both_are_named(self):
        self.begin(**{"changes to packaged: v1": LOST.replace("expo-r-1", "expo-r-2"), "changes to packaged: v2": LOST,
                      "contents of packaged: v1": "RegistrationsTable\texpo-r-1\tAWS::DynamoDB::Table",
                      "contents of packaged: v2": "RegistrationsTable\texpo-r-2\tAWS::DynamoDB::Table"})
        both = ("  - RegistrationsTable would be another one than in FORMER, where it was expo-r-1; now it is expo-r-2.\n",
                "`make restore ENV=test FROM=\"RegistrationsTable=expo-r-1\" KEEP=1`.\n")
        self.stays(*both, "with the settings of this release: `make rollback ENV=test REPLACE=\"RegistrationsTable\"`.\n",
                   REPLACE="RegistrationsTable")
        self.stays(*both, version="v3")
        self.fails("rollback", "would take away or replace this, so nothing was changed")
        self.names(*both)
        self.assertEqual(self.run_script("rollback", REPLACE="RegistrationsTable"), 0, self.said)
        self.names(both[1])
        self.assertEqual(self.stack()["code"], "packaged: v1")

    def test_a_way_back_to_a_table_that_the_release_removed_is_not_taken_by_any_run(self):
        self.begin(**{"changes to packaged: v1": "AWS::DynamoDB::Table\tAdd\tNone\tHallsTable\tNone\t",
                      "changes to packaged: v2": "AWS::DynamoDB::Table\tRemove\tNone\tHallsTable\texpo-h-1\t",
                      "contents of packaged: v1": "HallsTable\texpo-h-1\tAWS::DynamoDB::Table"})
        it = "  - HallsTable would be another one than in FORMER, where it was expo-h-1.\n"
        self.stays(it, "copy-items expo-h-1 <the new HallsTable> --write`.\n", REPLACE="HallsTable")
        self.assertNotIn("make restore", self.said)
        self.stays(it, version="v3")
        self.fails("rollback", "would take away or replace this, so nothing was changed")
        self.names(it)
        self.assertEqual(self.run_script("rollback", REPLACE="HallsTable"), 0, self.said)
        self.assertEqual(self.stack()["code"], "packaged: v1")

    def test_a_table_that_was_replaced_twice_looks_like_that_of_before_and_is_not_taken_for_it(self):
        self.begin(**{"changes to packaged: v2": LOST, "changes to packaged: v3": LOST.replace("expo-r-1", "expo-r-2"),
                      "changes to packaged: v1": LOST.replace("expo-r-1", "expo-r-2"),
                      **{f"contents of packaged: v{one}": f"RegistrationsTable\texpo-r-{one}\tAWS::DynamoDB::Table" for one in (1, 2, 3)}})
        self.stays(REPLACE="RegistrationsTable")
        known = json.loads((self.state / "answers").read_text())
        self.answers(**{**known, "changes to packaged: v1": ""})
        self.stays("where it was expo-r-1; now it is expo-r-3.\n", "FROM=\"RegistrationsTable=expo-r-1\" KEEP=1`",
                   version="v3", REPLACE="RegistrationsTable")

    def test_a_first_release_that_does_not_start_publishes_nothing(self):
        self.with_checks()
        self.fails("deploy", "Nothing is published yet, and there is no release to go back to", BROKEN="Notifier@v1")
        self.assertIn("Notifier: Runtime exited", self.said)
        self.assertFalse((self.state / "buckets/web/site").exists())
        self.deploy()
        self.assertEqual(self.served("index.html").split()[-2], "/>v1")

    def test_the_portals_lists_are_brought_up_to_a_release_before_its_pages(self):
        self.deploy("v1")
        self.assertEqual(self.calls("lambda invoke"), [])
        self.deploy("v2")
        [rebuild] = self.calls("lambda invoke", "expo-Operations")
        order = self.calls()
        self.assertLess(order.index(self.calls("sam deploy --template-file /")[-1]), order.index(rebuild))
        self.assertLess(order.index(rebuild), order.index(self.calls("s3 cp", "-v2/web/", "s3://web/site/")[0]))
        self.fails("deploy", "the portal's lists and totals up to this release: failed", version="v3", BROKEN="Operations@v3")
        self.assertEqual(self.served("index.html").split()[-2], "/>v2")

    def test_everything_is_built_before_anything_is_changed(self):
        self.deploy("v1")
        for words in ("cargo", "npm build", "sam package"):
            self.forget_calls()
            self.fails("deploy", "failed", version="v2", FAIL=words)
            self.assertEqual(self.calls("sam deploy") + self.calls("s3 cp"), self.calls("releases/current -"), words)

    def test_a_change_that_would_replace_a_table_stops_before_it(self):
        self.deploy("v1")
        for change in (LOST, "AWS::S3::Bucket\tRemove\tNone\tRegistrationsTable\tb\t", LOST.replace("True", "Conditional"),
                       f"{INDEXED},TableName", INDEXED.removesuffix("AttributeDefinitions"),
                       "AWS::CloudFront::Distribution\tModify\tTrue\tRegistrationsTable\td\tX"):
            self.answers(changes=f"AWS::Lambda::Function\tModify\tFalse\tPayments\tp\t\n{change}")
            self.forget_calls()
            self.fails("deploy", "This would remove or replace RegistrationsTable, so nothing was changed", version="v2")
            self.assertEqual(self.stack()["code"], "packaged: v1")
            self.assertEqual(len(self.calls("delete-change-set")), 1)
            self.assertEqual(self.calls("s3 cp", "begun"), [])
        self.answers(changes="AWS::DynamoDB::Table\tModify\tFalse\tRegistrationsTable\texpo-r-1\t\nAWS::Lambda::Function\tRemove\tNone\tOld\to\t")
        self.deploy("v2")
        self.answers(changes=LOST)
        self.deploy("v3", REPLACE="RegistrationsTable")
        self.assertEqual(self.stack()["code"], "packaged: v3")

    def test_an_index_is_added_and_taken_away_one_at_a_time_and_replaces_no_table(self):
        self.deploy("v1")
        more = f"{TABLE}\na\tday\tS\ni\tby_day\t"
        for before, after in ((TABLE, more), (more, TABLE)):
            self.answers(changes=INDEXED, table=before, **{"table to be": after})
            self.deploy("v2")
        self.answers(changes=INDEXED, table=TABLE, **{"table to be": f"{more}\ni\tby_hour\t"})
        self.fails("deploy", "This would add or remove 2 indexes of RegistrationsTable, and DynamoDB takes one at a time, so nothing was changed",
                   version="v3")
        # The same attribute as something else makes another table, and so may what cannot be read.
        for after in (TABLE.replace("sk\tS", "sk\tN"), "None"):
            self.answers(changes=INDEXED, table=TABLE, **{"table to be": after})
            self.fails("deploy", "This would remove or replace RegistrationsTable, so nothing was changed", version="v3")
        self.assertEqual(self.stack()["code"], "packaged: v2")
        self.assertEqual(len(self.calls("--no-execute-changeset")), len(self.calls("delete-change-set")))

    def test_what_is_asked_of_a_change_is_found_in_answers_as_aws_gives_them(self):
        self.deploy("v1")
        self.answers(changes=INDEXED)
        self.deploy("v2")
        details = [{"Target": {"Attribute": "Properties", "Name": "AttributeDefinitions", "RequiresRecreation": "Conditionally"}},
                   {"Target": {"Attribute": "Properties", "Name": "GlobalSecondaryIndexes", "RequiresRecreation": "Never"}},
                   {"Target": {"Attribute": "Tags", "RequiresRecreation": "Never"}}]
        change = {"ResourceType": "AWS::DynamoDB::Table", "Action": "Modify", "Replacement": "Conditional", "LogicalResourceId": "RegistrationsTable",
                  "PhysicalResourceId": "expo-r-1", "Details": details}
        added = {"ResourceType": "AWS::S3::Bucket", "Action": "Add", "LogicalResourceId": "NewBucket"}
        table = {"AttributeDefinitions": [{"AttributeName": name, "AttributeType": "S"} for name in ("pk", "sk")],
                 "GlobalSecondaryIndexes": [{"IndexName": "by_due"}]}
        without = {"AttributeDefinitions": table["AttributeDefinitions"]}
        rows = [line.split("\t") for line in TABLE.splitlines()]
        listed = [{"LogicalResourceId": name, "PhysicalResourceId": its, "ResourceType": kind, "ResourceStatus": status} for name, its, kind, status in (
            ("OldTable", "expo-o-1", "AWS::DynamoDB::Table", "DELETE_SKIPPED"), ("Payments", "p", "AWS::Lambda::Function", "CREATE_COMPLETE"),
            ("RegistrationsTable", "expo-r-1", "AWS::DynamoDB::Table", "UPDATE_COMPLETE"), ("MediaBucket", "b", "AWS::S3::Bucket", "CREATE_COMPLETE"))]
        for call, answer, found in (
                ("describe-change-set", {"Changes": [{"ResourceChange": change}, {"ResourceChange": added}]},
                 [INDEXED.split("\t"), ["AWS::S3::Bucket", "Add", None, "NewBucket", None, ""]]),
                ("AWS::S3::Bucket", {"StackResourceSummaries": listed}, [["RegistrationsTable", "expo-r-1", "AWS::DynamoDB::Table"],
                                                                         ["MediaBucket", "b", "AWS::S3::Bucket"]]),
                ("describe-table", {"Table": table}, rows), ("describe-table", {"Table": without}, rows[:2]),
                ("get-template", {"TemplateBody": {"Resources": {"RegistrationsTable": {"Properties": table}}}}, rows)):
            asked = self.calls(call)[-1].partition("--query ")[2]
            self.assertEqual(jmespath.search(asked, answer), found, asked)

    def test_a_rollback_that_would_lose_a_table_stops_and_another_publishes_the_pages_first(self):
        self.deploy("v1")
        self.deploy("v2")
        self.answers(changes="AWS::DynamoDB::Table\tRemove\tNone\tHallsTable\texpo-h-1\t")
        self.fails("rollback", "  - HallsTable would be taken away: now it is expo-h-1.\nIf that is meant, say REPLACE=\"HallsTable\".\n")
        self.assertEqual((self.stack()["code"], self.served("index.html").split()[-2]), ("packaged: v2", "/>v2"))
        self.answers()
        self.forget_calls()
        self.assertEqual(self.run_script("rollback"), 0, self.said)
        order = [call for call in self.calls() if "sam deploy" in call or "cloudfront wait" in call]
        self.assertEqual(["execute" in call or call.split()[1] for call in order], [True, "cloudfront", "deploy"])
        # The former pages have been there all along, whatever became of the stack.
        self.deploy("v3")
        self.refuse_changes()
        self.fails("rollback", "as it was in")
        self.assertEqual(self.served("index.html").split()[-2], "/>v1")


class Cleanup(Scripts):
    LEFT = ("AWS::DynamoDB::Table\texpo-RegistrationsTable-1\nAWS::S3::Bucket\texpo-mediabucket-1\n"
            "AWS::SES::EmailIdentity\texample.org")

    def fail_at_first(self, status="ROLLBACK_COMPLETE", name="stack.json"):
        (self.state / name).write_text(json.dumps({"status": status}))

    def test_what_a_failed_first_deployment_left_is_removed_and_it_can_be_repeated(self):
        self.fail_at_first()
        self.answers(events=self.LEFT)
        self.fails("deploy", "`make cleanup ENV=test`")
        self.assertEqual(self.run_script("cleanup"), 0, self.said)
        self.assertIn("Why, by its events:", self.said)
        self.assertFalse((self.state / "stack.json").exists())
        self.assertEqual(len(self.calls("dynamodb delete-table --table-name expo-RegistrationsTable-1")), 1)
        self.assertEqual(len(self.calls("s3api delete-bucket --bucket expo-mediabucket-1")), 1)
        order = self.calls()
        self.assertLess(order.index(self.calls("no-enable-termination-protection")[0]), order.index(self.calls("delete-stack")[0]))
        self.deploy()

    def test_a_table_with_something_in_it_is_kept(self):
        self.fail_at_first("DELETE_FAILED")
        self.answers(events=self.LEFT, scan="1")
        self.assertEqual(self.run_script("cleanup"), 0, self.said)
        self.assertIn("The table expo-RegistrationsTable-1 is kept: something is in it.", self.said)
        self.assertEqual(self.calls("delete-table"), [])

    def test_a_change_set_that_nobody_carried_out_is_no_stack(self):
        self.fail_at_first("REVIEW_IN_PROGRESS")
        self.fail_at_first("REVIEW_IN_PROGRESS", "edge.json")
        self.assertEqual(self.run_script("cleanup"), 0, self.said)
        self.assertEqual([(self.state / name).exists() for name in ("stack.json", "edge.json")], [False, False])
        self.deploy()

    def test_a_way_back_that_is_stuck_goes_on(self):
        self.deploy()
        self.fail_at_first("UPDATE_ROLLBACK_FAILED")
        self.assertEqual(self.run_script("cleanup"), 0, self.said)
        self.assertEqual(self.stack()["status"], "UPDATE_ROLLBACK_COMPLETE")
        self.assertEqual(self.calls("delete-stack"), [])

    def test_a_stack_that_works_is_left_alone(self):
        self.deploy()
        self.forget_calls()
        self.assertEqual(self.run_script("cleanup"), 0, self.said)
        self.assertIn("The stack expo is CREATE_COMPLETE: there is nothing to clean up.", self.said)
        self.assertEqual(self.calls("delete") + self.calls("update-termination"), [])


if __name__ == "__main__":
    unittest.main()
