"""What every function's release bootstrap weighs, what its start and its requests cost, and whether that is within
its budgets (docs/performance.md). `make bench` builds them first.

Starts each bootstrap several times under an emulated Lambda Runtime API, against an emulated AWS behind TLS, and
prints medians: size, CPU of init, CPU of init and the first request, CPU of a warm request, most resident memory.
A figure over its budget is marked, and the end is a failure unless the excess is known.

    python3 infra/bench --functions target/lambda                  # all of them
    python3 infra/bench --functions target/lambda packages order   # some
    python3 infra/bench --functions target/lambda --weights        # only their sizes
"""

import argparse
import statistics
import sys
import tempfile
from pathlib import Path

from aws import aws, openssl
from calls import Keys, calls, environment, secrets
from runtime import Run


def cell(value, digits, budget=None, most=None):
    """The figure as text, marked if it is over its budget, and whether it is more than is put up with."""
    text, value = f"{value:.{digits}f}", round(value, digits)
    if budget is None:
        return text, False
    return f"{text}{' **over**' if value > budget else ''} / {budget:g}", value > (most or budget)


def megabytes(folder, function):
    binary = folder / function / "bootstrap"
    if not binary.is_file():
        raise SystemExit(f"{binary} is missing: run `make bench`, which builds it.")
    return binary.stat().st_size / 1e6


def weigh(folder, function, budget, most):
    text, over = cell(megabytes(folder, function), 2, budget, most)
    print(f"{text.rjust(24)} MB  {function}")
    return over


def measure(call, folder, keys, env):
    size = megabytes(folder, call.function)
    binary = folder / call.function / "bootstrap"
    event = call.event(keys)
    runs = [Run(str(binary), event, call.status, 1 + call.invocations, env) for _ in range(call.starts)]

    def middle(figure):
        return statistics.median(figure(run) for run in runs)

    cells = [
        cell(size, 2, call.size, call.most),
        cell(middle(lambda run: run.cpu_init), 1),
        cell(middle(lambda run: run.cpu_first), 1, call.first),
        cell(middle(lambda run: (run.cpu_all - run.cpu_first) / call.invocations), 2, call.warm),
        cell(middle(lambda run: run.rss), 1, call.rss),
    ]
    print(f"| {call.function} | {call.what} | {' | '.join(text for text, _ in cells)} |", flush=True)
    return any(over for _, over in cells)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--functions", type=Path, required=True, help="the folder with <function>/bootstrap")
    parser.add_argument("--weights", action="store_true", help="weigh the bootstraps and start none")
    parser.add_argument("names", nargs="*", metavar="function", help="only these")
    options = parser.parse_args()
    chosen = [call for call in calls() if not options.names or call.function in options.names]
    if not chosen:
        raise SystemExit("There is no such function.")
    if options.weights:
        each = {call.function: call for call in chosen}
        over = [weigh(options.functions, name, call.size, call.most) for name, call in each.items()]
        sys.exit("At least one function is over its budget." if any(over) else 0)
    with tempfile.TemporaryDirectory() as folder:
        keys = Keys(folder)
        sheets_key = openssl("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048").decode()
        with aws(folder, secrets(keys, sheets_key)) as env:
            print("| function | call | bootstrap MB | CPU ms of init | CPU ms of init + first request "
                  "| CPU ms of a warm request | most memory MB |")
            print("|---|---|---|---|---|---|---|")
            env = {**env, **environment(keys)}
            over = [measure(call, options.functions, keys, env) for call in chosen]
    if any(over):
        sys.exit("At least one figure is over its budget.")


if __name__ == "__main__":
    main()
