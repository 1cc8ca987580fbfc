"""Who may ask `fairmon serve` for what: users of a file, TLS, cookies, the audit log."""
import base64
import json
import os
import signal
import socket
import ssl
import unittest

from access_kit import (ROLES, TOKENS, ask, audit, bearer, digest, documented_addresses, expected,
                        make_certificate, trusting, users)
from serving import SPEC, ServerTest


class Users(ServerTest):
    def setUp(self):
        super().setUp()
        make_certificate(self.folder)
        self.write("access.toml", users())
        self.context = trusting(self.folder)

    def begin(self, *flags):
        self.server = self.serve("--access", "access.toml", *flags)
        return self.server

    def ask(self, method, path, body=None, headers=None):
        sent = dict(headers or {})
        if body is not None:
            sent["Content-Type"] = "application/json"
            body = json.dumps(body)
        return ask(self.server.port, method, path, body, sent, self.context)

    def test_no_token_is_printed(self):
        server = self.begin()
        self.assertIn("listens at https://127.0.0.1:", server.said)
        self.assertIsNone(server.token)
        self.assertEqual(self.ask("GET", "/api/v1/runs")[0], 401)

    def test_every_address_for_every_role(self):
        self.begin()
        rows = list(documented_addresses("serve"))
        self.assertGreater(len(rows), 20)
        for method, address, words in rows:
            for role, name in [*ROLES.items(), (None, None)]:
                with self.subTest(method=method, address=address, role=role):
                    headers = bearer(name) if name else {}
                    status, answer, _ = self.ask(method, address.replace("{}", "none"),
                                                 {} if method == "POST" else None, headers)
                    if role and expected(words[role]):
                        self.assertEqual((status, answer["code"]), (403, "wrong-role"))
                    elif role or words["viewer"] == "open":
                        self.assertNotIn(status, (401, 403), answer)
                    else:
                        self.assertEqual((status, answer["code"]), (401, "no-token"))
                        self.assertIn("/login", answer["message"])

    def test_browsers_are_led_to_the_login(self):
        self.begin()
        status, _, headers = self.ask("GET", "/")
        self.assertEqual((status, headers["Location"]), (303, "/login"))
        self.assertEqual(self.ask("GET", "/login")[0], 200)
        status, answer, headers = self.ask("POST", "/login", {"token": TOKENS["bob"]})
        self.assertEqual((status, answer["role"]), (200, "viewer"))
        cookie, *flags = headers["Set-Cookie"].split("; ")
        self.assertEqual(set(flags), {"Path=/", "HttpOnly", "SameSite=Strict", "Secure"})
        known = {"Cookie": cookie}
        self.assertEqual(self.ask("GET", "/", headers=known)[0], 200)
        self.assertEqual(self.ask("GET", "/api/v1/runs", headers=known)[0], 200)
        foreign = {**known, "Origin": "https://evil.example"}
        self.assertEqual(self.ask("POST", "/api/v1/spec/check", {}, foreign)[0], 403)
        rebound = {**known, "Host": f"evil.example:{self.server.port}"}
        self.assertEqual(self.ask("GET", "/api/v1/runs", headers=rebound)[0], 421)
        self.assertEqual(self.ask("POST", "/logout", {}, known)[0], 200)
        self.assertEqual(self.ask("GET", "/api/v1/runs", headers=known)[0], 401)

    def test_changes_are_written_down(self):
        self.begin()
        settings = {"name": "test", "plugin": "csv", "spec": SPEC, "targets": ["a.csv"]}
        self.assertEqual(self.ask("POST", "/api/v1/runs", settings, bearer("bob"))[0], 403)
        status, run, _ = self.ask("POST", "/api/v1/runs", settings, bearer("ada"))
        self.assertEqual(status, 201, run)
        self.assertEqual(self.ask("GET", "/api/v1/runs", headers=bearer("bob"))[1][0]["id"],
                         run["id"])
        self.assertEqual(self.ask("DELETE", "/api/v1/runs/none", headers=bearer("ada"))[0], 404)
        lines = audit(self.folder, "runs/audit.jsonl")
        self.assertEqual([(line["who"], line["role"], line["what"], line.get("status"))
                          for line in lines],
                         [("service", "", "started", None),
                          ("ada", "editor", "POST /api/v1/runs", None),
                          ("ada", "editor", "DELETE /api/v1/runs/none", None),
                          ("ada", "editor", "DELETE /api/v1/runs/none", 404)])

    def test_without_a_log_it_does_not_start(self):
        self.write("access.toml", '[access]\naudit = "log/audit.jsonl"\n' + users())
        (self.folder / "log/audit.jsonl").mkdir(parents=True)
        result = self.run_program("serve", "--no-open", "--access", "access.toml")
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn("cannot write to the audit log", result.stderr)

    def live(self, cookie, origin, then=None):
        """Status of the answer to a page that wants the live connection, and the first byte of a
        message. With `then`, waits afterwards until the server ends the connection."""
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=60) as plain:
            with self.context.wrap_socket(plain, server_hostname="127.0.0.1") as secret:
                key = base64.b64encode(os.urandom(16)).decode()
                secret.sendall((f"GET /api/v1/live HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}"
                                "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                                f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
                                f"Origin: {origin}\r\nCookie: {cookie}\r\n\r\n").encode())
                file = secret.makefile("rb")
                status = file.readline().split()[1]
                while file.readline().strip():
                    pass
                if status != b"101":
                    return int(status), None
                hello = json.dumps({"type": "hello", "protocol": 1, "run": ""}).encode()
                mask = os.urandom(4)
                secret.sendall(bytes([0x81, 0x80 | len(hello)]) + mask +
                               bytes(byte ^ mask[i % 4] for i, byte in enumerate(hello)))
                first = file.read(1)
                if then:
                    then()
                    while file.read(4096):
                        pass
                return 101, first

    def test_the_live_connection_is_encrypted_and_guarded(self):
        self.begin()
        own = f"https://127.0.0.1:{self.server.port}"
        self.assertEqual(self.live("", own)[0], 401)
        cookie = self.ask("POST", "/login", {"token": TOKENS["bob"]})[2]["Set-Cookie"].split(";")[0]
        self.assertEqual(self.live(cookie, "https://evil.example")[0], 403)
        self.assertEqual(self.live(cookie, own), (101, b"\x81"))

    def test_who_is_gone_does_not_go_on_listening(self):
        self.begin()
        own = f"https://127.0.0.1:{self.server.port}"
        cookie = self.ask("POST", "/login", {"token": TOKENS["bob"]})[2]["Set-Cookie"].split(";")[0]

        def remove_bob():
            self.write("access.toml", users().replace(digest(TOKENS["bob"]), digest("next")))
            self.server.process.send_signal(signal.SIGHUP)

        self.assertEqual(self.live(cookie, own, remove_bob), (101, b"\x81"))

    def test_users_and_certificates_are_read_again(self):
        self.begin()
        first = ssl.get_server_certificate(("127.0.0.1", self.server.port), timeout=60)
        make_certificate(self.folder)
        self.write("access.toml", users().replace(digest(TOKENS["bob"]), digest("next")))
        self.server.process.send_signal(signal.SIGHUP)
        self.server.wait_for_line("users and certificates were read again")
        self.context = trusting(self.folder)
        self.assertNotEqual(
            ssl.get_server_certificate(("127.0.0.1", self.server.port), timeout=60), first)
        self.assertEqual(self.ask("GET", "/api/v1/runs", headers=bearer("bob"))[0], 401)
        self.assertEqual(self.ask("GET", "/api/v1/runs", headers=bearer("next"))[0], 200)
        self.write("access.toml", "[acess]\n")
        self.server.process.send_signal(signal.SIGHUP)
        self.server.wait_for_line("everything goes on as before")
        self.assertEqual(self.ask("GET", "/api/v1/runs", headers=bearer("next"))[0], 200)

    def test_uploads_travel_encrypted(self):
        self.begin()
        text = b"time,a\n" + b"".join(b"%d,1\n" % i for i in range(200_000))
        status, answer, _ = ask(self.server.port, "POST", "/api/v1/uploads?name=b.csv", text,
                                bearer("ada"), self.context)
        self.assertIn(status, (200, 201), answer)

    def test_plain_http_is_told(self):
        self.begin()
        status, answer, _ = ask(self.server.port, "GET", "/")
        self.assertEqual((status, answer["code"]), (400, "not-encrypted"))

    def test_a_certificate_alone_keeps_the_token_of_the_start(self):
        self.write("access.toml", users().split("[access")[0])
        self.begin()
        self.assertRegex(self.server.said, r"https://127.0.0.1:\d+/#token=\w{64}")
        status, _, headers = self.ask("POST", "/api/v1/session", {"token": self.server.token})
        self.assertEqual(status, 200)
        self.assertIn("; Secure", headers["Set-Cookie"])
        self.assertEqual(self.ask("GET", "/api/v1/runs", headers=bearer(self.server.token))[0], 200)


if __name__ == "__main__":
    unittest.main()
