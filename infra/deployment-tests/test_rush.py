"""The people of `make rush` see each error that the form would show."""

import asyncio
import random
import re
import sys
import unittest
from unittest import mock

from scripts import ROOT

sys.path.append(str(ROOT / "infra/bench"))
import rush  # noqa: E402

FORM = ROOT / "web/src/site/features/registration/submission.ts"
ORDER = (200, {"payment_session_id": "session", "order_id": "order"}, 0)


def come_back(ticket, *answers):
    """How often a person sends a form that is answered so, and the error that they see."""
    left = list(answers)
    sent = 0

    async def exchange(*_):
        nonlocal sent
        sent += 1
        status = left.pop(0) if left else answers[-1]
        return status if isinstance(status, tuple) else (status, {}, 0)

    async def no_wait(_):
        pass

    crowd = rush.Crowd("one", 1, 1)
    person = rush.Person(1, crowd, "127.0.0.1", 0, "stays")
    one = rush.Rush(rush.Scenario("", 1, [crowd]), mock.Mock(site=0), random.Random(1))
    with mock.patch.object(rush, "exchange", exchange), mock.patch.object(rush.asyncio, "sleep", no_wait):
        asyncio.run(one.send(person, ticket))
    return sent, person.error and int(person.error.split()[0])


class Patience(unittest.TestCase):
    def test_they_have_the_numbers_of_the_form(self):
        form = FORM.read_text()
        numbers = {name: {key: int(value.replace("_", "")) for key, value in re.findall(r"(\w+): ([\d_]+)", values)}
                   for name, values in re.findall(r"const (\w+) = {(.*?)};", form)}
        self.assertEqual(rush.PATIENCE, numbers["patienceSeconds"])
        self.assertEqual(rush.FAILURES, numbers["failuresBeforeNotice"])
        said = re.search(r"const isNotNow = .*?;", form, re.DOTALL)[0]
        self.assertEqual(rush.NOT_NOW, {int(status) for status in re.findall(r"status === (\d+)", said)})

    def test_without_a_place_the_fourth_failure_is_an_error(self):
        for status in (0, 500):
            self.assertEqual(come_back(None, status, status, status, ORDER), (4, None))
            self.assertEqual(come_back(None, status), (4, status))

    def test_with_a_place_it_is_the_seventh_of_the_server_and_none_of_the_network(self):
        self.assertEqual(come_back("ticket", 500), (7, 500))
        self.assertEqual(come_back("ticket", *[0] * 100, ORDER), (101, None))

    def test_an_answer_that_says_not_now_is_no_failure(self):
        self.assertEqual(come_back(None, 503, 429, 503, 502, 504, 500, 503, 500, 500, ORDER), (10, None))

    def test_a_provider_that_is_down_is_an_error_after_three_minutes_and_a_crowd_after_thirty(self):
        sent, error = come_back(None, 502)
        self.assertEqual(error, 502)
        self.assertLess(sent, 20)
        sent, error = come_back(None, 503)
        self.assertEqual(error, 503)
        self.assertGreater(sent, 60)

    def test_what_is_refused_is_an_error_at_once(self):
        self.assertEqual(come_back(None, 422), (1, 422))


if __name__ == "__main__":
    unittest.main()
