"""The processes that a rehearsal starts, and their end."""

import contextlib
import os
import random
import signal
import socket
import subprocess
import time

from steps import Failure

PATIENCE = 60  # seconds for a start


def free_port():
    """A port that nobody listens on just now, below those that connections are given on their way out."""
    while True:
        port = random.randrange(20000, 32000)
        with socket.socket() as one:
            try:
                one.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port


def base_environment(folder):
    """What every process gets: nothing that a function could take for one of its own variables, and no home with
    a user's settings for AWS."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return {**kept, "HOME": str(folder), "TMPDIR": str(folder), "SAM_CLI_TELEMETRY": "0", "PYTHONUNBUFFERED": "1"}


class Processes:
    """Starts processes in their own groups, and ends each with everything that it started."""

    def __init__(self, folder):
        self.folder = folder
        self.running = []

    def start(self, name, command, environment, ready):
        """Starts one, waits until `ready()` returns something, and returns that. Its output goes to `<name>.log`."""
        log = self.folder / f"{name}.log"
        with log.open("w") as output:
            process = subprocess.Popen(
                [str(part) for part in command], cwd=self.folder, env=environment, stdin=subprocess.DEVNULL,
                stdout=output, stderr=subprocess.STDOUT, start_new_session=True)
        self.running.append(process)
        until = time.time() + PATIENCE
        while process.poll() is None and time.time() < until:
            seen = ready(log)
            if seen:
                return seen
            time.sleep(0.1)
        raise Failure(f"{name} did not start:\n{log.read_text()[-2000:]}")

    def stop(self):
        """Ends all, the newest first: politely, and after ten seconds by force."""
        for process in reversed(self.running):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(10)
            # Whatever of the group is left, also when its leader ended in time.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        self.running.clear()
