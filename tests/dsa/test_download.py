"""Daily dumps loaded from the site, with redirects, checksums and broken connections."""
import unittest

from simulated import Simulator, SimulatedTest
from simulator import example


class Download(SimulatedTest):
    DATA = ("--days", "2", "--per-day", "1500", "--quota", "100000")
    TO = "2025-11-28"

    def fetch(self, url, *more, kind="light"):
        return ["dsa", "fetch", "--dump", kind, "--from", self.FROM, "--url", url, "--output",
                "dumps", *more]

    def test_loaded_dumps_give_the_verdicts_of_the_api(self):
        wanted = self.digest(example("delay"), *self.api())
        for kind in ("light", "full"):
            files = self.succeed(*self.fetch(self.simulator.url, "--to", self.TO, kind=kind))
            self.assertEqual(len(files.split()), 2)
            self.assertEqual(self.digest(example("delay"), *files.split()), wanted)
            self.assertTrue((self.folder / (files.split()[0] + ".sha1")).exists())

    def test_what_is_there_is_not_loaded_again(self):
        (file,) = self.succeed(*self.fetch(self.simulator.url)).split()
        before = (self.folder / file).stat()
        self.succeed(*self.fetch(self.simulator.url))
        self.assertEqual((self.folder / file).stat().st_mtime_ns, before.st_mtime_ns)
        (self.folder / file).write_bytes(b"damaged")
        self.succeed(*self.fetch(self.simulator.url))
        self.assertEqual((self.folder / file).stat().st_size, before.st_size)

    def test_one_platform(self):
        (file,) = self.succeed(*self.fetch(self.simulator.url, "--platform", "App Store")).split()
        self.assertEqual(file, "dumps/sor-app-store-2025-11-26-light.zip")
        wanted = self.verdicts(example("delay"), *self.api()[:4], "--platform", "App Store",
                               *self.api()[6:])
        self.assertEqual(self.verdicts(example("delay"), file), wanted)

    def test_the_bucket_of_old_days(self):
        (file,) = self.succeed(*self.fetch(self.simulator.dumps_url)).split()
        self.assertTrue((self.folder / file).exists())
        self.assertIn("is not there", self.fail_with(2, "dsa", "fetch", "--dump", "light", "--from",
                                                     "2024-01-01", "--url",
                                                     self.simulator.dumps_url))

    def test_a_day_without_a_dump(self):
        text = self.fail_with(2, "dsa", "fetch", "--dump", "light", "--from", "2024-01-01", "--url",
                              self.simulator.url)
        self.assertIn("sor-global-2024-01-01-light.zip is not there", text)
        self.assertEqual(list(self.folder.glob("*.part")), [])

    def test_broken_connections_and_damage(self):
        for fault in ("cut-download:2", "spoilt-download:2"):
            with self.subTest(fault), Simulator(*self.DATA, "--fault", fault) as server:
                (file,) = self.succeed(*self.fetch(server.url)).split()
                self.digest(example("delay"), file)
                (self.folder / file).unlink()
        with Simulator(*self.DATA, "--fault", "spoilt-download:2", "--fault",
                       "spoilt-download:4") as server:
            self.assertIn("checksum", self.fail_with(2, *self.fetch(server.url)))


if __name__ == "__main__":
    unittest.main()
