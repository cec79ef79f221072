"""The AWS CLI and the SAM CLI: what reaches AWS is a folder.

A bucket is a folder below buckets/, with the headers of an object in a file beside it.
"""

import os
import sys

from stand_in_state import ARGS, STATE, answered, files, option, read, tell, write

SITE = "https://d111.cloudfront.test"
FLAGS = {"--recursive", "--quiet", "--only-show-errors"}
BESIDE = "~headers"
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


def released():
    """Whether a release was published: people confirm and enter what its deployment names at its end."""
    return os.path.exists(local("s3://web/releases/current"))


def identity():
    """Of SES, which verifies what the stack has made when its records are in the DNS."""
    if stack() is None:
        tell("An error occurred (NotFoundException) when calling the GetEmailIdentity operation: no such identity")
    tell({"VerifiedForSendingStatus": released(),
          "MailFromAttributes": {"MailFromDomainStatus": "SUCCESS" if released() else "PENDING"}})


def subscriptions():
    """Of SNS, where an address counts once it is confirmed."""
    import json

    kept, arn = "edge-alarms" if option("--region") == "us-east-1" else "stack", option("--topic-arn")
    made = json.loads(read(f"{STATE}/{kept}.json"))
    address = made.get("AlarmEmail") if arn == "arn:alarms" else made.get("TicketEmail") or made.get("AlarmEmail")
    known = {"Endpoint": address, "Protocol": "email", "SubscriptionArn": f"{arn}:1" if released() else "PendingConfirmation"}
    tell({"Subscriptions": [known] if address else []})


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
    elif call == "cloudformation list-stack-resources" and "AWS::S3::Bucket" in option("--query"):
        print(answered(f"contents of {stack()['code']}") or "")
    elif call == "cloudformation list-stack-resources":
        print("\n".join(f"{name}\texpo-{name}" for name in functions()))
    elif call == "cloudformation describe-stack-resource":
        print(f"expo-{option('--logical-resource-id')}")
    elif call == "cloudformation describe-change-set":
        wanted = answered(f"changes to {read(f'{STATE}/change set')}")
        print(answered("changes") if wanted is None else wanted)
    elif call == "dynamodb describe-table" and option("--table-name") == answered("gone"):
        sys.exit("An error occurred (ResourceNotFoundException)")
    elif call == "dynamodb describe-table":
        print(answered("table"))
    elif call == "cloudformation get-template":
        print(answered("table to be"))
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
    elif call == "cloudfront get-distribution-config":
        made = stack() if (stack() or {}).get("CertificateArn") else {}
        hosts = [made[name].removeprefix("https://") for name in ("SiteOrigin", "PortalHost") if made.get(name)]
        tell({"DistributionConfig": {"Aliases": {"Quantity": len(hosts), **({"Items": hosts} if hosts else {})}}})
    elif call == "sesv2 get-email-identity" and answered(call) is None:
        identity()
    elif call == "sns list-subscriptions-by-topic" and answered(call) is None:
        subscriptions()
    elif call == "s3api head-object":
        if not os.path.exists(local(f"s3://{option('--bucket')}/{option('--key')}")):
            sys.exit("An error occurred (404) when calling the HeadObject operation: Not Found")
        tell({"ContentLength": 1})
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
        write(f"{STATE}/change set", read(option("--template-file")))
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
        refused = f"{STATE}/refuses changes"
        if os.path.exists(refused) and read(refused) in ("", values.get("Running")) and option("--stack-name") != EDGE:
            sys.exit("refused")
        made = {**(stack() or {}), **values, "code": read(option("--template-file"))}
        if option("--stack-name") == EDGE:
            made["WebAclArn"] = "arn:aws:wafv2:us-east-1:111122223333:global/webacl/expo-ap-south-1-edge/1-a"
        write(record(), json.dumps(made))
