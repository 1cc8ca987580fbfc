"""Services that refuse for ever, cannot be trusted or forget statements: the run ends and says."""
import ssl
import subprocess
import time
import unittest

from serving import Service, reply
from simulated import Simulator, SimulatedTest
from simulator import example

SPEC = example("automation_ratios")


class Hostile(SimulatedTest):
    DATA = ("--days", "1", "--per-day", "2000", "--quota", "100000")
    TO = "2025-11-27"

    def request(self, url):
        return ["--from", self.FROM, "--to", self.TO, "--url", url, "--quota", "100000"]

    def monitor(self, url, *flags):
        return ["monitor", SPEC, "--input", "dsa", *self.request(url), "-q", *flags]

    def test_certificates(self):
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj",
                        "/CN=127.0.0.1", "-keyout", "key.pem", "-out", "cert.pem", "-days", "2"],
                       cwd=self.folder, check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.folder / "cert.pem", self.folder / "key.pem")
        with Service(lambda handler: reply(handler, 200)) as service:
            service.server.socket = context.wrap_socket(service.server.socket, server_side=True)
            began = time.monotonic()
            message = self.fail_with(2, *self.monitor(service.url.replace("http", "https")))
            self.assertIn("certificate", message)
            self.assertIn("nothing was sent", message)
            self.assertLess(time.monotonic() - began, 10)
            self.assertEqual(service.headers, [])

    def test_long_waits_end(self):
        for status in (429, 503):
            with self.subTest(status), Service(
                    lambda handler: reply(handler, status, Retry_After="100000")) as service:
                began = time.monotonic()
                message = self.fail_with(2, *self.monitor(service.url))
                self.assertIn("asks to wait 1667 min", message)
                self.assertLess(time.monotonic() - began, 10)

    def test_refusals_without_end_end(self):
        with Service(lambda handler: reply(handler, 429, Retry_After="1")) as service:
            message = self.fail_with(2, *self.monitor(service.url, "--quota-window", "300ms",
                                                      "--attempts", "2"))
            self.assertIn("has refused every request", message)

    def test_nothing_is_lost_silently(self):
        wanted = self.verdicts(SPEC, *self.api())
        for fault, code in (("empty-page:1", 0), ("empty-page:1-3", 0), ("vague-total:1-9", 0),
                            ("lost-hit:1", 2), ("empty-page:1-99", 2)):
            with Simulator(*self.DATA, "--fault", fault) as server, self.subTest(fault):
                words = [*self.monitor(server.url), "-v", "outputs", "-o", "jsonl=out.jsonl",
                         "--attempts", "3"]
                result = self.run_program(*words)
                self.assertEqual(result.returncode, code, result.stderr)
                if code == 0:
                    self.assertEqual((self.folder / "out.jsonl").read_bytes(), wanted)
                else:
                    self.assertRegex(result.stderr,
                                     r"\d+ of 2000 statements that match are missing")

    def test_fetch_tells_too(self):
        with Simulator(*self.DATA, "--fault", "lost-hit:1") as server:
            message = self.fail_with(2, "dsa", "fetch", SPEC, *self.request(server.url),
                                     "--attempts", "2", "--output", "all.csv")
            self.assertIn("1 of 2000 statements that match are missing", message)


if __name__ == "__main__":
    unittest.main()
