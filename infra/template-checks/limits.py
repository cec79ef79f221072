"""The hard limits of AWS that a deployment of a template can run into, each with the page that says so.

A limit is a function that yields what it measures: (where, how much). `exceeded` says what is above its limit. Of limits that
AWS raises on request the default counts, because a new account has no other; of those that it has raised over the years, the
lower figure where the account may still have it.
"""

import json

LIMITS = []
CLOUDWATCH = "https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Create-alarm-on-metric-math-expression.html"
ALARM = "https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html"
QUERY = "https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_MetricDataQuery.html"
COMPOSITE = "https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutCompositeAlarm.html"
LAMBDA = "https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html"
FUNCTION = "https://docs.aws.amazon.com/lambda/latest/api/API_CreateFunction.html"
FILTERS = "https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html"
MAPPING = "https://docs.aws.amazon.com/lambda/latest/api/API_CreateEventSourceMapping.html"
IAM = "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html"
CLOUDFRONT = "https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html"
API = "https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html"
CLOUDFORMATION = "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html"
SCHEDULER = "https://docs.aws.amazon.com/scheduler/latest/APIReference/API_CreateSchedule.html"
EVENTS = "https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-quota.html"
DYNAMODB = "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html"
SQS = "https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html"
S3 = "https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucket-policies.html"
SES = "https://docs.aws.amazon.com/ses/latest/dg/quotas.html"
BUDGET = "https://docs.aws.amazon.com/aws-cost-management/latest/APIReference/API_budgets_NotificationWithSubscribers.html"
NOTIFICATION = "https://docs.aws.amazon.com/aws-cost-management/latest/APIReference/API_budgets_Notification.html"
WAF = "https://docs.aws.amazon.com/waf/latest/developerguide/limits.html"


def exceeded(template):
    """What of the template is above a limit, a sentence each."""
    for what, most, source, measure in LIMITS:
        for where, found in measure(template):
            if found > most:
                yield f"{where}: {found:,} {what}, and AWS takes {most:,} at most ({source})"


def limit(what, most, source):
    def known(measure):
        LIMITS.append((what, most, source, measure))
        return measure
    return known


def per(kind, what, most, source, measure):
    """A limit of each resource of a kind, measured from its properties."""
    LIMITS.append((what, most, source, lambda t: [(name, measure(one)) for name, one in t.of(kind)]))


def each(kind, what, most, source, measure):
    """A limit of each of the things that `measure` finds in a resource of a kind."""
    LIMITS.append((what, most, source, lambda t: [(name, found) for name, one in t.of(kind) for found in measure(one)]))


def in_all(kind, what, most, source):
    """A limit of how many resources of a kind an account has, of which this stack is one user at least."""
    LIMITS.append((what, most, source, lambda t: [("the template", len(t.raw(kind)))]))


def bytes_of(value):
    """Its length as AWS counts policies and variables: JSON without white space."""
    return len(json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode())


def text(value):
    return len(value or "")


# ---- CloudWatch -----------------------------------------------------------------------------------------------------

ALARMS = "AWS::CloudWatch::Alarm"
per(ALARMS, "metrics in an alarm", 10, CLOUDWATCH, lambda one: sum(
    "MetricStat" in query for query in one.get("Metrics", [])))
per(ALARMS, "expressions in an alarm", 10, QUERY, lambda one: sum("Expression" in query for query in one.get("Metrics", [])))
per(ALARMS, "seconds that an alarm of short periods looks back", 86_400, ALARM,
    lambda one: looks_back(one) if period(one) < 3_600 else 0)
per(ALARMS, "seconds that an alarm looks back", 604_800, ALARM, lambda one: looks_back(one))
per(ALARMS, "actions of an alarm", 5, ALARM, lambda one: max(
    len(one.get(kind, [])) for kind in ("AlarmActions", "OKActions", "InsufficientDataActions")))
per(ALARMS, "characters of an alarm's description", 1_024, ALARM, lambda one: text(one.get("AlarmDescription")))
each(ALARMS, "dimensions of a metric", 30, ALARM, lambda one: [
    len(metric.get("Dimensions", [])) for metric in [one, *(
        query["MetricStat"]["Metric"] for query in one.get("Metrics", []) if "MetricStat" in query)]])
each(ALARMS, "characters of an alarm's expression", 2_048, QUERY, lambda one: [
    text(query.get("Expression")) for query in one.get("Metrics", [])])
per("AWS::CloudWatch::CompositeAlarm", "characters of a composite alarm's rule", 10_240, COMPOSITE,
    lambda one: text(one["AlarmRule"]))
per("AWS::CloudWatch::CompositeAlarm", "alarms in a composite alarm", 100, COMPOSITE,
    lambda one: one["AlarmRule"].count("ALARM(") + one["AlarmRule"].count("OK("))


def period(alarm):
    return alarm.get("Period") or max(
        query["MetricStat"]["Period"] for query in alarm["Metrics"] if "MetricStat" in query)


def looks_back(alarm):
    return period(alarm) * int(alarm["EvaluationPeriods"])


# ---- Lambda ---------------------------------------------------------------------------------------------------------

FUNCTIONS = "AWS::Lambda::Function"
per(FUNCTIONS, "bytes of environment variables", 4_096, LAMBDA,
    lambda one: bytes_of(one.get("Environment", {}).get("Variables", {})))
per(FUNCTIONS, "characters of a function's description", 256, FUNCTION, lambda one: text(one.get("Description")))
per(FUNCTIONS, "seconds of a function's time", 900, LAMBDA, lambda one: one.get("Timeout", 3))
per(FUNCTIONS, "MB of a function's memory", 10_240, LAMBDA, lambda one: one.get("MemorySize", 128))
per(FUNCTIONS, "layers of a function", 5, LAMBDA, lambda one: len(one.get("Layers", [])))


@limit("bytes of a function's resource policy", 20_480, LAMBDA)
def resource_policies(t):
    statements = {}
    resolved = dict(t.of("AWS::Lambda::Permission"))
    for name, raw in t.raw("AWS::Lambda::Permission"):
        one = resolved[name]
        source = one.get("SourceArn")
        statements.setdefault(raw["FunctionName"].get("Ref"), []).append({
            "Sid": t.reference(name), "Effect": "Allow", "Principal": {"Service": one["Principal"]}, "Action": one["Action"],
            "Resource": t.attribute([raw["FunctionName"].get("Ref"), "Arn"]),
            **({"Condition": {"ArnLike": {"AWS:SourceArn": source}}} if source else {})})
    for function, known in statements.items():
        yield function, bytes_of({"Version": "2012-10-17", "Id": "default", "Statement": known})


MAPPINGS = "AWS::Lambda::EventSourceMapping"
per(MAPPINGS, "filters of an event source", 5, FILTERS, lambda one: len(one.get("FilterCriteria", {}).get("Filters", [])))
each(MAPPINGS, "characters of an event filter", 4_096, MAPPING, lambda one: [
    text(known["Pattern"]) for known in one.get("FilterCriteria", {}).get("Filters", [])])
per(MAPPINGS, "records in a batch", 10_000, MAPPING, lambda one: one.get("BatchSize", 1))
per(MAPPINGS, "seconds that a batch is waited for", 300, MAPPING, lambda one: one.get("MaximumBatchingWindowInSeconds", 0))
per(MAPPINGS, "batches of a shard at a time", 10, MAPPING, lambda one: one.get("ParallelizationFactor", 1))
per(MAPPINGS, "tries of a batch", 10_000, MAPPING, lambda one: one.get("MaximumRetryAttempts", 0))


# ---- IAM ------------------------------------------------------------------------------------------------------------

ROLES = "AWS::IAM::Role"
per(ROLES, "characters of a role's trust policy", 2_048, IAM, lambda one: bytes_of(one["AssumeRolePolicyDocument"]))
per(ROLES, "managed policies of a role", 10, IAM, lambda one: len(one.get("ManagedPolicyArns", [])))
per("AWS::IAM::ManagedPolicy", "characters of a managed policy", 6_144, IAM, lambda one: bytes_of(one["PolicyDocument"]))


@limit("characters of a role's inline policies together", 10_240, IAM)
def inline_policies(t):
    size = {name: sum(bytes_of(policy["PolicyDocument"]) for policy in one.get("Policies", [])) for name, one in t.of(ROLES)}
    resolved = dict(t.of("AWS::IAM::Policy"))
    for name, raw in t.raw("AWS::IAM::Policy"):
        for role in raw.get("Roles", []):
            size[role["Ref"]] += bytes_of(resolved[name]["PolicyDocument"])
    return size.items()


# ---- CloudFront -----------------------------------------------------------------------------------------------------

DISTRIBUTIONS, HEADERS = "AWS::CloudFront::Distribution", "AWS::CloudFront::ResponseHeadersPolicy"
VALUE = 1_783
per(DISTRIBUTIONS, "cache behaviours of a distribution", 25, CLOUDFRONT,
    lambda one: 1 + len(one["DistributionConfig"].get("CacheBehaviors", [])))
per(DISTRIBUTIONS, "origins of a distribution", 25, CLOUDFRONT, lambda one: len(one["DistributionConfig"]["Origins"]))
per(DISTRIBUTIONS, "aliases of a distribution", 100, CLOUDFRONT, lambda one: len(one["DistributionConfig"].get("Aliases", [])))
per(DISTRIBUTIONS, "characters of a distribution's comment", 128,
    "https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_DistributionConfig.html",
    lambda one: text(one["DistributionConfig"].get("Comment")))
each(DISTRIBUTIONS, "headers that are sent to an origin", 10, CLOUDFRONT, lambda one: [
    len(origin.get("OriginCustomHeaders", [])) for origin in one["DistributionConfig"]["Origins"]])
each(DISTRIBUTIONS, "characters of a header that is sent to an origin", VALUE, CLOUDFRONT, lambda one: [
    text(header["HeaderValue"]) for origin in one["DistributionConfig"]["Origins"]
    for header in origin.get("OriginCustomHeaders", [])])
each(DISTRIBUTIONS, "seconds that an origin has to answer", 60, CLOUDFRONT, lambda one: [
    origin.get("CustomOriginConfig", {}).get("OriginReadTimeout", 30) for origin in one["DistributionConfig"]["Origins"]])
per("AWS::CloudFront::Function", "bytes of a CloudFront function", 10_240, CLOUDFRONT,
    lambda one: len(one["FunctionCode"].encode()))
per(HEADERS, "own headers in a policy of response headers", 10, CLOUDFRONT, lambda one: len(own_headers(one)))
each(HEADERS, "characters of a response header", VALUE, CLOUDFRONT, lambda one: [
    text(header["Value"]) for header in own_headers(one)])
per(HEADERS, "characters of a content security policy", VALUE, CLOUDFRONT, lambda one: text(
    one["ResponseHeadersPolicyConfig"].get("SecurityHeadersConfig", {}).get("ContentSecurityPolicy", {})
    .get("ContentSecurityPolicy")))
per("AWS::CloudFront::OriginRequestPolicy", "headers in an origin request policy", 10, CLOUDFRONT, lambda one: len(
    one["OriginRequestPolicyConfig"]["HeadersConfig"].get("Headers", [])))
per("AWS::CloudFront::CachePolicy", "headers in a cache policy", 10, CLOUDFRONT, lambda one: len(
    one["CachePolicyConfig"]["ParametersInCacheKeyAndForwardedToOrigin"]["HeadersConfig"].get("Headers", [])))
in_all("AWS::CloudFront::CachePolicy", "cache policies of an account", 20, CLOUDFRONT)
in_all("AWS::CloudFront::OriginRequestPolicy", "origin request policies of an account", 20, CLOUDFRONT)
in_all(HEADERS, "policies of response headers of an account", 20, CLOUDFRONT)
in_all("AWS::CloudFront::Function", "CloudFront functions of an account", 100, CLOUDFRONT)


def own_headers(policy):
    return policy["ResponseHeadersPolicyConfig"].get("CustomHeadersConfig", {}).get("Items", [])


# ---- API Gateway ----------------------------------------------------------------------------------------------------

APIS, STAGES = "AWS::ApiGatewayV2::Api", "AWS::ApiGatewayV2::Stage"


def operations(api):
    return [method for path in api.get("Body", {}).get("paths", {}).values() for method in path]


# Each route that is imported from SAM's OpenAPI document comes with an integration of its own, of which there may be as many.
per(APIS, "routes of an API", 300, API, lambda one: len(operations(one)))
per(STAGES, "bytes of the access log's format", 3_072, API,
    lambda one: len(one.get("AccessLogSettings", {}).get("Format", "").encode()))
per(STAGES, "stage variables", 100, API, lambda one: len(one.get("StageVariables", {})))
each(STAGES, "characters of a stage variable's name", 64, API, lambda one: map(len, one.get("StageVariables", {})))
each(STAGES, "characters of a stage variable", 512, API, lambda one: map(text, one.get("StageVariables", {}).values()))


# ---- CloudFormation -------------------------------------------------------------------------------------------------

for part, most in (("Resources", 500), ("Outputs", 200), ("Parameters", 200), ("Mappings", 200)):
    LIMITS.append((f"{part.lower()} of a template", most, CLOUDFORMATION, lambda t, part=part: [
        ("the template", len(t.whole.get(part, {})))]))


@limit("bytes of a template", 1_000_000, CLOUDFORMATION)
def whole(t):
    yield "the template", bytes_of(t.whole)


@limit("bytes of a template's description", 1_024, CLOUDFORMATION)
def description(t):
    yield "the template", text(t.whole.get("Description"))


@limit("characters of a parameter's description", 4_000,
       "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/parameters-section-structure.html")
def parameter_descriptions(t):
    return [(name, text(one.get("Description"))) for name, one in t.parameters.items()]


@limit("bytes of an output's description", 1_024,
       "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/outputs-section-structure.html")
def output_descriptions(t):
    return [(name, text(one.get("Description"))) for name, one in t.whole.get("Outputs", {}).items()]


# ---- Schedules, events, tables, queues, mail, the web ACL, the budget ------------------------------------------------

SCHEDULES, RULES = "AWS::Scheduler::Schedule", "AWS::Events::Rule"
per(SCHEDULES, "tries of a schedule's target", 185, SCHEDULER,
    lambda one: one["Target"].get("RetryPolicy", {}).get("MaximumRetryAttempts", 0))
per(SCHEDULES, "seconds that a schedule's event is tried", 86_400, SCHEDULER,
    lambda one: one["Target"].get("RetryPolicy", {}).get("MaximumEventAgeInSeconds", 60))
per(SCHEDULES, "characters of a schedule's name", 64, SCHEDULER, lambda one: text(one.get("Name")))
per(SCHEDULES, "characters of a schedule's expression", 256, SCHEDULER, lambda one: text(one["ScheduleExpression"]))
per(RULES, "targets of a rule", 5, EVENTS, lambda one: len(one.get("Targets", [])))
per(RULES, "characters of an event pattern", 2_048, EVENTS, lambda one: bytes_of(one.get("EventPattern", {})))
per(RULES, "characters of an event rule's name", 64, EVENTS, lambda one: text(one.get("Name")))
per("AWS::DynamoDB::Table", "indexes of a table", 20, DYNAMODB, lambda one: len(one.get("GlobalSecondaryIndexes", [])))
per("AWS::DynamoDB::Table", "attributes copied into the indexes of a table", 100, DYNAMODB, lambda one: sum(
    len(index["Projection"].get("NonKeyAttributes", [])) for index in one.get("GlobalSecondaryIndexes", [])))
per("AWS::SQS::Queue", "seconds that a queue keeps messages", 1_209_600, SQS,
    lambda one: one.get("MessageRetentionPeriod", 345_600))
per("AWS::SQS::Queue", "seconds that a message is hidden", 43_200, SQS, lambda one: one.get("VisibilityTimeout", 30))
per("AWS::S3::BucketPolicy", "bytes of a bucket's policy", 20_480, S3, lambda one: bytes_of(one["PolicyDocument"]))
per("AWS::SNS::Topic", "characters of a topic's display name", 100,
    "https://docs.aws.amazon.com/sns/latest/api/API_CreateTopic.html", lambda one: text(one.get("DisplayName")))


@limit("event destinations of a configuration set", 10, SES)
def event_destinations(t):
    known = [raw["ConfigurationSetName"]["Ref"] for _, raw in t.raw("AWS::SES::ConfigurationSetEventDestination")]
    return [(name, known.count(name)) for name in sorted(set(known))]


ACLS = "AWS::WAFv2::WebACL"
per(ACLS, "rate-based rules of a web ACL", 10, WAF, lambda one: sum(
    "RateBasedStatement" in rule["Statement"] for rule in one["Rules"]))
each(ACLS, "bytes of a response body of a web ACL", 4_096, WAF, lambda one: response_bodies(one))
per(ACLS, "bytes of all response bodies of a web ACL", 51_200, WAF, lambda one: sum(response_bodies(one)))
per(ACLS, "response bodies of a web ACL", 50, WAF, lambda one: len(response_bodies(one)))
each(ACLS, "headers of a response of a web ACL", 10, WAF, lambda one: response_headers(one))
per(ACLS, "headers of all responses of a web ACL", 100, WAF, lambda one: sum(response_headers(one)))
each(ACLS, "keys of a rate-based rule", 5, WAF, lambda one: [
    len(rule["Statement"].get("RateBasedStatement", {}).get("CustomKeys", [])) for rule in one["Rules"]])


def response_bodies(acl):
    return [len(body["Content"].encode()) for body in acl.get("CustomResponseBodies", {}).values()]


def response_headers(acl):
    return [len(rule.get("Action", {}).get("Block", {}).get("CustomResponse", {}).get("ResponseHeaders", [])) for rule in acl["Rules"]]


BUDGETS = "AWS::Budgets::Budget"
per(BUDGETS, "notifications of a budget", 10, NOTIFICATION, lambda one: len(one.get("NotificationsWithSubscribers", [])))
each(BUDGETS, "e-mail addresses that a notification of a budget goes to", 10, BUDGET, lambda one: [
    told(notification, "EMAIL") for notification in one.get("NotificationsWithSubscribers", [])])
each(BUDGETS, "topics that a notification of a budget goes to", 1, BUDGET, lambda one: [
    told(notification, "SNS") for notification in one.get("NotificationsWithSubscribers", [])])


def told(notification, kind):
    return [one["SubscriptionType"] for one in notification["Subscribers"]].count(kind)
