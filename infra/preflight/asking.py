"""What a check asks: the AWS CLI, the DNS, the payment provider. Nothing here changes anything."""

import json
import os
import subprocess


class Wrong(Exception):
    """What must be put right before a deployment, in a sentence with the way out."""


class Refused(Exception):
    """What a command said instead of answering."""


def run(command, given=None):
    """What a command prints, or Refused with what it said."""
    done = subprocess.run(command, input=given, text=True, check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env={**os.environ, "AWS_PAGER": ""}, **({} if given else {"stdin": subprocess.DEVNULL}))
    if done.returncode:
        raise Refused(done.stderr.strip() or done.stdout.strip())
    return done.stdout


def aws(*arguments, region=None):
    """The JSON that a call of AWS is answered with."""
    where = ["--region", region] if region else []
    return json.loads(run(["aws", *arguments, *where, "--output", "json"]).strip() or "{}")


def aws_or_none(*arguments, unless, region=None):
    """The same, or None where the answer is an error with that word in it: there is no such thing."""
    try:
        return aws(*arguments, region=region)
    except Refused as refused:
        if unless in str(refused):
            return None
        raise


def dns(name, kind):
    """The records of a name, asked of a public resolver, so that what this machine remembers does not count."""
    answer = run(["curl", "--silent", "--fail", "--max-time", "10", f"https://dns.google/resolve?name={name}&type={kind}"])
    return [one["data"].strip('"').rstrip(".") for one in json.loads(answer).get("Answer", [])]


def provider_answers(url, version, secret):
    """The status of a question about an order that nobody has. What it is asked with is no argument: those can be seen."""
    headers = {"x-client-id": secret["client_id"], "x-client-secret": secret["client_secret"], "x-api-version": version}
    configuration = "".join(f'header = "{name}: {value}"\n' for name, value in headers.items())
    return run(["curl", "--silent", "--max-time", "20", "--output", "/dev/null", "--write-out", "%{http_code}", "--config", "-",
                f"{url}/orders/preflight-of-a-deployment"], given=configuration).strip()
