"""`make logs`, and copy-items."""

import os
import subprocess
import unittest

from local_server import serve
from scripts import ROOT, Scripts


class Commands(Scripts):
    def test_items_are_copied_in_the_region_that_the_guide_exports(self):
        asked = []

        def answer(_, headers, __):
            # …/<key>/<day>/<region>/dynamodb/aws4_request
            asked.append(headers["Authorization"].split("/")[2])
            return 200, {"Items": [], "Count": 0}

        url = serve(self, answer)
        environment = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
        run = subprocess.run(
            [ROOT / ".tools/venv/bin/python", ROOT / "infra/make/copy-items", "restored", "used"], check=False, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={
                **environment, "AWS_REGION": "ap-south-1", "AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret",
                "AWS_CONFIG_FILE": os.devnull, "AWS_ENDPOINT_URL": url})
        self.assertEqual(run.returncode, 0, run.stdout)
        self.assertIn("0 missing, 0 different, 0 the same", run.stdout)
        self.assertEqual(asked, ["ap-south-1"])

    def test_the_log_is_that_of_the_stack(self):
        self.deploy()
        tail = "aws logs tail logs --follow --format short"
        platform = '(($.level = "ERROR") || ($.type = "platform.*"))'
        for variables, said in [
            ({}, f"{tail} --since 10m"),
            ({"SINCE": "1h", "LEVEL": "ERROR"}, f"{tail} --since 1h --filter-pattern {{ {platform} }}"),
            ({"SERVICE": "order"}, f'{tail} --since 10m --filter-pattern {{ ($.service = "order") }}'),
            ({"SERVICE": "order", "LEVEL": "ERROR"},
             f'{tail} --since 10m --filter-pattern {{ ($.service = "order") && {platform} }}'),
        ]:
            self.assertEqual(self.run_script("logs", **variables), 0, self.said)
            self.assertEqual(self.calls("aws logs tail")[-1], said)


if __name__ == "__main__":
    unittest.main()
