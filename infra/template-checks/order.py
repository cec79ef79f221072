"""Whether CloudFormation can find an order in which to make the resources of a template.

The API's routes name the functions, so the API needs the functions, and CloudFront the API: a function that needed
CloudFront's address would close a circle that only the expanded template shows, and that no linter looks for.
"""

import graphlib
import re


def named(value):
    """The names that a value of the template refers to."""
    if isinstance(value, list):
        for one in value:
            yield from named(one)
    elif isinstance(value, dict):
        for key, one in value.items():
            if key == "Ref":
                yield one
            elif key == "Fn::GetAtt":
                yield one[0] if isinstance(one, list) else one.split(".")[0]
            elif key == "Fn::Sub":
                text = one[0] if isinstance(one, list) else one
                for name in re.findall(r"\$\{([^!}]+)\}", text):
                    yield name.split(".")[0]
                yield from named(one[1:] if isinstance(one, list) else [])
            elif key == "DependsOn":
                yield from [one] if isinstance(one, str) else one
            else:
                yield from named(one)


def circle(resources):
    """The resources of a circle, each of which needs the one before it, or nothing."""
    needs = {name: {other for other in named(resource) if other in resources} for name, resource in resources.items()}
    try:
        graphlib.TopologicalSorter(needs).prepare()
    except graphlib.CycleError as error:
        return error.args[1]
    return []
