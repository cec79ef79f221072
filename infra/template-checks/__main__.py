"""What CloudFormation or a service of AWS would refuse of a template, and no linter sees.

usage: python infra/template-checks template.yaml…
"""

import sys

from expand import Template, expanded, read
from limits import exceeded
from order import circle
from traps import traps


def main(paths):
    wrong = []
    for path in paths:
        template = expanded(read(path))
        found = circle(template["Resources"])
        if found:
            wrong.append(f"{path}: each of these needs the one before it: {', '.join(found)}")
        known = Template(template)
        wrong += [f"{path}: {one}" for one in (*exceeded(known), *traps(known))]
    sys.exit("\n".join(wrong) or None)


main(sys.argv[1:])
