"""No request ends the server, removes what is not its own, or takes the machine's memory."""
import gzip
import io
import json
import pathlib
import re
import socket
import subprocess
import threading
import time
import unittest
import zipfile
import zlib

from serving import PROGRAM, SPEC, Service, ServerTest, dsa, reply


def sanitized():
    """Sanitizers reserve more memory than any limit leaves, and keep what was given back."""
    with open(PROGRAM, "rb") as file:
        return b"__asan_init" in file.read()


class Attacks(ServerTest):
    def finished_run(self, server):
        status, run = server.start_run(targets=["a.csv"])
        self.assertEqual(status, 201, run)
        return server.wait_for_phase(run["id"])["id"]

    def test_numbers_that_do_not_fit(self):
        server = self.serve()
        for value in ("id=99999999999999999999", "platform_id=-99999999999999999999"):
            status, answer = server.ask("POST", "/runs", dsa("simulator", filter=value))
            self.assertEqual(status, 422, answer)
            self.assertIn("whole number of 64 bits", answer["message"])
        self.assertTrue(server.alive())

    def test_numbers_that_are_none(self):
        server = self.serve()
        run = self.finished_run(server)
        for query in ("series?panel=nan", "series?panel=-1", "series?panel=1e300", "series?panel=0",
                      "series?from=inf&to=-inf&width=nan", "triggers?after=nan",
                      "triggers?after=-1", "triggers?after=1e300", "firings?from=1e308&to=-1e308",
                      "firings?from=nan&to=nan", "export?what=series&format=csv&panel=nan"):
            status, _ = server.ask("GET", f"/runs/{run}/{query}")
            self.assertIn(status, (200, 400), query)
        self.assertTrue(server.alive())

    def test_runs_that_wait_for_their_quota_can_be_stopped(self):
        refusing = lambda handler: reply(handler, 429, b"{}", Retry_After="600")
        with Service(refusing) as service:
            server = self.serve()
            for i in range(8):
                status, run = server.ask("POST", "/runs", dsa(service.url, token="1|own"))
                self.assertEqual(status, 201, run)
                end = time.monotonic() + 10
                while not server.ask("GET", "/runs/" + run["id"])[1]["status"]["waiting"]:
                    self.assertLess(time.monotonic(), end, "it does not say that it waits")
                    time.sleep(0.02)
                if i % 2 == 0:
                    server.ask("POST", f"/runs/{run['id']}/stop")
                    server.wait_for_phase(run["id"])
                server.ask("DELETE", "/runs/" + run["id"])
            self.assertTrue(server.alive())

    def test_four_runs_at_most_however_they_come(self):
        refusing = lambda handler: reply(handler, 429, b"{}", Retry_After="600")
        with Service(refusing) as service:
            server = self.serve()
            answers = []
            threads = [threading.Thread(target=lambda: answers.append(
                server.ask("POST", "/runs", dsa(service.url, token="1|own"))))
                for _ in range(16)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(sorted(status for status, _ in answers), [201] * 4 + [422] * 12)

    def test_runs_over_the_simulator_do_not_hinder_each_other(self):
        """Each is in another day of the demonstration; they took half a minute together."""
        server = self.serve()
        runs = []
        for day in range(26, 30):
            settings = dsa("simulator", **{"from": f"2025-11-{day}"})
            status, run = server.ask("POST", "/runs", settings)
            self.assertEqual(status, 201, run)
            runs.append(run["id"])
        for run in runs:
            self.assertEqual(server.wait_for_phase(run)["status"]["phase"], "finished")

    def test_a_stored_run_names_only_its_own_folder(self):
        foreign = self.folder / "foreign"
        foreign.mkdir()
        with open(foreign / "precious.bin", "wb") as file:
            file.truncate(5 << 30)  # more than all runs may take: the oldest has to go
        server = self.serve()
        run = self.finished_run(server)
        server.stop()
        stored = json.loads((self.folder / "runs" / run / "run.json").read_text())
        for name, identity in (("20200101-000000-aaaaaa", str(foreign)),
                               ("20200101-000000-bbbbbb", "../foreign"),
                               ("20200101-000000-cccccc", "20200101-000000-dddddd"),
                               ("UPPER", "UPPER")):
            folder = self.folder / "runs" / name
            folder.mkdir()
            for file in (self.folder / "runs" / run).iterdir():
                (folder / file.name).write_bytes(file.read_bytes())
            status = {**stored["status"], "started": 1}
            changed = {**stored, "id": identity, "status": status}
            (folder / "run.json").write_text(json.dumps(changed))
        server = self.serve()
        names = [path.name for path in (self.folder / "runs").iterdir() if path.name != run]
        self.assertEqual(sorted(server.ask("GET", "/meta")[1]["complaints"]),
                         sorted(str(self.folder / "runs" / name) + " is not a readable run; it was "
                                "left alone" for name in names))
        self.finished_run(server)
        self.assertEqual((foreign / "precious.bin").stat().st_size, 5 << 30)

    def test_hostile_stored_runs(self):
        server = self.serve()
        run = self.finished_run(server)
        server.stop()
        whole = (self.folder / "runs" / run / "run.json").read_text()
        stored = json.loads(whole)
        texts = ["", "[" * 100_000, whole[:len(whole) // 2], "null", "[]",
                 json.dumps({**stored, "numStreams": 10**18}),
                 json.dumps({**stored, "panels": [{"id": 3}]}),
                 json.dumps({**stored, "status": "finished"})]
        for number, text in enumerate(texts):
            folder = self.folder / "runs" / f"20200101-000000-{number:06}"
            folder.mkdir()
            (folder / "run.json").write_text(text.replace(run, folder.name))
            (folder / "series.bin").write_bytes(b"FMSERIES1" + b"\xff" * 20)
        server = self.serve()
        self.assertTrue(server.alive())
        self.assertEqual(len(server.ask("GET", "/runs")[1]), 1)
        self.assertLess(server.peak_memory(), 1_000)

    def test_silent_connections_lock_nobody_out(self):
        server = self.serve()
        silent = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(200)]
        for connection in silent[::2]:
            connection.sendall(b"GET / HTTP/1.1\r\n")  # and never the rest
        began = time.monotonic()
        for _ in range(20):
            self.assertEqual(server.ask("GET", "/runs", timeout=5)[0], 200)
        self.assertLess(time.monotonic() - began, 5)
        for connection in silent:
            connection.close()

    def test_large_bodies_of_strangers_are_not_read(self):
        server = self.serve()
        connection = socket.create_connection(("127.0.0.1", server.port))
        connection.sendall(f"POST /api/v1/session HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
                           "Content-Type: application/json\r\nContent-Length: 2000000\r\n\r\n"
                           .encode())
        self.assertIn(b" 413 ", connection.recv(1000))
        connection.close()

    def test_all_addresses(self):
        """A server for everybody answers at each of its own addresses, and for no other name."""
        self.write("b.csv", "time,a\n1,1\n")
        server = self.serve("--listen", "0.0.0.0", "--host-name", "Monitor.Example", "--data-root",
                            ".")
        self.assertEqual(server.ask("GET", "/runs", host="127.0.0.2")[0], 200)
        for name, status in (("evil.example", 421), (f"evil.example:{server.port}", 421),
                             (f"127.0.0.3:{server.port}", 421), ("monitor.example", 200),
                             ("monitor.example:443", 200), ("monitor.example.evil", 421)):
            self.assertEqual(server.ask("GET", "/runs", headers={"Host": name})[0], status, name)
        status, answer = server.ask("POST", "/preview", {"target": "b.csv"})
        self.assertEqual((status, answer["columns"]), (200, ["time", "a"]))

    def test_no_files_for_everybody_unless_said(self):
        server = self.serve("--listen", "0.0.0.0")
        status, answer = server.ask("POST", "/preview", {"target": "a.csv"})
        self.assertEqual(status, 404)
        self.assertIn("--data-root", answer["message"])
        self.assertIn("no folder nowhere",
                      self.fail_with(2, "serve", "--no-open", "--port", "0", "--data-root",
                                     "nowhere"))

    def test_pipes_are_no_data(self):
        subprocess.run(["mkfifo", str(self.folder / "pipe.csv")], check=True)
        server = self.serve()
        for _ in range(6):
            status, answer = server.ask("POST", "/preview", {"target": "pipe.csv"}, timeout=5)
            self.assertEqual(status, 404, answer)


class Limits(ServerTest):
    def test_specifications(self):
        server = self.serve()
        long = "input a: Int64\n" + "".join(f"output o{i} := a + {i}\n" for i in range(120_000))
        self.assertGreater(len(long), 2_500_000)
        deep = "input a: Int64\noutput b := " + "(" * 100_000 + "a" + ")" * 100_000 + "\n"
        for text in (long, long[:1_500_000], deep, long[:260_000]):
            status, answer = server.ask("POST", "/spec/check", {"text": text}, timeout=120)
            self.assertIn(status, (200, 413))
            status, answer = server.ask("POST", "/spec/complete", {"text": text, "at": 5},
                                        timeout=120)
            self.assertIn(status, (200, 413))
        status, answer = server.ask("POST", "/spec/check", {"text": long[:300_000]})
        self.assertEqual(status, 413)
        self.assertIn("256 KiB at most", answer["message"])
        status, answer = server.start_run(spec=long[:300_000], targets=["a.csv"])
        self.assertEqual(status, 413)
        self.assertLess(server.peak_memory(), 1_500)
        self.assertTrue(server.alive())

    def test_nesting_of_requests(self):
        server = self.serve()
        for body in ("[" * 1_900_000, '{"a":' * 380_000, '{"text":' + "[" * 1_000_000):
            status, _ = server.ask("POST", "/spec/check", body)
            self.assertEqual(status, 400)
        self.assertEqual(server.ask("POST", "/spec/check", "[" * 3_000_000)[0], 413)
        self.assertTrue(server.alive())
        self.assertLess(server.peak_memory(), 1_000)

    def test_answers_of_services(self):
        """Four megabytes on the wire, gigabytes unpacked."""
        squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
        piece = squeeze.compress(b" " * (64 << 20)) + squeeze.flush(zlib.Z_FULL_FLUSH)
        bomb = gzip.compress(b"")[:10] + piece * 64 + squeeze.flush(zlib.Z_FINISH)

        def explode(handler):
            reply(handler, 200, bomb, Content_Encoding="gzip")

        with Service(explode) as service:
            server = self.serve()
            status, answer = server.ask("POST", "/sources/dsa/estimate",
                                        dsa(service.url, token="1|own"), timeout=60)
            self.assertEqual(status, 502, answer)
            self.assertIn("larger than 128 MiB", answer["message"])
            status, run = server.ask("POST", "/runs", dsa(service.url, token="1|own"))
            found = server.wait_for_phase(run["id"], seconds=60)
            self.assertEqual(found["status"]["phase"], "failed")
            self.assertIn("larger than 128 MiB", found["status"]["error"])
            self.assertLess(server.peak_memory(), 600)

    def test_headers_of_services(self):
        def chatter(handler):
            handler.send_response(200)
            try:
                for i in range(200_000):
                    handler.send_header(f"X-{i}", "a" * 1000)
                    handler.flush_headers()
            except OSError:
                pass
            handler.close_connection = True

        with Service(chatter) as service:
            server = self.serve()
            status, answer = server.ask("POST", "/sources/dsa/estimate",
                                        dsa(service.url, token="1|own"), timeout=60)
            self.assertEqual(status, 502, answer)
            self.assertLess(server.peak_memory(), 300)

    def test_dumps(self):
        """A few kilobytes that become gigabytes."""
        table = io.BytesIO()
        with zipfile.ZipFile(table, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as inner:
            with inner.open("sor-global-2025-11-26-light-00000-00000.csv", "w",
                            force_zip64=True) as file:
                for _ in range(1_000):
                    file.write(b"0" * (1 << 20))
        with zipfile.ZipFile(self.folder / "sor-global-2025-11-26-light.zip", "w",
                             zipfile.ZIP_DEFLATED) as outer:
            outer.writestr("sor-global-2025-11-26-light-00000.csv.zip", table.getvalue())
        size = (self.folder / "sor-global-2025-11-26-light.zip").stat().st_size
        self.assertLess(size, 10_000)
        self.write("dsa.lola", "input automated_detection: Bool\noutput n := automated_detection\n")
        message = self.fail_with(2, "monitor", "dsa.lola", "sor-global-2025-11-26-light.zip")
        self.assertIn("more than the 512 MiB", message)
        if sanitized():
            return
        peak = subprocess.run(
            ["sh", "-c", f"ulimit -v 1500000; exec {PROGRAM} monitor dsa.lola "
             "sor-global-2025-11-26-light.zip"], cwd=self.folder, capture_output=True, check=False)
        self.assertEqual(peak.returncode, 2, peak.stderr)


class Terminal(ServerTest):
    def test_data_does_not_command_it(self):
        for value in (b"\x1b]0;owned\x07", b"\xc2\x9b2J", b"\x9b2J", b"\xe2\x80\xae", b"\x08\x08"):
            self.write("a.csv", b"time,a\n1," + value + b"\n")
            result = subprocess.run([PROGRAM, "monitor", "spec.lola", "a.csv", "--map", "b=a",
                                     "--map", "s=a"], cwd=self.folder, capture_output=True,
                                    check=False)
            self.assertEqual(result.returncode, 2, result.stderr)
            text = result.stderr.decode()
            self.assertEqual(re.findall("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", text), [], text)

    def test_specifications_do_not_command_it(self):
        self.write("evil.lola", "input a\u009b2J: Int64\noutput b := \u009bx \x1b[2J\n")
        result = subprocess.run([PROGRAM, "check", "evil.lola"], cwd=self.folder,
                                capture_output=True, check=False)
        text = (result.stdout + result.stderr).decode()
        self.assertEqual(re.findall("[\x00-\x08\x0b-\x1f\x7f-\x9f]", text), [], text)


@unittest.skipIf(sanitized(), "measures memory")
class Memory(ServerTest):
    def test_runs_forget_texts_too(self):
        """As in tests/cli/test_texts.py; kept for ever, the ids would take 50 MB."""
        self.write("rows.csv", "time,s\n" + "".join(f"{i},statement-{i * 7919 % 100_000_007:020d}\n"
                                                    for i in range(600_000)))
        server = self.serve()
        self.finish(server, "a.csv", "s=a")
        few = server.peak_memory()
        self.finish(server, "rows.csv", "s=s")
        self.assertLess(server.peak_memory() - few, 45)

    def finish(self, server, rows, mapping):
        status, run = server.start_run(targets=[rows], spec="input s: String\noutput n := s\n",
                                       options=[{"name": "map", "value": mapping}])
        self.assertEqual(status, 201, run)
        self.assertEqual(server.wait_for_phase(run["id"], seconds=90)["status"]["phase"],
                         "finished")

    def test_too_little_ends_with_a_message(self):
        self.write("rows.csv", "time,s\n" + "".join(f"{i},{'x' * 400}{i}\n"
                                                    for i in range(400_000)))
        self.write("grow.lola", "input s: String\n#[public]\noutput n(x: String) spawn with s "
                   "eval when s == x with x\n")
        for megabytes in (60, 120, 200, 300):
            result = subprocess.run(
                ["sh", "-c", f"ulimit -v {megabytes * 1024}; exec {PROGRAM} monitor grow.lola "
                 "rows.csv -o jsonl=out.jsonl"], cwd=self.folder, capture_output=True, text=True,
                check=False)
            with self.subTest(megabytes):
                self.assertIn(result.returncode, (0, 2, 127), result.stderr)
                if result.returncode == 2:
                    self.assertRegex(result.stderr, "memory|thread|cannot be loaded")


if __name__ == "__main__":
    unittest.main()
