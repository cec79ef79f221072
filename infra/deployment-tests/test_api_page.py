#!/usr/bin/env python3
"""What `infra/make/api-page` writes into the tables of docs/api.md."""

import importlib.util
import unittest
from importlib.machinery import SourceFileLoader

from scripts import ROOT

LOADER = SourceFileLoader("api_page", str(ROOT / "infra/make/api-page"))
SPEC = importlib.util.spec_from_loader("api_page", LOADER)
api_page = importlib.util.module_from_spec(SPEC)
LOADER.exec_module(api_page)


def call(**answers):
    """A call that answers these beside 200."""
    described = {"200": "Done."} | {status.removeprefix("on"): text for status, text in answers.items()}
    return {"summary": "Does | it.", "responses": {status: {"description": text} for status, text in described.items()}}


def of_staff(*roles, **answers):
    return call(on401="Not signed in.", on403="Not included.", **answers) | {"security": [{"bearer": []}], "x-roles": roles}


PAGE = "Before.\n<!-- calls: /api/a -->\nold\n<!-- end of calls -->\nBetween.\n<!-- calls: /api/a/b -->\n<!-- end of calls -->\n"


class Tables(unittest.TestCase):
    def written(self, **paths):
        document = {"paths": {"/api/" + path.replace("_", "/"): item for path, item in paths.items()}}
        return api_page.written(PAGE, document).split("\n")

    def test_a_call_is_in_the_table_that_names_most_of_its_path(self):
        page = self.written(a={"get": call()}, a_b_c={"post": call()})
        self.assertEqual(page[0], "Before.")
        self.assertIn("| `GET /api/a` | anybody | Does \\| it. |  |", page[: page.index("Between.")])
        self.assertIn("| `POST /api/a/b/c` | anybody | Does \\| it. |  |", page[page.index("Between.") :])
        self.assertNotIn("old", page)

    def test_codes_are_named_and_what_every_call_answers_is_left_out(self):
        conflict = "`taken`: it is held. `stale_version`: it was changed since `version`."
        answers = {"on404": "None.", "on409": conflict, "on422": "A field.", "on500": "Ours.", "on503": "Busy."}
        page = self.written(
            a={"get": of_staff("admin", "door"), "put": of_staff("admin", **answers) | {"requestBody": {}}}, a_b={"get": call()})
        self.assertIn("| `GET /api/a` | all staff | Does \\| it. |  |", page)
        self.assertIn("| `PUT /api/a` | admin | Does \\| it. | 404<br>409 `taken` |", page)
        page = self.written(a={"get": of_staff("admin", on409="`stale_version`: it was changed.")}, a_b={"get": call()})
        self.assertIn("| `GET /api/a` | all staff | Does \\| it. |  |", page)

    def test_a_row_has_the_first_sentence_of_what_a_call_does(self):
        page = self.written(a={"get": call() | {"summary": "Does `a.b` at once. Never twice."}}, a_b={"get": call()})
        self.assertIn("| `GET /api/a` | anybody | Does `a.b` at once. |  |", page)

    def test_a_path_that_names_a_thing_leaves_404_to_what_holds_for_all_calls(self):
        page = self.written(**{"a": {"get": call()}, "a_b": {"get": call()}, "a_{id}": {"get": call(on404="None.")}})
        self.assertIn("| `GET /api/a/{id}` | anybody | Does \\| it. |  |", page)

    def test_a_call_below_several_beginnings_has_one_row(self):
        page = self.written(**{"a": {"get": call()}, "a_list": {"get": call()}, "a_b": {"get": call()}, "a_b_list": {"get": call()}})
        self.assertIn("| `GET /api/a/list` | anybody | Does \\| it. |  |", page)

    def test_several_ways_to_succeed_have_their_words(self):
        limited = "Twice a minute. `too_many_waiting`: others wait."
        page = self.written(a={"get": call(on202="Later.", on429=limited)}, a_b={"get": call(on403="Unknown.")})
        said = "200: Done<br>202: Later<br>429 `too_many_waiting`"
        self.assertIn(f"| `GET /api/a` | anybody | Does \\| it. | {said} |", page)
        self.assertIn("| `GET /api/a/b` | anybody | Does \\| it. | 403 |", page)

    def test_a_call_without_a_table_and_a_table_without_a_call_are_faults(self):
        with self.assertRaisesRegex(SystemExit, "no table for GET /api/c"):
            self.written(a={"get": call()}, a_b={"get": call()}, c={"get": call()})
        with self.assertRaisesRegex(SystemExit, "a table for /api/a/b"):
            self.written(a={"get": call()})


if __name__ == "__main__":
    unittest.main()
