"""What every function's release bootstrap weighs, what its start and its requests cost, and whether that is within
its budgets (docs/performance.md). `make bench` builds them first.

Starts each bootstrap several times under an emulated Lambda Runtime API, against an emulated AWS behind TLS, and
prints its size, the lower quartile of the CPU of init, of init and the first request, and of a warm request, and the
most memory that was ever resident. A figure over its budget is marked and listed, and the end is a failure.

    python3 infra/bench --functions target/lambda                  # all of them
    python3 infra/bench --functions target/lambda packages order   # some
    python3 infra/bench --functions target/lambda --weights        # only their sizes
    python3 infra/bench --functions target/lambda --answers        # only whether each call is still answered as it is meant
"""

import argparse
import statistics
import sys
import tempfile
from pathlib import Path

from aws import aws, openssl
from calls import Keys, calls, environment, secrets
from runtime import Run


NAMES = {"size": "MB of the bootstrap", "first": "CPU ms of init + first request", "warm": "CPU ms of a warm request",
         "rss": "MB of memory"}


# The budgets of size are for arm64, where the functions run unless their operators choose otherwise. LLVM's outliner is on
# for it where code is made small, and off for x86_64: packages, notifier, seating, check-in and payments weigh 17 to 18 % more
# there. So what is over its budget for arm64 by more than a hundredth is over it here too.
ALLOWANCE_OF_X86_64 = 1.18
X86_64 = b"\x3e\x00"


def cell(call, budget, value, digits, allowance=1.0):
    """The figure beside its budget as text, marked if it is over, and what is then said of it."""
    value, most = round(value, digits), round(getattr(call, budget) * allowance, digits)
    text = f"{value:.{digits}f}"
    if value <= most:
        return f"{text} / {most:g}", None
    if budget == "warm" and not call.network:
        return f"{text} with network / {most:g} without", None
    return f"{text} **over** / {most:g}", f"{call.function}, {call.what}: {text} {NAMES[budget]}, {most:g} allowed"


def size_cell(call, folder):
    binary = folder / call.function / "bootstrap"
    if not binary.is_file():
        raise SystemExit(f"{binary} is missing: run `make bench`, which builds it.")
    with binary.open("rb") as elf:
        machine = elf.read(20)[18:]
    allowance = ALLOWANCE_OF_X86_64 if machine == X86_64 else 1.0
    return cell(call, "size", binary.stat().st_size / 1e6, 2, allowance)


def weigh(folder, call):
    text, said = size_cell(call, folder)
    print(f"{text.rjust(24)} MB  {call.function}")
    return [said] if said else []


def measure(call, folder, keys, env):
    size = size_cell(call, folder)
    binary = folder / call.function / "bootstrap"
    event = call.event(keys)
    runs = [Run(str(binary), event, call.status, 1 + call.invocations, env) for _ in range(call.starts)]

    def typical(figure):
        """What else a machine does only ever adds to the CPU: a median would say more of the machine."""
        return statistics.quantiles((figure(run) for run in runs), n=4)[0]

    cells = [
        size,
        cell(call, "first", typical(lambda run: run.cpu_first), 1),
        cell(call, "warm", typical(lambda run: (run.cpu_all - run.cpu_first) / call.invocations), 2),
        cell(call, "rss", max(run.rss for run in runs), 1),
    ]
    texts = [text for text, _ in cells]
    # Init has no budget of its own: it is a part of the next.
    texts.insert(1, f"{typical(lambda run: run.cpu_init):.1f}")
    print(f"| {call.function} | {call.what} | {' | '.join(texts)} |", flush=True)
    return [said for _, said in cells if said]


def conclude(outcomes):
    """Says what is over its budget, and then ends with a failure."""
    said = [line for lines in outcomes for line in lines]
    if said:
        print("\nOver their budgets:", *said, sep="\n- ")
    sys.exit("At least one figure is over its budget." if said else 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--functions", type=Path, required=True, help="the folder with <function>/bootstrap")
    parser.add_argument("--weights", action="store_true", help="weigh the bootstraps and start none")
    parser.add_argument("--answers", action="store_true", help="send each call once and measure nothing")
    parser.add_argument("names", nargs="*", metavar="function", help="only these")
    options = parser.parse_args()
    chosen = [call for call in calls() if not options.names or call.function in options.names]
    if not chosen:
        raise SystemExit("There is no such function.")
    if options.weights:
        each = {call.function: call for call in chosen}
        conclude([weigh(options.functions, call) for call in each.values()])
    with tempfile.TemporaryDirectory() as folder:
        keys = Keys(folder)
        sheets_key = openssl("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048").decode()
        with aws(folder, secrets(keys, sheets_key)) as env:
            env = {**env, **environment(keys)}
            if options.answers:
                for call in chosen:
                    Run(str(options.functions / call.function / "bootstrap"), call.event(keys), call.status, 1, env)
                return
            print("| function | call | bootstrap MB | CPU ms of init | CPU ms of init + first request "
                  "| CPU ms of a warm request | most memory MB |")
            print("|---|---|---|---|---|---|---|")
            outcomes = [measure(call, options.functions, keys, env) for call in chosen]
    conclude(outcomes)


if __name__ == "__main__":
    main()
