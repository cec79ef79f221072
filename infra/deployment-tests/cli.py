"""A stand-in for the AWS CLI that a test writes for one script."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from scripts import ROOT

CALL = '''
import json, os, sys
from pathlib import Path

ARGS, STATE = sys.argv[1:], Path(os.environ["STATE"])
call, option = " ".join(ARGS[:2]), lambda name: ARGS[ARGS.index(name) + 1] if name in ARGS else ""
'''


class WithCli(unittest.TestCase):
    """AWS is the source of what the stand-in answers to `call`, with its `option` and the folder STATE."""

    AWS: str

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "stand_in.py").write_text(CALL + self.AWS + "else:\n    sys.exit(f'what is {call}?')\n")
        (self.folder / "aws").write_text(f'#!/bin/sh\nexec {sys.executable} -S -I {self.folder}/stand_in.py "$@"\n')
        (self.folder / "aws").chmod(0o755)

    def run_script(self, name, **variables):
        """What the script of infra/make said is in `said`, and its status is returned."""
        environment = {
            **os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}", "STATE": str(self.folder), "STACK": "expo", **variables}
        run = subprocess.run([sys.executable, ROOT / "infra/make" / name], env=environment, text=True, check=False, capture_output=True)
        self.said = run.stdout + run.stderr
        return run.returncode
