"""`make forget`, with a stand-in for the AWS CLI that keeps the items of two tables in a folder."""

import json
import unittest

from cli import WithCli

AWS = r'''
def named():
    return json.loads(option("--expression-attribute-names"))


def holds(item, condition, texts):
    """`a = :b` and `begins_with(a, :b)`, joined by AND, which is all that the script says."""
    for one in filter(None, condition.split(" AND ")):
        if one == "attribute_exists(#results.#candidate)":
            if named()["#candidate"] not in item.get(named()["#results"], {}).get("M", {}):
                return False
            continue
        name, value = one.removeprefix("begins_with(").rstrip(")").replace(" = ", ", ").split(", ")
        found, wanted = item.get(name, {}).get("S", ""), texts[value]["S"]
        if not (found.startswith(wanted) if one.startswith("begins_with") else found == wanted):
            return False
    return True


def is_as_read(table, key):
    """`a = :b`, which is what the script says of an item that it has read."""
    if option("--condition-expression"):
        name, value = option("--condition-expression").split(" = ")
        found = next(item for item in json.loads(table.read_text()) if {name: item[name] for name in ("pk", "sk")} == key)
        assert found[name] == json.loads(option("--expression-attribute-values"))[value]


if call == "cloudformation describe-stack-resource":
    name = option("--logical-resource-id")
    print(json.dumps({"StackResourceDetail": {"PhysicalResourceId": name}}))
elif call in ("dynamodb query", "dynamodb scan"):
    texts = json.loads(option("--expression-attribute-values"))
    items = json.loads((STATE / option("--table-name")).read_text())
    said = (option("--key-condition-expression"), option("--filter-expression"))
    print(json.dumps({"Items": [item for item in items if all(holds(item, one, texts) for one in said)]}))
elif call == "dynamodb delete-item":
    table, key = STATE / option("--table-name"), json.loads(option("--key"))
    is_as_read(table, key)
    table.write_text(json.dumps([item for item in json.loads(table.read_text()) if {name: item[name] for name in ("pk", "sk")} != key]))
elif call == "dynamodb update-item" and option("--update-expression").startswith("SET "):
    table, key = STATE / option("--table-name"), json.loads(option("--key"))
    is_as_read(table, key)
    items, texts = json.loads(table.read_text()), json.loads(option("--expression-attribute-values"))
    for item in items:
        if {name: item[name] for name in ("pk", "sk")} == key:
            item.update({name: texts[value] for name, value in
                         (one.split(" = ") for one in option("--update-expression").removeprefix("SET ").split(", "))})
    table.write_text(json.dumps(items))
elif call == "dynamodb update-item":
    assert option("--update-expression") == "REMOVE #results.#candidate"
    table, key = STATE / option("--table-name"), json.loads(option("--key"))
    items = json.loads(table.read_text())
    for item in items:
        if {name: item[name] for name in ("pk", "sk")} == key:
            del item[named()["#results"]]["M"][named()["#candidate"]]
    table.write_text(json.dumps(items))
elif call == "dynamodb transact-write-items":
    asked = json.loads(option("--transact-items"))
    table = STATE / next(iter(asked[0].values()))["TableName"]
    items = json.loads(table.read_text())
    for put in (one["Put"] for one in asked if "Put" in one):
        items.append(put["Item"])
    for delete in (one["Delete"] for one in asked if "Delete" in one):
        found = next(item for item in items if {name: item[name] for name in ("pk", "sk")} == delete["Key"])
        assert delete["ConditionExpression"] == "version = :read"
        assert found["version"] == delete["ExpressionAttributeValues"][":read"]
        if (STATE / "moved on").exists():
            sys.exit("The conditional request failed")
        items.remove(found)
    changes = [one["Update"] for one in asked if "Update" in one]
    for change in changes:
        names, said = change["ExpressionAttributeNames"], change["UpdateExpression"]
        found = [item for item in items if {name: item[name] for name in ("pk", "sk")} == change["Key"]]
        if said == "REMOVE #seats.#seat":
            assert change["ConditionExpression"] == "#seats.#seat = :candidate"
            assert found[0]["seats"]["M"].pop(names["#seat"]) == change["ExpressionAttributeValues"][":candidate"]
        elif said == "SET #kind = :kind ADD #clock :one":
            found[0]["clock"] = {"N": str(int(found[0]["clock"]["N"]) + 1)}
        else:
            for exam in (name for name in names.values() if name.startswith("exam#")):
                found[0][exam]["M"].update(whole={"BOOL": True}, left={"N": "1"})
    table.write_text(json.dumps(items))
elif call == "lambda invoke":
    (STATE / "rebuilt").write_text("")
    answer = next(word for word in ARGS[2:] if word.startswith("/") and word != "/dev/stdin")
    Path(answer).write_text(json.dumps({"message": "Rebuilt."}))
    print(json.dumps({"StatusCode": 200}))
'''

ASHA, BINU = "CBJGV8FXWPA0", "CZ6S4932KF26"


def item(pk, sk="-", **members):
    return {name: {"S": text} for name, text in {"pk": pk, "sk": sk, **members}.items()}


def sheet(*candidates):
    return {**item("RESULTS#exam", "SHEET#07"), "results": {"M": {candidate: {"M": {}} for candidate in candidates}}}


def hall(clock, whole, **seats):
    """A hall with these seats of an exam, which are published."""
    plan = {**item("HALL#a", "exam#G1"), "seats": {"M": {seat: {"S": who} for seat, who in seats.items()}}}
    exam = {"M": {"generation": {"S": "G1"}, "whole": {"BOOL": whole}, **({"left": {"N": "1"}} if whole else {})}}
    return [{**item("HALL#a", "CLOCK", kind="HALL_CLOCK"), "clock": {"N": str(clock)}}, plan,
            {**item("SEATING#PUBLISHED", "PUBLISHED"), "exam#exam": exam}]


def of(candidate, email):
    return [item(f"REG#{candidate}", "CANDIDATE"), item(f"REG#{candidate}", "ORDER#1"), item(f"CLAIM#{email}", customer_id=candidate),
            item(f"REMINDER#{candidate}", email=email), item(f"SIMILAR#{candidate}", customer_id=candidate), item(f"PASS_REQUEST#{email}"),
            item(f"PLACE#{candidate}", order_id=f"{candidate}-0123"), item("PLACE#exam", f"HELD#{candidate}", customer_id=candidate),
            item("RESULTS#exam", f"CORRECTION#{candidate}", customer_id=candidate)]


def paid(orders):
    return {"orders": {"L": [{"S": f"{order}-1"} for order in orders]}}


def claim(sk, holder, *orders):
    return {**item("CLAIM#asha@example.org", sk, order_id=f"{holder}-1", customer_id=holder), **paid(orders)}


def courses(version, *orders):
    return {**item("CLAIM#asha@example.org", "COURSES"), "version": {"N": str(version)}, **paid(orders)}


class Forget(WithCli):
    AWS = AWS

    def setUp(self):
        super().setUp()
        self.others = of(BINU, "binu@example.org")
        # Another registration of the same address keeps its claim.
        self.others.append(item("CLAIM#asha@example.org", "2", customer_id=BINU))
        self.log = [item("AUDIT#2026-11", "2", subject=BINU)]
        others = [*self.others, sheet(ASHA, BINU), *hall(7, False, A1=BINU, A2=ASHA)]
        self.others += [sheet(BINU), *hall(8, True, A1=BINU)]
        self.put("RegistrationsTable", [*of(ASHA, "asha@example.org"), *others])
        self.put("AdminTable", [item("AUDIT#2026-11", "1", subject=f"{ASHA}-0123"), *self.log])

    def put(self, table, items):
        (self.folder / table).write_text(json.dumps(items))

    def left(self, table):
        return json.loads((self.folder / table).read_text())

    def forget(self, **variables):
        return self.run_script("forget", **{"CANDIDATE": ASHA, "EMAIL": "asha@example.org", **variables})

    def test_what_there_is_of_a_person_goes_and_nothing_of_others(self):
        self.assertEqual(self.forget(), 0, self.said)
        self.assertEqual(self.left("RegistrationsTable"), self.others)
        self.assertEqual(self.left("AdminTable"), self.log)
        self.assertTrue((self.folder / "rebuilt").exists())
        self.assertIn(f"10 items of {ASHA} are deleted.", self.said)
        self.assertIn(f"Results of {ASHA} are deleted: 1.", self.said)
        self.assertIn(f"Seats of {ASHA} are free: 1.", self.said)

    def test_others_of_the_address_have_what_they_have_paid_for_without_the_orders_that_are_gone(self):
        self.put("RegistrationsTable", [claim("COURSE#1", ASHA, ASHA, BINU), claim("COURSE#2", BINU, BINU, ASHA), claim("COURSE#3", ASHA, ASHA),
                                        claim("COURSE#4", BINU, BINU), courses(4, ASHA, BINU)])
        self.assertEqual(self.forget(), 0, self.said)
        self.assertEqual(self.left("RegistrationsTable"), [claim(f"COURSE#{at}", BINU, BINU) for at in (1, 2, 4)] + [courses(5, BINU)])
        # Nobody else has paid there: nothing has the address any more.
        self.put("RegistrationsTable", [claim("COURSE#1", ASHA, ASHA), courses(4, ASHA)])
        self.assertEqual(self.forget(), 0, self.said)
        self.assertEqual(self.left("RegistrationsTable"), [])

    def order(self, **more):
        """A paid order of Asha, with what is personal in it."""
        return {**item(f"REG#{ASHA}", f"ORDER#{ASHA}-1", kind="ORDER", order_id=f"{ASHA}-1", customer_id=ASHA, channel="counter",
                       status="PAID", paid_at="2026-11-28T10:00:00Z", created_at="2026-11-28T10:00:00Z", expires_at="2026-11-28T10:00:00Z"),
                "amount": {"N": "185000"}, "version": {"N": "3"}, "person": {"M": {"email": {"S": "asha@example.org"}}},
                "selection": {"M": {"package_name": {"S": "All"}}},
                "method": {"M": {"group": {"S": "upi"}, "upi": {"M": {"upi_id": {"S": "asha@upi"}}}}}, **more}

    def test_what_was_paid_stays_for_the_accounts_without_the_person(self):
        refund = {"refund_id": {"S": "r1"}, "amount": {"N": "50000"}, "state": {"S": "SUCCESS"}, "at": {"S": "2026-11-29T10:00:00Z"},
                  "ended_at": {"S": "2026-11-29T10:00:00Z"}, "mode": {"S": "cash"}}
        whole = {**refund, "reason": {"S": "Asha is ill"}, "by": {"S": "meera"}}
        lost = {"M": {"id": {"S": "433"}, "state": {"S": "LOST"}, "amount": {"N": "185000"}}}
        unpaid = {name: value for name, value in self.order(sk={"S": f"ORDER#{ASHA}-2"}).items() if name != "paid_at"}
        candidate = item(f"REG#{ASHA}", "CANDIDATE", kind="CANDIDATE", payment_mode="card")
        order = self.order(refunds={"L": [{"M": whole}]}, disputes={"L": [lost]})
        self.put("RegistrationsTable", [candidate, order, unpaid, *self.others])
        self.assertEqual(self.forget(), 0, self.said)
        *others, kept = self.left("RegistrationsTable")
        self.assertEqual(others, self.others)
        self.assertEqual(kept, {
            **item(f"FORGOTTEN#{ASHA}-1", "PAYMENT", kind="FORGOTTEN_PAYMENT", order_id=f"{ASHA}-1", customer_id=ASHA, channel="counter",
                   status="PAID", paid_at="2026-11-28T10:00:00Z", created_at="2026-11-28T10:00:00Z", expires_at="2026-11-28T10:00:00Z",
                   payment_mode="card"),
            "amount": {"N": "185000"}, "version": {"N": "3"}, "selection": {"M": {"package_name": {"S": "All"}}},
            "method": {"M": {"group": {"S": "upi"}}}, "refunds": {"L": [{"M": {**refund, "reason": {"S": ""}}}]}, "disputes": {"L": [lost]}})
        self.assertIn(f"Payments of {ASHA} are kept for the accounts, without the person: 1.", self.said)

    def test_no_claim_names_an_order_that_is_gone_wherever_it_is_broken_off(self):
        claims = [claim("COURSE#1", ASHA, ASHA, BINU), claim("COURSE#2", ASHA, ASHA), courses(4, ASHA)]
        self.put("RegistrationsTable", [self.order(), *claims])
        (self.folder / "moved on").touch()
        self.assertNotEqual(self.forget(), 0, self.said)
        self.assertIn("The conditional request failed", self.said)
        self.assertEqual(self.left("RegistrationsTable"), [self.order(), claim("COURSE#1", BINU, BINU)])
        (self.folder / "moved on").unlink()
        self.assertEqual(self.forget(), 0, self.said)
        *others, kept = self.left("RegistrationsTable")
        self.assertEqual((others, kept["kind"]), ([claim("COURSE#1", BINU, BINU)], {"S": "FORGOTTEN_PAYMENT"}))

    def test_while_anything_of_the_money_is_open_nothing_is_deleted(self):
        def one(state):
            return {"L": [{"M": {"state": {"S": state}}}]}

        for open_now in ({"due_at": {"N": "1795946400"}}, {"refunds": one("REQUESTED")}, {"refunds": one("PENDING")},
                         {"disputes": one("OPEN")}):
            before = [*of(ASHA, "asha@example.org"), claim("COURSE#1", ASHA, ASHA, BINU), self.order(**open_now)]
            self.put("RegistrationsTable", before)
            self.assertNotEqual(self.forget(), 0, open_now)
            self.assertIn(f"Nothing is deleted: order {ASHA}-1 ", self.said)
            self.assertEqual(self.left("RegistrationsTable"), before)
        self.assertFalse((self.folder / "rebuilt").exists())

    def test_with_another_address_than_the_candidates_nothing_is_deleted(self):
        before = [{**item(f"REG#{ASHA}", "CANDIDATE", kind="CANDIDATE"), "person": {"M": {"email": {"S": "asha@example.org"}}}},
                  self.order(), claim("COURSE#1", ASHA, ASHA)]
        for registered in (before, before[:1], before[1:]):
            self.put("RegistrationsTable", registered)
            self.assertNotEqual(self.forget(EMAIL="asha@exmaple.org"), 0, registered)
            self.assertIn(f"Nothing is deleted: {ASHA} is registered with another address than EMAIL.", self.said)
            self.assertEqual(self.left("RegistrationsTable"), registered)
        # What an earlier address still has goes once the candidate is gone.
        self.put("RegistrationsTable", before)
        self.assertEqual([self.forget(), self.forget(EMAIL="asha@exmaple.org")], [0, 0], self.said)
        self.assertEqual([one["kind"] for one in self.left("RegistrationsTable")], [{"S": "FORGOTTEN_PAYMENT"}])

    def test_it_may_be_run_again(self):
        self.assertEqual([self.forget(), self.forget()], [0, 0], self.said)
        self.assertIn(f"0 items of {ASHA} are deleted.", self.said)

    def test_what_would_name_others_too_deletes_nothing(self):
        before = self.left("RegistrationsTable")
        for wrong in ({"CANDIDATE": ""}, {"CANDIDATE": "C"}, {"CANDIDATE": f"{ASHA}-0123"}, {"EMAIL": ""}, {"EMAIL": "Asha@example.org"},
                      {"STACK": ""}):
            self.assertNotEqual(self.forget(**wrong), 0, wrong)
        self.assertEqual(self.left("RegistrationsTable"), before)


if __name__ == "__main__":
    unittest.main()
