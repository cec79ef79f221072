"""The AWS CLI, and what a stack consists of."""

import json
import os
import subprocess

from items import Failure

# What a person would miss. AccessTable holds nothing that could not be lost.
TABLES = ("RegistrationsTable", "AdminTable", "CheckInTable", "ContentTable", "CatalogueTable")


def aws(*arguments, given=None):
    done = subprocess.run(["aws", *arguments, "--output", "json"], input=given, env={**os.environ, "AWS_PAGER": ""}, text=True,
                          check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          **({} if given else {"stdin": subprocess.DEVNULL}))
    if done.returncode:
        raise Failure(f"`aws {' '.join(arguments[:2])}` failed. The AWS CLI says: {done.stderr.strip()}")
    try:
        return json.loads(done.stdout.strip() or "{}")
    except ValueError:  # what `aws s3` says is for people
        return {}


def resources(stack):
    """The physical name of each resource of the stack."""
    listed = aws("cloudformation", "list-stack-resources", "--stack-name", stack)["StackResourceSummaries"]
    return {one["LogicalResourceId"]: one.get("PhysicalResourceId") for one in listed}


def place(address):
    """(bucket, what its keys begin with) of an address."""
    bucket, _, prefix = address.removeprefix("s3://").rstrip("/").partition("/")
    if not address.startswith("s3://") or not bucket:
        raise Failure(f"{address} is no address in S3: it is s3://<bucket>/<folder>.")
    return bucket, prefix + "/" if prefix else ""


def region_of(bucket):
    """https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketLocation.html: us-east-1 has no name there."""
    return aws("s3api", "get-bucket-location", "--bucket", bucket).get("LocationConstraint") or "us-east-1"


def copy_pictures(source, target):
    """From one place to another, which may be in another region; what is there stays."""
    aws("s3", "sync", "--only-show-errors", "--source-region", region_of(place(source)[0]), "--region", region_of(place(target)[0]),
        source, target)
