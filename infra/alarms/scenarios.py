"""Days on which something goes wrong, as the figures that CloudWatch would get, and two on which nothing does."""

from scenario import HOUR, MINUTE, Scenario


def quiet_day():
    """Registration is open, three people come in a day, each at an hour of their own, and a few mistype."""
    one = Scenario(0, 48, every=10).as_usual()
    for hour in (-5, 4, 9, 13, 28, 33, 37):
        one.sold(one.start + hour * HOUR)
        one.line("a sign-in that is refused", one.start + hour * HOUR)
        one.line("a visit", one.start + hour * HOUR, 5)
    for hour in range(0, 48, 7):
        one.line("a webhook that is refused", one.start + hour * HOUR)
        one.aws("ApiGateway", "5xx", one.start + hour * HOUR, 1, ApiId="Api")
    return one


def quiet_first_day():
    """Nothing was ever measured; the deployment ran the jobs once, and registration opens in the evening."""
    one = Scenario(3, 24, before=0, every=5)
    return one.as_usual(open_from=one.start + 12 * HOUR)


def mail_down():
    one = Scenario(hours=2)
    one.as_usual(backlog=lambda at: {"OldestMailWaitingAge": at - one.start, "MailsWaiting": (at - one.start) // MINUTE})
    one.busy(one.start)
    for at in one.minutes():
        one.line("a registration", at)
        one.line("a payment that a webhook told of", at + 30)
        one.line("a mail that is not taken", at + 31)
    return one


def wrong_webhook_secret():
    """A payment a minute; the provider sends each webhook again."""
    one = Scenario(hours=2).as_usual()
    one.busy(one.start)
    for at in one.minutes():
        one.sold(at, "asked")
        one.line("a webhook that is refused", at + 40, 2)
    return one


def webhooks_never_registered():
    """On the first day: no webhook ever came."""
    one = Scenario(hours=2, before=0).as_usual()
    return one.busy(found_by="asked")


def provider_down():
    """It answers nothing: who registers gets a 502, and what was open stays open."""
    one = Scenario(hours=5)
    one.as_usual({"comparison"}, backlog=lambda at: {"OldestOpenOrderAge": at - one.start})
    one.busy(one.start)
    for at in one.minutes():
        one.line("a provider that fails", at, 2)
        one.aws("ApiGateway", "5xx", at, 2, ApiId="Api")
    return one


def nobody_registers():
    """From the morning on the page is broken for everybody, and nobody who runs the system sees it."""
    one = Scenario(3, 12).as_usual()
    one.busy(one.start)
    return one


def hall_behind_one_address():
    """Two hundred people of one hall at a time: one in three is told to come later."""
    one = Scenario(hours=1).as_usual()
    for at in one.minutes():
        one.sold(at)
        one.line("a registration", at, 40)
        one.line("a call that is told to come later", at, 20)
    return one


def no_instances_left():
    """A rush: instances at the account's limit, and calls refused beyond it."""
    one = Scenario(hours=1).as_usual()
    for at in one.minutes():
        grown = min(1_000, 300 * ((at - one.start) // MINUTE + 1))
        one.instances(at, grown)
        if grown == 1_000:
            one.aws("Lambda", "Throttles", at, 25)
    return one


def rush():
    """More orders than the provider opens: the newest waits twenty minutes."""
    one = Scenario(hours=1).as_usual()
    for at in one.minutes():
        one.sold(at)
        one.line("a place in line", at, 30, LineWait=min(1_200, (at - one.start) * 3))
    return one


def access_table_down():
    one = Scenario(hours=1).as_usual()
    for at in one.minutes():
        one.line("a call that is not counted", at, 3)
    return one


def schedule_stopped():
    return Scenario(hours=7).as_usual({"schedule"}).busy()


def pictures_not_collected():
    one = Scenario(0, 96, before=48, every=60)
    return one.as_usual({"pictures"}, open_from=one.end)


def bad_release():
    """payments crashes at its start: the gateway answers 500, and Lambda counts an error each time."""
    one = Scenario(hours=1).as_usual()
    for at in one.minutes():
        one.aws("Lambda", "Errors", at, 4, FunctionName="Payments")
        one.aws("Lambda", "Errors", at, 4)
        one.aws("ApiGateway", "5xx", at, 4, ApiId="Api")
        one.aws("CloudFront", "Requests", at, 30, DistributionId="E1", Region="Global")
        one.aws("CloudFront", "5xxErrorRate", at, 10, DistributionId="E1", Region="Global")
    return one


def stream_stuck():
    """One batch is refused again and again, and is put aside after some minutes."""
    one = Scenario(hours=1).as_usual()
    for at in one.minutes():
        one.aws("Lambda", "IteratorAge", at, min(900, at - one.start) * 1_000, FunctionName="Notifier")
        if at - one.start >= 15 * MINUTE:
            one.aws("SQS", "ApproximateNumberOfMessagesVisible", at, 1, QueueName="UnreadableRecords")
    return one


def mail_events_lost():
    one = Scenario(hours=1).as_usual()
    for at in one.minutes():
        one.aws("SQS", "ApproximateNumberOfMessagesVisible", at, 1, QueueName="LostMailEvents")
    return one


def passwords_guessed():
    one = Scenario(hours=2).as_usual()
    for at in one.minutes():
        one.line("a sign-in that is refused", at, 2)
    return one


def past_cloudfront():
    one = Scenario(hours=1).as_usual()
    for at in one.minutes():
        one.line("a request past CloudFront", at, 40)
    return one


def flag():
    return Scenario(hours=1).as_usual(backlog=lambda at: {"NeedsAttention": 1})


def addresses_mistyped():
    """Of thirty mails in an hour every tenth comes back; three people of that day report it."""
    one = Scenario(hours=3).as_usual()
    for number, at in enumerate(one.minutes(every=2)):
        one.sold(at)
        if number % 10 == 9:
            one.mail("Bounce", at)
        if number % 30 == 29:
            one.mail("Complaint", at)
    return one


def mail_quota():
    """Fifty thousand mails a day are allowed, and a rush sends four thousand an hour."""
    one = Scenario(hours=2).as_usual()
    for at in one.minutes(every=5):
        one.aws("Usage", "CallCount", at, 36_000 + (at - one.start) * 4_000 // HOUR,
                Service="SES", Resource="SendLast24Hours", Type="API", Class="None")
    return one


def pages_missing():
    """A release whose function at CloudFront does not run."""
    one = Scenario(hours=1).as_usual()
    for at in one.minutes():
        one.aws("CloudFront", "FunctionExecutionErrors", at, 20, FunctionName="deep-links", Region="Global")
        one.aws("CloudFront", "Requests", at, 40, DistributionId="E1", Region="Global")
        one.aws("CloudFront", "5xxErrorRate", at, 50, DistributionId="E1", Region="Global")
    return one


def flood():
    one = Scenario(hours=1).as_usual()
    for at in one.minutes():
        one.aws("WAFV2", "BlockedRequests", at, 500, WebACL="acl", Rule="ALL")
    return one


def certificate_not_renewed():
    one = Scenario(0, 72, every=60)
    one.as_usual(open_from=one.end)
    for number, at in enumerate(one.minutes(every=720)):
        one.aws("CertificateManager", "DaysToExpiry", at, 31 - number // 2, CertificateArn="arn:certificate")
    return one


# What the guide calls each.
SCENARIOS = {
    "a quiet day, two of them": quiet_day, "a quiet first day": quiet_first_day, "mail is down": mail_down,
    "a wrong webhook secret": wrong_webhook_secret, "webhooks were never registered": webhooks_never_registered,
    "the provider is down": provider_down, "nobody registers, from 08:30 in India on": nobody_registers,
    "a hall behind one address": hall_behind_one_address, "no instances left": no_instances_left, "a rush": rush,
    "table access does not answer": access_table_down, "the schedules stopped": schedule_stopped,
    "pictures are not collected": pictures_not_collected, "a release that crashes": bad_release, "the stream is stuck": stream_stuck,
    "news of mails are lost": mail_events_lost, "passwords are guessed": passwords_guessed,
    "requests past CloudFront": past_cloudfront, "a payment needs a person": flag, "mistyped addresses": addresses_mistyped,
    "the mail quota is nearly used": mail_quota, "CloudFront's function fails": pages_missing, "a flood": flood,
    "a certificate that is not renewed": certificate_not_renewed}
