"""Named steps: each is announced, timed, and named again when it fails."""

import contextlib
import time


class Failure(Exception):
    """What was expected and did not come. `function` is the logical id of the one concerned, where there is one."""

    def __init__(self, message, function=None):
        super().__init__(message)
        self.function = function


class Steps:
    """Tells what is being done and how long it took."""

    def __init__(self):
        self.current = "Starting"
        self.began = time.time()

    @contextlib.contextmanager
    def step(self, what):
        """Everything within belongs to the step `what`."""
        self.current, self.began = what, time.time()
        print(f"==> {what}", flush=True)
        yield
        print(f"    {time.time() - self.began:.1f} s", flush=True)


def expect(condition, message, function=None):
    """Fails with `message` unless the condition holds."""
    if not condition:
        raise Failure(message, function)


def eventually(what, look, seconds, function=None):
    """What `look` returns as soon as it is something; fails when it is still nothing after `seconds`."""
    until = time.time() + seconds
    while True:
        seen = look()
        if seen:
            return seen
        if time.time() > until:
            raise Failure(f"{what}: not within {seconds} s", function)
        time.sleep(0.5)
