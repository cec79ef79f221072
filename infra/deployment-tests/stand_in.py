#!/usr/bin/env python3
"""Stands in for the commands that a deployment calls; the first argument is the name of one.

Every call is a line of `calls` in the folder STATE. FAIL names words of a call that is to fail.

It runs some thousand times in a test, so modules are imported where they are needed.
"""

import os
import sys

# It is run without the paths of the environment.
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from stand_in_state import ARGS, NAME, STATE  # noqa: E402


def main():
    call = " ".join([NAME, *ARGS])
    with open(f"{STATE}/calls", "a", encoding="utf-8") as calls:
        calls.write(call.replace("\n", " ") + "\n")
    words = os.environ.get("FAIL", "").split()
    if words and all(word in call for word in words):
        sys.exit(f"{NAME} fails on request")
    if NAME in ("aws", "sam"):
        import stand_in_aws as commands
    else:
        import stand_in_tools as commands
    getattr(commands, NAME)()


main()
