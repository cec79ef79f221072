"""The template as CloudFormation gets it: what SAM makes of its events and policies, and each text as long as it will be.

A limit of AWS counts what is there in the end, so references are replaced by names of a length that a stack really gets: a
stack's name of 24 characters, a region of 14, and a parameter that nobody knows yet of 100.
"""

import logging
import re

import boto3
from samtranslator.parser.parser import Parser
from samtranslator.translator.translator import Translator
from samtranslator.yaml_helper import yaml_parse

# It would say that nobody has asked it for its own figures.
logging.getLogger("samtranslator.metrics.metrics").setLevel(logging.ERROR)
STACK = "scholarship-expo-staging"
PSEUDO = {
    "AWS::AccountId": "111122223333", "AWS::Region": "ap-southeast-1", "AWS::Partition": "aws", "AWS::StackName": STACK,
    "AWS::URLSuffix": "amazonaws.com", "AWS::NoValue": None,
    "AWS::StackId": f"arn:aws:cloudformation:ap-southeast-1:111122223333:stack/{STACK}/00000000-0000-0000-0000-000000000000"}
UNKNOWN = "x" * 100


def read(path):
    with open(path, encoding="utf-8") as file:
        return yaml_parse(file.read())


def expanded(template):
    """What SAM's transform makes of it."""
    if "Transform" not in template:
        return template
    for resource in template["Resources"].values():
        if resource["Type"] == "AWS::Serverless::Function":
            # Where the code will have been uploaded to; the translator takes no folder.
            resource["Properties"]["CodeUri"] = "s3://bucket/key"
    session = boto3.Session(region_name="ap-south-1")
    return Translator({}, Parser(), boto_session=session).translate(template, {})


class Template:
    """An expanded template whose texts can be measured."""

    def __init__(self, template):
        self.whole = template
        self.parameters = template.get("Parameters", {})
        self.resources = template["Resources"]

    def of(self, kind):
        """(name, properties) of each resource of a kind, resolved."""
        for name, resource in self.resources.items():
            if resource["Type"] == kind:
                yield name, self.resolved(resource.get("Properties", {}))

    def raw(self, kind):
        """The same with its references."""
        return [(name, one.get("Properties", {})) for name, one in self.resources.items() if one["Type"] == kind]

    def resolved(self, value):
        """A value with every reference replaced; of two branches the one with the longer text."""
        if isinstance(value, list):
            return [one for one in map(self.resolved, value) if one is not None]
        if not isinstance(value, dict):
            return value
        if len(value) == 1:
            [(key, given)] = value.items()
            known = {"Ref": self.reference, "Fn::GetAtt": self.attribute, "Fn::Sub": self.substituted, "Fn::If": self.branch,
                     "Fn::Join": self.joined, "Fn::Split": self.split, "Fn::Select": self.selected, "Fn::FindInMap": self.found}
            if key in known:
                return known[key](given)
        members = {name: self.resolved(one) for name, one in value.items()}
        return {name: one for name, one in members.items() if one is not None}

    def reference(self, name):
        if name in PSEUDO:
            return PSEUDO[name]
        if name in self.parameters:
            parameter = self.parameters[name]
            given = [str(parameter.get(name, "")) for name in ("Default", "MaxValue")]
            given += map(str, parameter.get("AllowedValues", []))
            if parameter["Type"] == "Number":
                return max(filter(None, given), key=float)
            free = [] if "AllowedValues" in parameter else [UNKNOWN]
            return max(given + free, key=len)
        return f"{STACK}-{name}-ABCDEFGHIJKLM"[:64]

    def attribute(self, given):
        name, attribute = given if isinstance(given, list) else given.split(".", 1)
        if "Arn" in attribute:
            return f"arn:aws:cloudformation:ap-southeast-1:111122223333:function:{self.reference(name)}"
        return self.reference(name)

    def substituted(self, given):
        text, own = given if isinstance(given, list) else (given, {})

        def value(found):
            name = found[1]
            if name in own:
                return str(self.resolved(own[name]))
            return str(self.attribute(name) if "." in name else self.reference(name))

        return re.sub(r"\$\{([^!}]+)\}", value, text)

    def branch(self, given):
        _, yes, no = given
        return max((self.resolved(yes), self.resolved(no)), key=lambda one: len(str(one or "")))

    def joined(self, given):
        between, parts = given
        return between.join(map(str, self.resolved(parts)))

    def split(self, given):
        between, text = given
        return str(self.resolved(text)).split(between)

    def selected(self, given):
        index, parts = given
        parts = self.resolved(parts)
        return parts[min(int(index), len(parts) - 1)]

    def found(self, given):
        every = [second for first in self.whole["Mappings"][given[0]].values() for second in first.items()]
        return max((value for name, value in every if name == given[2]), key=lambda one: len(str(one)))
