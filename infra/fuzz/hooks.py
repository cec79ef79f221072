"""What schemathesis does beside the calls that it makes up: signs in, lets the time of a limit go by, and counts."""

import atexit
import collections
import json
import os
import pathlib
import threading

import requests
import schemathesis

SITE, OUTSIDE = os.environ["FUZZ_SITE"], os.environ["FUZZ_OUTSIDE"]
ACCOUNT = json.loads(os.environ["FUZZ_ACCOUNT"])
REPORT = pathlib.Path(os.environ["FUZZ_REPORT"])
# With such an answer the session that asked is over.
ENDS_SESSIONS = ("POST /api/admin/logout", "DELETE /api/admin/sessions", "PUT /api/admin/account", "PUT /api/admin/password")

counted = collections.defaultdict(collections.Counter)
lock = threading.Lock()


def wait(seconds):
    requests.post(f"{OUTSIDE}/clock", json={"advance_seconds": int(seconds) + 1}, timeout=60).raise_for_status()


def sign_in():
    while (answer := requests.post(f"{SITE}/api/admin/login", json=ACCOUNT, timeout=60)).status_code == 429:
        wait(answer.headers["Retry-After"])
    answer.raise_for_status()
    return answer.json()["token"]


class Session:
    token = sign_in() if ACCOUNT else None


if ACCOUNT:

    @schemathesis.auth()
    class Auth:
        def get(self, _case, _context):
            return "of the session"

        def set(self, case, _data, _context):
            case.headers = {**(case.headers or {}), "Authorization": f"Bearer {Session.token}"}


@schemathesis.hook
def filter_path_parameters(_context, path_parameters):
    """The gateway decodes a path before it looks for a route, and ends it at a question mark: no function hears of that one."""
    return not any(mark in str(value) for value in (path_parameters or {}).values() for mark in ("?", "%3F"))


@schemathesis.hook
def after_call(_context, case, response):
    call = case.operation.label
    if response.status_code == 429:
        wait(*response.headers["retry-after"])
    with lock:
        counted[call][str(response.status_code)] += 1
        is_ours = ACCOUNT and response.request.headers.get("Authorization") == f"Bearer {Session.token}"
        if is_ours and (response.status_code == 401 or (response.status_code < 300 and call.startswith(ENDS_SESSIONS))):
            Session.token = sign_in()


@schemathesis.hook
def after_load_schema(_context, _schema):
    """Runs of one role add up."""
    before = json.loads(REPORT.read_text(encoding="utf-8")) if REPORT.exists() else {}
    atexit.register(lambda: REPORT.write_text(json.dumps({**before, **counted}), encoding="utf-8"))
