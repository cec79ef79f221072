"""What AWS takes at first and a later deployment, or a busy day, trips over. No limit, and no linter, says so."""

import itertools

from order import named


def traps(template):
    """What of the template is such a thing, a sentence each."""
    for check in (settings_of_routes, selected_of_nothing, schedules_at_once, calls_of_oneself, absences_that_come_late, keys_apart):
        yield from check(template)


def settings_of_routes(template):
    """https://github.com/aws/serverless-application-model/issues/1939: they stay on the stage when the route is gone."""
    for name, one in template.raw("AWS::ApiGatewayV2::Stage"):
        for route in one.get("RouteSettings", {}):
            yield (f"{name}: the RouteSettings of {route} would keep any release from removing or renaming that route, and any"
                   " rollback from undoing it: leave them to DefaultRouteSettings")


def selected_of_nothing(template):
    """CloudFormation refuses an index that a list does not have, and nobody says that it spares the branch not taken."""
    for name, resource in template.resources.items():
        if any(isinstance(one[1], dict) and "Fn::Split" in one[1] for one in every("Fn::Select", resource)):
            yield f"{name}: Fn::Select of Fn::Split fails where the text has fewer parts: use Fn::Join, which takes any number"


def schedules_at_once(template):
    """https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html: a rate begins with the schedule's creation."""
    for name, one in template.raw("AWS::Scheduler::Schedule"):
        if "Fn::If" not in (one.get("State") or {}):
            yield f"{name}: it would run while the stack is still being made: let its State hang on the parameter Running"


def calls_of_oneself(template):
    """https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html: about 16 calls in a chain, then one is dropped."""
    functions = dict(template.raw("AWS::Lambda::Function"))
    for name, one in template.raw("AWS::IAM::Policy"):
        may_call = {target[0] if isinstance(target, list) else target.split(".")[0]
                    for target in every("Fn::GetAtt", one["PolicyDocument"])}
        for function in sorted(may_call & functions.keys()):
            itself = any(role.get("Ref") == f"{function}Role" for role in one.get("Roles", []))
            if itself and functions[function].get("RecursiveLoop") != "Allow":
                yield f"{function}: it calls itself ({name}), and Lambda ends a chain of 16: give it RecursiveLoop: Allow"


def absences_that_come_late(template):
    """https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarms-and-missing-data.html: for what is missing it looks back
    beyond the alarm's own window, and how far nobody says."""
    for name, one in template.raw("AWS::CloudWatch::Alarm"):
        filled = any("FILL(" in str(query.get("Expression")) for query in one.get("Metrics", []))
        if one.get("TreatMissingData") == "breaching" and not filled:
            yield f"{name}: what is missing would be noticed some periods later than it says: watch FILL of the metric"


def keys_apart(template):
    """https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis-iam.html: a transaction needs the right of each
    of its actions, and nobody says whether all keys of an action on a table have to be in one statement then."""
    known = set()
    for role, statement in of_roles(template):
        if not any("dynamodb:LeadingKeys" in keys for keys in statement.get("Condition", {}).values()):
            continue
        for action, resource in itertools.product(several(statement["Action"]), several(statement["Resource"])):
            one = role, action, str(template.resolved(resource))
            if one in known:
                yield (f"{role}: {action} on {next(named(resource), resource)} has two statements with keys, and a transaction with"
                       " keys of both may be refused: give it one, with all of them")
            known.add(one)


def of_roles(template):
    """(role, statement) of each policy that is written out in the template."""
    for name, one in template.raw("AWS::IAM::Role"):
        for policy in one.get("Policies", []):
            yield from ((name, statement) for statement in policy["PolicyDocument"]["Statement"])
    for _, one in template.raw("AWS::IAM::Policy"):
        for role in one.get("Roles", []):
            yield from ((role["Ref"], statement) for statement in one["PolicyDocument"]["Statement"])


def several(given):
    return given if isinstance(given, list) else [given]


def every(key, value):
    """What each such function of the template is given."""
    if isinstance(value, list):
        for one in value:
            yield from every(key, one)
    elif isinstance(value, dict):
        for name, one in value.items():
            if name == key:
                yield one
            yield from every(key, one)
