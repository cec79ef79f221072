"""What is about to be deployed, and what is there already."""

from asking import aws_or_none

EDGE = "us-east-1"  # where CloudFront looks for certificates, and where its alarms are


def outputs_of(stack):
    return {one["OutputKey"]: one["OutputValue"] for one in stack.get("Outputs", [])}


def parameters_of(stack):
    return {one["ParameterKey"]: one["ParameterValue"] for one in stack.get("Parameters", [])}


def address_of(topic, parameters):
    """Who is to get what is sent to it, as the templates have it."""
    alarms = parameters.get("AlarmEmail", "")
    return alarms if topic == "AlarmTopicArn" else parameters.get("TicketEmail") or alarms


class Deployment:
    """What is about to be deployed, and the stack that is there already, if it is."""

    def __init__(self, stack, region, mode, parameters):
        self.stack, self.region, self.mode, self.parameters = stack, region, mode, parameters
        self.production = mode == "production"
        found = aws_or_none("cloudformation", "describe-stacks", "--stack-name", stack, unless="does not exist")
        self.there = found["Stacks"][0] if found else None
        known = self.there or {}
        self.former = parameters_of(known)
        self.outputs = outputs_of(known)
        bucket = self.outputs.get("WebBucketName")
        # Until a release is published its deployment is the first, as often as it is repeated: what people enter and confirm after it
        # is named at its end.
        self.released = bool(bucket) and aws_or_none("s3api", "head-object", "--bucket", bucket, "--key", "releases/current",
                                                     unless="(404)") is not None

    def given(self, name):
        """A parameter of this deployment; what it leaves as it is, is that of the stack."""
        return str(self.parameters.get(name, self.former.get(name, "")))

    def sender(self):
        """The address alone."""
        return self.given("MailFrom").rpartition("<")[2].rstrip(">")

    def topics(self):
        """What the alarms are sent to, of the stack and of what is in front of it: ARN, region and address of each that it had before."""
        front = aws_or_none("cloudformation", "describe-stacks", "--stack-name", f"{self.stack}-{self.region}-edge-alarms",
                            unless="does not exist", region=EDGE)
        known = ((self.there or {}, self.region), (front["Stacks"][0] if front else {}, EDGE))
        return [(name, outputs_of(stack)[name], region, address_of(name, parameters_of(stack))) for stack, region in known
                for name in ("AlarmTopicArn", "TicketTopicArn") if name in outputs_of(stack)]

    def hosts(self):
        site = self.given("SiteOrigin").removeprefix("https://") if self.given("CertificateArn") else ""
        return [host for host in (site, self.given("PortalHost")) if host]
