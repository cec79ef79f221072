"""Items of tables: read from an export in S3 or from a table, written into a table, and compared.

An export is what DynamoDB's ExportTableToPointInTime leaves: a list of files, each with a JSON object `{"Item": …}` a line
(https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataExport.Output.html).
"""

import base64
import concurrent.futures
import gzip
import hashlib
import json
import threading
import time

SEGMENTS = 8  # of a table, read side by side
WRITERS = 16
BATCH = 25  # https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html
TRIES = 12  # of what a table throttles, with pauses up to ten seconds


class Failure(Exception):
    """Something that the caller has to put right."""


def parsed(value, of):
    """An attribute of an export as the SDK has it, or with `of=encoded` the other way round: bytes are Base64 there."""
    [(kind, content)] = value.items()
    if kind == "B":
        return {"B": of(content)}
    if kind == "BS":
        return {"BS": [of(one) for one in content]}
    if kind == "L":
        return {"L": [parsed(one, of) for one in content]}
    if kind == "M":
        return {"M": {name: parsed(one, of) for name, one in content.items()}}
    return {kind: content}


def encoded(content):
    return base64.b64encode(content).decode()


def line(item):
    """An item as a line of an export. Two lines are the same when the items are."""
    said = {name: parsed(value, encoded) for name, value in item.items()}
    for value in said.values():
        for kind in ("SS", "NS", "BS"):
            if kind in value:
                value[kind] = sorted(value[kind])
    return json.dumps({"Item": said}, sort_keys=True, separators=(",", ":"))


OF_DYNAMODB = "AWSDynamoDB/"


class Export:
    """One table's export, by the bucket and the place of its `manifest-summary.json`."""

    def __init__(self, s3, bucket, summary):
        self.s3, self.bucket = s3, bucket
        self.root = summary.partition(OF_DYNAMODB)[0]
        self.summary = json.loads(self._read(summary))

    def _read(self, key):
        return self.s3.get_object(Bucket=self.bucket, Key=key)["Body"].read()

    def _key(self, named):
        """The guide's example names keys without the prefix of the export, and its text with it: what follows is the same."""
        return self.root + OF_DYNAMODB + named.partition(OF_DYNAMODB)[2]

    def count(self):
        return self.summary["itemCount"]

    def items(self):
        """Every item; fails at the end when there were not as many as DynamoDB has counted."""
        listed = self._read(self._key(self.summary["manifestFilesS3Key"])).decode().split("\n")
        found = 0
        for file in (json.loads(one) for one in listed if one.strip()):
            content = self._read(self._key(file["dataFileS3Key"]))
            if encoded(hashlib.md5(content, usedforsecurity=False).digest()) != file["md5Checksum"]:
                raise Failure(f"s3://{self.bucket}/{self._key(file['dataFileS3Key'])} is not what was exported.")
            for one in gzip.decompress(content).decode().splitlines():
                found += 1
                yield {name: parsed(value, base64.b64decode) for name, value in json.loads(one)["Item"].items()}
        if found != self.count():
            raise Failure(f"The export has {found} items, and DynamoDB counted {self.count()}.")


def scanned(client, table):
    """Every item of a table, read in segments side by side."""
    def segment(number):
        pages = client.get_paginator("scan").paginate(
            TableName=table, ConsistentRead=True, Segment=number, TotalSegments=SEGMENTS)
        return [item for page in pages for item in page["Items"]]

    with concurrent.futures.ThreadPoolExecutor(SEGMENTS) as several:
        for items in several.map(segment, range(SEGMENTS)):
            yield from items


def alive(items, now):
    """Without what time to live would delete anyway."""
    return (item for item in items if int(item.get("expires", {"N": str(now + 1)})["N"]) > now)


def batches(items):
    batch = []
    for item in items:
        batch.append(item)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def write(client, table, items, keep):
    """Writes the items side by side: all of them, or with `keep` those whose keys the table does not have."""
    room = threading.Semaphore(4 * WRITERS)  # so that reading does not run ahead
    with concurrent.futures.ThreadPoolExecutor(WRITERS) as several:
        waiting = []
        for batch in batches(items):
            room.acquire()
            work = several.submit(add_missing if keep else put_all, client, table, batch)
            work.add_done_callback(lambda _: room.release())
            waiting.append(work)
            if len(waiting) > 1000:
                waiting = [one for one in waiting if not one.done() or one.result()]
        for one in waiting:
            one.result()


def put_all(client, table, batch):
    wanted = {table: [{"PutRequest": {"Item": item}} for item in batch]}
    for number in range(TRIES):
        wanted = client.batch_write_item(RequestItems=wanted).get("UnprocessedItems")
        if not wanted:
            return
        time.sleep(min(10, 0.05 * 2**number))
    raise Failure(f"{table} does not take more: it is throttled. Try again; what is there already is written once more.")


def add_missing(client, table, batch):
    for item in batch:
        try:
            client.put_item(TableName=table, Item=item, ConditionExpression="attribute_not_exists(pk)")
        except client.exceptions.ConditionalCheckFailedException:
            pass


class Seen:
    """The items of one side of a comparison, by their keys, without holding them."""

    def __init__(self):
        self.digests = {}

    def of(self, items):
        """The same items, noted on their way."""
        for item in items:
            key = json.dumps([item["pk"], item["sk"]])
            self.digests[digest(key)] = digest(line(item))
            yield item

    def all(self, items):
        for _ in self.of(items):
            pass
        return self

    def missing_in(self, other):
        return len(self.digests.keys() - other.digests.keys())

    def different_in(self, other):
        return sum(1 for key, what in self.digests.items() if other.digests.get(key, what) != what)


def digest(text):
    return hashlib.blake2b(text.encode(), digest_size=16).digest()
