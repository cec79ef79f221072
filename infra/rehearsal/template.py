"""Changes to the text of the template, for what the emulator refuses and for an update to try."""

import re
import sys
from pathlib import Path

from samtranslator.yaml_helper import yaml_parse

from steps import expect

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "template-checks"))

import expand  # noqa: E402
import limits  # noqa: E402
import traps  # noqa: E402

# An alarm's `Metrics:`, with everything that is indented deeper.
METRIC_MATH = re.compile(
    r"(?m)^  (?P<name>\w+):\n(?P<head>(?:    .*\n|\n| *#.*\n)*?      )Metrics:\n(?:        .*\n)+")
# An output with one of the identity's DNS records for DKIM.
DKIM_OUTPUT = re.compile(r"(?m)^  (?P<name>\w+):\n(?:    (?!Value:).*\n)*    Value: .*\.DkimDNSToken.*\n")


def refused_by_aws(text):
    """What AWS would refuse of the template and the emulator does not, a sentence each."""
    template = expand.Template(expand.expanded(yaml_parse(text)))
    return [*limits.exceeded(template), *traps.traps(template)]


def for_emulator(text):
    """The template as the emulator can deploy it, and the names of what had to change for it; gaps.py says why.

    Alarms on figures calculated from several metrics watch a single one instead, so that everything that refers to
    them is deployed as it is. Outputs with DNS records for DKIM are left out.
    """
    changed = []

    def dropped(found):
        changed.append(found["name"])
        return ""

    def simplified(found):
        changed.append(found["name"])
        one = f"Namespace: Rehearsal\n      MetricName: {found['name']}\n      Statistic: Sum\n      Period: 300\n"
        return f"  {found['name']}:\n{found['head']}{one}"

    return DKIM_OUTPUT.sub(dropped, METRIC_MATH.sub(simplified, text)), changed


def with_more_memory(text):
    """The template with more memory for its functions by default, in MB."""
    changed, count = re.subn(r"(?m)^(    MemorySize: )256$", r"\g<1>320", text)
    expect(count == 1, "The template does not set the memory of its functions to 256 MB in one place any more")
    return changed, 320
