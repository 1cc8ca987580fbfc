"""Secrets of the server never go to an address that a page chose."""
import unittest

from serving import Service, ServerTest, dsa, reply

SECRET = "17|secretOfTheServer4711"


class Secrets(ServerTest):
    def setUp(self):
        super().setUp()
        service = Service(lambda handler: reply(handler, 200, b'{"count":0}'))
        self.addCleanup(service.__exit__)
        self.service = service

    def ask_everywhere(self, server, settings):
        """The settings in every request that reads options; all must be refused."""
        for path in ("/runs", "/sources/dsa/estimate"):
            with self.subTest(path):
                status, answer = server.ask("POST", path, settings)
                if status == 201:
                    answer = server.wait_for_phase(answer["id"])
                self.assertNotIn("secretOfTheServer", str(answer))
                self.assertEqual(self.service.headers, [], "the service was asked")
                self.assertEqual(status, 422, answer)

    def test_private_files_stay(self):
        server = self.serve()
        self.ask_everywhere(server, dsa(self.service.url, token_file=self.private_file(SECRET)))

    def test_files_below_the_data_root_stay(self):
        """Readable by pages, but still the server's: they go to the usual address only."""
        self.write("token", SECRET)
        (self.folder / "token").chmod(0o600)
        server = self.serve()
        self.ask_everywhere(server, dsa(self.service.url, token_file="token"))

    def test_the_environment_stays(self):
        server = self.serve(environment={"FAIRMON_DSA_TOKEN": SECRET})
        self.ask_everywhere(server, dsa(self.service.url))
        _, answer = server.ask("POST", "/sources/dsa/estimate", dsa(self.service.url))
        self.assertIn("FAIRMON_DSA_TOKEN", answer["message"])
        self.assertIn("enter `token`", answer["message"])

    def test_paths_of_options_obey_the_data_root(self):
        server = self.serve()
        settings = dsa("https://transparency.dsa.ec.europa.eu",
                       token_file=self.private_file(SECRET))
        _, answer = server.ask("POST", "/sources/dsa/estimate", settings)
        self.assertIn("lies outside of", answer["message"])
        settings = dsa("https://transparency.dsa.ec.europa.eu", token_file="../../etc/passwd")
        status, answer = server.ask("POST", "/runs", settings)
        self.assertEqual(status, 422, answer)

    def test_a_token_of_the_page_goes_where_the_page_says(self):
        server = self.serve(environment={"FAIRMON_DSA_TOKEN": SECRET})
        status, answer = server.ask("POST", "/sources/dsa/estimate",
                                    dsa(self.service.url, token="1|ownToken"))
        self.assertEqual((status, answer["records"]), (200, 0))
        self.assertEqual([h["Authorization"] for h in self.service.headers], ["Bearer 1|ownToken"])

    def test_tokens_hold_no_further_headers(self):
        server = self.serve()
        status, answer = server.ask("POST", "/sources/dsa/estimate",
                                    dsa(self.service.url, token="1|own\r\nX-Evil: 1"))
        self.assertIn("no token", answer["message"])
        self.assertNotIn("Evil", answer["message"])
        self.assertEqual((status, self.service.headers), (502, []))

    def test_tokens_travel_protected_or_not_at_all(self):
        self.write("token", SECRET)
        (self.folder / "token").chmod(0o600)
        for url in ("http://example.org", "http://127.0.0.1.example.org", "ftp://127.0.0.1",
                    "http://localhost@example.org", "gopher://localhost"):
            message = self.fail_with(1, "dsa", "count", "--from", "2025-11-26", "--token-file",
                                     "token", "--url", url)
            self.assertIn("is no address of a service", message)
            self.assertNotIn("secretOfTheServer", message)

    def test_pages_cannot_choose_a_database(self):
        """It would get the password that the server's owner keeps for another one."""
        server = self.serve(environment={"PGPASSWORD": SECRET})
        address = "postgresql://127.0.0.1:" + self.service.url.rsplit(":", 1)[1] + "/x"
        status, answer = server.ask("POST", "/runs", {
            "name": "test", "spec": "input a: Int64\n", "plugin": "postgres",
            "options": [{"name": "connection", "value": address},
                        {"name": "table", "value": "t"}]})
        self.assertEqual(status, 422, answer)
        self.assertIn("not offered to pages", str(answer))
        names = [source["name"] for source in server.ask("GET", "/sources")[1]]
        self.assertEqual({"postgres", "sqlite"} & set(names), set())

    def test_a_proxy_does_not_see_what_stays_on_this_machine(self):
        with Service(lambda handler: reply(handler, 200, b'{"count":0}')) as proxy:
            server = self.serve(environment={"http_proxy": proxy.url, "HTTP_PROXY": proxy.url})
            status, _ = server.ask("POST", "/sources/dsa/estimate",
                                   dsa(self.service.url, token="1|ownToken"))
            self.assertEqual((status, len(self.service.headers), proxy.headers), (200, 1, []))


if __name__ == "__main__":
    unittest.main()
