"""`make rollback`."""

import shutil
import unittest

from scripts import Scripts


class Rollback(Scripts):
    def test_a_rollback_brings_back_functions_and_pages_without_building(self):
        self.deploy("v1")
        self.deploy("v2")
        self.deploy("v3")
        self.forget_calls()
        self.assertEqual(self.run_script("rollback"), 0, self.said)
        self.assertEqual(self.stack()["code"], "packaged: v2")
        self.assertEqual(self.served("index.html").split()[-2], "/>v2")
        self.assertEqual(self.headers("index.html")["cache-control"], "no-cache")
        self.assertEqual(self.stack()["SiteOrigin"], "https://d111.cloudfront.test")
        self.assertEqual(self.calls("cargo") + self.calls("npm"), [])
        self.assertEqual(self.run_script("rollback"), 0, self.said)
        self.assertEqual(self.stack()["code"], "packaged: v1")
        self.fails("rollback", "There is no release before the current one; RELEASE=… names another.")

    def test_a_rollback_goes_to_the_previous_live_release_and_never_to_one_that_was_rolled_back(self):
        for version in ("v1", "v2", "v3"):
            self.deploy(version)
        self.assertEqual(self.run_script("rollback"), 0, self.said)
        self.deploy("v4")
        for version in ("v2", "v1"):
            self.assertEqual(self.run_script("rollback"), 0, self.said)
            self.assertEqual(self.stack()["code"], f"packaged: {version}")
            self.assertEqual(self.served("index.html").split()[-2], f"/>{version}")
        self.fails("rollback", "There is no release before the current one; RELEASE=… names another.")

    def test_a_rollback_that_cannot_find_out_what_was_live_does_nothing(self):
        self.deploy("v1")
        self.deploy("v2")
        self.forget_calls()
        for pointer in ("current", "begun", "before", "architecture"):
            self.fails("rollback", f"{pointer} of expo cannot be read: aws fails on request", FAIL=f"s3 cp {pointer} -")
        self.assertEqual(self.calls("sam"), [])

    def test_old_releases_are_removed_but_for_the_last_ten_and_the_one_that_was_live(self):
        self.deploy("v1")
        folder = self.state / "buckets/web/releases"
        [live] = self.releases()
        ancient = [f"202001{day:02}T000000Z-old" for day in range(1, 13)]
        for name in ancient:
            (folder / name).mkdir()
            (folder / name / "template.yaml").write_text("packaged: v0")
        (folder / "20200113T000000Z-stopped/web").mkdir(parents=True)
        (folder / "20200113T000000Z-stopped/web/index.html").write_text("v0")
        # What is live was made before all of them.
        shutil.move(folder / live, folder / "20191231T000000Z-live")
        (folder / "current").write_text("20191231T000000Z-live\n")
        self.deploy("v2")
        [new] = [name for name in self.releases() if name.endswith("-v2")]
        self.assertEqual(self.releases(), ["20191231T000000Z-live", *ancient[3:], new])
        self.assertEqual(self.run_script("rollback"), 0, self.said)
        self.assertEqual(self.stack()["code"], "packaged: v1")

    def test_a_rollback_goes_to_the_release_that_is_named(self):
        for version in ("v1", "v2", "v3"):
            self.deploy(version)
        self.assertEqual(self.run_script("rollback", RELEASE=self.releases()[0]), 0, self.said)
        self.assertEqual(self.served("index.html").split()[-2], "/>v1")
        self.fails("rollback", "There is no release v9 of expo.", RELEASE="v9")

    def test_after_an_interrupted_deployment_a_rollback_goes_to_the_last_complete_one(self):
        self.deploy("v1")
        self.deploy("v2")
        self.fails("deploy", "failed after", version="v3", FAIL="s3 cp releases site/assets")
        self.assertEqual(self.stack()["code"], "packaged: v3")
        self.assertEqual(self.run_script("rollback"), 0, self.said)
        self.assertEqual(self.stack()["code"], "packaged: v2")
        self.assertEqual(self.served("index.html").split()[-2], "/>v2")


if __name__ == "__main__":
    unittest.main()
