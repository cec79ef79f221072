"""`make missing`: which orders of the provider's list of payments are not paid here, or not here at all, as after a restore."""

import re
import sys

import boto3

from aws import resources
from items import Failure

ORDER = re.compile(r"\b(C[0-9A-HJKMNP-TV-Z]{11})-([0-9A-HJKMNP-TV-Z]{20})\b")
BATCH = 100  # https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html


def standing(client, table, orders):
    """The status of each order that is there."""
    found = {}
    for first in range(0, len(orders), BATCH):
        wanted = {table: {"ConsistentRead": True, "Keys": [
            {"pk": {"S": f"REG#{order.split('-')[0]}"}, "sk": {"S": f"ORDER#{order}"}} for order in orders[first:first + BATCH]]}}
        while wanted:
            answer = client.batch_get_item(RequestItems=wanted)
            found.update({item["order_id"]["S"]: item["status"]["S"] for item in answer["Responses"].get(table, [])})
            wanted = answer.get("UnprocessedKeys")
    return found


def tell(client, table, text):
    orders = sorted({found.group() for found in ORDER.finditer(text)})
    if not orders:
        raise Failure("There is no order of ours in the list: it must have the orders' identifiers, as CZ6S4932KF26-….")
    known = standing(client, table, orders)
    absent = [order for order in orders if order not in known]
    unpaid = [order for order in orders if known.get(order, "PAID") != "PAID"]
    print(f"{len(orders)} orders in the list; {len(absent)} are not here, {len(unpaid)} are here and not paid.")
    print("\n".join([*(f"  {order}: not here" for order in absent), *(f"  {order}: {known[order]}" for order in unpaid)]))
    return absent, unpaid


def missing(stack, path):
    with open(path, encoding="utf-8-sig", errors="replace") as file:
        text = file.read()
    absent, unpaid = tell(boto3.client("dynamodb"), resources(stack)["RegistrationsTable"], text)
    sys.exit(1 if absent or unpaid else 0)
