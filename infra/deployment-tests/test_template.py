"""What infra/template-checks refuses: for each limit a template that is just above it."""

import sys
import unittest

from scripts import ROOT

sys.path.insert(0, str(ROOT / "infra/template-checks"))

import limits  # noqa: E402
from expand import Template  # noqa: E402
from order import circle  # noqa: E402
from traps import traps  # noqa: E402


def metrics(count):
    stat = {"Metric": {"Namespace": "n", "MetricName": "m"}, "Period": 60, "Stat": "Sum"}
    return [{"Id": "sum", "Expression": "SUM(METRICS())"}, *({"Id": f"m{one}", "MetricStat": stat} for one in range(count))]


def alarm(**properties):
    return {"A": {"Type": limits.ALARMS, "Properties": {
        "Namespace": "n", "MetricName": "m", "Period": 60, "EvaluationPeriods": 1, **properties}}}


def of(kind, **properties):
    return {"A": {"Type": kind, "Properties": properties}}


def distribution(**config):
    return of(limits.DISTRIBUTIONS, DistributionConfig={"Origins": [], **config})


def headers(**config):
    return of(limits.HEADERS, ResponseHeadersPolicyConfig=config)


def policy(size):
    return {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "s3:GetObject", "Resource": "x" * size}]}


def several(kind, count):
    return {f"A{one}": {"Type": kind, "Properties": {}} for one in range(count)}


def permissions(count):
    """What SAM makes of so many routes of one function."""
    source = {"Fn::Sub": "arn:${AWS::Partition}:execute-api:${AWS::Region}:${AWS::AccountId}:${Api}/*/GET/api/things/and/more"}
    return {"Api": {"Type": limits.APIS}, "F": {"Type": limits.FUNCTIONS, "Properties": {}}, **{
        f"FThings{one}Permission": {"Type": "AWS::Lambda::Permission", "Properties": {
            "FunctionName": {"Ref": "F"}, "Action": "lambda:InvokeFunction", "Principal": "apigateway.amazonaws.com",
            "SourceArn": source}} for one in range(count)}}


def schedule(**properties):
    target = {"RetryPolicy": properties.pop("retry", {})}
    return of(limits.SCHEDULES, ScheduleExpression=properties.pop("expression", "rate(1 minute)"), Target=target, **properties)


def acl(rules=(), **properties):
    return of(limits.ACLS, Rules=[{"Statement": {"RateBasedStatement": rule}} for rule in rules], **properties)


def answering(*headers):
    """A web ACL with a rule for each number of headers that it answers with."""
    return of(limits.ACLS, Rules=[{"Statement": {}, "Action": {"Block": {"CustomResponse": {"ResponseHeaders": [{}] * count}}}} for count in headers])


def budget(notifications):
    return of(limits.BUDGETS, NotificationsWithSubscribers=[
        {"Subscribers": [{"SubscriptionType": kind} for kind in one]} for one in notifications])


def api(routes):
    return of(limits.APIS, Body={"paths": {f"/{one}": {"get": {}} for one in range(routes)}})


LONG = "x" * 1_784
CASES = {
    "metrics in an alarm": alarm(Metrics=metrics(11)),
    "expressions in an alarm": alarm(Metrics=[{"Expression": "x"}] * 11),
    "seconds that an alarm of short periods looks back": alarm(Period=300, EvaluationPeriods=289),
    "seconds that an alarm looks back": alarm(Period=86_400, EvaluationPeriods=8),
    "actions of an alarm": alarm(AlarmActions=["x"] * 6),
    "characters of an alarm's description": alarm(AlarmDescription="x" * 1_025),
    "dimensions of a metric": alarm(Dimensions=[{"Name": "n", "Value": "v"}] * 31),
    "characters of an alarm's expression": alarm(Metrics=[{"Expression": "x" * 2_049}, *metrics(1)[1:]]),
    "characters of a composite alarm's rule": of("AWS::CloudWatch::CompositeAlarm", AlarmRule="x" * 10_241),
    "alarms in a composite alarm": of("AWS::CloudWatch::CompositeAlarm", AlarmRule=" OR ".join(["ALARM(a)"] * 101)),
    "bytes of environment variables": of(limits.FUNCTIONS, Environment={"Variables": {"A": "x" * 4_096}}),
    "characters of a function's description": of(limits.FUNCTIONS, Description="x" * 257),
    "seconds of a function's time": of(limits.FUNCTIONS, Timeout=901),
    "MB of a function's memory": of(limits.FUNCTIONS, MemorySize=10_241),
    "layers of a function": of(limits.FUNCTIONS, Layers=["x"] * 6),
    "bytes of a function's resource policy": permissions(60),
    "filters of an event source": of(limits.MAPPINGS, FilterCriteria={"Filters": [{"Pattern": "{}"}] * 6}),
    "characters of an event filter": of(limits.MAPPINGS, FilterCriteria={"Filters": [{"Pattern": "x" * 4_097}]}),
    "records in a batch": of(limits.MAPPINGS, BatchSize=10_001),
    "seconds that a batch is waited for": of(limits.MAPPINGS, MaximumBatchingWindowInSeconds=301),
    "batches of a shard at a time": of(limits.MAPPINGS, ParallelizationFactor=11),
    "tries of a batch": of(limits.MAPPINGS, MaximumRetryAttempts=10_001),
    "characters of a role's trust policy": of(limits.ROLES, AssumeRolePolicyDocument=policy(2_048)),
    "managed policies of a role": of(limits.ROLES, AssumeRolePolicyDocument={}, ManagedPolicyArns=["x"] * 11),
    "characters of a managed policy": of("AWS::IAM::ManagedPolicy", PolicyDocument=policy(6_144)),
    # Together: its own, and one beside it.
    "characters of a role's inline policies together": {
        **of(limits.ROLES, AssumeRolePolicyDocument={}, Policies=[{"PolicyDocument": policy(6_000)}]),
        "B": {"Type": "AWS::IAM::Policy", "Properties": {"Roles": [{"Ref": "A"}], "PolicyDocument": policy(6_000)}}},
    "cache behaviours of a distribution": distribution(CacheBehaviors=[{}] * 25),
    "origins of a distribution": distribution(Origins=[{}] * 26),
    "aliases of a distribution": distribution(Aliases=["x"] * 101),
    "characters of a distribution's comment": distribution(Comment="x" * 129),
    "headers that are sent to an origin": distribution(Origins=[{"OriginCustomHeaders": [{"HeaderValue": "x"}] * 11}]),
    "characters of a header that is sent to an origin": distribution(Origins=[{"OriginCustomHeaders": [{"HeaderValue": LONG}]}]),
    "seconds that an origin has to answer": distribution(Origins=[{"CustomOriginConfig": {"OriginReadTimeout": 61}}]),
    "bytes of a CloudFront function": of("AWS::CloudFront::Function", FunctionCode="x" * 10_241),
    "own headers in a policy of response headers": headers(CustomHeadersConfig={"Items": [{"Value": "x"}] * 11}),
    "characters of a response header": headers(CustomHeadersConfig={"Items": [{"Value": LONG}]}),
    "characters of a content security policy": headers(
        SecurityHeadersConfig={"ContentSecurityPolicy": {"ContentSecurityPolicy": LONG}}),
    "headers in an origin request policy": of("AWS::CloudFront::OriginRequestPolicy", OriginRequestPolicyConfig={
        "HeadersConfig": {"Headers": ["x"] * 11}}),
    "headers in a cache policy": of("AWS::CloudFront::CachePolicy", CachePolicyConfig={
        "ParametersInCacheKeyAndForwardedToOrigin": {"HeadersConfig": {"Headers": ["x"] * 11}}}),
    "cache policies of an account": {name: {**one, "Properties": {"CachePolicyConfig": {
        "ParametersInCacheKeyAndForwardedToOrigin": {"HeadersConfig": {}}}}}
        for name, one in several("AWS::CloudFront::CachePolicy", 21).items()},
    "origin request policies of an account": {name: {**one, "Properties": {"OriginRequestPolicyConfig": {"HeadersConfig": {}}}}
                                              for name, one in several("AWS::CloudFront::OriginRequestPolicy", 21).items()},
    "policies of response headers of an account": {name: {**one, "Properties": {"ResponseHeadersPolicyConfig": {}}}
                                                   for name, one in several(limits.HEADERS, 21).items()},
    "CloudFront functions of an account": {name: {**one, "Properties": {"FunctionCode": ""}}
                                           for name, one in several("AWS::CloudFront::Function", 101).items()},
    "routes of an API": api(301),
    "bytes of the access log's format": of(limits.STAGES, AccessLogSettings={"Format": "x" * 3_073}),
    "stage variables": of(limits.STAGES, StageVariables={str(one): "x" for one in range(101)}),
    "characters of a stage variable's name": of(limits.STAGES, StageVariables={"x" * 65: ""}),
    "characters of a stage variable": of(limits.STAGES, StageVariables={"A": "x" * 513}),
    "resources of a template": several("AWS::Logs::LogGroup", 501),
    "tries of a schedule's target": schedule(retry={"MaximumRetryAttempts": 186}),
    "seconds that a schedule's event is tried": schedule(retry={"MaximumEventAgeInSeconds": 86_401}),
    "characters of a schedule's name": schedule(Name="x" * 65),
    "characters of a schedule's expression": schedule(expression="x" * 257),
    "targets of a rule": of(limits.RULES, Targets=[{}] * 6),
    "characters of an event pattern": of(limits.RULES, EventPattern={"source": ["x" * 2_048]}),
    "characters of an event rule's name": of(limits.RULES, Name="x" * 65),
    "indexes of a table": of("AWS::DynamoDB::Table", GlobalSecondaryIndexes=[{"Projection": {}}] * 21),
    "attributes copied into the indexes of a table": of("AWS::DynamoDB::Table", GlobalSecondaryIndexes=[
        {"Projection": {"NonKeyAttributes": ["x"] * 101}}]),
    "seconds that a queue keeps messages": of("AWS::SQS::Queue", MessageRetentionPeriod=1_209_601),
    "seconds that a message is hidden": of("AWS::SQS::Queue", VisibilityTimeout=43_201),
    "bytes of a bucket's policy": of("AWS::S3::BucketPolicy", PolicyDocument=policy(20_480)),
    "characters of a topic's display name": of("AWS::SNS::Topic", DisplayName="x" * 101),
    "event destinations of a configuration set": {
        name: {**one, "Properties": {"ConfigurationSetName": {"Ref": "Set"}}}
        for name, one in several("AWS::SES::ConfigurationSetEventDestination", 11).items()},
    "rate-based rules of a web ACL": acl([{}] * 11),
    "bytes of a response body of a web ACL": acl(CustomResponseBodies={"A": {"Content": "x" * 4_097}}),
    "response bodies of a web ACL": acl(CustomResponseBodies={str(one): {"Content": ""} for one in range(51)}),
    "bytes of all response bodies of a web ACL": acl(CustomResponseBodies={str(one): {"Content": "x" * 4_096} for one in range(13)}),
    "headers of a response of a web ACL": answering(11),
    "headers of all responses of a web ACL": answering(*[10] * 10, 1),
    "notifications of a budget": budget([[]] * 11),
    "e-mail addresses that a notification of a budget goes to": budget([["EMAIL"] * 11]),
    "topics that a notification of a budget goes to": budget([["SNS"] * 2]),
    "keys of a rate-based rule": acl([{"CustomKeys": [{}] * 6}]),
}
PARTS = {
    "outputs of a template": {"Outputs": {str(one): {} for one in range(201)}},
    "parameters of a template": {"Parameters": {str(one): {"Type": "String"} for one in range(201)}},
    "mappings of a template": {"Mappings": {str(one): {} for one in range(201)}},
    "bytes of a template": {"Metadata": "x" * 1_000_000},
    "bytes of a template's description": {"Description": "x" * 1_025},
    "characters of a parameter's description": {"Parameters": {"P": {"Type": "String", "Description": "x" * 4_001}}},
    "bytes of an output's description": {"Outputs": {"O": {"Description": "x" * 1_025}}},
}


class Limits(unittest.TestCase):
    def test_each_limit_refuses_what_is_just_above_it(self):
        templates = {**{what: {"Resources": one} for what, one in CASES.items()},
                     **{what: {"Resources": {}, **one} for what, one in PARTS.items()}}
        self.assertEqual(sorted(templates), sorted(what for what, *_ in limits.LIMITS))
        for what, most, source, _ in limits.LIMITS:
            with self.subTest(what):
                [said] = limits.exceeded(Template(templates[what]))
                self.assertRegex(said, rf"^[\w ]+: [\d,]+ {what}, and AWS takes {most:,} at most ")
                self.assertTrue(source.startswith("https://docs.aws.amazon.com/"), source)

    def test_a_sum_over_eleven_functions_is_refused_by_the_name_of_its_alarm(self):
        [said] = limits.exceeded(Template({"Resources": {"PortalErrors": alarm(Metrics=metrics(11))["A"]}}))
        self.assertTrue(said.startswith("PortalErrors: 11 metrics in an alarm, and AWS takes 10 at most"), said)
        self.assertEqual([*limits.exceeded(Template({"Resources": alarm(Metrics=metrics(10))}))], [])

    def test_a_number_that_is_a_parameter_counts_with_the_most_that_it_may_be(self):
        resources = alarm(Period=3_600, EvaluationPeriods={"Ref": "Hours"})
        hours = {"Type": "Number", "Default": 6, "MaxValue": 169}
        [said] = limits.exceeded(Template({"Resources": resources, "Parameters": {"Hours": hours}}))
        self.assertIn("608,400 seconds that an alarm looks back", said)


class Traps(unittest.TestCase):
    def caught(self, sentence, resources):
        [said] = traps(Template({"Resources": resources}))
        self.assertIn(sentence, said)

    def test_settings_of_a_route_are_refused(self):
        self.caught("the RouteSettings of GET /a would keep any release from removing or renaming that route",
                    of(limits.STAGES, RouteSettings={"GET /a": {}}))

    def test_a_part_of_a_text_that_may_have_none_is_refused(self):
        selected = {"Fn::Select": [1, {"Fn::Split": ["://", {"Ref": "Origin"}]}]}
        self.caught("Fn::Select of Fn::Split fails", distribution(Aliases=[selected]))

    def test_a_schedule_that_begins_with_its_stack_is_refused(self):
        self.caught("A: it would run while the stack is still being made", schedule())
        self.caught("A: it would run while the stack is still being made", schedule(State={"Ref": "State"}))
        self.assertEqual([*traps(Template({"Resources": schedule(State={"Fn::If": ["Runs", "ENABLED", "DISABLED"]})}))], [])

    def test_a_function_that_calls_itself_says_so(self):
        call = {"Statement": [{"Effect": "Allow", "Action": "lambda:InvokeFunction", "Resource": {"Fn::GetAtt": ["Job", "Arn"]}}]}
        resources = {"Job": {"Type": limits.FUNCTIONS, "Properties": {}}, "Itself": {
            "Type": "AWS::IAM::Policy", "Properties": {"Roles": [{"Ref": "JobRole"}], "PolicyDocument": call}}}
        self.caught("Job: it calls itself (Itself), and Lambda ends a chain of 16: give it RecursiveLoop: Allow", resources)
        resources["Job"]["Properties"]["RecursiveLoop"] = "Allow"
        self.assertEqual([*traps(Template({"Resources": resources}))], [])

    def test_an_alarm_of_absence_is_filled(self):
        self.caught("A: what is missing would be noticed some periods later than it says", alarm(TreatMissingData="breaching"))
        filled = [{"Id": "filled", "Expression": "FILL(m0, 0)"}, *metrics(1)[1:]]
        self.assertEqual([*traps(Template({"Resources": alarm(TreatMissingData="breaching", Metrics=filled)}))], [])

    def test_the_keys_of_an_action_on_a_table_are_in_one_statement(self):
        def statement(actions, key, table="Orders"):
            return {"Effect": "Allow", "Action": actions, "Resource": {"Fn::GetAtt": [table, "Arn"]},
                    "Condition": {"ForAllValues:StringLike": {"dynamodb:LeadingKeys": [key]}}}

        def role(*statements, further=()):
            resources = {"R": {"Type": limits.ROLES, "Properties": {"Policies": [{"PolicyDocument": {"Statement": [*statements]}}]}}}
            beside = {"Roles": [{"Ref": "R"}], "PolicyDocument": {"Statement": [*further]}}
            return {**resources, "P": {"Type": "AWS::IAM::Policy", "Properties": beside}}

        put, several = statement("dynamodb:PutItem", "A#*"), statement(["dynamodb:GetItem", "dynamodb:PutItem"], "B#*")
        for resources in (role(put, several), role(put, further=[several])):
            self.caught("R: dynamodb:PutItem on Orders has two statements with keys", resources)
        whole = {"Effect": "Allow", "Action": "dynamodb:GetItem", "Resource": {"Fn::GetAtt": ["Orders", "Arn"]}}
        apart = role(put, statement("dynamodb:GetItem", "B#*"), statement("dynamodb:PutItem", "B#*", "Others"), whole)
        self.assertEqual([*traps(Template({"Resources": apart}))], [])

    def test_a_circle_is_named(self):
        self.assertCountEqual(set(circle({"A": {"DependsOn": "B"}, "B": {"Properties": {"X": {"Ref": "A"}}}})), {"A", "B"})


if __name__ == "__main__":
    unittest.main()
