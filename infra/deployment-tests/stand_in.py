#!/usr/bin/env python3
"""Stands in for the commands that a deployment calls, under whose names it is copied: what reaches AWS is a folder.

Every call is a line of `calls` in the folder STATE. A bucket is a folder below buckets/, with the headers of an object in a
file beside it. FAIL names words of a call that is to fail.

It runs some thousand times in a test, so modules are imported where they are needed.
"""

import os
import sys

STATE = os.environ["STATE"]
NAME = os.path.basename(sys.argv[0])
ARGS = sys.argv[1:]
SITE = "https://d111.cloudfront.test"
FLAGS = {"--recursive", "--quiet", "--only-show-errors"}
BESIDE = "~headers"


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


EDGE = "expo-ap-south-1-edge"
# What is in us-east-1, and where it is kept.
FRONT = {EDGE: "edge", f"{EDGE}-alarms": "edge-alarms"}


def record():
    """Where a stack is kept: the web ACL's and the alarms' have their own region, and nothing else is in it."""
    name = option("--stack-name")
    assert option("--region") is None or (option("--region") == "us-east-1") == (name in FRONT), ARGS
    return f"{STATE}/{FRONT.get(name, 'stack')}.json"


def stack():
    import json

    path = record()
    return json.loads(read(path)) if os.path.exists(path) else None


def local(place):
    return f"{STATE}/buckets/{place.removeprefix('s3://')}" if place.startswith("s3://") else place


def chosen(path):
    """As the AWS CLI: everything, and then the last filter that fits counts."""
    import fnmatch

    taken = True
    for flag, pattern in zip(ARGS, ARGS[1:]):
        if flag in ("--exclude", "--include") and fnmatch.fnmatch(path, pattern):
            taken = flag == "--include"
    return taken


def put(source, target):
    write(target, sys.stdin.read() if source == "-" else read(source))
    headers = "".join(f"{name}: {option(f'--{name}')}\n" for name in ("content-type", "cache-control") if option(f"--{name}"))
    if not headers and os.path.exists(source + BESIDE):
        headers = read(source + BESIDE)
    write(target + BESIDE, headers)


def s3_cp():
    skip, places = False, []
    for word in ARGS[2:]:
        if skip:
            skip = False
        elif word.startswith("--"):
            skip = word not in FLAGS
        else:
            places.append(word)
    source, target = map(local, places)
    if target == "-":
        if not os.path.exists(source):
            sys.exit("fatal error: An error occurred (404) when calling the HeadObject operation: Key does not exist")
        print(read(source), end="")
    elif "--recursive" in ARGS:
        assert source.endswith("/") and target.endswith("/"), ARGS
        for path in files(source):
            if not path.endswith(BESIDE) and chosen(path):
                put(source + path, target + path)
    else:
        put(source, target)


def describe_stacks():
    import json

    made, query = stack(), option("--query")
    if made is None:
        sys.exit(f"An error occurred (ValidationError): Stack with id {option('--stack-name')} does not exist")
    outputs = {
        "SiteUrl": made.get("SiteOrigin") or SITE, "DistributionDomain": SITE[8:], "DistributionId": "E1",
        "WebBucketName": "web", "LogGroupName": "logs", "WebhookUrl": "x", "MailDkim1": "a CNAME b",
        "AlarmTopicArn": "arn:alarms", "TicketTopicArn": "arn:tickets", "LostMailEventsUrl": "https://queue.test/mail",
        "UnreadableRecordsUrl": "https://queue.test/unreadable"}
    secret = ("ViewerHeaderSecret", "FormerViewerHeaderSecret")
    parameters = [{"ParameterKey": name, "ParameterValue": "****" if name in secret else value}
                  for name, value in made.items() if name[0].isupper()]
    if query is None:
        print(json.dumps({"Stacks": [{
            "StackStatus": made.get("status", "CREATE_COMPLETE"), "Parameters": parameters,
            "Outputs": [{"OutputKey": name, "OutputValue": value} for name, value in outputs.items()]}]}))
    elif query == "Stacks[0].Parameters":
        print(json.dumps(parameters))
    elif "StackId" in query:
        print(f"arn:aws:cloudformation:x:stack/{option('--stack-name')}/1")
    elif "WebAclArn" in query:
        print(made["WebAclArn"])
    elif "Outputs" in query:
        print("\n".join(f"{name}\t{value}" for name, value in outputs.items()))
    elif "StackStatus" in query:
        print(made.get("status", "CREATE_COMPLETE"))
    elif "SiteOrigin" in query:
        print(made.get("SiteOrigin", ""))
    else:
        sys.exit(f"what is {query}?")


def list_objects():
    keys = files(f"{STATE}/buckets/{option('--bucket')}")
    keys = [key for key in keys if key.startswith(option("--prefix")) and not key.endswith(BESIDE)]
    if "LastModified<" in option("--query"):
        import datetime

        before = datetime.datetime.fromisoformat(option("--query").split("'")[1]).timestamp()
        keys = [key for key in keys if os.stat(f"{STATE}/buckets/{option('--bucket')}/{key}").st_mtime < before]
    print("\n".join(keys) or "None")


# What an account in order answers. A test puts other answers into the file `answers`: a text is what a failing call says.
ANSWERS = {
    "lambda get-account-settings": {"AccountLimit": {"ConcurrentExecutions": 1000, "UnreservedConcurrentExecutions": 1000}},
    "cloudfront list-distributions": {"DistributionList": {"Quantity": 1, "Items": [{"Id": "E9", "Aliases": {"Items": ["x.test"]}}]}},
    "cloudfront list-conflicting-aliases": {"ConflictingAliasesList": {"Items": []}},
    "acm describe-certificate": {"Certificate": {
        "Status": "ISSUED", "SubjectAlternativeNames": ["expo.example.org", "admin.expo.example.org"],
        "NotAfter": "2999-01-01T00:00:00Z"}},
    "sesv2 get-email-identity": "An error occurred (NotFoundException)",
    "sesv2 get-account": {
        "ProductionAccessEnabled": True, "SendingEnabled": True, "SendQuota": {"Max24HourSend": 50000.0, "MaxSendRate": 14.0}},
    "secretsmanager get-secret-value provider": {"client_id": "12ab", "client_secret": "cfsk_ma_prod_12ab"},
    "secretsmanager get-secret-value admin-token": {
        "private_key": "MC4CAQAwBQYDK2VwBCIEIKdgF0aXm7Is1+GhLbwDoldRIhVqQoGrLNPEj48mEyaW"},
    "secretsmanager get-secret-value sheets": {"client_email": "robot@google.test", "private_key": "x"},
    "sns list-subscriptions-by-topic": {"Subscriptions": []},
    "dns _dmarc.example.org TXT": ["v=DMARC1; p=none"],
    "dns expo.example.org A": ["192.0.2.1"], "dns admin.expo.example.org A": ["192.0.2.1"],
    "provider": "404", "git status": "",
    "events": "", "changes": "", "scan": "0", "list-objects": None}


def answered(call):
    import json

    path = f"{STATE}/answers"
    return {**ANSWERS, **(json.loads(read(path)) if os.path.exists(path) else {})}.get(call)


def tell(answer):
    import json

    if isinstance(answer, str):
        sys.exit(answer)
    print(json.dumps(answer))


def functions():
    import re

    return re.findall(r"(?m)^  (\w+):\n    Type: AWS::Serverless::Function$", read("template.yaml"))


def invoke():
    """Each function answers as it should, but for those that the test has broken, whatever release or until the former one."""
    import json

    name, event = option("--function-name").removeprefix("expo-"), json.loads(sys.stdin.read())
    broken = os.environ.get("BROKEN", "")
    failing = name == broken.split("@")[0] and broken.split("@")[-1] in stack()["code"]
    known = {"statusCode": 403} if "requestContext" in event else {"message": "done"}
    write(ARGS[-1], json.dumps({"errorMessage": "Runtime exited"} if failing else known))
    print(json.dumps({"StatusCode": 200, **({"FunctionError": "Unhandled"} if failing else {})}))


def change(call):
    """What changes something, and is only written down."""
    if call == "cloudformation delete-stack":
        os.remove(record())
    elif call == "cloudformation continue-update-rollback":
        import json

        write(record(), json.dumps({**stack(), "status": "UPDATE_ROLLBACK_COMPLETE"}))


CHANGES = (
    "cloudformation update-termination-protection", "cloudformation delete-stack", "cloudformation wait",
    "cloudformation continue-update-rollback", "cloudformation delete-change-set", "dynamodb update-table", "dynamodb wait",
    "dynamodb delete-table", "s3api delete-bucket", "cloudfront wait", "logs tail")


def aws():
    call = " ".join(ARGS[:2])
    if ARGS == ["--version"]:
        print("aws-cli/2.31.0 Python/3.13.7 Linux/6.1")
    elif call == "sts get-caller-identity":
        print("111122223333")
    elif call == "cloudformation describe-stacks":
        describe_stacks()
    elif call == "cloudformation list-stack-resources":
        print("\n".join(f"{name}\texpo-{name}" for name in functions()))
    elif call == "cloudformation describe-stack-resource":
        print(f"expo-{option('--logical-resource-id')}")
    elif call == "cloudformation describe-change-set":
        print(answered("changes"))
    elif call == "cloudformation describe-stack-events":
        print(answered("events"))
    elif call == "lambda invoke":
        invoke()
    elif call == "secretsmanager get-secret-value":
        kind = next(kind for kind in ("provider", "admin-token", "sheets") if kind in option("--secret-id"))
        found = answered(f"{call} {kind}")
        if isinstance(found, str):
            sys.exit(found)
        import json

        tell({"SecretString": json.dumps(found)})
    elif call == "dynamodb scan":
        print(answered("scan"))
    elif call == "s3 cp":
        s3_cp()
    elif call == "s3 rm" and "--recursive" in ARGS:
        import shutil

        shutil.rmtree(local(ARGS[-1]))
    elif call == "s3 rm":
        os.remove(local(ARGS[-1]))
    elif call in ("s3api list-objects-v2", "s3api list-object-versions"):
        list_objects()
    elif call == "cloudfront create-invalidation":
        print("I1")
    elif call in CHANGES:
        change(call)
    elif answered(call) is not None:
        assert not call.startswith("acm") or option("--region") == "us-east-1", ARGS
        tell(answered(call))
    else:
        sys.exit(f"what is {call}?")


def sam():
    import json

    if ARGS[0] == "package":
        write(option("--output-template-file"), "packaged: " + read("target/lambda/payments/bootstrap")[20:])
    elif "--no-execute-changeset" in ARGS:
        print("Changeset created successfully. arn:aws:cloudformation:ap-south-1:111122223333:changeSet/samcli-deploy1/1")
    else:
        given = option("--parameter-overrides")
        if given and given.startswith("file://"):
            values = json.loads(read(given.removeprefix("file://")))
        else:
            values = dict([given.split("=", 1)]) if given else {}
        if "Running" in values:
            with open(f"{STATE}/running", "a", encoding="utf-8") as running:
                running.write(values["Running"] + "\n")
        made = {**(stack() or {}), **values, "code": read(option("--template-file"))}
        if option("--stack-name") == EDGE:
            made["WebAclArn"] = "arn:aws:wafv2:us-east-1:111122223333:global/webacl/expo-ap-south-1-edge/1-a"
        write(record(), json.dumps(made))


# The machine in the header of a program.
MACHINES = {"aarch64-unknown-linux-gnu": 0xB7, "x86_64-unknown-linux-gnu": 0x3E, "riscv64gc-unknown-linux-gnu": 0xF3}


def cargo():
    write(f"{STATE}/event of the functions", os.environ.get("EVENT_FILE", ""))
    write(f"{STATE}/compiler", os.environ.get("RUSTC", "the installed one"))
    machine = MACHINES[os.environ.get("BUILT_FOR") or option("--target")]
    head = "\x7fELF".ljust(18, "\0") + chr(machine) + "\0"
    for name in (word for flag, word in zip(ARGS, ARGS[1:]) if flag == "--package"):
        # One byte for each character.
        path = f"{option('--lambda-dir')}/{name}/bootstrap"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="latin-1") as file:
            file.write(head + os.environ["VERSION"])


def npm():
    if "ci" in ARGS:
        return
    version, dist = os.environ["VERSION"], "web/dist"
    write(f"{STATE}/event of the pages", os.environ.get("EVENT_FILE", ""))
    for path in files(dist):
        os.remove(f"{dist}/{path}")
    for page in ("index", "app", "about-us"):
        head = '<meta name="cashfree-mode" content="production" />'
        write(f"{dist}/{page}.html", f"{head}{version} {os.environ['SITE_ORIGIN']}")
    for page in ("portal", "door"):
        write(f"{dist}/{page}.html", version)
    further = os.environ.get("FURTHER", "").split()
    for name in (".vite/manifest.json", f"assets/main-{version}.js", f"assets/style-{version}.css", "favicon.svg", *further):
        write(f"{dist}/{name}", version)


def git():
    print(os.environ["VERSION"] if "rev-parse" in ARGS else answered("git status"), end="")


def rustc():
    print(STATE)


def curl():
    import json

    url = ARGS[-1]
    if "dns.google" in url:
        asked = dict(part.split("=") for part in url.partition("?")[2].split("&"))
        found = answered(f"dns {asked['name']} {asked['type']}") or []
        print(json.dumps({"Answer": [{"data": one} for one in found]}))
    elif "--config" in ARGS:
        sys.stdin.read()
        print(answered("provider"))


def main():
    call = " ".join([NAME, *ARGS])
    with open(f"{STATE}/calls", "a", encoding="utf-8") as calls:
        calls.write(call.replace("\n", " ") + "\n")
    words = os.environ.get("FAIL", "").split()
    if words and all(word in call for word in words):
        sys.exit(f"{NAME} fails on request")
    {"aws": aws, "sam": sam, "cargo": cargo, "npm": npm, "git": git, "rustc": rustc, "curl": curl}[NAME]()


main()
