"""The checks: each returns what it found, or raises Wrong. What cannot be known yet, or is not asked for, is said."""

import base64
import binascii
import datetime
import json
import os
import tempfile
from pathlib import Path

from asking import Refused, Wrong, aws, aws_or_none, dns, provider_answers, run
from deployment import EDGE, address_of

CHECKS = []
LEFT = 100  # instances that Lambda wants to keep for functions without a share of their own
WITH_A_SHARE, OF_ADMIN = 2, 20  # payments and payment-webhook; what template.yaml gives admin beside them
PROVIDER = {"production": "https://api.cashfree.com/pg", "sandbox": "https://sandbox.cashfree.com/pg"}
PROVIDER_VERSION = "2025-01-01"


def check(what):
    def known(function):
        CHECKS.append((what, function))
        return function
    return known


def distributions():
    """All of the account. The CLI joins the pages of the answer, and of each page it keeps the items alone, not how many there are."""
    return aws("cloudfront", "list-distributions").get("DistributionList", {}).get("Items") or []


@check("what is deployed is committed")
def clean_tree(deployment):
    changed = run(["git", "status", "--porcelain"]).strip()
    if changed and deployment.production:
        raise Wrong("The working tree has changes that no commit has, so nobody could say what production runs: commit or stash them.")
    return "with changes, as it is not production" if changed else "yes"


@check("the stack can be changed")
def stack(deployment):
    # Its states are looked at by the scripts (stack_exists), which this comes after.
    return deployment.there["StackStatus"] if deployment.there else "there is none yet"


@check("the stack's name")
def stack_name(deployment):
    """CloudFront takes 64 characters for the name of a function, which begins with it."""
    beyond = len(f"{deployment.stack}-{deployment.region}-deep-links") - 64
    if beyond > 0:
        raise Wrong(f"The name of the stack is {beyond} character{'s' if beyond > 1 else ''} too long for the names that begin with it:"
                    " give it a shorter one in the environment.")
    return deployment.stack


def reserved(share):
    """What the functions of a stack keep for themselves, by its ReservedConcurrency."""
    return WITH_A_SHARE * share + OF_ADMIN if share else 0


@check("Lambda's instances")
def concurrency(deployment):
    """https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html: 100 must stay unreserved."""
    limit = aws("lambda", "get-account-settings")["AccountLimit"]
    most, free = limit["ConcurrentExecutions"], limit["UnreservedConcurrentExecutions"]
    wanted = reserved(int(deployment.given("ReservedConcurrency") or 0))
    free += reserved(int(deployment.former.get("ReservedConcurrency") or 0))
    ask = "ask for more (Service Quotas, AWS Lambda, \"Concurrent executions\", L-B99A9384)"
    if wanted and free - wanted < LEFT:
        raise Wrong(f"Lambda runs {most} instances at a time in this account, and ReservedConcurrency takes {wanted} where {LEFT} of"
                    f" {free} must stay free: {ask}, or set it to {max((free - LEFT - OF_ADMIN) // WITH_A_SHARE, 0)} or less.")
    if most < 2 * LEFT and deployment.production:
        raise Wrong(f"Lambda runs {most} instances at a time in this account, which is new: {ask}; 1,000 are what accounts have.")
    return f"{most}, of which {wanted} are reserved"


@check("CloudFront is open for this account")
def cloudfront(deployment):
    """A new account is refused ("Your account must be verified before you can add new CloudFront resources"), and only when a
    distribution is made. One that is there shows that it is open."""
    if deployment.there:
        return "this stack has a distribution"
    known = len(distributions())
    if not known and not os.environ.get("CLOUDFRONT_VERIFIED"):
        raise Wrong("This account has never had a distribution, and AWS opens CloudFront for new accounts by hand: make one in"
                    " the console; if it is refused, open a support case (\"Account and billing\", verification for"
                    " CloudFront), which takes a day. Then run this with CLOUDFRONT_VERIFIED=1.")
    return f"it has {known} distributions" if known else "so you say"


@check("the certificate")
def certificate(deployment):
    arn = deployment.given("CertificateArn")
    if not arn:
        return "none, at CloudFront's own address"
    try:
        found = aws("acm", "describe-certificate", "--certificate-arn", arn, region=EDGE)["Certificate"]
    except Refused as refused:
        raise Wrong(f"The certificate cannot be read, so nothing was deployed: {refused}") from refused
    if found["Status"] != "ISSUED":
        raise Wrong(f"The certificate is {found['Status']} and not ISSUED: enter the DNS records that `aws acm describe-certificate"
                    f" --region {EDGE} --certificate-arn {arn}` shows, and wait.")
    names = found["SubjectAlternativeNames"]
    for host in deployment.hosts():
        if not {host, "*." + host.partition(".")[2]} & set(names):
            raise Wrong(f"The certificate is for {', '.join(names)} and not for {host}: request one for the hosts of site and portal.")
    until = datetime.datetime.fromisoformat(found["NotAfter"].replace("Z", "+00:00"))
    days = (until - datetime.datetime.now(datetime.timezone.utc)).days
    if days < 30:
        raise Wrong(f"The certificate ends in {days} days: ACM renews one whose DNS records are still there, so enter them again.")
    return f"issued for {', '.join(names)}, {days} days left"


@check("the hosts are free")
def aliases(deployment):
    """CloudFront refuses a host that another distribution has, in whatever account, and one whose DNS record leads to another.

    No list-conflicting-aliases: it hides most of each id, lists the holder too, and wants a certificate for the host in place.
    """
    ours, own = deployment.outputs.get("DistributionId"), deployment.outputs.get("DistributionDomain")
    had = aws("cloudfront", "get-distribution-config", "--id", ours)["DistributionConfig"].get("Aliases", {}).get("Items", []) if ours else []
    for host in deployment.hosts():
        if host in had:
            continue
        taken = [one["Id"] for one in distributions() if one["Id"] != ours and host in one.get("Aliases", {}).get("Items", [])]
        taken += [name for name in dns(host, "CNAME") if name.endswith(".cloudfront.net") and name != own]
        if taken:
            raise Wrong(f"The host {host} belongs to another distribution ({', '.join(taken)}): take it off there, and"
                        + (f" let its DNS record point to {own}." if own else " remove its DNS record."))
    return ", ".join(deployment.hosts()) or "none of its own"


def nearer(address, domain):
    """The identities that SES would take before the domain for mail from this address: those of an address below the domain."""
    below = address.rpartition("@")[2].lower().removesuffix(domain).rstrip(".").split(".")
    return [address, *(".".join([*below[place:], domain]) for place in range(len(below)))] if below != [""] else []


@check("the sender's identity at SES")
def identity(deployment):
    """The rights are on the identity, and on addresses of that very domain (template.yaml)."""
    name = deployment.given("MailIdentity")
    for other in nearer(deployment.sender(), name) if "@" not in name else []:
        if aws_or_none("sesv2", "get-email-identity", "--email-identity", other, unless="NotFoundException"):
            raise Wrong(f"SES has the identity {other}, which MailFrom belongs to before {name}, so the functions would have no right to"
                        f" send: say MailIdentity: {other} and CreateMailIdentity: \"false\", or name a sender at {name} itself.")
    found = aws_or_none("sesv2", "get-email-identity", "--email-identity", name, unless="NotFoundException")
    creates = deployment.given("CreateMailIdentity") == "true"
    if creates and found and not deployment.there:
        raise Wrong(f"SES has the identity {name} already, so the stack cannot make it: say CreateMailIdentity: \"false\".")
    if creates and not found:
        return f"{name} is made with the stack"
    if not found:
        raise Wrong(f"SES has no identity {name}: say CreateMailIdentity: \"true\", or verify it in SES first.")
    if not deployment.production:
        return f"{name} is there"
    verified = found["VerifiedForSendingStatus"]
    bounces = not creates or found.get("MailFromAttributes", {}).get("MailFromDomainStatus") == "SUCCESS"
    if creates and not deployment.released and not (verified and bounces):
        return f"{name} is not verified yet: its DNS records are named after the deployment"
    if not verified:
        raise Wrong(f"SES has not verified {name} yet, so no mail would be sent: enter its DNS records (the outputs MailDkim1 to 3, or"
                    f" `aws sesv2 get-email-identity --email-identity {name}`), and wait.")
    if not bounces:
        raise Wrong(f"The domain that bounces of {name} go to is not verified: enter the outputs MailFromMx and MailFromSpf in the DNS.")
    return f"{name} is verified"


@check("SES lets mails out")
def mail(deployment):
    found = aws("sesv2", "get-account")
    out, says_sandbox = found["ProductionAccessEnabled"], deployment.given("MailSandbox") == "true"
    if not found["SendingEnabled"]:
        raise Wrong("SES has stopped sending for this account: see its console for the reason, and answer there.")
    if not out and not says_sandbox:
        raise Wrong("SES keeps this account in its sandbox, where only verified addresses get mail and each needs a right: request"
                    " production access in its console, or say MailSandbox: \"true\" until then.")
    if out and says_sandbox:
        raise Wrong("SES has let this account out of its sandbox: take MailSandbox out of the environment, and the wider right with it.")
    quota = found["SendQuota"]
    # In the sandbox it takes one a second, below which there is no share.
    if out and int(deployment.given("MailsPerSecond")) >= quota["MaxSendRate"]:
        raise Wrong(f"MailsPerSecond is {deployment.given('MailsPerSecond')} and SES takes {quota['MaxSendRate']:,.0f} a second, so messages would"
                    " hold up passes: set it lower, or ask for more (Service Quotas, Amazon SES, \"Sending rate\").")
    return f"{quota['Max24HourSend']:,.0f} a day, {quota['MaxSendRate']:,.0f} a second{'' if out else ', in the sandbox'}"


@check("a DMARC record")
def dmarc(deployment):
    name = deployment.given("MailIdentity").rpartition("@")[2]
    places = [f"_dmarc.{name}"] + ([f"_dmarc.{name.partition('.')[2]}"] if name.count(".") > 1 else [])
    if not any(text.startswith("v=DMARC1") for place in places for text in dns(place, "TXT")):
        if not deployment.production:
            return "none"
        raise Wrong(f"{name} has no DMARC record, without which large mail providers refuse: enter {places[0]} TXT"
                    f" \"v=DMARC1; p=none; rua=mailto:…\".")
    return "there"


def secret(deployment, parameter, *members):
    """The JSON of a secret, which has these members."""
    arn = deployment.given(parameter)
    try:
        text = aws("secretsmanager", "get-secret-value", "--secret-id", arn)["SecretString"]
    except Refused as refused:
        raise Wrong(f"The secret of {parameter} cannot be read: {refused}") from refused
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    absent = [member for member in members if not (isinstance(found, dict) and found.get(member))]
    if absent:
        raise Wrong(f"The secret of {parameter} is no JSON with {', '.join(absent)}: see docs/operations.md, \"The first deployment\".")
    return found


@check("the payment provider's secret")
def provider(deployment):
    """Cashfree's ids begin with TEST in its sandbox, and its secrets name the system that they are for."""
    known = secret(deployment, "ProviderSecretArn", "client_id", "client_secret")
    of_sandbox = known["client_id"].startswith("TEST") or "_test_" in known["client_secret"]
    of_production = "_prod_" in known["client_secret"]
    if (of_sandbox and deployment.production) or (of_production and not deployment.production):
        raise Wrong(f"The secret of ProviderSecretArn is that of the provider's {'sandbox' if of_sandbox else 'production'}, and"
                    f" ProviderMode is {deployment.mode}: name the other secret, or change the mode.")
    url = deployment.given("ProviderUrl") or PROVIDER[deployment.mode]
    version = deployment.given("ProviderApiVersion") or PROVIDER_VERSION
    status = provider_answers(url, version, known)
    if status != "404":
        raise Wrong(f"The payment provider answers {status} to these credentials, where 404 is right for an order that is not there:"
                    " a 401 or 403 means that they are wrong or that API access is not approved yet.")
    return f"it is taken by {url}"


@check("the administrators' key pair")
def key_pair(deployment):
    known = secret(deployment, "AdminTokenSecretArn", "private_key")
    try:
        with tempfile.TemporaryDirectory() as folder:  # readable for nobody else
            key = Path(folder, "key.der")
            key.write_bytes(base64.b64decode(known["private_key"], validate=True))
            run(["openssl", "pkey", "-inform", "DER", "-in", str(key), "-pubout", "-outform", "DER", "-out", f"{key}.public"])
            public = base64.b64encode(Path(f"{key}.public").read_bytes()[-32:]).decode()
    except (binascii.Error, Refused) as error:
        raise Wrong("The secret of AdminTokenSecretArn holds no key: make a pair as in docs/operations.md, \"The first deployment\".") from error
    if public != deployment.given("AdminTokenPublicKey"):
        raise Wrong(f"AdminTokenPublicKey is not the other half of the key in AdminTokenSecretArn, which is {public}.")
    return "they fit"


@check("the Google Sheet's secret")
def sheet(deployment):
    if not deployment.given("SheetId"):
        return "no sheet"
    return f"of {secret(deployment, 'SheetsSecretArn', 'client_email', 'private_key')['client_email']}"


@check("somebody gets the alarms")
def alarms(deployment):
    if deployment.production and not deployment.given("AlarmEmail"):
        raise Wrong("AlarmEmail is empty, so nobody would hear of an alarm: name who is on duty.")
    seen = []
    for topic, arn, region, former in deployment.topics():
        address = address_of(topic, {name: deployment.given(name) for name in ("AlarmEmail", "TicketEmail")})
        if not address:
            continue
        found = aws("sns", "list-subscriptions-by-topic", "--topic-arn", arn, region=region)["Subscriptions"]
        # One that waits, or was taken back, has a word in the place of the ARN; a new address is subscribed by this deployment.
        absent = address == former and not any(
            one["Endpoint"] == address and one["SubscriptionArn"].startswith("arn:") for one in found)
        if absent and deployment.production and deployment.released:
            raise Wrong(f"{address} gets no alarms: press the link in the mail from AWS. If there is none, or it is older than 48 hours,"
                        f" `aws sns subscribe --region {region} --topic-arn {arn} --protocol email --notification-endpoint {address}` sends"
                        " another; a mail scanner that follows links unsubscribes.")
        seen.append(f"{address} (not confirmed)" if absent else address)
    return ", ".join(dict.fromkeys(seen)) or "after the first deployment has made the topics"


@check("the hosts lead here")
def hosts(deployment):
    # Those that a release was published at: a new one is let point here when it is deployed.
    had = (deployment.former.get("SiteOrigin", "").removeprefix("https://"), deployment.former.get("PortalHost"))
    looked_at = [host for host in deployment.hosts() if host in had and deployment.released]
    for host in looked_at:
        if not dns(host, "A") and deployment.production:
            raise Wrong(f"{host} is not in the DNS: let it point to {deployment.outputs['DistributionDomain']}.")
    return ", ".join(looked_at) or "nothing to look at yet"


@check("the provider's whitelist")
def whitelist(deployment):
    # It has no call that tells.
    origin = deployment.given("SiteOrigin") or "CloudFront's address"
    return f"not visible from here: look in its dashboard for {origin} and the webhook" if deployment.production else "not needed in the sandbox"
