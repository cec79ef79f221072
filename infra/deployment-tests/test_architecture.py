"""`make build`, and the processor for which `make deploy` and `make rollback` deploy."""

import unittest

from scripts import ENVIRONMENT, FUNCTIONS, OTHER, TARGETS, USUAL, Scripts


class Architecture(Scripts):
    def test_functions_are_built_and_deployed_for_the_architecture_of_the_environment(self):
        self.can_build_for(USUAL, OTHER)
        self.deploy()
        self.assertEqual(self.stack()["Architecture"], USUAL)
        self.environment(ENVIRONMENT + f"  Architecture: {OTHER}\n")
        self.deploy("v2")
        self.assertEqual(self.stack()["Architecture"], OTHER)
        self.assertEqual([TARGETS[USUAL] in call for call in self.calls("cargo lambda build")], [True, False])

    def test_a_bootstrap_of_another_architecture_is_refused_before_anything_is_deployed(self):
        self.can_build_for(USUAL, OTHER)
        self.deploy()
        self.forget_calls()
        for wanted, built in ((USUAL, OTHER), (OTHER, USUAL)):
            self.environment(ENVIRONMENT + f"  Architecture: {wanted}\n")
            sentence = f"bootstrap is for {built}, and the Architecture of test is {wanted}"
            self.fails("deploy", sentence, version="v2", BUILT_FOR=TARGETS[built])
        self.fails("deploy", "bootstrap is no program for Lambda.", version="v2", BUILT_FOR="riscv64gc-unknown-linux-gnu")
        self.assertEqual(self.calls("sam") + self.calls("s3 cp"), [])

    def test_a_rollback_across_a_change_of_architecture_restores_the_architecture_of_the_release(self):
        self.can_build_for(USUAL, OTHER)
        self.deploy("v1")
        self.environment(ENVIRONMENT + f"  Architecture: {OTHER}\n")
        self.deploy("v2")
        self.assertEqual(self.run_script("rollback"), 0, self.said)
        self.assertEqual((self.stack()["code"], self.stack()["Architecture"]), ("packaged: v1", USUAL))
        self.assertEqual(self.run_script("rollback", RELEASE=self.releases()[1]), 0, self.said)
        self.assertEqual((self.stack()["code"], self.stack()["Architecture"]), ("packaged: v2", OTHER))

    def test_a_rollback_to_a_release_without_a_recorded_architecture_changes_nothing(self):
        self.deploy("v1")
        (self.state / "buckets/web/releases" / self.releases()[0] / "architecture").unlink()
        self.deploy("v2")
        self.forget_calls()
        self.fails("rollback", "Nobody knows any more for which processor")
        self.assertEqual(self.stack()["code"], "packaged: v2")
        self.assertEqual(self.calls("sam deploy") + self.calls("s3 cp --recursive"), [])

    def test_the_functions_of_the_template_are_built_together(self):
        self.assertEqual(self.run_script("build"), 0, self.said)
        [build] = self.calls("cargo lambda build")
        for name in FUNCTIONS:
            self.assertIn(f"--package {name}", build)
            self.assertTrue((self.home / "target/lambda" / name / "bootstrap").exists())
        self.assertIn(f"--target {TARGETS[USUAL]}", build)
        self.assertGreater(len(FUNCTIONS), 10)
        self.assertEqual((self.state / "compiler").read_text(), "the installed one")
        self.can_build_for("arm64")
        self.fails("build", f"run `rustup target add {TARGETS['x86_64']}`", ARCH="x86_64")
        self.fails("build", "ARCH is arm: it may be arm64 or x86_64.", ARCH="arm")

    def test_without_the_arm64_library_functions_are_built_by_another_compiler(self):
        self.can_build_for("x86_64")
        tool = self.home / "infra/make/arm64-tools"
        tool.write_text('#!/bin/sh\necho "$1" >"$STATE/asked"\n')
        self.assertEqual(self.run_script("build", ARCH="arm64"), 0, self.said)
        self.assertEqual((self.state / "asked").read_text(), "compiler\n")
        self.assertEqual((self.state / "compiler").read_text(), f"{self.home}/.tools/arm64/compiler/rustc")
        [build] = self.calls("cargo lambda build")
        self.assertIn(f"--target {TARGETS['arm64']}", build)
        self.forget_calls()
        tool.write_text('#!/bin/sh\necho "apt-get is missing." >&2; exit 1\n')
        self.fails("build", f"run `rustup target add {TARGETS['arm64']}`, or see above", ARCH="arm64")
        self.assertIn("apt-get is missing.", self.said)
        self.assertEqual(self.calls("cargo"), [])


if __name__ == "__main__":
    unittest.main()
