"""What infra/deployer.yaml lets who deploys do, against what the scripts and CloudFormation do."""

import copy
import fnmatch
import json
import re
import sys
import unittest
from unittest import mock

from scripts import ROOT

sys.path.insert(0, str(ROOT / "infra/template-checks"))

import rights  # noqa: E402
from expand import Template, expanded, read  # noqa: E402

STACK = Template(expanded(read(ROOT / "template.yaml")))
EDGE = [Template(read(ROOT / "infra" / name)) for name in ("edge.yaml", "edge-alarms.yaml")]
DEPLOYER = read(ROOT / "infra/deployer.yaml")
SCHEMAS = list(rights.schemas())


def worked_out(value, given):
    """A value of the deployer's template with these parameters, as far as its conditions go."""
    if isinstance(value, list):
        return [worked_out(one, given) for one in value if worked_out(one, given) is not None]
    if not isinstance(value, dict):
        return value
    if len(value) == 1:
        [(key, inner)] = value.items()
        if key == "Fn::If":
            return worked_out(inner[1 if worked_out(DEPLOYER["Conditions"][inner[0]], given) else 2], given)
        if key == "Ref":
            return given.get(inner)
        parts = worked_out(inner, given)
        functions = {"Fn::Equals": lambda: parts[0] == parts[1], "Fn::Not": lambda: not parts[0], "Fn::Select": lambda: parts[1][parts[0]],
                     "Fn::Split": lambda: parts[1].split(parts[0])}
        if key in functions:
            return functions[key]()
    return {name: one for name, one in ((name, worked_out(one, given)) for name, one in value.items()) if one is not None}


def without(action):
    """The roles, none of which may do that."""
    changed = copy.deepcopy(DEPLOYER)
    for one in changed["Resources"].values():
        for statement in one["Properties"].get("PolicyDocument", {}).get("Statement", []):
            if isinstance(statement["Action"], list):
                statement["Action"] = [right for right in statement["Action"] if right != action]
    return Template(changed)


class Rights(unittest.TestCase):
    def uncovered(self, *templates, deployer=None):
        with mock.patch.object(rights, "schemas", lambda: SCHEMAS):
            return list(rights.uncovered(templates or [STACK, *EDGE], deployer or Template(DEPLOYER)))

    def test_the_roles_may_do_what_is_done_and_the_boundary_what_the_functions_do(self):
        self.assertEqual(self.uncovered(), [])
        self.assertEqual(list(rights.unbounded(STACK, Template(DEPLOYER))), [])
        self.assertEqual(list(rights.scopeless(Template(DEPLOYER))), [])

    def test_a_right_that_is_on_everything_or_on_nothing_is_not_given_on_what_has_a_name(self):
        changed = copy.deepcopy(DEPLOYER)
        for one in changed["Resources"]["ThePlatform"]["Properties"]["PolicyDocument"]["Statement"]:
            one["Resource"] = one["Resource"] if one["Resource"] != "*" else "arn:aws:logs:ap-south-1:111122223333:log-group:expo-*"
        said = list(rights.scopeless(Template(changed)))
        self.assertIn("infra/deployer.yaml: ThePlatform allows logs:DescribeIndexPolicies on something with a name, and it has to be on *", said)

    def test_a_right_that_is_missing_is_named_with_who_needs_it(self):
        for action, role, by in (
                ("cloudfront:CreateInvalidation", "Deployer", "infra/make/stack.sh"), ("wafv2:CreateWebACL", "Deployer", "AWS::WAFv2::WebACL"),
                ("s3:PutObjectRetention", "Operator", "infra/recovery/backup.py"),
                ("s3:PutObjectAcl", "Operator", "infra/recovery/backup.py"), ("dynamodb:BatchWriteItem", "Operator", "infra/recovery/items.py"),
                ("cloudformation:ExecuteChangeSet", "Deployer", "the SAM CLI"), ("cloudformation:TagResource", "Deployer", "the SAM CLI"),
                ("iam:PassRole", "Deployer", "CloudFormation, for ")):
            with self.subTest(action):
                said = self.uncovered(deployer=without(action))
                self.assertTrue(any(one.startswith(f"infra/deployer.yaml: {role} may not {action}, which ") and by in one for one in said), said)

    def test_what_cloudformation_reads_of_a_resource_is_needed_whether_the_templates_use_it_or_not(self):
        for kind, action in (
                ("DynamoDB::Table", "dynamodb:DescribeKinesisStreamingDestination"), ("DynamoDB::Table", "dynamodb:GetResourcePolicy"),
                ("S3::Bucket", "s3:GetBucketWebsite"), ("SNS::Topic", "sns:GetDataProtectionPolicy"),
                ("Logs::LogGroup", "logs:DescribeIndexPolicies"), ("Lambda::Function", "lambda:GetFunctionScalingConfig")):
            with self.subTest(action):
                self.assertIn(f"infra/deployer.yaml: Deployer may not {action}, which CloudFormation, for AWS::{kind} does",
                              self.uncovered(deployer=without(action)))
        used = [kind for kind, _ in SCHEMAS if any(one.raw(kind) for one in (STACK, *EDGE))]
        reads = {action for kind, (read, _) in SCHEMAS for action in read if kind in used and not action.startswith("kms:")}
        self.assertGreater(len(reads), 80)
        nothing = Template({"Resources": {name: {"Properties": {"ManagedPolicyArns": []}} for name in ("Deployer", "Operator")}})
        missing = {one.split(" may not ")[1].split(",")[0] for one in self.uncovered(deployer=nothing)}
        self.assertEqual(reads - missing, set())

    def test_a_new_call_of_a_script_is_noticed_in_each_way_of_calling(self):
        for text, action in (("aws cloudfront create-key-group --x", "cloudfront:CreateKeyGroup"),
                             ('aws("lambda", "publish-version", "--x")', "lambda:PublishVersion"),
                             ("aws sesv2 send-email", "ses:SendEmail"), ("aws s3api put-bucket-acl", "s3:PutBucketAcl")):
            with self.subTest(text), mock.patch.object(rights, "scripts", lambda text=text: [("a script", text, ["Deployer"])]):
                self.assertIn(f"infra/deployer.yaml: Deployer may not {action}, which a script does", self.uncovered())

    def test_a_transaction_needs_what_it_has_in_it(self):
        forget = [one for one in rights.scripts() if one[0] == "infra/make/forget"]
        for action in ("dynamodb:DeleteItem", "dynamodb:PutItem", "dynamodb:UpdateItem"):
            with self.subTest(action), mock.patch.object(rights, "scripts", lambda: forget):
                self.assertIn(f"infra/deployer.yaml: Operator may not {action}, which infra/make/forget does",
                              self.uncovered(deployer=without(action)))

    def test_what_those_on_call_do_is_the_operators_but_for_what_is_an_administrators(self):
        for action in ("sns:Publish", "cloudfront:TestFunction", "wafv2:GetRateBasedStatementManagedKeys", "lambda:GetFunctionConcurrency",
                       "ses:DeleteSuppressedDestination", "cloudwatch:SetAlarmState", "logs:StartQuery", "s3:DeleteObjectVersion"):
            with self.subTest(action):
                self.assertEqual(self.uncovered(deployer=without(action)),
                                 [f"infra/deployer.yaml: Operator may not {action}, which docs/operations.md does"])
        operator = list(rights.statements(DEPLOYER["Resources"], "Operator"))
        page = set(rights.called((ROOT / "docs/operations.md").read_text()))
        for pattern in rights.NOT_OPERATORS:
            named = fnmatch.filter(page, pattern)
            self.assertTrue(named, pattern)
            self.assertFalse([one for one in named if rights.allows(operator, one)])

    def test_a_script_of_the_operators_hides_nothing_that_who_deploys_needs(self):
        text = [("a script", "aws dynamodb update-table", ["Operator"])]
        with mock.patch.object(rights, "scripts", lambda: text):
            self.assertIn("infra/deployer.yaml: Deployer may not dynamodb:UpdateTable, which CloudFormation, for AWS::DynamoDB::Table does",
                          self.uncovered(deployer=without("dynamodb:UpdateTable")))

    def test_a_second_factor_is_asked_of_those_who_can_show_one(self):
        document = DEPLOYER["Resources"]["Operator"]["Properties"]["AssumeRolePolicyDocument"]
        for trusted, asked in (("role/people", False), ("role/aws-reserved/sso.amazonaws.com/AWSReservedSSO_x", False),
                               ("user/asha", True), ("user/role/asha", True), ("root", True)):
            arn = f"arn:aws:iam::111122223333:{trusted}"
            [trust] = worked_out(document, {"TrustedPrincipal": arn})["Statement"]
            self.assertEqual(trust["Principal"], {"AWS": arn})
            self.assertEqual("aws:MultiFactorAuthPresent" in json.dumps(trust), asked, trusted)

    def test_the_stage_of_the_api_may_be_made_with_the_tag_that_sam_gives_it(self):
        [[_, stage]] = STACK.raw("AWS::ApiGatewayV2::Stage")
        self.assertEqual(stage["Tags"], {"httpapi:createdBy": "SAM"})
        for name in ("Deployer", "Operator"):
            [given] = [one for one in rights.statements(DEPLOYER["Resources"], name) if "apigateway:TagResource" in one["Action"]]
            patterns = [one["Fn::Sub"].split("::")[-1] for one in given["Resource"]]
            self.assertTrue(any(fnmatch.fnmatchcase("/apis/a1b2/stages", one) for one in patterns), patterns)

    def test_the_only_role_of_a_service_that_may_be_made_is_that_of_the_api(self):
        for name in ("Deployer", "Operator"):
            [given] = [one for one in rights.statements(DEPLOYER["Resources"], name) if rights.allows([one], "iam:CreateServiceLinkedRole")]
            self.assertEqual(given["Resource"]["Fn::Sub"].split("::${AWS::AccountId}:")[1],
                             "role/aws-service-role/ops.apigateway.amazonaws.com/AWSServiceRoleForAPIGateway")

    def test_a_new_kind_of_resource_is_noticed(self):
        added = Template({"Resources": {"Key": {"Type": "AWS::KinesisVideo::Stream", "Properties": {}}}})
        self.assertTrue(any("kinesisvideo:CreateStream" in one for one in self.uncovered(added)))
        self.assertIn("infra/deployer.yaml: cfn-lint does not know what CloudFormation does for AWS::No::Such",
                      self.uncovered(Template({"Resources": {"A": {"Type": "AWS::No::Such"}}})))

    def test_a_role_without_the_boundary_or_that_goes_beyond_it_is_noticed(self):
        policy = {"PolicyDocument": {"Statement": [{"Effect": "Allow", "Action": "iam:CreateUser", "Resource": "*"}]}}
        role = Template({"Resources": {"A": {"Type": "AWS::IAM::Role", "Properties": {"Policies": [policy]}}}})
        self.assertEqual(len(list(rights.unbounded(role, Template(DEPLOYER)))), 2)

    def test_each_stack_of_a_deployment_is_among_those_that_may_be_changed(self):
        [given] = [one for one in rights.statements(DEPLOYER["Resources"], "Deployer") if "cloudformation:ExecuteChangeSet" in one["Action"]]
        patterns = [one["Fn::Sub"].split(":stack/")[-1] for one in given["Resource"]]
        named = re.findall(r"\$stack-\$region-[a-z-]+", (ROOT / "infra/make/stack.sh").read_text())
        self.assertTrue(named)
        for name in ("$stack", *named):
            deployed = name.replace("$stack", "${Stack}").replace("$region", "${AWS::Region}") + "/1"
            self.assertTrue(any(fnmatch.fnmatchcase(deployed, one) for one in patterns), deployed)

    def test_who_deploys_reads_nobodys_data_and_nobody_unlocks_or_leaves_the_boundary(self):
        roles = DEPLOYER["Resources"]
        deployer = list(rights.statements(roles, "Deployer"))
        for action in ("dynamodb:Scan", "dynamodb:GetItem", "dynamodb:Query", "sqs:ReceiveMessage", "iam:CreateUser", "iam:DeleteRolePermissionsBoundary",
                       "iam:PutUserPolicy", "iam:CreatePolicyVersion"):
            self.assertFalse(rights.allows(deployer, action), action)
        [objects] = [one for one in deployer if "s3:GetObject" in one["Action"]]
        self.assertEqual([one["Fn::Sub"].split(":::")[1] for one in objects["Resource"]],
                         ["${Stack}-webbucket-*/*", "aws-sam-cli-managed-default-*/*"])
        for name in ("Deployer", "Operator"):
            denied = [one["Action"] for one in rights.statements(roles, name) if one["Effect"] == "Deny"]
            self.assertEqual(denied, ["s3:BypassGovernanceRetention"])
        # Their own names are none of the stack's, so they cannot change themselves.
        for action in ("iam:CreateRole", "iam:PutRolePolicy", "iam:AttachRolePolicy"):
            [given] = [one for one in deployer if action in one["Action"]]
            self.assertEqual(given["Condition"], {"ArnEquals": {"iam:PermissionsBoundary": {"Ref": "Boundary"}}})
            self.assertTrue(given["Resource"]["Fn::Sub"].endswith(":role/${Stack}-*"))
        self.assertNotIn("${Stack}-", json.dumps([roles[name]["Properties"]["RoleName"] for name in ("Deployer", "Operator")]))


if __name__ == "__main__":
    unittest.main()
