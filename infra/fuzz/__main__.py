"""`make fuzz`: schemathesis asks every call of infra/openapi.json, for each role and as a visitor, with values that the document
permits and with those that it forbids. Each role has a local system of its own, with candidates, payments and admissions in it.
Anything that the document does not have fails: a status, a member, a header; and so does any answer of 500."""

import argparse
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

from system import System

ROLES = ("visitor", "admin", "counter", "door", "accountant")
# A form has rules that no schema can say, and what is blank or null counts as left out where it may be.
NOT_CHECKED = "positive_data_acceptance,negative_data_rejection"
# After everything else: the one ends the session that asks, the other the event.
LAST = "^/api/admin/(logout|sessions)|^/api/closing"
HERE = pathlib.Path(__file__).parent.resolve()


def ask(schemathesis, system, role, which, cases, report):
    environment = {
        **os.environ,
        "SCHEMATHESIS_HOOKS": "hooks",
        "PYTHONPATH": str(HERE),
        "FUZZ_SITE": system.site,
        "FUZZ_OUTSIDE": system.outside,
        "FUZZ_ACCOUNT": json.dumps(system.accounts.get(role)),
        "FUZZ_REPORT": str(report),
    }
    arguments = ["run", str(HERE.parent / "openapi.json"), "--url", system.site, "--phases", "coverage,fuzzing", "--max-examples", str(cases)]
    arguments += ["--exclude-checks", NOT_CHECKED, "--continue-on-failure", "--generation-database", "none"]
    arguments += ["--suppress-health-check", "all", "--request-timeout", "60", "--warnings", "off", "--no-color", *which]
    # It keeps what it has found in the folder that it runs in.
    return subprocess.run([schemathesis, *arguments], env=environment, cwd=report.parent, check=False).returncode


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--local", required=True, help="the program `local`")
    arguments.add_argument("--schemathesis", required=True)
    arguments.add_argument("--cases", type=int, default=20, help="made-up ones of each call, beside those that try each bound")
    arguments.add_argument("roles", nargs="*")
    given = arguments.parse_args()
    schemathesis = str(pathlib.Path(given.schemathesis).absolute())
    # When this is ended, what it has started ends with it.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    failed = []
    for role in given.roles or ROLES:
        started = time.monotonic()
        with tempfile.TemporaryDirectory() as folder, System(given.local, folder) as system:
            report = pathlib.Path(folder) / "statuses.json"
            runs = [("--exclude-path-regex", LAST), ("--include-path-regex", LAST)]
            if any([ask(schemathesis, system, role, which, given.cases, report) for which in runs]):
                failed.append(role)
            calls = json.loads(report.read_text(encoding="utf-8"))
            sent = [sum(statuses.values()) for statuses in calls.values()]
            told = f"{sum(sent)} requests to {len(calls)} calls, at least {min(sent)} to each"
            print(f"==> {role}: {told}, in {time.monotonic() - started:.0f} s", flush=True)
    if failed:
        sys.exit(f"==> not as the document says it, as {', '.join(failed)}")


if __name__ == "__main__":
    main()
