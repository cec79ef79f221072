"""The system on a day, as the figures that CloudWatch would get: what goes on in any case, and what a scenario adds to it.

They are made of lines that real functions wrote under its fault (record.py), as often as that would happen, and of figures that
AWS itself sends: of those the local system knows none, so each is derived here from what its gateway saw under the same fault.
"""

import json
from pathlib import Path

from metrics import Metrics, key

LINES = json.loads(Path(__file__).with_name("lines.json").read_text(encoding="utf-8"))
# A Tuesday, midnight UTC.
DAY = 1_775_520_000 - 1_775_520_000 % 86_400
MINUTE, HOUR = 60, 3_600
PARAMETERS = {"DistributionId": "E1", "DeepLinks": "deep-links", "WebAcl": "acl", "CertificateArn": "arn:certificate"}
QUOTAS = {
    key("AWS/Lambda", "ConcurrentExecutions"): 1_000,
    key("AWS/Usage", "CallCount", {"Service": "SES", "Resource": "SendLast24Hours", "Type": "API", "Class": "None"}): 50_000}


class Scenario:
    """What happens from `start` on, an hour of UTC, for so many hours; before it the system ran for some hours as on any day, or
    there was none. It is looked at every minute, or less often where nothing changes for days."""

    def __init__(self, start=6, hours=2, before=6, every=1):
        self.metrics, self.start, self.every = Metrics(), DAY + start * HOUR, every * MINUTE
        self.began, self.end = self.start - before * HOUR, self.start + hours * HOUR
        if not before:
            # As a first deployment does at its end.
            self.line("a comparison with the provider", self.start)
            self.line("a collection of pictures", self.start)

    def minutes(self, start=None, end=None, every=1):
        return range(self.start if start is None else start, self.end if end is None else end, every * MINUTE)

    def line(self, what, at, times=1, **values):
        for second in range(times):
            self.metrics.add_line({**LINES[what], **values}, at + second % 60)

    def aws(self, namespace, name, at, value, **dimensions):
        self.metrics.add(f"AWS/{namespace}", name, dimensions, at, value)

    def mail(self, what, at):
        self.aws("SES", what, at, 1, **{"ses:configuration-set": "MailConfiguration"})

    # ---- What goes on in any case -------------------------------------------------------------------------------

    def as_usual(self, without=(), open_from=None, backlog=None):
        """The schedules; what CloudFront, Lambda and SES send of a system that works. `backlog` says what the reconciler measures
        at a second, beside nothing."""
        for at in range(self.began, self.end, MINUTE):
            faulty = at >= self.start
            if not (faulty and "schedule" in without):
                measured = {"OldestOpenOrderAge": 0, "OldestMailWaitingAge": 0, "MailsWaiting": 0, "NeedsAttention": 0,
                            **(backlog(at) if faulty and backlog else {})}
                self.line("a run of the reconciler", at, RegistrationOpen=int(at >= (open_from or 0)), **measured)
                self.aws("Lambda", "Invocations", at, 1, FunctionName="Reconciler")
            if at % HOUR == 0 and not (faulty and {"schedule", "comparison"} & set(without)):
                self.line("a comparison with the provider", at)
            if at % 86_400 == 0 and not (faulty and {"schedule", "pictures"} & set(without)):
                self.line("a collection of pictures", at)
            for name in ("Payments", "PaymentWebhook", "Order", "Notifier", "Reconciler"):
                self.aws("Lambda", "Errors", at, 0, FunctionName=name)
            self.aws("Lambda", "Errors", at, 0)
            self.aws("Lambda", "Throttles", at, 0)
            self.instances(at, 2)
            self.aws("CloudFront", "Requests", at, 10, DistributionId="E1", Region="Global")
            self.aws("CloudFront", "5xxErrorRate", at, 0, DistributionId="E1", Region="Global")
            if at % (12 * HOUR) == 0:
                self.aws("CertificateManager", "DaysToExpiry", at, 300, CertificateArn="arn:certificate")
        return self

    def instances(self, at, running, reserved=0):
        self.aws("Lambda", "ConcurrentExecutions", at, running)
        self.aws("Lambda", "UnreservedConcurrentExecutions", at, running)
        self.aws("Lambda", "ClaimedAccountConcurrency", at, running + reserved)

    def sold(self, at, found_by="told"):
        """One registration with its payment and its mail; how the payment became known."""
        self.line("a registration", at)
        self.line({"told": "a payment that a webhook told of", "asked": "a payment that the page asked for"}[found_by], at + 30)
        self.line("a mail", at + 31)
        self.mail("Send", at + 31)

    def busy(self, end=None, **how):
        """A registration each minute."""
        for at in range(self.began, self.end if end is None else end, MINUTE):
            self.sold(at, **how)
        return self
