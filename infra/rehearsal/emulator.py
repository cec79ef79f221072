"""The AWS that the stack is deployed to: MiniStack, with the functions as processes of this machine.

It checks each call of a function against the policies of the function's role (AUTH), so a right that is missing in
the template is missing here. The credentials `test` are the account's root and may do everything. It is spoken to over
TLS, under an authority that is the only one the functions trust.
"""

import json
import ssl
import urllib.request

import boto3
import botocore.config

import certificate
from processes import base_environment, free_port

REGION = "ap-south-1"
ACCOUNT = "000000000000"


class Emulator:
    """A running emulator: clients for it, the mails that it took, and the logs of the functions."""

    def __init__(self, processes, program):
        self.port = free_port()
        self.url = f"https://127.0.0.1:{self.port}"
        self.authority, served, key = certificate.make(processes.folder)
        self.tls = ssl.create_default_context(cafile=self.authority)
        # For clients with root's permissions: the SAM CLI, the deployment, the command of the operators.
        self.environment = {
            **base_environment(processes.folder), "AWS_ENDPOINT_URL": self.url, "AWS_REGION": REGION,
            "AWS_DEFAULT_REGION": REGION, "AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test",
            "AWS_EC2_METADATA_DISABLED": "true", "AWS_CA_BUNDLE": str(self.authority),
            "SSL_CERT_FILE": str(self.authority)}
        # The functions get all of this as well, and their own variables and credentials on top. Where it may, the
        # emulator listens on 127.0.0.1:443, too; nothing here needs it.
        own = {**self.environment, "BIND_HOST": "127.0.0.1", "GATEWAY_PORT": str(self.port), "MINISTACK_REGION": REGION,
               "LAMBDA_EXECUTOR": "local", "AUTH": "true", "USE_SSL": "1", "MINISTACK_SSL_CERT": str(served),
               "MINISTACK_SSL_KEY": str(key)}
        self.log = processes.folder / "emulator.log"
        processes.start("emulator", [program], own, lambda _: self._healthy())

    def _healthy(self):
        try:
            return self.get("/_ministack/health")
        except OSError:
            return None

    def get(self, path):
        """The JSON that one of the emulator's own addresses answers."""
        with urllib.request.urlopen(self.url + path, timeout=10, context=self.tls) as answer:
            return json.load(answer)

    def client(self, service):
        """An AWS client with root's rights."""
        return boto3.client(
            service, endpoint_url=self.url, region_name=REGION, aws_access_key_id="test", aws_secret_access_key="test",
            verify=str(self.authority),
            # It answers one call after another, and some take long beside other work.
            config=botocore.config.Config(read_timeout=300, retries={"max_attempts": 0}, s3={"addressing_style": "path"}))

    def mails(self):
        """What the mail service took, oldest first."""
        return [mail for account in self.get("/_ministack/ses/messages")["messages"].values() for mail in account]

    def log_lines(self, group, since):
        """What the functions wrote to the log group since that moment (seconds), oldest first."""
        pages = self.client("logs").get_paginator("filter_log_events").paginate(
            logGroupName=group, startTime=int(since * 1000))
        events = [event for page in pages for event in page["events"]]
        return [event["message"] for event in sorted(events, key=lambda event: event["timestamp"])]

    def lines_about(self, name, last):
        """The last lines of the emulator's own log that name this function."""
        return [line for line in self.log.read_text(errors="replace").splitlines() if name in line][-last:]
