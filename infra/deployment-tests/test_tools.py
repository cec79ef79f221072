"""The Python tools are pinned with all that they need, each file by its hash."""

import re
import unittest

from scripts import ROOT

LOCKS = ROOT / "infra/make/python"


def wanted(path):
    """Name and version of each line of a list."""
    return dict(re.findall(r"(?m)^([a-z0-9-]+)==([^\s;\\]+)", path.read_text()))


class Tools(unittest.TestCase):
    def test_each_list_is_locked_at_its_versions(self):
        for listed in sorted(LOCKS.glob("*.in")):
            locked = wanted(listed.with_suffix(".txt"))
            for name, version in wanted(listed).items():
                self.assertEqual(locked.get(name), version, f"{listed.name}: run infra/make/lock-python {listed.stem}")

    def test_each_package_has_hashes(self):
        for lock in sorted(LOCKS.glob("*.txt")):
            for one in re.split(r"(?m)^(?=\S)", lock.read_text()):
                self.assertTrue(not one or re.match(r"(?s)[a-z0-9-]+==[^\n]+\n    --hash=sha256:[0-9a-f]{64}", one), (lock.name, one))

    def test_what_shares_an_environment_agrees(self):
        check, deploy, build = (wanted(LOCKS / f"{name}.txt") for name in ("check", "deploy", "build"))
        self.assertEqual({name: version for name, version in deploy.items() if check.get(name) != version}, {})
        self.assertEqual({name: version for name, version in build.items() if check.get(name, version) != version}, {})

    def test_nothing_else_is_installed(self):
        for script in (ROOT / "infra/make").iterdir():
            if script.is_file():
                for call in re.findall(r'bin/pip"? install(?:\\\n|[^\n])*', script.read_text()):
                    # What is built from sources would fetch what builds it, which nothing pins.
                    for option in ("--no-deps", "--require-hashes", "--only-binary :all:"):
                        self.assertIn(option, call, script)


if __name__ == "__main__":
    unittest.main()
