"""`make drill`: an event of 20,000 candidates in the local system is backed up, everything is deleted, and restored.

What `make restore` does to tables is done here with the same code. What DynamoDB would export is written in its format by a look at
the whole table, since the emulated one exports nothing; and the stream is followed meanwhile, which `make restore` stops, so
what is made from it (lists, totals, search) is left to it and to the rebuild. Each comparison is tried with something missing first, and must notice.

usage: drill.py <the local system's binary> <port of the site> <port of the outside world>
"""

import gzip
import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import boto3

from aws import TABLES
from event import ALL, Event
from items import OF_DYNAMODB, Export, Failure, encoded, line, scanned
from restore import bring_back

CANDIDATES = int(os.environ.get("CANDIDATES", "20000"))
SAMPLE = min(200, CANDIDATES // 3)
ROOT = Path(__file__).resolve().parents[2]
FILES = 4
NAMES = {"RegistrationsTable": "registrations", "AdminTable": "admin", "CheckInTable": "check-in", "ContentTable": "content",
         "CatalogueTable": "catalogue"}
MADE_FROM_THE_STREAM = {"AGGREGATE", "ENTRY", "PROJECTION", "ROSTER", "WORD"}


class Folder:
    """Stands for S3 with a folder."""

    def __init__(self, folder):
        self.folder = folder

    def get_object(self, Bucket, Key):  # noqa: N803
        return {"Body": (self.folder / Bucket / Key).open("rb")}

    def put(self, key, content):
        path = self.folder / "backup" / key
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def export(client, table, s3, name):
    """What DynamoDB's export of the table would be."""
    lines = [line(item) for item in scanned(client, table)]
    listed, folder = [], f"{name}/{OF_DYNAMODB}0"
    for number in range(FILES):
        content = gzip.compress("".join(f"{one}\n" for one in lines[number::FILES]).encode(), mtime=0)
        key = f"{folder}/data/{number}.json.gz"
        s3.put(key, content)
        listed.append({"itemCount": len(lines[number::FILES]), "dataFileS3Key": key,
                       "md5Checksum": encoded(hashlib.md5(content, usedforsecurity=False).digest())})
    s3.put(f"{folder}/manifest-files.json", "".join(json.dumps(one) + "\n" for one in listed).encode())
    s3.put(f"{folder}/manifest-summary.json", json.dumps(
        {"itemCount": len(lines), "manifestFilesS3Key": f"{folder}/manifest-files.json"}).encode())


class Backup:
    """The exports of all tables."""

    def __init__(self, s3):
        self.exports = {name: Export(s3, "backup", f"{name}/{OF_DYNAMODB}0/manifest-summary.json") for name in TABLES}

    def items(self, name):
        return (item for item in self.exports[name].items() if item.get("kind", {}).get("S") not in MADE_FROM_THE_STREAM)


@contextmanager
def step(what):
    began = time.time()
    print(f"==> {what}", flush=True)
    yield
    print(f"    {time.time() - began:.0f} s", flush=True)


def expect(holds, what):
    if not holds:
        raise Failure(f"FAILED: {what}")


def rest(event):
    """Until the stream has brought everything into the lists."""
    wanted = event.totals()
    for _ in range(600):
        time.sleep(3)
        before, wanted = wanted, event.totals()
        if before == wanted:
            return
    raise Failure("The local system does not come to rest.")


def rebuild(data):
    subprocess.run([sys.executable, ROOT / "infra/make/operations", "rebuild"], check=True,
                   env={**os.environ, "LOCAL_DATA": str(data)})


def differences(before, after):
    """What people would see of a loss, by its name and how much."""
    found = {}
    for name in ("candidates", "payments"):
        lost = len(set(before[name]) ^ set(after[name]))
        found.update({f"lines of {name}": lost} if lost else {})
    closed = [order for order, shown in before["passes"].items() if after["passes"][order] != shown]
    found.update({"passes": len(closed)} if closed else {})
    found.update({"totals": f"{before['totals']}, {after['totals']}"} if before["totals"] != after["totals"] else {})
    return found


def controls(client, s3, backup):
    """Where something is missing, the restore says so: in a file of the export, and in the table."""
    files = s3.folder / f"backup/RegistrationsTable/{OF_DYNAMODB}0/data/0.json.gz"
    whole = files.read_bytes()
    for damaged in (whole[:-20], gzip.compress(gzip.decompress(whole).split(b"\n", 1)[1])):
        files.write_bytes(damaged)
        refused(lambda: sum(1 for _ in backup.items("RegistrationsTable")), "is not what was exported")
    files.write_bytes(whole)
    kept = client.batch_write_item
    client.batch_write_item = lambda RequestItems: {"UnprocessedItems": {}}  # noqa: N803
    try:
        refused(lambda: bring_back(client, backup, "CatalogueTable", NAMES["CatalogueTable"], False), "are missing")
    finally:
        client.batch_write_item = kept


def refused(do, sentence):
    try:
        do()
    except Failure as failure:
        expect(sentence in str(failure), f"the control says {failure}")
        return
    raise Failure(f"FAILED: nobody noticed that something {sentence}")


def drill(event, data, folder):
    s3 = Folder(folder)
    with step(f"Filling the event with {CANDIDATES:,} candidates"):
        event.sign_in()
        models = event.models()
        late = event.online("late@example.com")  # paid after the backup
        orders = models + event.multiply(models, CANDIDATES - len(models) - 2)
        rest(event)
        rebuild(data)
    sample = random.sample(orders, SAMPLE)
    with step("Looking at it"):
        before = event.seen(sample)
        print(f"    {before['totals']}, {len(before['candidates'])} and {len(before['payments'])} lines")
        expect(all(before["passes"].values()), "not every pass of the sample opens before")
    with step("Backing up"):
        moment = time.time()
        for name, table in NAMES.items():
            export(event.client, table, s3, name)
        backup = Backup(s3)
    mails = event.mails()
    with step("Somebody pays an order that was open, and two more come"):
        event.pay(late)
        lost = [event.at_the_counter(f"lost-{number}@example.com", paid=True, **ALL)["order_id"] for number in range(2)]
        rest(event)
        mails_since = event.mails()
    with step("Deleting everything"):
        deleted = time.time()
        left = event.delete_everything()
        expect(not any(event.passes(sample).values()), "a pass opens though everything was deleted")
        print(f"    left: {left}")
    with step("Trying whether a loss would be noticed"):
        controls(event.client, s3, backup)
        event.delete_everything()
    began = time.time()
    with step("Restoring"):
        for name in TABLES:
            bring_back(event.client, backup, name, NAMES[name], keep=False)
        rebuild(data)
        event.outside_world("/reconcile", {})
        event.outside_world("/recon", {})
    took = time.time() - began
    with step("Comparing"):
        event.sign_in()
        rest(event)
        after = event.seen(sample)
        found = differences(before, after)
        expect(event.passes([late])[late], "who paid an order that was open then has no pass: the provider was not asked")
        expect(set(found) == {"lines of candidates", "lines of payments", "totals"} and found["lines of payments"] == 1,
               f"besides that payment there is another difference: {found}")
        expect(after["totals"]["candidates"] == before["totals"]["candidates"], f"the totals are {after['totals']}")
        expect(not any(event.passes(lost).values()), "what came after the backup is there, which cannot be")
        sent = event.mails() - mails_since
        expect(sent <= 1, f"{sent} mails were sent because of the restore, and one is right: to who paid meanwhile")
    with step("Trying whether the comparison would notice one candidate's partition"):
        client, table = event.client, NAMES["RegistrationsTable"]
        for item in client.query(TableName=table, KeyConditionExpression="pk = :pk", ExpressionAttributeValues={
                ":pk": {"S": f"REG#{sample[0].split('-')[0]}"}})["Items"]:
            client.delete_item(TableName=table, Key={"pk": item["pk"], "sk": item["sk"]})
        # As behind a restore: who was counted is among what is missing, so the stream takes nothing off the totals.
        rebuild(data)
        rest(event)
        without = {**after, "passes": event.passes(sample), "totals": event.totals()}
        noticed = differences(after, without)
        expect(set(noticed) == {"passes", "totals"}, f"that a candidate is missing was noticed by this alone: {noticed}")
    print(f"\n{CANDIDATES:,} candidates were restored in {took / 60:.1f} minutes; lost is what happened in the {deleted - moment:.0f} s"
          f" between the backup and the deletion: {len(lost)} registrations. {mails_since - mails} mails went out in between, {sent} after.")


def main(binary, port, outside):
    with tempfile.TemporaryDirectory(dir=os.environ.get("DRILL_FOLDER")) as folder:
        data = Path(folder, "local")
        env = {**os.environ, "PORT": port, "OUTSIDE_PORT": outside, "LOCAL_DATA": str(data), "LOCAL_LIMITS": "off"}
        with Path(folder, "log").open("wb") as log:
            system = subprocess.Popen([Path(binary).absolute()], cwd=ROOT, env=env, stdout=log, stderr=log)
        try:
            known = {}
            while "OPERATIONS_URL" not in known:
                expect(system.poll() is None, f"the local system has ended: {Path(folder, 'log').read_text()[-2000:]}")
                time.sleep(0.2)
                if (data / "environment").exists():
                    lines = (data / "environment").read_text().splitlines()
                    known = {name: value.strip("'") for name, value in (one.split("=", 1) for one in lines)}
            client = boto3.client(
                "dynamodb", endpoint_url=known["AWS_ENDPOINT_URL_DYNAMODB"], region_name=known["AWS_REGION"],
                aws_access_key_id=known["AWS_ACCESS_KEY_ID"], aws_secret_access_key=known["AWS_SECRET_ACCESS_KEY"])
            event = Event(int(port), int(outside), client, {**NAMES, "AccessTable": "access"})
            drill(event, data, Path(folder))
        finally:
            system.terminate()
            system.wait()


try:
    main(*sys.argv[1:])
except Failure as failure:
    sys.exit(str(failure))
