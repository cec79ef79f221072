#!/usr/bin/env python3
"""Stands in for the commands that a deployment calls, under whose names it is linked: what reaches AWS is a folder.

Every call is a line of calls.jsonl in the folder WORLD. A bucket is a folder below buckets/, with the headers of an object
in a file beside it. FAIL names words of a call that is to fail.
"""

import fnmatch
import json
import os
import shutil
import sys
from pathlib import Path

WORLD = Path(os.environ["WORLD"])
NAME = Path(sys.argv[0]).name
ARGS = sys.argv[1:]
SITE = "https://d111.cloudfront.test"
FLAGS = {"--recursive", "--quiet", "--only-show-errors"}


def record(**more):
    with open(WORLD / "calls.jsonl", "a", encoding="utf-8") as calls:
        calls.write(json.dumps({"name": NAME, "args": ARGS, **more}) + "\n")


def option(name, default=None):
    return ARGS[ARGS.index(name) + 1] if name in ARGS else default


def stack():
    file = WORLD / "stack.json"
    return json.loads(file.read_text()) if file.exists() else None


def local(place):
    return WORLD / "buckets" / place.removeprefix("s3://") if place.startswith("s3://") else Path(place)


def chosen(path):
    """As the AWS CLI: everything, and then the last filter that fits counts."""
    taken = True
    for flag, pattern in zip(ARGS, ARGS[1:]):
        if flag in ("--exclude", "--include") and fnmatch.fnmatch(path, pattern):
            taken = flag == "--include"
    return taken


def put(source, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    if source is None:
        target.write_bytes(sys.stdin.buffer.read())
    else:
        shutil.copyfile(source, target)
    headers = {name: option(f"--{name}") for name in ("content-type", "cache-control") if option(f"--{name}")}
    beside = source.with_name(source.name + "~headers") if source else None
    if not headers and beside and beside.exists():
        headers = json.loads(beside.read_text())
    target.with_name(target.name + "~headers").write_text(json.dumps(headers))


def s3_cp():
    skip, places = False, []
    for word in ARGS[2:]:
        if skip:
            skip = False
        elif word.startswith("--"):
            skip = word not in FLAGS
        else:
            places.append(word)
    source, target = places
    if target == "-":
        if not local(source).exists():
            sys.exit("404")
        sys.stdout.write(local(source).read_text())
    elif "--recursive" in ARGS:
        assert source.endswith("/") and target.endswith("/"), ARGS
        for file in sorted(local(source).rglob("*")):
            path = str(file.relative_to(local(source)))
            if file.is_file() and not path.endswith("~headers") and chosen(path):
                put(file, local(target) / path)
    else:
        put(None if source == "-" else local(source), local(target))


def aws():
    call = " ".join(ARGS[:2])
    if ARGS == ["--version"]:
        print("aws-cli/2.31.0 Python/3.13.7 Linux/6.1")
    elif call == "sts get-caller-identity":
        print("{}")
    elif call == "cloudformation describe-stacks":
        made = stack()
        if made is None:
            sys.exit("An error occurred (ValidationError): Stack with id expo does not exist")
        query = option("--query")
        if "Outputs" in query:
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
    elif call == "s3 cp":
        s3_cp()
    elif call == "s3 rm":
        local(ARGS[-1]).unlink()
    elif call == "s3api list-objects-v2":
        bucket = WORLD / "buckets" / option("--bucket")
        keys = [str(file.relative_to(bucket)) for file in sorted(bucket.rglob("*")) if file.is_file()]
        keys = [key for key in keys if key.startswith(option("--prefix")) and not key.endswith("~headers")]
        if "LastModified" in option("--query"):
            keys = [key for key in keys if "ancient" in key]
        print("\n".join(keys) or "None")
    elif call == "cloudfront create-invalidation":
        print("I1")
    elif call not in ("cloudfront wait", "logs tail"):
        sys.exit(f"what is {call}?")


def sam():
    if ARGS[0] == "package":
        code = (Path("target/lambda/payments/bootstrap")).read_text()
        Path(option("--output-template-file")).write_text(f"packaged: {code}")
    else:
        given = option("--parameter-overrides")
        values = json.loads(Path(given.removeprefix("file://")).read_text()) if given else {}
        made = {**(stack() or {}), **values, "code": Path(option("--template-file")).read_text()}
        (WORLD / "stack.json").write_text(json.dumps(made))


def cargo():
    for name in (word for flag, word in zip(ARGS, ARGS[1:]) if flag == "--package"):
        folder = Path("target/lambda") / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "bootstrap").write_text(os.environ["VERSION"])


def npm():
    if "ci" in ARGS:
        return
    version = os.environ["VERSION"]
    dist = Path("web/dist")
    shutil.rmtree(dist, ignore_errors=True)
    (dist / "assets").mkdir(parents=True)
    (dist / ".vite").mkdir()
    (dist / ".vite/manifest.json").write_text("{}")
    page = '<meta name="cashfree-mode" content="production" />'
    for name in ("index", "app", "about-us"):
        (dist / f"{name}.html").write_text(f"{page}{version} {os.environ['SITE_ORIGIN']}")
    (dist / f"assets/main-{version}.js").write_text(version)
    (dist / f"assets/style-{version}.css").write_text(version)
    (dist / "favicon.svg").write_text(version)
    for name in os.environ.get("FURTHER", "").split():
        (dist / name).write_text(version)


def main():
    words = os.environ.get("FAIL", "").split()
    call = " ".join([NAME, *ARGS])
    fails = bool(words) and all(word in call for word in words)
    record(fails=fails)
    if fails:
        sys.exit(f"{NAME} was told to fail")
    actions = {"aws": aws, "sam": sam, "cargo": cargo, "npm": npm, "git": lambda: print(os.environ["VERSION"]
        if "rev-parse" in ARGS else "", end=""), "rustc": lambda: print(WORLD), "curl": lambda: None}
    actions[NAME]()


main()
