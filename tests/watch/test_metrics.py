"""Metrics as Prometheus reads them: checked by promtool, scraped and asked for by Prometheus."""
import json
import pathlib
import shutil
import socket
import subprocess
import time
import unittest
import urllib.parse
import urllib.request

from watching import CONFIG, WatchTest, event

SPEC = """\
input group: String
input hired: Bool
input score: Float64
#[public]
output newest(g: String) spawn with group eval when group == g with score
#[public]
output text := group
trigger score > 0.9 "high \\"score\\""
"""


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as found:
        return found.getsockname()[1]


class Metrics(WatchTest):
    def setUp(self):
        super().setUp()
        self.write("hiring.lola", SPEC)

    def filled(self):
        service = self.start()
        for number in range(11):
            status, answer = service.push(event(number), query="?wait=verdict")
            self.assertEqual(status, 200, answer)
        service.wait_until_judged(11)
        return service

    def samples(self, service, accept=""):
        status, text, headers = service.ask("GET", "/metrics", headers={"Accept": accept})
        self.assertEqual(status, 200)
        return text, headers["Content-Type"]

    def test_values(self):
        service = self.filled()
        text, kind = self.samples(service)
        self.assertEqual(kind, "text/plain; version=0.0.4; charset=utf-8")
        for line in ('fairmon_stream_value{monitor="hiring",stream="newest",group="A"} 0.95',
                     'fairmon_stream_value{monitor="hiring",stream="newest",group="B"} 0.5',
                     'fairmon_events_total{monitor="hiring"} 11',
                     'fairmon_pushed_events_total{monitor="hiring"} 11',
                     'fairmon_waiting_events{monitor="hiring"} 0',
                     'fairmon_monitor_running{monitor="hiring"} 1',
                     'fairmon_push_requests_total{monitor="hiring",result="passed_on"} 11',
                     'fairmon_series_cut{monitor="hiring"} 0'):
            self.assertIn("\n" + line + "\n", text)
        labels = '{monitor="hiring",trigger="trigger_0",title="high \\"score\\""}'
        self.assertIn(f"\nfairmon_trigger_firings_total{labels} 2\n", text)
        self.assertIn(f"\nfairmon_trigger_episodes_total{labels} 2\n", text)
        self.assertIn(f"\nfairmon_trigger_active{labels} 1\n", text)
        self.assertNotIn('stream="text"', text)
        # The newest values are there again after a kill, before anything is pushed.
        time.sleep(0.3)
        service.push(event(11), query="?wait=verdict")
        time.sleep(0.3)
        service.stop()
        service = self.start()
        deadline = time.monotonic() + 60
        while 'group="A"} 0.95' not in self.samples(service)[0]:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.05)

    def test_formats(self):
        service = self.filled()
        text, kind = self.samples(service, "application/openmetrics-text; version=1.0.0")
        self.assertTrue(kind.startswith("application/openmetrics-text"))
        self.assertTrue(text.endswith("\n# EOF\n"))
        self.assertIn("# TYPE fairmon_events counter\nfairmon_events_total{", text)
        plain, _ = self.samples(service)
        self.assertIn("# TYPE fairmon_events_total counter\nfairmon_events_total{", plain)
        checked = subprocess.run([shutil.which("promtool"), "check", "metrics"], input=plain,
                                 capture_output=True, text=True, check=False)
        self.assertEqual((checked.returncode, checked.stdout + checked.stderr), (0, ""))

    def test_few_series(self):
        self.write("watch.toml", CONFIG.replace(
            "[monitor.hiring.input]",
            "[monitor.hiring.limits]\nseries = 3\n\n[monitor.hiring.input]"))
        service = self.start()
        for number in range(6):
            service.push(event(number, group=f"g{number}"), query="?wait=verdict")
        text, _ = self.samples(service)
        self.assertEqual(text.count("fairmon_stream_value{"), 3)
        cut = [line for line in text.splitlines() if line.startswith("fairmon_series_cut{")]
        self.assertGreater(float(cut[0].split()[1]), 0)

    def test_token_beyond_loopback(self):
        self.write("watch.toml", CONFIG.replace("127.0.0.1:0", "0.0.0.0:0"))
        service = self.start()
        self.assertEqual(service.ask("GET", "/metrics")[0], 401)
        self.assertEqual(service.ask("GET", "/healthz")[0], 200)
        self.assertEqual(service.ask("GET", "/metrics", headers={"Origin": "http://x"})[0], 401)

    def ask_prometheus(self, port, query):
        address = f"http://127.0.0.1:{port}/api/v1/query?" + urllib.parse.urlencode(
            {"query": query})
        with urllib.request.urlopen(address, timeout=30) as answer:
            return json.load(answer)["data"]["result"]

    def ask_every_query(self, port):
        """Of the dashboard and the rules: all are understood, and those of panels have answers."""
        panels = json.loads(self.succeed("dashboard", "hiring.lola"))["panels"]
        queries = {target["expr"]: panel["title"] for panel in panels
                   for target in panel["targets"]}
        self.assertIn('fairmon_stream_value{monitor="hiring",stream="newest"}', queries)
        rates = [query for query in queries if "rate(" in query or "increase(" in query]
        for query, title in queries.items():
            with self.subTest(panel=title):
                found = self.ask_prometheus(port, query)
                # Rates take two scrapes in their window, and come in time.
                self.assertTrue(found or query in rates, query)
        rules = self.succeed("dashboard", "hiring.lola", "--rules", "--for", "5m")
        alarms = [json.loads(line.split("expr: ", 1)[1]) for line in rules.splitlines()
                  if "expr: " in line]
        self.assertEqual(len(alarms), 5)
        for query in alarms:
            self.ask_prometheus(port, query)
        (violated,) = self.ask_prometheus(port, alarms[0])
        self.assertEqual(violated["metric"]["trigger"], "trigger_0")

    def test_rules_are_right(self):
        self.write("rules.yml", self.succeed("dashboard", "hiring.lola", "--rules", "--for", "5m"))
        checked = subprocess.run([shutil.which("promtool"), "check", "rules", "rules.yml"],
                                 cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        self.assertIn("SUCCESS: 5 rules found", checked.stdout)
        self.assertIn("--for is `soon`",
                      self.fail_with(1, "dashboard", "hiring.lola", "--for", "soon"))

    def test_dashboard_is_whole(self):
        """What Grafana needs of a dashboard: places that do not overlap, one id each, a source."""
        dashboard = json.loads(self.succeed("dashboard", "hiring.lola", "--monitor", 'a "b"'))
        self.assertEqual(dashboard["title"], 'FairMon: a "b"')
        self.assertEqual(dashboard["templating"]["list"][0]["type"], "datasource")
        cells = set()
        ids = [panel["id"] for panel in dashboard["panels"]]
        self.assertEqual(len(ids), len(set(ids)))
        for panel in dashboard["panels"]:
            place = panel["gridPos"]
            self.assertLessEqual(place["x"] + place["w"], 24)
            own = {(x, y) for x in range(place["x"], place["x"] + place["w"])
                   for y in range(place["y"], place["y"] + place["h"])}
            self.assertFalse(own & cells, panel["title"])
            cells |= own
            self.assertEqual(panel["datasource"]["uid"], "${datasource}")
            for target in panel["targets"]:
                self.assertIn('monitor="a \\"b\\""', target["expr"])

    def test_scraped_by_prometheus(self):
        service = self.filled()
        port = free_port()
        self.write("prometheus.yml", json.dumps({
            "global": {"scrape_interval": "200ms", "scrape_timeout": "200ms"},
            "scrape_configs": [{"job_name": "fairmon", "static_configs": [
                {"targets": [f"127.0.0.1:{service.port}"]}]}]}))
        with open(self.folder / "prometheus.log", "w", encoding="utf-8") as log:
            prometheus = subprocess.Popen(
                [shutil.which("prometheus"), "--config.file=prometheus.yml",
                 "--storage.tsdb.path=data", f"--web.listen-address=127.0.0.1:{port}"],
                cwd=self.folder, stdout=log, stderr=log)
        try:
            deadline = time.monotonic() + 120
            found = []
            while not found:
                self.assertLess(time.monotonic(), deadline,
                                pathlib.Path(self.folder / "prometheus.log").read_text())
                time.sleep(0.2)
                try:
                    found = self.ask_prometheus(
                        port, 'fairmon_stream_value{stream="newest",group="A"}')
                except OSError:
                    continue
            self.assertEqual(found[0]["value"][1], "0.95")
            self.assertEqual(found[0]["metric"]["job"], "fairmon")
            (up,) = self.ask_prometheus(port, 'up{job="fairmon"}')
            self.assertEqual(up["value"][1], "1")
            self.ask_every_query(port)
        finally:
            prometheus.terminate()
            prometheus.wait(timeout=60)


if __name__ == "__main__":
    unittest.main()
