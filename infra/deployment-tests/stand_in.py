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


def record():
    """Where a stack is kept: the web ACL's has its own region, and nothing else is in it."""
    name = option("--stack-name")
    assert (option("--region") == "us-east-1") == (name == EDGE), ARGS
    return f"{STATE}/{'edge' if name == EDGE else 'stack'}.json"


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
    made, query = stack(), option("--query")
    if made is None:
        sys.exit(f"An error occurred (ValidationError): Stack with id {option('--stack-name')} does not exist")
    if "WebAclArn" in query:
        print(made["WebAclArn"])
    elif "Outputs" in query:
        outputs = {
            "SiteUrl": made.get("SiteOrigin") or SITE, "DistributionDomain": SITE[8:], "DistributionId": "E1",
            "WebBucketName": "web", "LogGroupName": "logs", "WebhookUrl": "x", "MailDkim1": "a CNAME b"}
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


def aws():
    call = " ".join(ARGS[:2])
    if ARGS == ["--version"]:
        print("aws-cli/2.31.0 Python/3.13.7 Linux/6.1")
    elif call == "cloudformation describe-stacks":
        describe_stacks()
    elif call == "s3 cp":
        s3_cp()
    elif call == "s3 rm" and "--recursive" in ARGS:
        import shutil

        shutil.rmtree(local(ARGS[-1]))
    elif call == "s3 rm":
        os.remove(local(ARGS[-1]))
    elif call == "s3api list-objects-v2":
        list_objects()
    elif call == "acm describe-certificate":
        assert option("--region") == "us-east-1", ARGS
        print(os.environ.get("CERTIFIED", "expo.example.org\tadmin.expo.example.org"))
    elif call == "cloudfront create-invalidation":
        print("I1")
    elif call not in ("sts get-caller-identity", "cloudfront wait", "logs tail"):
        sys.exit(f"what is {call}?")


def sam():
    import json

    if ARGS[0] == "package":
        write(option("--output-template-file"), "packaged: " + read("target/lambda/payments/bootstrap")[20:])
    else:
        given = option("--parameter-overrides")
        if given and given.startswith("file://"):
            values = json.loads(read(given.removeprefix("file://")))
        else:
            values = dict([given.split("=", 1)]) if given else {}
        made = {**(stack() or {}), **values, "code": read(option("--template-file"))}
        if option("--stack-name") == EDGE:
            made["WebAclArn"] = "arn:aws:wafv2:us-east-1:111122223333:global/webacl/expo-ap-south-1-edge/1-a"
        write(record(), json.dumps(made))


# The machine in the header of a program.
MACHINES = {"aarch64-unknown-linux-gnu": 0xB7, "x86_64-unknown-linux-gnu": 0x3E, "riscv64gc-unknown-linux-gnu": 0xF3}


def cargo():
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
    print(os.environ["VERSION"] if "rev-parse" in ARGS else "", end="")


def rustc():
    print(STATE)


def curl():
    pass


def main():
    call = " ".join([NAME, *ARGS])
    with open(f"{STATE}/calls", "a", encoding="utf-8") as calls:
        calls.write(call.replace("\n", " ") + "\n")
    words = os.environ.get("FAIL", "").split()
    if words and all(word in call for word in words):
        sys.exit(f"{NAME} fails on request")
    {"aws": aws, "sam": sam, "cargo": cargo, "npm": npm, "git": git, "rustc": rustc, "curl": curl}[NAME]()


main()
