"""Who may ask `fairmon watch` for what: TLS, tokens, roles, log-ins, the audit log."""
import hashlib
import http.client
import json
import re
import signal
import socket
import ssl
import subprocess
import unittest
import warnings

from access_kit import (ROLES, TOKENS, ask, audit, bearer, digest, documented_addresses, expected,
                        make_certificate, trusting, users)
from watching import CONFIG, TOKEN, WatchTest, event

TLS_CONFIG = CONFIG + users()


class Tokens(WatchTest):
    def test_the_program_makes_one_and_shows_it_once(self):
        said = self.succeed("token", "ada", "--role", "editor", "--valid", "90d")
        token = re.search(r"this once: (\w{64})\n", said)[1]
        self.assertEqual(said.count(token), 1)
        self.assertIn("[access.user.ada]\nrole = \"editor\"\n", said)
        found = re.search(r'tokens = \["sha256:(\w{64}) until (\d{4}-\d\d-\d\dT[\d:]{8}Z)"\]', said)
        self.assertEqual(found[1], hashlib.sha256(token.encode()).hexdigest())
        self.write("watch.toml", CONFIG + said.split("\n\n", 1)[1])
        service = self.start()
        self.assertEqual(service.ask("GET", "/v1/monitors")[0], 401)
        self.assertEqual(service.ask("GET", "/v1/monitors", headers=bearer(token))[0], 200)

    def test_what_makes_no_sense(self):
        self.assertIn("no name for a user", self.fail_with(1, "token", "a b"))
        self.assertIn("span of time", self.fail_with(1, "token", "ada", "--valid", "soon"))
        self.assertIn("viewer", self.fail_with(1, "token", "ada", "--role", "owner"))

    def check(self, config, told):
        self.write("watch.toml", config)
        result = self.run_program("watch", "--check", "watch.toml")
        self.assertEqual(result.returncode, 1)
        self.assertIn(told, result.stderr)

    def test_mistakes_in_the_configuration(self):
        good = CONFIG + users(tls=False)
        for old, new, told in (
                ('role = "viewer"', 'role = "admin"', "`role` is one of viewer, editor, pusher"),
                ('role = "viewer"', '', "the user `bob` needs role"),
                ('[access.user.bob]', '[access.user."b b"]', "no name for a user"),
                (digest(TOKENS["bob"]), TOKENS["bob"], "never as itself"),
                (digest(TOKENS["bob"]), digest("a") + " until soon", "until 2027-01-31"),
                (f'"{digest(TOKENS["bob"])}"', ", ".join([f'"{digest("a")}"'] * 3), "two tokens"),
                ('role = "viewer"', 'role = "viewer"\nmonitors = ["hiring"]', "a viewer sees all"),
                ('role = "pusher"', 'role = "pusher"\nmonitors = ["hirin"]', "no such monitor"),
                ('role = "viewer"', 'role = "viewer"\ntoken = "x"', "did you mean `tokens`"),
                ('[access.user.bob]', '[access.proxy]\nheader = "X-User"\n[access.user.bob]',
                 "from where alone"),
                ('[access.user.bob]', '[access.proxy]\nheader = "X-User"\naddresses = ["ten"]\n'
                 '[access.user.bob]', "`ten` is no address"),
                ('[access.user.bob]', '[tls]\nkey = "k"\n[access.user.bob]', "[tls] needs")):
            with self.subTest(new=new):
                self.check(good.replace(old, new, 1), told)

    def test_expiry_and_rotation(self):
        second = f'"{digest("next")} until 2100-01-01"'
        old = f'"{digest(TOKENS["bob"])}"'
        self.write("watch.toml", CONFIG + users(tls=False).replace(old, f"{old}, {second}"))
        service = self.start()
        for token in ("bob", "next"):
            self.assertEqual(service.ask("GET", "/v1/monitors", headers=bearer(token))[0], 200)
        expired = old[:-1] + ' until 2020-02-03"'
        self.write("watch.toml", CONFIG + users(tls=False).replace(old, f"{expired}, {second}"))
        service.process.send_signal(signal.SIGHUP)
        service.wait_for_line("loaded again")
        status, answer, headers = service.ask("GET", "/v1/monitors", headers=bearer("bob"))
        self.assertEqual((status, answer["code"]), (401, "expired-token"))
        self.assertIn("2020-02-03T00:00:00Z", answer["message"])
        self.assertEqual(headers["WWW-Authenticate"], "Bearer")
        self.assertEqual(service.ask("GET", "/v1/monitors", headers=bearer("next"))[0], 200)

    def test_tokens_of_a_monitor_expire_too(self):
        self.write("watch.toml", CONFIG.replace(digest(TOKEN), digest(TOKEN) + " until 2020-01-01"))
        service = self.start()
        self.assertEqual(service.push(event(0))[1]["code"], "expired-token")

    def test_who_guesses_is_held_up(self):
        self.write("watch.toml", CONFIG + users(tls=False))
        service = self.start()
        self.assertEqual(service.push(event(0))[0], 200)
        for number in range(10):
            self.assertEqual(service.push(event(1), token=f"guess {number}")[0], 401)
        status, answer, headers = service.ask("GET", "/metrics", headers=bearer("bob"))
        self.assertEqual((status, answer["code"]), (429, "too-often"))
        self.assertLessEqual(int(headers["Retry-After"]), 60)
        self.assertEqual(service.push(event(1))[0], 200)  # was right before

    def test_one_token_for_everything(self):
        self.write("watch.toml", f'tokens = ["{digest(TOKEN)}"]\n' + CONFIG + CONFIG.split(
            "\n\n", 1)[1].replace("monitor.hiring", "monitor.loans"))
        service = self.start()
        for monitor in ("hiring", "loans"):
            self.assertEqual(service.push(event(0), monitor=monitor)[0], 200)
        self.assertEqual(service.ask("GET", "/metrics")[0], 401)
        self.assertEqual(service.ask("GET", "/metrics", headers=bearer(TOKEN))[0], 200)

    def test_a_rebound_name_reads_nothing(self):
        service = self.start()
        for host, status in (("localhost:1", 200), ("[::1]:1", 200), ("evil.example:80", 421)):
            self.assertEqual(service.ask("GET", "/v1/monitors", headers={"Host": host})[0], status)


class Roles(WatchTest):
    CONFIG = CONFIG + users(tls=False)

    def test_every_address_for_every_role(self):
        service = self.start()
        rows = list(documented_addresses("watch"))
        self.assertGreater(len(rows), 4)
        for method, address, words in rows:
            path = address.replace("{}", "hiring")
            for role, name in [*ROLES.items(), (None, None)]:
                with self.subTest(method=method, address=address, role=role):
                    headers = bearer(name) if name else {}
                    status, answer, _ = service.ask(
                        method, path, json.dumps(event(0)) if method == "POST" else None,
                        {"Content-Type": "application/json", **headers})
                    if role and expected(words[role]):
                        self.assertEqual((status, answer["code"]), (403, "wrong-role"))
                        self.assertRegex(answer["message"], r"needs the role \w+; \w+ has the role")
                    elif role or words["viewer"] == "open":
                        self.assertEqual(status, 200, answer)
                    else:
                        self.assertEqual((status, answer["code"]), (401, "no-token"))

    def test_a_pusher_for_one_monitor(self):
        self.write("watch.toml", CONFIG + CONFIG.split("\n\n", 1)[1].replace(
            "monitor.hiring", "monitor.loans") + users(tls=False).replace(
                'role = "pusher"', 'role = "pusher"\nmonitors = ["loans"]'))
        service = self.start()
        for monitor, status in (("loans", 200), ("hiring", 403), ("other", 403)):
            self.assertEqual(service.push(event(0), token=TOKENS["loans"], monitor=monitor)[0],
                             status)
        self.assertEqual(service.push(event(0), monitor="hiring")[0], 200)
        self.assertEqual(service.push(event(0), monitor="loans")[0], 200)

    def test_a_proxy_names_the_user(self):
        self.write("watch.toml", self.CONFIG + '[access.proxy]\nheader = "X-User"\n'
                                               'addresses = ["127.0.0.1"]\n')
        service = self.start()
        for user, status in (("bob", 200), ("loans", 403), ("eve", 403), (None, 401)):
            headers = {"X-User": user} if user else {}
            self.assertEqual(service.ask("GET", "/metrics", headers=headers)[0], status)
        self.write("watch.toml", self.CONFIG + '[access.proxy]\nheader = "X-User"\n'
                                               'addresses = ["192.0.2.0/24"]\n')
        service.process.send_signal(signal.SIGHUP)
        service.wait_for_line("loaded again")
        self.assertEqual(service.ask("GET", "/metrics", headers={"X-User": "bob"})[0], 401)


class Encrypted(WatchTest):
    CONFIG = TLS_CONFIG

    def setUp(self):
        super().setUp()
        make_certificate(self.folder)

    def start(self, **more):
        service = super().start(**more)
        self.context = trusting(self.folder)
        return service

    def ask(self, service, method, path, body=None, headers=None):
        return ask(service.port, method, path, body, headers, self.context)

    def test_curl(self):
        service = self.start()
        self.assertIn("listening on https://", "".join(service.lines))
        url = f"https://127.0.0.1:{service.port}/v1/monitors/hiring/events"
        said = subprocess.run(
            ["curl", "-sS", "--cacert", "server.pem", url, "--json", json.dumps(event(0)),
             "-H", "Authorization: Bearer " + TOKENS["loans"]],
            cwd=self.folder, capture_output=True, text=True, timeout=60, check=True).stdout
        self.assertEqual(json.loads(said)["accepted"], 1)
        refused = subprocess.run(["curl", "-sS", url], capture_output=True, timeout=60, check=False)
        self.assertEqual(refused.returncode, 60, "a certificate that nobody vouches for")

    def test_modern_versions_only(self):
        service = self.start()

        def agreed(version):
            context = trusting(self.folder)
            context.set_ciphers("ALL:@SECLEVEL=0")
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)
                context.minimum_version = context.maximum_version = version
            with socket.create_connection(("127.0.0.1", service.port), timeout=60) as plain:
                with context.wrap_socket(plain, server_hostname="127.0.0.1") as secret:
                    return secret.version(), secret.cipher()[0]

        self.assertEqual(agreed(ssl.TLSVersion.TLSv1_3)[0], "TLSv1.3")
        version, cipher = agreed(ssl.TLSVersion.TLSv1_2)
        self.assertEqual(version, "TLSv1.2")
        self.assertRegex(cipher, "^ECDHE-.*(GCM|CHACHA20)")
        for old in (ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1):
            with self.assertRaises((ssl.SSLError, ConnectionError)):
                agreed(old)
        self.assertEqual(self.ask(service, "GET", "/healthz")[0], 200)

    def test_plain_http_is_told(self):
        service = self.start()
        status, answer, _ = service.ask("GET", "/healthz")
        self.assertEqual((status, answer["code"]), (400, "not-encrypted"))
        self.assertIn("https://", answer["message"])
        for garbage in (b"\0\0\0\0", b"\x16\x03\x01\xff\xff" + b"x" * 300, b""):
            with socket.create_connection(("127.0.0.1", service.port), timeout=60) as raw:
                raw.sendall(garbage)
                raw.shutdown(socket.SHUT_WR)
                while raw.recv(4096):
                    pass
        self.assertEqual(self.ask(service, "GET", "/healthz")[0], 200)

    def test_many_events_and_long_connections(self):
        service = self.start()
        connection = http.client.HTTPSConnection("127.0.0.1", service.port, timeout=60,
                                                 context=self.context)
        self.addCleanup(connection.close)
        lines = "\n".join(json.dumps(event(number)) for number in range(20_000))
        headers = {"Content-Type": "application/x-ndjson", **bearer("loans")}
        for _ in range(2):
            connection.request("POST", "/v1/monitors/hiring/events", lines, headers)
            answer = connection.getresponse()
            self.assertEqual((answer.status, json.load(answer)["accepted"]), (200, 20_000))
        connection.request("GET", "/metrics", headers=bearer("bob"))
        self.assertIn(b"fairmon_pushed_events_total", connection.getresponse().read())

    def certificate(self, service):
        return ssl.get_server_certificate(("127.0.0.1", service.port), timeout=60)

    def test_certificates_are_read_again(self):
        service = self.start()
        first = self.certificate(service)
        kept = http.client.HTTPSConnection("127.0.0.1", service.port, timeout=60,
                                           context=self.context)
        self.addCleanup(kept.close)
        kept.request("GET", "/healthz")
        kept.getresponse().read()
        make_certificate(self.folder)
        service.process.send_signal(signal.SIGHUP)
        service.wait_for_line("loaded again")
        self.assertNotEqual(self.certificate(service), first)
        kept.request("GET", "/healthz")
        self.assertEqual(kept.getresponse().status, 200)
        second = self.certificate(service)
        self.write("server.key", "no key")
        service.process.send_signal(signal.SIGHUP)
        service.wait_for_line("everything goes on as before")
        self.assertEqual(self.certificate(service), second)

    def test_keys_that_cannot_be_used(self):
        make_certificate(self.folder, "other")
        (self.folder / "open.key").write_bytes((self.folder / "server.key").read_bytes())
        (self.folder / "open.key").chmod(0o644)
        subprocess.run(["openssl", "pkey", "-in", "server.key", "-aes256", "-passout", "pass:x",
                        "-out", "locked.key"], cwd=self.folder, check=True, capture_output=True)
        for key, told in (("other.key", "that of the certificate"), ("open.key", "chmod o-r"),
                          ("locked.key", "without a passphrase"), ("none.key", "there is no file"),
                          ("server.pem", "other users can read")):
            with self.subTest(key=key):
                self.write("watch.toml", TLS_CONFIG.replace('"server.key"', f'"{key}"'))
                result = self.run_program("watch", "--check", "watch.toml")
                self.assertNotEqual(result.returncode, 0)
                self.assertIn(told, result.stderr)

    def log_in(self, service, token, **headers):
        return self.ask(service, "POST", "/login", json.dumps({"token": token}),
                        {"Content-Type": "application/json", **headers})

    def test_logging_in(self):
        service = self.start()
        status, answer, headers = self.log_in(service, TOKENS["bob"])
        self.assertEqual((status, answer), (200, {"name": "bob", "role": "viewer"}))
        cookie, *flags = headers["Set-Cookie"].split("; ")
        self.assertEqual(set(flags), {"Path=/", "HttpOnly", "SameSite=Strict", "Secure"})
        self.assertTrue(cookie.startswith(f"__Host-fairmon_{service.port}="))
        self.assertNotIn(TOKENS["bob"], cookie)
        known = {"Cookie": cookie}
        self.assertEqual(self.ask(service, "GET", "/v1/monitors", headers=known)[0], 200)
        self.assertEqual(self.ask(service, "POST", "/logout", headers=known)[0], 200)
        self.assertEqual(self.ask(service, "GET", "/v1/monitors", headers=known)[0], 401)
        self.assertEqual(self.log_in(service, TOKENS["loans"])[0], 403)
        self.assertEqual(self.log_in(service, "wrong")[1]["code"], "wrong-token")
        self.assertEqual(self.log_in(service, TOKENS["bob"], Origin="https://evil.example")[0], 403)
        self.assertEqual(self.ask(service, "POST", "/login", "token=x", {
            "Content-Type": "application/x-www-form-urlencoded"})[0], 415)
        self.assertEqual(self.ask(service, "POST", "/login", "3", {
            "Content-Type": "application/json"})[0], 400)
        status, page, headers = self.ask(service, "GET", "/login")
        self.assertEqual(status, 200)
        self.assertIn(b"Your token", page)
        self.assertIn("default-src 'self'", headers["Content-Security-Policy"])

    def test_what_is_written_down(self):
        service = self.start()
        self.log_in(service, TOKENS["ada"])
        self.log_in(service, "wrong")
        service.process.send_signal(signal.SIGHUP)
        service.wait_for_line("loaded again")
        lines = audit(self.folder, "state/audit.jsonl")
        self.assertEqual([(line["who"], line["role"], line["from"], line["what"])
                          for line in lines],
                         [("service", "", "", "started"),
                          ("ada", "editor", "127.0.0.1", "logged in"),
                          ("", "", "127.0.0.1", "refused: a token that nobody has"),
                          ("service", "", "", "loaded the configuration again")])
        everything = (self.folder / "state/audit.jsonl").read_text() + "".join(service.lines)
        for secret in [*TOKENS.values(), "wrong"]:
            self.assertNotIn(secret, everything)


if __name__ == "__main__":
    unittest.main()
