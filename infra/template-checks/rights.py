"""Whether the roles of infra/deployer.yaml may do what the scripts and CloudFormation do: actions alone, not on what.

What CloudFormation does for a kind of resource is in AWS's own schema of it, which cfn-lint brings along. What the scripts
and the commands of docs/operations.md do is read from their text, so a new call is missing here before it is missing in AWS.
"""

import fnmatch
import json
import re
from pathlib import Path

import cfnlint

ROOT = Path(__file__).resolve().parents[2]
# CloudFormation reads all of a resource, whatever a template says of it. Of what a schema names for that, only the rights on keys are
# needless: encryption is with AWS's own.
UNREAD = ("kms:*",)
# Of what it names for the rest, what the templates make no use of: each by why.
UNUSED = (
    *UNREAD, "ec2:*", "elasticfilesystem:*", "s3files:*",  # no network or file system of one's own
    "kinesis:*", "firehose:*", "s3tables:*", "s3:REST.*", "s3:*Metadata*", "payments:*",
    # No replicas, imports, streams to Kinesis or insights; a table's items are not CloudFormation's.
    "dynamodb:*Replica", "dynamodb:*Import*", "dynamodb:*Kinesis*", "dynamodb:*ContributorInsights", "dynamodb:*ResourcePolicy",
    "dynamodb:*Item", "dynamodb:Scan", "dynamodb:Query",
    # Buckets have none of these.
    "s3:*Analytics*", "s3:*Inventory*", "s3:*Metrics*", "s3:*Notification", "s3:*Replication*", "s3:*Website", "s3:*Accelerate*",
    "s3:*IntelligentTiering*", "s3:*Logging", "s3:*CORS", "s3:*Cors", "s3:*Abac", "s3:PutObjectAcl", "s3:PutBucketAcl", "s3:GetBucketAcl",
    # No data protection, indexes or tokens of log groups, and no streams in them of ours.
    "logs:*DataProtection*", "logs:*IndexPolic*", "logs:*BearerToken*", "logs:*KmsKey", "logs:PutLogGroupDeletionProtection",
    "logs:CreateLogStream", "logs:DescribeLogStreams", "logs:PutLogEvents", "sns:*DataProtectionPolicy",
    "lambda:*CodeSigning*", "lambda:*Layer*", "lambda:*CapacityProvider", "lambda:*Scaling*", "lambda:AssociateRuntimeAlias",
    "lambda:PutRuntimeManagementConfig", "lambda:PublishVersion", "cloudfront:*ConnectionGroup", "cloudfront:*VpcOrigin",
    "cloudfront:UpdateDistributionWithStagingConfig", "ses:PutConfigurationSetVdmOptions", "ses:PutConfigurationSetArchivingOptions",
    "ses:PutEmailIdentityDkimSigningAttributes",
    # Roles have inline policies alone.
    "iam:*UserPolicy", "iam:*GroupPolicy", "billing:*", "iam:DeleteRolePermissionsBoundary",
    # IAM has no such rights.
    "cloudfront:CreateDistributionWithTags", "s3:DeleteBucketEncryption", "s3:DeleteBucketLifecycle", "s3:PutObjectLockConfiguration",
)
# What the SAM CLI asks for beside CloudFormation's work: `sam package` and `sam deploy` with --resolve-s3, which makes a stack with a
# tag for its bucket.
SAM = ("cloudformation:CreateChangeSet", "cloudformation:DescribeChangeSet", "cloudformation:ExecuteChangeSet",
       "cloudformation:GetTemplateSummary", "cloudformation:GetTemplate", "cloudformation:DescribeStackEvents",
       "cloudformation:DescribeStacks", "cloudformation:TagResource", "s3:PutObject", "s3:GetObject", "s3:CreateBucket")
# What docs/operations.md leads to in the console: the dashboard, Logs Insights, a block of addresses, a higher limit.
CONSOLE = ("cloudwatch:GetMetricData", "cloudwatch:ListMetrics", "logs:StartQuery", "logs:GetQueryResults", "wafv2:CreateIPSet",
           "servicequotas:RequestServiceQuotaIncrease")
# What it says that an administrator of the account does, or nobody.
NOT_OPERATORS = ("secretsmanager:CreateSecret", "secretsmanager:PutSecretValue", "acm:RequestCertificate", "dynamodb:ListBackups",
                 "dynamodb:RestoreTable*", "sqs:PurgeQueue")
# Commands that are not called as the action is.
ACTIONS = {
    "s3 cp": ("s3:GetObject", "s3:PutObject", "s3:ListBucket"), "s3 sync": ("s3:GetObject", "s3:PutObject", "s3:ListBucket"),
    "s3 rm": ("s3:DeleteObject", "s3:ListBucket"), "s3api list-objects-v2": ("s3:ListBucket",),
    "s3api list-object-versions": ("s3:ListBucketVersions",), "s3api head-object": ("s3:GetObject", "s3:ListBucket"),
    # With the version.
    "s3api delete-object": ("s3:DeleteObjectVersion",),
    "lambda invoke": ("lambda:InvokeFunction",), "lambda wait": ("lambda:GetFunction",),
    "apigatewayv2 update-stage": ("apigateway:PATCH",), "apigatewayv2 delete-route-settings": ("apigateway:DELETE",),
    "apigatewayv2 get-stage": ("apigateway:GET",),
    "cloudformation wait": ("cloudformation:DescribeStacks",), "dynamodb wait": ("dynamodb:DescribeTable",),
    "cloudfront wait": ("cloudfront:GetInvalidation",), "logs tail": ("logs:FilterLogEvents", "logs:DescribeLogGroups"),
    # DynamoDB writes an export with the rights of who asks for it.
    "dynamodb export-table-to-point-in-time": ("dynamodb:ExportTableToPointInTime", "s3:AbortMultipartUpload", "s3:PutObject",
                                               "s3:PutObjectAcl"),
    # Of updates, and of a put with a deletion.
    "dynamodb transact-write-items": ("dynamodb:DeleteItem", "dynamodb:PutItem", "dynamodb:UpdateItem"),
    "sts get-caller-identity": ()}  # needs no right
SERVICES = {"sesv2": "ses", "s3api": "s3"}
# `aws service call` in a shell's script, ("service", "call", …) in Python, and what boto3's client of DynamoDB does.
CALLS = (re.compile(r"\baws ([a-z][a-z0-9]+) ([a-z][a-z0-9-]+)"), re.compile(r'"([a-z][a-z0-9]+)",\s*"([a-z][a-z0-9-]+)"'))
ITEMS = re.compile(r'client\.(batch_write_item|batch_get_item|put_item|get_item|delete_item)\(|get_paginator\("(scan|query|list_tables)"\)')
KNOWN = ("acm", "apigatewayv2", "cloudformation", "cloudfront", "cloudwatch", "dynamodb", "lambda", "logs", "s3", "s3api", "scheduler",
         "secretsmanager", "service-quotas", "sesv2", "sns", "sqs", "sts", "wafv2")
# Who deploys reads nobody's data; these may.
OPERATOR = ("infra/make/cleanup", "infra/make/copy-items", "infra/make/forget", "infra/make/redrive", "infra/recovery")


def pascal(call):
    return "".join(part.capitalize() for part in re.split("[-_]", call))


def called(text):
    """The actions that a script asks for."""
    for pattern in CALLS:
        for service, call in pattern.findall(text):
            if service in KNOWN:
                yield from ACTIONS.get(f"{service} {call}", (f"{SERVICES.get(service, service)}:{pascal(call)}",))
    for found in ITEMS.findall(text):
        yield f"dynamodb:{pascal(next(filter(None, found)))}"


def scripts():
    """Each script with its text, in the roles that are to run it, and the page for those on call."""
    for path in sorted([*ROOT.glob("infra/make/*"), *ROOT.glob("infra/preflight/*.py"), *ROOT.glob("infra/recovery/*.py")]):
        name = str(path.relative_to(ROOT))
        # They try things on this machine alone.
        if path.is_file() and path.name not in ("drill.py", "event.py", "rehearse", "check-docs"):
            yield name, path.read_text(encoding="utf-8"), ["Operator"] if name.startswith(OPERATOR) else ["Deployer", "Operator"]
    yield "docs/operations.md", (ROOT / "docs/operations.md").read_text(encoding="utf-8"), ["Operator"]


def schemas():
    """What CloudFormation does for each kind of resource: what reads it, and what else."""
    folder = Path(cfnlint.__file__).parent / "data/schemas/resources"
    for path in folder.glob("*.json"):
        known = json.loads(path.read_text(encoding="utf-8"))
        if "handlers" in known:
            does = {name: set(handler["permissions"]) for name, handler in known["handlers"].items()}
            reads = does.pop("read", set())
            yield known["typeName"], (reads, set().union(*does.values()) - reads)


def statements(roles, name):
    """The statements of a role and of the managed policies that it has."""
    for reference in roles[name]["Properties"]["ManagedPolicyArns"]:
        yield from roles[reference["Ref"]]["Properties"]["PolicyDocument"]["Statement"]


def allows(given, action):
    """Whether some statement allows the action, and none refuses it whatever it is on."""
    def names(statement):
        listed = statement.get("Action", [])
        return any(fnmatch.fnmatch(action.lower(), one.lower()) for one in ([listed] if isinstance(listed, str) else listed))

    return any(one["Effect"] == "Allow" and names(one) for one in given)


def scopeless(deployer):
    """What is allowed on something with a name, while AWS knows the right on everything alone: there it lets nobody do anything."""
    known = json.loads((Path(cfnlint.__file__).parent / "data/AdditionalSpecs/Policies.json").read_text(encoding="utf-8"))
    for name, one in deployer.raw("AWS::IAM::ManagedPolicy"):
        for statement in one["PolicyDocument"]["Statement"]:
            for action in actions({"Statement": [statement]}):
                service, right = action.lower().split(":")
                if statement["Resource"] != "*" and known.get(service, {}).get("Actions", {}).get(right) == {}:
                    yield f"infra/deployer.yaml: {name} allows {action} on something with a name, and it has to be on *"


def of_roles(template):
    """(role, action) of each policy of a template that is written out in it."""
    for name, one in template.raw("AWS::IAM::Role"):
        for policy in one.get("Policies", []):
            yield from ((name, action) for action in actions(policy["PolicyDocument"]))
    for name, one in template.raw("AWS::IAM::Policy"):
        yield from ((name, action) for action in actions(one["PolicyDocument"]))


def actions(document):
    for statement in document["Statement"]:
        listed = statement["Action"]
        yield from [listed] if isinstance(listed, str) else listed


def unbounded(template, deployer):
    """What a role of the stack may do by its policy and not by the boundary, and roles without one, which the deployer may not make."""
    boundary = deployer.resources["Boundary"]["Properties"]["PolicyDocument"]["Statement"]
    for name, one in template.raw("AWS::IAM::Role"):
        if "PermissionsBoundary" not in one:
            yield f"{name}: it has no PermissionsBoundary, and the roles of infra/deployer.yaml can make no role without"
    for action in sorted({action for _, action in of_roles(template) if not allows(boundary, action)}):
        yield f"infra/deployer.yaml: the boundary does not let a role of the stack {action}"


def uncovered(templates, deployer):
    """What the roles may not do and would have to, a sentence each."""
    roles = deployer.resources
    given = {name: list(statements(roles, name)) for name in ("Deployer", "Operator")}
    wanted = {}

    def want(action, name, who=("Deployer", "Operator")):
        for role in who:
            wanted.setdefault((action, role), name)

    for name, text, who in scripts():
        for action in called(text):
            if not (name.endswith(".md") and any(fnmatch.fnmatchcase(action, one) for one in NOT_OPERATORS)):
                want(action, name, who)
    for action in SAM:
        want(action, "the SAM CLI")
    for action in CONSOLE:
        want(action, "docs/operations.md", ["Operator"])
    known = dict(schemas())
    for kind in sorted({one["Type"] for template in templates for one in template.resources.values()}):
        if kind not in known:
            yield f"infra/deployer.yaml: cfn-lint does not know what CloudFormation does for {kind}"
        for actions_of, unused in zip(known.get(kind, ()), (UNREAD, UNUSED)):
            for action in actions_of:
                if not any(fnmatch.fnmatchcase(action, one) for one in unused):
                    want(action, f"CloudFormation, for {kind}")
    for (action, role), name in sorted(wanted.items()):
        if not allows(given[role], action):
            yield f"infra/deployer.yaml: {role} may not {action}, which {name} does"
