"""A call that fails costs a request or a run, never the server."""
import http.client
import subprocess
import unittest

import faulty
from serving import ServerProcess, ServerTest, dsa


class FaultyServer(ServerTest):
    def visit(self, server):
        """What a page does; each answer may be an error, none may be missing in the end."""
        for method, path, body in (
                ("GET", "/meta", None), ("GET", "/sources", None),
                ("POST", "/spec/check", {"text": "input a: Int64\noutput b := a"}),
                ("POST", "/preview", {"target": "a.csv"}),
                ("POST", "/runs", {"name": "n", "plugin": "csv", "targets": ["a.csv"],
                                   "spec": "input a: Int64\n#[plot]\noutput b := a\n"}),
                ("POST", "/runs", dsa("simulator")),
                ("GET", "/runs", None)):
            self.ask(server, method, path, body)
        listed = self.ask(server, "GET", "/runs")
        for run in listed if isinstance(listed, list) else []:
            self.ask(server, "GET", f"/runs/{run['id']}/series?panel=0")
            self.ask(server, "POST", f"/runs/{run['id']}/stop")
            self.ask(server, "DELETE", f"/runs/{run['id']}")

    def ask(self, server, method, path, body=None):
        """The answer; nothing if the connection was what failed."""
        try:
            return server.ask(method, path, body, timeout=20)[1]
        except (OSError, ValueError, EOFError, http.client.HTTPException):
            return None

    def test_every_kind(self):
        for kind in ("memory", "thread", "read", "write"):
            counts = self.folder / "calls"
            server = ServerProcess(self.folder,
                                   environment=faulty.environment(kind + ":0", counts))
            self.visit(server)
            server.stop()
            server.process.stderr.close()
            total = int(counts.read_text())
            for place in faulty.places(total, kind):
                with self.subTest(fault=f"{kind}:{place}", of=total):
                    self.one(f"{kind}:{place}")

    def one(self, fault):
        try:
            server = ServerProcess(self.folder, environment=faulty.environment(fault))
        except RuntimeError as failed:  # it said why, and ended by itself
            self.assertIn("error: ", str(failed))
            return
        try:
            self.visit(server)
            self.assertTrue(self.answers(server))
        finally:
            self.assertEqual(self.stop(server), 0)
            server.process.stderr.close()

    def answers(self, server):
        """Whether the server is there; the one call that fails may be that of the first answer."""
        try:
            return server.alive()
        except (OSError, http.client.HTTPException):
            return server.alive()

    def stop(self, server):
        """The call that fails may be the one by which a signal wakes the server."""
        server.process.terminate()
        try:
            return server.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            return server.stop()


if __name__ == "__main__":
    unittest.main()
