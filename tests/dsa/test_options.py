"""Every option of the DSA sources: each test fails if its option does nothing.

A test is called `test_<role>_<plugin>_<option>`; the last class looks that none is missing.
"""
import json
import os
import shutil
import time
import unittest

from kit import options_without_test
from simulated import TOKEN, Simulator, SimulatedTest

OLD = ("--generation", "g1")  # a service that grants the page size it is asked for

SPEC = """\
input uuid : String
input platform_name : String
input content_language : String
input category : String
input automated_detection : Bool
input automated_decision : String
input source_type : String
input created_at : String
trigger automated_detection
"""


class Options(SimulatedTest):
    DATA = ("--days", "2", "--per-day", "1200", "--quota", "100000")
    TO = "2025-11-28"

    def setUp(self):
        super().setUp()
        self.write("spec.lola", SPEC)

    def statements(self, *source):
        """The statements a run reads, as dictionaries."""
        text = self.succeed("monitor", "spec.lola", *source, "-q", "-v", "streams", "-o", "jsonl",
                            "--leave-out", "off")
        return [{name: update[0]["eval"] for name, update in json.loads(line).items()
                 if name != "time"} for line in text.splitlines()]

    def source(self, *more, url=None, quota="100000"):
        days = [] if "--from" in more else ["--from", self.FROM, "--to", self.TO]
        address = url or self.simulator.url
        return ["--input", "dsa", "--url", address, "--quota", quota, *days, *more]

    def check_choice(self, flag, value, field, wanted):
        """The flag leaves exactly the statements whose field has the value."""
        everything = self.statements(*self.source())
        expected = [row for row in everything if row.get(field) == wanted]
        self.assertTrue(0 < len(expected) < len(everything))
        self.assertEqual(self.statements(*self.source(flag, value)), expected)


class DsaInput(Options):
    def test_input_dsa_from(self):
        days = {row["created_at"][:10] for row in self.statements(
            *self.source("--from", "2025-11-27", "--to", self.TO))}
        self.assertEqual(days, {"2025-11-27"})

    def test_input_dsa_to(self):
        for words, expected in ((["--to", "2025-11-28"], {"2025-11-26", "2025-11-27"}),
                                ([], {"2025-11-26"})):
            days = {row["created_at"][:10] for row in self.statements(
                *self.source("--from", "2025-11-26", *words))}
            self.assertEqual(days, expected)

    def test_input_dsa_platform(self):
        self.check_choice("--platform", "Google Play", "platform_name", "Google Play")

    def test_input_dsa_language(self):
        self.check_choice("--language", "DE", "content_language", "DE")

    def test_input_dsa_category(self):
        category = self.statements(*self.source())[0]["category"]
        self.check_choice("--category", category, "category", category)

    def test_input_dsa_detection(self):
        self.check_choice("--detection", "false", "automated_detection", False)

    def test_input_dsa_decision(self):
        code = "AUTOMATED_DECISION_NOT_AUTOMATED"
        self.check_choice("--decision", code, "automated_decision", code)

    def test_input_dsa_filter(self):
        source = self.statements(*self.source())[0]["source_type"]
        self.check_choice("--filter", f"source_type={source}", "source_type", source)

    def test_input_dsa_token(self):
        del os.environ["FAIRMON_DSA_TOKEN"]
        self.assertIn("needs a token",
                      self.fail_with(1, "monitor", "spec.lola", *self.source()))
        self.assertTrue(self.statements(*self.source("--token", TOKEN)))
        self.fail_with(2, "monitor", "spec.lola", *self.source("--token", "1|wrong"))

    def test_input_dsa_token_file(self):
        del os.environ["FAIRMON_DSA_TOKEN"]
        self.write("token", TOKEN + "\n")
        self.assertIn("chmod 600", self.fail_with(
            1, "monitor", "spec.lola", *self.source("--token-file", "token")))
        (self.folder / "token").chmod(0o600)
        self.assertTrue(self.statements(*self.source("--token-file", "token")))

    def test_input_dsa_url(self):
        self.fail_with(2, "monitor", "spec.lola", *self.source("--attempts", "1",
                                                               url="http://127.0.0.1:9"))

    def refused_third_request(self, *words):
        with Simulator(*self.DATA, *OLD, "--fault", "unauthorised:3") as server:
            return self.run_program("monitor", "spec.lola", *self.source(*words, url=server.url),
                                    "-q").returncode

    def test_input_dsa_page_size(self):
        """Small pages need a third request, large ones do not."""
        self.assertEqual(self.refused_third_request("--page-size", "10000"), 0)
        self.assertEqual(self.refused_third_request("--page-size", "500"), 2)

    def seconds_with(self, quota, window):
        """How long six pages and more take."""
        with Simulator(*self.DATA, *OLD) as server:
            began = time.monotonic()
            self.statements(*self.source("--page-size", "400", "--quota-window", window,
                                         url=server.url, quota=quota))
            return time.monotonic() - began

    def test_input_dsa_quota(self):
        self.assertGreater(self.seconds_with("2", "3s"), self.seconds_with("100", "3s") + 3)

    def test_input_dsa_quota_window(self):
        self.assertGreater(self.seconds_with("2", "3s"), self.seconds_with("2", "10ms") + 3)

    def test_input_dsa_attempts(self):
        for attempts, code in (("1", 2), ("3", 0)):
            with Simulator(*self.DATA, "--fault", "unavailable:1") as server:
                result = self.run_program("monitor", "spec.lola", *self.source(
                    "--attempts", attempts, url=server.url), "-q")
            self.assertEqual(result.returncode, code, result.stderr)


class DumpInput(Options):
    def test_input_dsa_dump_no_verify(self):
        dump = self.write_dumps("--full")[0]
        self.write(dump + ".sha1", "0" * 40 + "  " + dump + "\n")
        self.assertIn("sha1", self.fail_with(2, "monitor", "spec.lola", dump))
        self.assertTrue(self.statements(dump, "--no-verify"))

    def test_input_dsa_dump_unique(self):
        dump = self.write_dumps("--full")[0]
        shutil.copy(self.folder / dump, self.folder / "again.zip")
        once = len(self.statements(dump))
        twice = [dump, "again.zip", "--on-late", "accept"]
        self.assertEqual(len(self.statements(*twice)), 2 * once)
        self.assertEqual(len(self.statements(*twice, "--unique")), once)

    def test_input_dsa_dump_max_disorder(self):
        """Statements are minutes out of order: without room for that they are late."""
        dump = self.write_dumps("--full", "--disorder", "500")[0]
        wanted = self.statements(dump)
        self.assertEqual(self.statements(dump, "--max-disorder", "500s"), wanted)
        message = self.fail_with(2, "monitor", "spec.lola", dump, "--max-disorder", "1s")
        self.assertIn("this statement is late", message)
        self.assertLess(len(self.statements(dump, "--max-disorder", "1s", "--on-late", "skip")),
                        len(wanted))

    def test_input_dsa_dump_threads(self):
        """The result must not depend on it; what is no number is refused."""
        dumps = self.write_dumps("--full")
        wanted = self.statements(*dumps)
        for threads in ("1", "5"):
            self.assertEqual(self.statements(*dumps, "--threads", threads), wanted)
        self.assertIn("`threads` is `many`", self.fail_with(
            1, "monitor", "spec.lola", *dumps, "--threads", "many"))


class Complete(Options):
    def test_every_option_of_the_sources_has_its_test(self):
        missing = options_without_test(self, (DsaInput, DumpInput), ("dsa", "dsa-dump"))
        self.assertEqual(missing, set())


if __name__ == "__main__":
    unittest.main()
