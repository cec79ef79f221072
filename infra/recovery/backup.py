"""`make backup`: every table of the stack as it was at one moment, and the pictures, in a bucket."""

import concurrent.futures
import json
import re
import time
from datetime import datetime, timedelta, timezone

from aws import TABLES, aws, copy_pictures, place, region_of, resources
from items import OF_DYNAMODB, Failure

PAUSE = 10  # seconds between two looks at an export, which takes minutes
LOCKED_FOR = timedelta(days=34)  # the bucket's lifecycle removes it a day later; see template.yaml


def moment(text):
    try:
        read = datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        read = None
    if read is None or read.tzinfo is None:
        raise Failure(f"AT is {text}: it is a moment with its zone, as 2026-11-21T09:30:00Z.")
    return read


def restorable(table):
    """From when to when the table can be had."""
    known = aws("dynamodb", "describe-continuous-backups", "--table-name", table)["ContinuousBackupsDescription"]
    known = known.get("PointInTimeRecoveryDescription", {})
    if known.get("PointInTimeRecoveryStatus") != "ENABLED":
        raise Failure(f"{table} has no point-in-time recovery, so nothing was exported: `make deploy` switches it on.")
    return moment(known["EarliestRestorableDateTime"]), moment(known["LatestRestorableDateTime"])


def choose_moment(tables, at):
    """The same for all tables, so that they fit together."""
    windows = {name: restorable(table) for name, table in tables.items()}
    if not at:
        return min(latest for _, latest in windows.values()).replace(microsecond=0)
    wanted = moment(at)
    for name, (earliest, latest) in windows.items():
        if not earliest <= wanted <= latest:
            raise Failure(f"AT is {at}, and {name} can be had as of {earliest:%FT%TZ} to {latest:%FT%TZ}.")
    return wanted


def check_owner(bucket, owner):
    """DynamoDB exports into another account only where it is named, and one that fails says so when the others have begun."""
    if owner and not re.fullmatch(r"\d{12}", owner):
        raise Failure(f"OWNER is {owner}: it is the 12 digits of the account that TO is of.")
    expected = owner or aws("sts", "get-caller-identity")["Account"]
    try:
        aws("s3api", "get-bucket-location", "--bucket", bucket, "--expected-bucket-owner", expected)
    except Failure as failure:
        whose = f"the account {owner}, or lets nobody of this one ask where it is: see docs/operations.md, \"Making a backup\"." if owner else (
            "this account, or lets nobody of it ask where it is: say OWNER= with the 12 digits of the account that it is of.")
        raise Failure(f"The bucket {bucket} is not of {whose} {failure}") from failure


def export(table, bucket, owner, prefix, at, name):
    """Begins one, and returns its ARN."""
    arn = aws("dynamodb", "describe-table", "--table-name", table)["Table"]["TableArn"]
    return aws("dynamodb", "export-table-to-point-in-time", "--table-arn", arn, "--s3-bucket", bucket,
               *(["--s3-bucket-owner", owner] if owner else []), "--s3-prefix", f"{prefix}{name}", "--export-time",
               str(int(at.timestamp())), "--export-format", "DYNAMODB_JSON")["ExportDescription"]["ExportArn"]


def finished(prefix, name, arn):
    """Waits for it. Where its summary is, is in the guide: ExportManifest may be named without the prefix."""
    while True:
        known = aws("dynamodb", "describe-export", "--export-arn", arn)["ExportDescription"]
        if known["ExportStatus"] == "FAILED":
            raise Failure(f"The export of {name} failed: {known.get('FailureMessage')}. What was exported is no backup.")
        if known["ExportStatus"] == "COMPLETED":
            return {"summary": f"{prefix}{name}/{OF_DYNAMODB}{arn.rpartition('/')[2]}/manifest-summary.json", "items": known["ItemCount"]}
        time.sleep(PAUSE)


def lock(bucket, prefix):
    """Nobody deletes it within the time without a right of its own (s3:BypassGovernanceRetention). Retention is set for each
    object, because a bucket's default asks every writer for a checksum, and DynamoDB does not say that it sends one."""
    listed = aws("s3api", "list-objects-v2", "--bucket", bucket, "--prefix", prefix)["Contents"]
    until = f"{datetime.now(timezone.utc) + LOCKED_FOR:%FT%TZ}"
    with concurrent.futures.ThreadPoolExecutor(8) as several:
        for _ in several.map(lambda one: aws("s3api", "put-object-retention", "--bucket", bucket, "--key", one["Key"], "--retention",
                                             f"Mode=GOVERNANCE,RetainUntilDate={until}"), listed):
            pass


def backup(stack, release, to, at, owner):
    if owner and not to:
        raise Failure("OWNER is of a bucket that TO names, and there is none.")
    known = resources(stack)
    tables = {name: known[name] for name in TABLES}
    own = not to
    bucket, prefix = place(to) if to else (known["BackupsBucket"], "backups/")
    if to:
        check_owner(bucket, owner)
    at = choose_moment(tables, at)
    prefix += f"{stack}-{at:%Y%m%dT%H%M%SZ}/"
    print(f"    every table as of {at:%FT%TZ}, {int((datetime.now(timezone.utc) - at).total_seconds())} s ago", flush=True)
    begun = {name: export(table, bucket, owner, prefix, at, name) for name, table in tables.items()}
    copy_pictures(f"s3://{known['MediaBucket']}/media/", f"s3://{bucket}/{prefix}pictures/")
    made = {name: finished(prefix, name, arn) for name, arn in begun.items()}
    # Last: what has it is whole.
    said = {"stack": stack, "release": release, "moment": f"{at:%FT%TZ}", "tables": made}
    aws("s3", "cp", "--only-show-errors", "--content-type", "application/json", "--region", region_of(bucket), "-",
        f"s3://{bucket}/{prefix}backup.json", given=json.dumps(said, indent=1))
    if own:
        lock(bucket, prefix)
    print("\n".join(f"    {one['items']:>9,} items of {name}" for name, one in made.items()))
    print(f"The backup is FROM=s3://{bucket}/{prefix}")
