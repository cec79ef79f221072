"""`make preflight`: what a deployment would fail on minutes later, or go wrong with days later, before anything is made.

usage: preflight <file of the parameters> <stack> <region> <mode>

Prints a table of what was looked at, and ends with a sentence for each thing that must be put right.
"""

import json
import sys

from asking import Refused, Wrong
from checks import CHECKS
from deployment import Deployment


def main(file, *place):
    with open(file, encoding="utf-8") as opened:
        parameters = json.load(opened)
    wrong = []
    try:
        deployment = Deployment(*place, parameters)
    except Refused as refused:
        sys.exit(f"The stack cannot be read: {refused}")
    print("Looked at before anything is made:")
    for what, look in CHECKS:
        try:
            found = look(deployment)
        except Wrong as one:
            wrong.append(str(one))
            found = "WRONG, see below"
        except Refused as refused:
            wrong.append(f"Whether {what}: it cannot be looked at. {refused}")
            found = "cannot be looked at, see below"
        print(f"  {what:<38} {found}")
    if wrong:
        sys.exit("\nNothing was deployed:\n" + "\n".join(f"  - {one}" for one in wrong))


main(*sys.argv[1:])
