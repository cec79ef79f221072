"""The stack: `sam deploy` of the real template with the real binaries, and what is left after its deletion."""

import re
import subprocess

import botocore.exceptions

import bridges
from steps import Failure, expect

NAME = "expo"
# What people would miss, as docs/operations.md says. Not read from the template, which is what is tried.
KEPT = (
    "AdminTable", "BackupsBucket", "CatalogueTable", "CheckInTable", "ContentTable", "MailIdentityRecords", "MediaBucket",
    "RecordsBucket", "RegistrationsTable")
PATIENCE = 900  # seconds for a deployment, also on a busy machine
# The SAM CLI, waiting for an answer as long as for a deployment. AWS makes a change set and a stack behind its answer, the emulator
# before it; and a call that is sent again after a minute finds the change set of its name there.
PATIENT_SAM = f"""
from botocore.config import Config
Config.OPTION_DEFAULTS["read_timeout"] = {PATIENCE}
from samcli.cli.main import cli
cli(prog_name="sam")
"""
BUCKET = "deployments"  # where the SAM CLI puts the functions' archives
# As an OpenAPI body names them, and the word of a route's key.
METHODS = {**{name: name.upper() for name in ("get", "put", "post", "delete", "patch")},
           "x-amazon-apigateway-any-method": "ANY"}


class Stack:
    """The stack in the emulator, deployed from a copy of the template beside a link to the binaries."""

    def __init__(self, emulator, sam, folder, functions):
        self.emulator, self.sam = emulator, sam
        self.folder = folder / "stack"
        (self.folder / "target").mkdir(parents=True)
        (self.folder / "target" / "lambda").symlink_to(functions)
        self.template = self.folder / "template.yaml"
        self.cloudformation = emulator.client("cloudformation")
        emulator.client("s3").create_bucket(
            Bucket=BUCKET, CreateBucketConfiguration={"LocationConstraint": emulator.environment["AWS_REGION"]})

    def _sam(self, *arguments):
        command = [str(self.sam.parent / "python"), "-c", PATIENT_SAM, *arguments, "--stack-name", NAME,
                   "--region", self.emulator.environment["AWS_REGION"]]
        done = subprocess.run(command, cwd=self.folder, env=self.emulator.environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=PATIENCE)
        expect(done.returncode == 0, f"`sam {arguments[0]}` failed: {self._refused() or done.stdout[-4000:]}")
        return done.stdout

    def _refused(self):
        """Which resources CloudFormation could not make, and why."""
        try:
            pages = self.cloudformation.get_paginator("describe_stack_events").paginate(StackName=NAME)
            events = [event for page in pages for event in page["StackEvents"]]
        except botocore.exceptions.ClientError:  # there is no stack yet
            return ""
        return "\n".join(f"{event['LogicalResourceId']} ({event['ResourceType']}): {event.get('ResourceStatusReason')}"
                         for event in reversed(events) if event["ResourceStatus"].endswith("_FAILED"))

    def deploy(self, template, parameters):
        """Deploys that text of a template, does what the emulator leaves out, and returns what the SAM CLI said."""
        self.template.write_text(template)
        said = self._sam(
            "deploy", "--template", str(self.template), "--s3-bucket", BUCKET, "--capabilities", "CAPABILITY_IAM",
            "--no-confirm-changeset", "--no-fail-on-empty-changeset", "--no-progressbar", "--parameter-overrides",
            *(f"{name}={value}" for name, value in parameters.items()))
        bridges.create_routes(self.emulator, self.resources(), self.routes())
        bridges.widen_mail_rights(self.emulator, self.resources())
        return said

    def delete(self):
        """Deletes the stack, as docs/operations.md says."""
        bridges.narrow_mail_rights(self.emulator, self.resources())
        self.cloudformation.delete_stack(StackName=NAME)
        self.cloudformation.get_waiter("stack_delete_complete").wait(
            StackName=NAME, WaiterConfig={"Delay": 1, "MaxAttempts": 120})

    def description(self):
        """What CloudFormation says about the stack."""
        return self.cloudformation.describe_stacks(StackName=NAME)["Stacks"][0]

    def processed(self):
        """The template as SAM's transform left it."""
        return self.cloudformation.get_template(StackName=NAME, TemplateStage="Processed")["TemplateBody"]

    def resources(self):
        """The physical id of each resource, by logical id."""
        pages = self.cloudformation.get_paginator("list_stack_resources").paginate(StackName=NAME)
        return {one["LogicalResourceId"]: one.get("PhysicalResourceId")
                for page in pages for one in page["StackResourceSummaries"]}

    def physical(self, logical):
        """The physical id of one resource."""
        found = self.resources().get(logical)
        expect(found, f"The stack has no resource {logical}")
        return found

    def routes(self):
        """(method, path, logical id of the function) of each route in the OpenAPI body that SAM made of the events."""
        for path, operations in self.processed()["Resources"]["Api"]["Properties"]["Body"]["paths"].items():
            for method, word in METHODS.items():
                if method in operations:
                    uri = operations[method]["x-amazon-apigateway-integration"]["uri"]["Fn::Sub"]
                    function = re.search(r"functions/\$\{(\w+)\.Arn\}/invocations$", uri)
                    expect(function, f"The integration of {method} {path} is not a function: {uri}")
                    yield word, path, function[1]

    def schedules(self):
        """The states of its schedules."""
        scheduler = self.emulator.client("scheduler")
        names = [one["Name"] for page in scheduler.get_paginator("list_schedules").paginate() for one in page["Schedules"]]
        return {scheduler.get_schedule(Name=name)["State"] for name in names}

    def follows_the_stream(self):
        """Whether somebody gets the records of the table's stream. Of one that was just made the emulator says so in any case."""
        mapping = self.emulator.client("lambda").get_event_source_mapping(UUID=self.physical("NotifierOutbox"))
        return mapping["State"] in ("Enabled", "Enabling")

    def tables_with_items(self):
        """The names of its tables that something has been written to."""
        tables, dynamodb = self.resources(), self.emulator.client("dynamodb")
        names = [physical for logical, physical in tables.items() if logical.endswith("Table")]
        return [name for name in names if dynamodb.scan(TableName=name, Limit=1)["Count"]]

    def complete(self):
        """Fails unless the stack has every resource of the processed template whose condition holds."""
        template = self.processed()
        wanted = {name for name, resource in template["Resources"].items() if "Condition" not in resource}
        absent = wanted - set(self.resources())
        expect(not absent, f"In the template and not in the stack: {', '.join(sorted(absent))}")
        return len(wanted)

    def kept(self):
        """The physical ids of what shall outlive the stack."""
        resources = self.resources()
        return {resources[name] for name in KEPT}


# What is looked for after the deletion: service, call, where its answer has the list, and what names one of them.
KINDS = (
    ("lambda", "list_functions", "Functions", "FunctionName"),
    ("lambda", "list_event_source_mappings", "EventSourceMappings", "UUID"),
    ("apigatewayv2", "get_apis", "Items", "ApiId"),
    ("iam", "list_roles", "Roles", "RoleName"),
    ("dynamodb", "list_tables", "TableNames", None),
    ("s3", "list_buckets", "Buckets", "Name"),
    ("sqs", "list_queues", "QueueUrls", None),
    ("sns", "list_topics", "Topics", "TopicArn"),
    ("logs", "describe_log_groups", "logGroups", "logGroupName"),
    ("scheduler", "list_schedules", "Schedules", "Name"),
    ("events", "list_rules", "Rules", "Name"),
    ("cloudwatch", "describe_alarms", "MetricAlarms", "AlarmName"),
    ("cloudwatch", "list_dashboards", "DashboardEntries", "DashboardName"),
    ("cloudfront", "list_functions", "FunctionList.Items", "Name"),
    ("cloudfront", "list_distributions", "DistributionList.Items", "Id"),
    ("cloudfront", "list_origin_access_controls", "OriginAccessControlList.Items", "Id"),
    ("sesv2", "list_email_identities", "EmailIdentities", "IdentityName"),
    ("sesv2", "list_configuration_sets", "ConfigurationSets", None),
    ("secretsmanager", "list_secrets", "SecretList", "ARN"),
)


def inventory(emulator):
    """What there is in the account, as (kind, name)."""
    found = set()
    for service, call, where, name in KINDS:
        client = emulator.client(service)
        pages = client.get_paginator(call).paginate() if client.can_paginate(call) else [getattr(client, call)()]
        for page in pages:
            listed = page
            for part in where.split("."):
                listed = listed.get(part) or []
            found |= {(f"{service} {where}", one if name is None else one[name]) for one in listed}
    if not found:
        raise Failure("The inventory of the account is empty, so it would prove nothing")
    return found
