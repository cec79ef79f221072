"""What the stand-ins share: the call, the folder STATE, and the answers of an account in order."""

import os
import sys

STATE = os.environ["STATE"]
NAME, *ARGS = sys.argv[1:]


def option(name):
    return ARGS[ARGS.index(name) + 1] if name in ARGS else None


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def write(path, text):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def files(folder):
    """The paths below a folder, in order."""
    found = [os.path.join(place, name) for place, _, names in os.walk(folder) for name in names]
    return sorted(os.path.relpath(path, folder) for path in found)

# What an account in order answers. A test puts other answers into the file `answers`: a text is what a failing call says.
ANSWERS = {
    "lambda get-account-settings": {"AccountLimit": {"ConcurrentExecutions": 1000, "UnreservedConcurrentExecutions": 1000}},
    "cloudfront list-distributions": {"DistributionList": {"Items": [{"Id": "E9", "Aliases": {"Items": ["x.test"]}}]}},
    "acm describe-certificate": {"Certificate": {
        "Status": "ISSUED", "SubjectAlternativeNames": ["expo.example.org", "admin.expo.example.org"],
        "NotAfter": "2999-01-01T00:00:00Z"}},
    "sesv2 get-account": {
        "ProductionAccessEnabled": True, "SendingEnabled": True, "SendQuota": {"Max24HourSend": 50000.0, "MaxSendRate": 14.0}},
    "secretsmanager get-secret-value provider": {"client_id": "12ab", "client_secret": "cfsk_ma_prod_12ab"},
    "secretsmanager get-secret-value admin-token": {
        "private_key": "MC4CAQAwBQYDK2VwBCIEIKdgF0aXm7Is1+GhLbwDoldRIhVqQoGrLNPEj48mEyaW"},
    "secretsmanager get-secret-value sheets": {"client_email": "robot@google.test", "private_key": "x"},
    "dns _dmarc.example.org TXT": ["v=DMARC1; p=none"],
    "dns expo.example.org A": ["192.0.2.1"], "dns admin.expo.example.org A": ["192.0.2.1"],
    "provider": "404", "git status": "",
    "events": "", "changes": "", "table": "a\tpk\tS\na\tsk\tS\ni\tby_due\t", "table to be": "a\tpk\tS\na\tsk\tS\ni\tby_due\t", "scan": "0",
    "list-objects": None}


def answered(call):
    import json

    path = f"{STATE}/answers"
    return {**ANSWERS, **(json.loads(read(path)) if os.path.exists(path) else {})}.get(call)


def tell(answer):
    import json

    if isinstance(answer, str):
        sys.exit(answer)
    print(json.dumps(answer))
