"""`make redrive`, with a stand-in for the AWS CLI that keeps queues in a folder."""

import json
import unittest

from cli import WithCli

AWS = r'''
with open(STATE / "calls", "a") as calls:
    calls.write(" ".join(ARGS) + "\n")
queue = STATE / "queue.json"
if call == "cloudformation describe-stacks":
    print(json.dumps({"Stacks": [{"Outputs": [{"OutputKey": name, "OutputValue": name} for name in ("LostMailEventsUrl", "UnreadableRecordsUrl")]}]}))
elif call == "cloudformation describe-stack-resource":
    print(json.dumps({"StackResourceDetail": {"PhysicalResourceId": "expo-" + option("--logical-resource-id")}}))
elif call == "sqs receive-message":
    messages = json.loads(queue.read_text())
    seen = [one for one in messages if not one["hidden"]][:int(option("--max-number-of-messages"))]
    for one in seen:
        one["hidden"], one["receipt"] = True, one["receipt"] + 1
    queue.write_text(json.dumps(messages))
    print(json.dumps({"Messages": [{"MessageId": one["id"], "Body": one["body"], "ReceiptHandle": f"{one['id']}/{one['receipt']}"} for one in seen]}) if seen else "")
elif call == "sqs delete-message":
    messages = json.loads(queue.read_text())
    queue.write_text(json.dumps([one for one in messages if f"{one['id']}/{one['receipt']}" != option("--receipt-handle")]))
elif call == "sqs change-message-visibility":
    messages = json.loads(queue.read_text())
    for one in messages:
        if f"{one['id']}/{one['receipt']}" == option("--receipt-handle"):
            one["hidden"] = option("--visibility-timeout") != "0"
    queue.write_text(json.dumps(messages))
elif call == "lambda invoke":
    event = json.load(sys.stdin)
    failing = event.get("failing") or os.environ.get("FAILING")
    answer = next(word for word in ARGS[2:] if word.endswith("/answer"))
    Path(answer).write_text(json.dumps({"errorMessage": "the tables do not answer"} if failing else {"outcome": "flagged", "message": "Done."}))
    # Another message comes in while this one is handled.
    if event.get("late"):
        messages = json.loads(queue.read_text())
        messages.append({"id": "late", "body": "{}", "hidden": True, "receipt": 0})
        queue.write_text(json.dumps(messages))
    print(json.dumps({"StatusCode": 200, **({"FunctionError": "Unhandled"} if failing else {})}))
'''


class Redrive(WithCli):
    AWS = AWS

    def fill(self, *events):
        self.put([(f"m{number}", json.dumps({"requestPayload": event})) for number, event in enumerate(events)])

    def put(self, messages):
        known = [{"id": name, "body": body, "hidden": False, "receipt": 0} for name, body in messages]
        (self.folder / "queue.json").write_text(json.dumps(known))

    def left(self):
        return [one["id"] for one in json.loads((self.folder / "queue.json").read_text())]

    def redrive(self, **variables):
        return self.run_script("redrive", **variables)

    def calls(self, words):
        return [line for line in (self.folder / "calls").read_text().splitlines() if words in line]

    def test_each_event_is_deleted_after_its_own_answer_however_many_there_are(self):
        self.fill(*({"number": number} for number in range(12)))
        self.assertEqual(self.redrive(), 0, self.said)
        self.assertEqual(self.left(), [])
        self.assertIn("12 handed over and deleted, 0 left.", self.said)
        order = [line.split()[1] for line in (self.folder / "calls").read_text().splitlines() if line.split()[1] in ("invoke", "delete-message")]
        self.assertEqual(order, ["invoke", "delete-message"] * 12)

    def test_what_fails_again_or_comes_meanwhile_stays_and_can_be_tried_once_more(self):
        self.fill({"failing": True}, {"late": True}, {})
        self.put([*((one["id"], one["body"]) for one in json.loads((self.folder / "queue.json").read_text())), ("odd", "not JSON")])
        self.assertNotEqual(self.redrive(), 0)
        self.assertIn("m0: stays, the function failed: the tables do not answer", self.said)
        self.assertIn("odd: stays, it holds no event", self.said)
        self.assertEqual(self.left(), ["m0", "odd", "late"])
        self.assertEqual(self.calls("purge"), [])
        # Those that failed can be seen at once.
        self.assertEqual(len(self.calls("change-message-visibility")), 2)

    def test_an_address_in_an_event_is_no_argument(self):
        self.fill({"mail": "asha@example.org"})
        self.assertEqual(self.redrive(), 0, self.said)
        self.assertEqual(self.calls("asha@"), [])

    def test_records_of_the_stream_are_shown_and_deleted_after_the_rebuild(self):
        self.put([("r1", "shard 1, 2 to 3"), ("r2", "shard 1, 5")])
        self.assertNotEqual(self.redrive(QUEUE="unreadable", FAILING="1"), 0)
        self.assertIn("The rebuild failed, so all 2 are left as they were.", self.said)
        self.assertEqual(self.left(), ["r1", "r2"])
        self.assertEqual(self.redrive(QUEUE="unreadable"), 0, self.said)
        self.assertIn("r1: shard 1, 2 to 3", self.said)
        self.assertEqual(self.left(), [])

    def test_what_is_missing_is_said(self):
        self.assertNotEqual(self.redrive(STACK=""), 0)
        self.assertIn("STACK is not set", self.said)
        self.assertNotEqual(self.redrive(QUEUE="all"), 0)
        self.assertIn("QUEUE is all: it may be mail or unreadable.", self.said)


if __name__ == "__main__":
    unittest.main()
