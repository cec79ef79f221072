"""Google Sheets: the simulator of infra/sheets-simulator as its own process."""

import json
import urllib.request

from processes import base_environment

SPREADSHEET, TAB = "rehearsal-sheet", "Candidates"


class Sheets:
    """The running simulator: its address, the key file of its service account, and the contents of the tab."""

    def __init__(self, processes, program):
        self.url, key_file = processes.start(
            "sheets-simulator", [program, SPREADSHEET, TAB], base_environment(processes.folder), _said)
        self.key_file = json.loads(key_file)
        self.parameters = {"SheetId": SPREADSHEET, "SheetTab": TAB, "SheetsUrl": self.url,
                           "SheetsTokenUrl": f"{self.url}/token"}

    def rows(self):
        """The contents of the tab, row by row."""
        with urllib.request.urlopen(f"{self.url}/sheets.json", timeout=10) as answer:
            return json.load(answer)


def _said(log):
    lines = log.read_text().split("\n")
    return lines[:2] if len(lines) > 2 else None
