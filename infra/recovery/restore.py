"""The data part of `make restore`: from a backup, or from tables that are there, into the tables of a stack.

Catalogue last: while it is empty nothing is on sale.
"""

import json
import time

import boto3

from aws import TABLES, copy_pictures, place, resources
from items import Export, Failure, Seen, alive, scanned, write


class Backup:
    """What `make backup` has left."""

    def __init__(self, s3, address):
        self.s3, self.address = s3, address
        self.bucket, self.prefix = place(address)
        try:
            body = s3.get_object(Bucket=self.bucket, Key=f"{self.prefix}backup.json")["Body"].read()
        except s3.exceptions.ClientError as error:
            raise Failure(f"{address} has no backup.json that can be read, which a whole backup has: {error}") from error
        self.known = json.loads(body)
        self.tables = {name: Export(s3, self.bucket, one["summary"]) for name, one in self.known["tables"].items()}
        self.said = f"as of {self.known['moment']}, made with {self.known['release']}"

    def items(self, name):
        return self.tables[name].items()

    def pictures(self, media):
        """As they were shown; what was written since stays."""
        copy_pictures(f"s3://{self.bucket}/{self.prefix}pictures/", f"s3://{media}/media/")


class Tables:
    """Tables that are there: kept when their stack was deleted, or restored under other names."""

    def __init__(self, client, names):
        self.client, self.tables = client, names
        self.said = ", ".join(names.values())

    def items(self, name):
        return scanned(self.client, self.tables[name])

    def pictures(self, media):
        print(f"    The pictures are in the bucket of then: aws s3 sync s3://<that>/media/ s3://{media}/media/")


def retained(client, stack, own):
    """The tables that a deleted stack of this name has left, by their names in the template."""
    names = [name for page in client.get_paginator("list_tables").paginate() for name in page["TableNames"]]
    found = {one: [name for name in names if name.startswith(f"{stack}-{one}-") and name not in own] for one in TABLES}
    for one, several in found.items():
        if len(several) > 1:
            raise Failure(f"Of {one} there are several: {', '.join(several)}. Name those that are meant: FROM=\"{one}=… …\".")
    chosen = {one: several[0] for one, several in found.items() if several}
    if not chosen:
        raise Failure(f"There is no table of a former stack {stack}.")
    return chosen


def source(client, s3, stack, address, own):
    if address.startswith("s3://"):
        return Backup(s3, address)
    if address == "retained":
        return Tables(client, retained(client, stack, own))
    named = dict(one.split("=", 1) for one in address.split() if "=" in one)
    if not named or set(named) - set(TABLES) or len(named) != len(address.split()):
        raise Failure(f"FROM is {address}: it is s3://…, or retained, or names of tables as RegistrationsTable=expo-restored.")
    return Tables(client, named)


def occupied(client, name, table):
    """Whether something is in it that the backup would be mixed with. Who administers is there in a new stack, too."""
    if name == "AdminTable":
        return False
    pages = client.get_paginator("scan").paginate(TableName=table, ConsistentRead=True, ProjectionExpression="pk")
    # A new stack may have told somebody of a sign-in.
    return any(name != "RegistrationsTable" or item["pk"]["S"].startswith(("REG#", "CLAIM#"))
               for page in pages for item in page["Items"])


def chosen(found, tables, only):
    wanted = only.split() or [name for name in TABLES if name in found]
    unknown = [name for name in wanted if name not in found]
    if unknown:
        raise Failure(f"{', '.join(unknown)} is not in it. There are {', '.join(found)}.")
    return {name: tables[name] for name in TABLES if name in wanted}


def look(client, found, targets, keep):
    """What would go wrong, before anything stands still for it."""
    filled = [name for name, table in targets.items() if not keep and occupied(client, name, table)]
    if "AdminTable" in targets and len(targets) == 1 and not keep:
        filled.append("AdminTable")
    if filled:
        raise Failure(f"Something is in {', '.join(filled)}, so nothing was changed. KEEP=1 adds what is missing and leaves what is there.")
    print(f"    from {found.said}", flush=True)


def bring_back(client, found, name, table, keep):
    """Writes one table, and reads it again."""
    began, now = time.time(), int(time.time())
    wanted, there = Seen(), Seen()
    write(client, table, wanted.of(alive(found.items(name), now)), keep)
    there.all(scanned(client, table))
    missing, different = wanted.missing_in(there), wanted.different_in(there)
    if missing:
        raise Failure(f"{name}: of {len(wanted.digests)} items {missing} are missing. Run it again with KEEP=1.")
    print(f"    {len(wanted.digests):>9,} items of {name}, {time.time() - began:.0f} s"
          # The functions go on meanwhile: what the stream brings them changes lists and totals, which are counted again later.
          + (f"; {different} are different by now and stay so" if different else ""), flush=True)


def look_back(client, found, tables):
    """Lets the next reconciliation compare everything since the backup: how far it had come is as old as the rest, and nothing
    that the provider lists counts as dealt with. Without the state of then it looks at two days."""
    for table in (tables["RegistrationsTable"], tables["AdminTable"]):
        pages = client.get_paginator("query").paginate(
            TableName=table, KeyConditionExpression="pk = :pk", ExpressionAttributeValues={":pk": {"S": "RECON"}})
        for item in [item for page in pages for item in page["Items"]]:
            client.delete_item(TableName=table, Key={"pk": item["pk"], "sk": item["sk"]})
    if "AdminTable" in found.tables:
        write(client, tables["AdminTable"], (item for item in found.items("AdminTable") if item["pk"]["S"] == "RECON"), keep=False)


def restore(stack, address, keep, only, look_only):
    known = resources(stack)
    client, s3 = boto3.client("dynamodb"), boto3.client("s3")
    tables = {name: known[name] for name in TABLES}
    found = source(client, s3, stack, address, set(tables.values()))
    targets = chosen(found.tables, tables, only)
    look(client, found, targets, keep)
    if look_only:
        return
    for name, table in targets.items():
        bring_back(client, found, name, table, keep)
    if "RegistrationsTable" in targets:
        look_back(client, found, tables)
    if "ContentTable" in targets or "CatalogueTable" in targets:
        found.pictures(known["MediaBucket"])
