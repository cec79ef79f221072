#!/usr/bin/env python3
"""What `make backup`, `make restore` and `make missing` do with items, on tables in memory and on exports in DynamoDB's format."""

import contextlib
import gzip
import hashlib
import io
import json
import sys
import unittest
from unittest import mock

from scripts import ROOT

sys.path.insert(0, str(ROOT / "infra/recovery"))

import items  # noqa: E402
import missing  # noqa: E402
import restore  # noqa: E402
from items import Failure  # noqa: E402

TABLES = ("RegistrationsTable", "AdminTable", "CheckInTable", "ContentTable", "CatalogueTable")


class Memory:
    """Tables in memory, in place of DynamoDB's client."""

    class exceptions:  # noqa: N801
        class ConditionalCheckFailedException(Exception):
            pass

    def __init__(self, **tables):
        self.tables = {name: {self.key(item): item for item in listed} for name, listed in tables.items()}
        self.dropped = ()

    @staticmethod
    def key(item):
        return item["pk"]["S"], item["sk"]["S"]

    def get_paginator(self, call):
        listed = {"TableNames": list(self.tables)}

        def paginate(TableName=None, Segment=0, TotalSegments=1, **_):  # noqa: N803
            found = list(self.tables.get(TableName, {}).values())
            if call == "query":
                found = [item for item in found if item["pk"] == {"S": "RECON"}]
            return [listed if call == "list_tables" else {"Items": found[Segment::TotalSegments]}]

        return mock.Mock(paginate=paginate)

    def batch_write_item(self, RequestItems):  # noqa: N803
        [(table, wanted)] = RequestItems.items()
        # As a table that is throttled: the last is to be sent again.
        *taken, last = [one["PutRequest"]["Item"] for one in wanted]
        for item in taken or [last]:
            if self.key(item) not in self.dropped:
                self.tables[table][self.key(item)] = item
        return {"UnprocessedItems": {table: [{"PutRequest": {"Item": last}}]} if taken else {}}

    def delete_item(self, TableName, Key):  # noqa: N803
        del self.tables[TableName][self.key(Key)]

    def put_item(self, TableName, Item, ConditionExpression):  # noqa: N803
        if self.key(Item) in self.tables[TableName]:
            raise self.exceptions.ConditionalCheckFailedException
        self.tables[TableName][self.key(Item)] = Item


def item(pk, sk="A", **more):
    return {"pk": {"S": pk}, "sk": {"S": sk}, **more}


class Bucket:
    """An export in memory, in DynamoDB's format: its keys are named with the prefix of the export or, as in the guide, without."""

    DATA = "backups/t/AWSDynamoDB/0179/data/1.json.gz"

    def __init__(self, listed, count=None, named="backups/t/"):
        data = gzip.compress("\n".join(items.line(one) for one in listed).encode())
        folder, named = "backups/t/AWSDynamoDB/0179", f"{named}AWSDynamoDB/0179"
        self.objects = {
            self.DATA: data,
            f"{folder}/manifest-files.json": json.dumps({
                "dataFileS3Key": f"{named}/data/1.json.gz", "itemCount": len(listed),
                "md5Checksum": items.encoded(hashlib.md5(data, usedforsecurity=False).digest())}).encode(),
            f"{folder}/manifest-summary.json": json.dumps({
                "itemCount": len(listed) if count is None else count, "manifestFilesS3Key": f"{named}/manifest-files.json"}).encode()}

    def get_object(self, Bucket, Key):  # noqa: N803
        return {"Body": io.BytesIO(self.objects[Key])}

    def export(self):
        return items.Export(self, "b", "backups/t/AWSDynamoDB/0179/manifest-summary.json")


class Data(unittest.TestCase):
    EVERY_KIND = item("REG#1", n={"N": "1"}, b={"B": b"\x00\xff"}, s={"SS": ["b", "a"]}, m={"M": {"l": {"L": [{"BS": [b"x"]}, {"NULL": True}]}}})

    def test_an_export_is_read_as_the_table_was(self):
        for named in ("backups/t/", ""):
            self.assertEqual(list(Bucket([self.EVERY_KIND], named=named).export().items()), [{**self.EVERY_KIND, "s": {"SS": ["a", "b"]}}])

    def test_an_export_that_lacks_an_item_or_was_damaged_is_refused(self):
        with self.assertRaisesRegex(Failure, "The export has 1 items, and DynamoDB counted 2."):
            list(Bucket([item("REG#1")], count=2).export().items())
        bucket = Bucket([item("REG#1")])
        bucket.objects[Bucket.DATA] = gzip.compress(b"")
        with self.assertRaisesRegex(Failure, "is not what was exported"):
            list(bucket.export().items())

    def bring_back(self, client, listed, keep=False):
        restore.bring_back(client, mock.Mock(items=lambda _: iter(listed)), "RegistrationsTable", "r", keep)

    def test_everything_is_written_also_what_is_throttled_but_nothing_that_has_expired(self):
        client = Memory(r=[])
        self.bring_back(client, [*(item(f"REG#{one}") for one in range(60)), item("IDEM#1", expires={"N": "1"})])
        self.assertEqual(len(client.tables["r"]), 60)

    def test_one_item_that_is_missing_afterwards_is_noticed(self):
        client = Memory(r=[])
        client.dropped = [("REG#7", "A")]
        with self.assertRaisesRegex(Failure, "of 60 items 1 are missing"):
            self.bring_back(client, [item(f"REG#{one}") for one in range(60)])

    def test_what_the_functions_change_meanwhile_is_said_and_stops_nothing(self):
        client = Memory(r=[])
        written, paid = client.batch_write_item, item("REG#7", status={"S": "PAID"})

        def and_changed(RequestItems):  # noqa: N803
            answer = written(RequestItems)
            client.tables["r"][("REG#7", "A")] = paid
            return answer

        client.batch_write_item = and_changed
        with contextlib.redirect_stdout(io.StringIO()) as said:
            self.bring_back(client, [item(f"REG#{one}") for one in range(60)])
        self.assertIn("60 items of RegistrationsTable", said.getvalue())
        self.assertIn("1 are different by now and stay so", said.getvalue())
        self.assertEqual(client.tables["r"][("REG#7", "A")], paid)

    def test_what_is_there_stays_where_only_the_missing_is_added(self):
        paid = item("REG#1", status={"S": "PAID"})
        client = Memory(r=[paid])
        self.bring_back(client, [item("REG#1", status={"S": "OPEN"}), item("REG#2")], keep=True)
        self.assertEqual(client.tables["r"][("REG#1", "A")], paid)
        self.assertIn(("REG#2", "A"), client.tables["r"])

    def test_the_next_reconciliation_begins_where_the_backup_was_also_where_only_the_missing_is_added(self):
        then, now = (item("RECON", "RECON", covered_until={"N": moment}) for moment in ("1", "9"))
        tables = {"RegistrationsTable": "r", "AdminTable": "a"}
        for found, left in (({"AdminTable": [then, item("ADMIN#asha")]}, [then]), ({}, [])):
            client = Memory(r=[item("REG#1"), item("RECON", "SEEN#refund")], a=[now])
            restore.look_back(client, mock.Mock(tables=found, items=found.get), tables)
            self.assertEqual(list(client.tables["r"]), [("REG#1", "A")])
            self.assertEqual(list(client.tables["a"].values()), left)

    def look(self, keep=False, only=TABLES, **tables):
        client = Memory(**{name: [] for name in TABLES} | tables)
        restore.look(client, mock.Mock(said="x"), {name: name for name in only}, keep)

    def test_tables_with_people_or_a_catalogue_in_them_are_not_mixed_unasked(self):
        self.look(AdminTable=[item("RECON")], RegistrationsTable=[item("SIGN_IN#1")])
        for given in ({"RegistrationsTable": [item("REG#1")]}, {"CatalogueTable": [item("CATALOGUE")]}):
            with self.assertRaisesRegex(Failure, f"Something is in {next(iter(given))}, so nothing was changed"):
                self.look(**given)
            self.look(keep=True, **given)
        with self.assertRaisesRegex(Failure, "Something is in AdminTable"):
            self.look(only=["AdminTable"])

    def test_tables_of_a_deleted_stack_are_found_and_several_are_asked_about(self):
        client = Memory(**{"expo-RegistrationsTable-OLD": [], "expo-RegistrationsTable-NEW": [], "expo-AdminTable-OLD": [], "expo2-AdminTable-X": []})
        own = {"expo-RegistrationsTable-NEW"}
        self.assertEqual(restore.retained(client, "expo", own),
                         {"RegistrationsTable": "expo-RegistrationsTable-OLD", "AdminTable": "expo-AdminTable-OLD"})
        with self.assertRaisesRegex(Failure, "Of RegistrationsTable there are several: .* Name those that are meant"):
            restore.retained(client, "expo", set())
        with self.assertRaisesRegex(Failure, "There is no table of a former stack other."):
            restore.retained(client, "other", set())

    def test_from_and_tables_are_read_or_refused(self):
        client = Memory()
        self.assertEqual(restore.source(client, None, "expo", "AdminTable=a CatalogueTable=c", set()).tables, {"AdminTable": "a", "CatalogueTable": "c"})
        for wrong in ("yesterday", "OtherTable=x", "AdminTable=a more"):
            with self.assertRaisesRegex(Failure, f"FROM is {wrong}: it is s3://"):
                restore.source(client, None, "expo", wrong, set())
        with self.assertRaisesRegex(Failure, "CheckInTable is not in it. There are AdminTable."):
            restore.chosen({"AdminTable": "a"}, dict.fromkeys(TABLES, "t"), "CheckInTable")

    def test_payments_of_the_provider_that_nobody_knows_here_are_named(self):
        paid, open_, absent = (f"C{one}5678901234-ABCDEFGHJKMNPQRSTVWX" for one in "123")
        client = mock.Mock()
        client.batch_get_item.side_effect = [
            {"Responses": {"r": [{"order_id": {"S": paid}, "status": {"S": "PAID"}}]}, "UnprocessedKeys": {"r": {"Keys": []}}},
            {"Responses": {"r": [{"order_id": {"S": open_}, "status": {"S": "ACTIVE"}}]}}]
        report = f"Order Id,Amount\r\n{paid},1850\r\n\"{open_}\",1000\r\n{absent},1000\r\nanother-shop-1,5\r\n"
        self.assertEqual(missing.tell(client, "r", report), ([absent], [open_]))
        with self.assertRaisesRegex(Failure, "There is no order of ours in the list"):
            missing.tell(client, "r", "Amount\n1850\n")


if __name__ == "__main__":
    unittest.main()
