"""What a deployment builds with and asks: cargo, npm, git, rustc and curl."""

import os
import sys

from stand_in_state import ARGS, STATE, answered, files, option, write

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
