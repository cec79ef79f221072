"""What AWS does with a deployment and the emulator does not; gaps.py tells each run what is bridged here."""

import json

from emulator import ACCOUNT, REGION

MAIL_RIGHT = "ses:SendRawEmail"
WIDENED = "RehearsalMailRight"


def create_routes(emulator, resources, routes):
    """Imports the API's OpenAPI body, in place of what was imported before."""
    gateway = emulator.client("apigatewayv2")
    api = resources["Api"]
    for kind in ("route", "integration"):
        identifier = f"{kind.capitalize()}Id"
        pages = gateway.get_paginator(f"get_{kind}s").paginate(ApiId=api)
        for one in [one for page in pages for one in page["Items"]]:
            getattr(gateway, f"delete_{kind}")(ApiId=api, **{identifier: one[identifier]})
    for method, path, function in routes:
        arn = f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:{resources[function]}"
        integration = gateway.create_integration(
            ApiId=api, IntegrationType="AWS_PROXY", PayloadFormatVersion="2.0",
            IntegrationUri=f"arn:aws:apigateway:{REGION}:lambda:path/2015-03-31/functions/{arn}/invocations")
        gateway.create_route(
            ApiId=api, RouteKey=f"{method} {path}", Target=f"integrations/{integration['IntegrationId']}")


def widen_mail_rights(emulator, resources):
    """Lets those that may send mail as one identity send it as any: the emulator asks for the right on `*`.

    A role that does not have the action at all does not get it here.
    """
    iam = emulator.client("iam")
    for role in _roles(iam, resources):
        names = [name for name in iam.list_role_policies(RoleName=role)["PolicyNames"] if name != WIDENED]
        documents = [iam.get_role_policy(RoleName=role, PolicyName=name)["PolicyDocument"] for name in names]
        if any(statement["Effect"] == "Allow" and MAIL_RIGHT in _listed(statement["Action"])
               for document in documents for statement in document["Statement"]):
            allow = {"Effect": "Allow", "Action": MAIL_RIGHT, "Resource": "*"}
            iam.put_role_policy(RoleName=role, PolicyName=WIDENED, PolicyDocument=_document(allow))


def narrow_mail_rights(emulator, resources):
    """Takes away what `widen_mail_rights` gave, which would block the deletion of the roles."""
    iam = emulator.client("iam")
    for role in _roles(iam, resources):
        if WIDENED in iam.list_role_policies(RoleName=role)["PolicyNames"]:
            iam.delete_role_policy(RoleName=role, PolicyName=WIDENED)


def _roles(iam, resources):
    physical = set(resources.values())
    return [role["RoleName"] for page in iam.get_paginator("list_roles").paginate() for role in page["Roles"]
            if role["RoleName"] in physical]


def _listed(value):
    return [value] if isinstance(value, str) else value


def _document(statement):
    return json.dumps({"Version": "2012-10-17", "Statement": [statement]})
