"""What CloudFormation or a service of AWS would refuse of a template, and no linter sees.

The first is the stack's, and the last that of the roles that deploy it.

usage: python infra/template-checks template.yaml infra/edge.yaml infra/edge-alarms.yaml infra/deployer.yaml
"""

import sys

from expand import Template, expanded, read
from limits import exceeded
from order import circle
from rights import scopeless, unbounded, uncovered
from traps import traps


def main(paths):
    wrong, templates = [], []
    for path in paths:
        template = expanded(read(path))
        found = circle(template["Resources"])
        if found:
            wrong.append(f"{path}: each of these needs the one before it: {', '.join(found)}")
        known = Template(template)
        templates.append(known)
        wrong += [f"{path}: {one}" for one in (*exceeded(known), *traps(known))]
    stack, *others, deployer = templates
    wrong += [*uncovered([stack, *others], deployer), *unbounded(stack, deployer), *scopeless(deployer)]
    sys.exit("\n".join(wrong) or None)


main(sys.argv[1:])
