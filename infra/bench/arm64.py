"""Whether functions that were built for arm64 do on arm64 what they do here: `make check-arm64` builds them first.

Each starts under an emulated Lambda Runtime API and answers a call of an emulated AWS behind TLS, as `make bench` measures
it. Then a student registers and pays twice, up to the pass in the mailbox: with every function in the local system's own
process, and with `packages`, `payments` and `notifier` as the arm64 programs. What is seen from outside must be the same.

    python3 infra/bench/arm64.py --functions target/lambda-arm64 --local target/debug/local --ports 8090 8091 \\
        --processor .tools/arm64/processor

Without --processor this machine is arm64 itself and runs them as they are.
"""

import argparse
import http.client
import json
import os
import re
import shlex
import shutil
import struct
import subprocess
import tempfile
import time
from contextlib import closing, contextmanager
from pathlib import Path

from aws import aws, openssl
from calls import ROOT, Keys, calls, environment, secrets
from load import ask
from runtime import Run

AARCH64 = 183  # the machine in an ELF header
GLIBC = (2, 34)  # of Amazon Linux 2023, on which provided.al2023 runs
PROCESSOR = "neoverse-n1"  # Graviton2, the oldest that Lambda runs arm64 on
IN_LOCAL_SYSTEM = ("packages", "payments", "notifier")
PATIENCE = 60  # seconds for a start, a payment, a mail


def look_at(program):
    """Fails unless the program is for arm64, and for a C library that is no newer than Lambda's."""
    content = program.read_bytes()
    if content[:4] != b"\x7fELF" or struct.unpack_from("<H", content, 18)[0] != AARCH64:
        raise SystemExit(f"{program} is no program for arm64.")
    newest = max(tuple(int(part) for part in version.split(b".")) for version in re.findall(rb"GLIBC_(\d+\.\d+)", content))
    if newest > GLIBC:
        raise SystemExit(f"{program} wants glibc {newest}; Lambda has {GLIBC}.")
    return newest


def emulated(programs, processor, folder):
    """Each of the programs as one that this machine can start, in a folder of the same layout."""
    command = [str(processor / "usr/bin/qemu-aarch64-static"), "-cpu", PROCESSOR, "-L", str(processor)] if processor else []
    for name, program in programs.items():
        script = folder / name / "bootstrap"
        script.parent.mkdir(parents=True)
        script.write_text(f"#!/bin/sh\nexec {shlex.join([*command, str(program)])}\n")
        script.chmod(0o755)
    return folder


def start_each(programs, scripts):
    """Every function answers its calls, over TLS. What qemu takes for that says little of any real processor."""
    with tempfile.TemporaryDirectory() as folder:
        keys = Keys(folder)
        sheets_key = openssl("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048").decode()
        with aws(folder, secrets(keys, sheets_key)) as env:
            print("| function | call | bootstrap MB | glibc | CPU ms of init + first request, emulated |")
            print("|---|---|---|---|---|")
            for call in calls():
                if call.function not in programs:
                    continue
                program = programs[call.function]
                size, newest = program.stat().st_size / 1e6, ".".join(map(str, look_at(program)))
                script = str(scripts / call.function / "bootstrap")
                run = Run(script, call.event(keys), call.status, 2, {**env, **environment(keys)})
                print(f"| {call.function} | {call.what} | {size:.2f} | {newest} | {run.cpu_first:.0f} |", flush=True)


@contextmanager
def local_system(program, ports, folder, bootstraps):
    """The local system on data of its own, and its log, which has the lines of the programs in it."""
    for file in ("template.yaml", "infra/edge.yaml"):
        (folder / file).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / file, folder / file)
    # Pages are no part of this.
    (folder / "web/dist").mkdir(parents=True)
    for page in ("index", "app", "not-found", "portal", "portal-not-found", "door", "door-not-found"):
        (folder / f"web/dist/{page}.html").write_text("<!doctype html>")
    log = folder / "log"
    env = {**os.environ, "PORT": str(ports[0]), "OUTSIDE_PORT": str(ports[1]), "LOCAL_DATA": str(folder / "data")}
    if bootstraps:
        env["LOCAL_BOOTSTRAPS"] = str(bootstraps)
    with log.open("w") as output:
        system = subprocess.Popen([str(program)], cwd=folder, env=env, stdout=output, stderr=subprocess.STDOUT)
    try:
        eventually("The local system's start", lambda: "ready; Ctrl-C" in log.read_text() or system.poll() is not None, log)
        if system.poll() is not None:
            raise SystemExit(f"The local system did not start:\n{log.read_text()}")
        yield log
    finally:
        system.terminate()
        system.wait()


def eventually(what, look, log):
    end = time.monotonic() + PATIENCE
    while not (seen := look()):
        if time.monotonic() > end:
            raise SystemExit(f"{what} did not come within {PATIENCE} s:\n{log.read_text()[-4000:]}")
        time.sleep(0.2)
    return seen


def journey(ports, log):
    """What a student and the mailbox see, with a placeholder for what is another one each time."""
    with closing(http.client.HTTPConnection("127.0.0.1", ports[0])) as site, \
            closing(http.client.HTTPConnection("127.0.0.1", ports[1])) as outside:
        # Nobody tells us of the payment: payments has to ask the provider.
        outside.request("PUT", "/control/webhooks", json.dumps({"mode": "withhold"}), {"Content-Type": "application/json"})
        outside.getresponse().read()
        site.request("GET", "/api/packages/list")
        answer = site.getresponse()
        headers = sorted((name.lower(), value) for name, value in answer.getheaders())
        changing = ("date", "x-request-id", "apigw-requestid")
        seen = {"list": [answer.status, [pair for pair in headers if pair[0] not in changing], answer.read().decode()]}

        created = ask(site, "POST", "/api/payments/create-order", {
            "customer_name": "Asha Rao", "customer_email": "asha@example.com", "customer_phone": "9876543210",
            "exam_preference": "Offline", "payment_mode": "online", "order_amount": 1850, "order_currency": "INR",
            "packageId": "all-inclusive", "type": "allColleges"})
        order, status = created["order_id"], f"/api/payments/status/{created['order_id']}"
        seen["created"] = sorted(created)
        seen["before payment"] = ask(site, "GET", status)
        ask(outside, "POST", "/control/attempt", {"order_id": order, "status": "SUCCESS"})
        paid = eventually("PAID", lambda: (answer := ask(site, "GET", status))["status"] == "PAID" and answer, log)
        seen["after payment"] = paid
        [mail] = eventually("The pass", lambda: ask(outside, "GET", "/mail.json"), log)
        seen["mail"] = without_its_own(mail, order)
        if order not in mail["text"]:
            raise SystemExit("The mail does not lead to the pass.")
        return seen


def without_its_own(mail, order):
    """A mail with placeholders for the order, the number of its pass and the moment; of a file only what it is."""
    number = order.split("-")[0]
    known = {name: value for name, value in mail.items() if name not in ("at", "message_id", "files")}
    files = [{name: value for name, value in file.items() if name != "content"} for file in mail["files"]]
    text = json.dumps({**known, "files": files}).replace(order, "ORDER").replace(f"{number[:4]} {number[4:8]} {number[8:]}", "NUMBER")
    return re.sub(r"\d+ \w{3} \d{4}, \d+:\d+ [AP]M", "MOMENT", text)


def lines_of(log, service):
    """What a program wrote, as the JSON that Lambda would keep; functions in process write text for people."""
    lines = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]
    return [line for line in lines if line.get("service") == service]


def compare(program, ports, scripts):
    seen = {}
    for name, bootstraps in (("in one process", None), ("with arm64 programs", scripts)):
        with tempfile.TemporaryDirectory() as folder, local_system(program, ports, Path(folder), bootstraps) as log:
            began = time.monotonic()
            seen[name] = journey(ports, log)
            print(f"The journey {name}: {time.monotonic() - began:.1f} s", flush=True)
            if bootstraps:
                for function in IN_LOCAL_SYSTEM:
                    eventually(f"A line of {function} as a program", lambda: lines_of(log, function), log)
                # The reconciler, which is a part of the local system, would send it some time later.
                eventually("The mail by way of the notifier's program", lambda: any(
                    line.get("new_mails") for line in lines_of(log, "notifier")), log)
    first, second = seen.values()
    different = [f"{what}: {first[what]}\n{' ' * len(what)}  {second[what]}" for what in first if first[what] != second[what]]
    if different:
        raise SystemExit("Not the same:\n" + "\n".join(different))
    print("The same was seen both times.")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--functions", type=Path, required=True, help="the folder with <function>/bootstrap for arm64")
    parser.add_argument("--local", type=Path, required=True, help="the local system's binary")
    parser.add_argument("--ports", type=int, nargs=2, required=True, help="of the site and of the outside world")
    parser.add_argument("--processor", type=Path, help="the folder with qemu and arm64's C library")
    options = parser.parse_args()
    programs = {path.parent.name: path.absolute() for path in sorted(options.functions.glob("*/bootstrap"))}
    for name in IN_LOCAL_SYSTEM:
        if name not in programs:
            raise SystemExit(f"{options.functions / name}/bootstrap is missing: run `make check-arm64`, which builds it.")
    with tempfile.TemporaryDirectory() as folder:
        scripts = emulated(programs, options.processor and options.processor.absolute(), Path(folder, "all"))
        start_each(programs, scripts)
        three = emulated({name: programs[name] for name in IN_LOCAL_SYSTEM}, options.processor and options.processor.absolute(),
                         Path(folder, "three"))
        compare(options.local.absolute(), options.ports, three)


if __name__ == "__main__":
    main()
