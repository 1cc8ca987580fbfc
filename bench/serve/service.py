"""`fairmon watch` as a process on one core, and what the system knows of it."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import threading
import time
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
SPEC = """\
input group: String
input hired: Bool
input score: Float64
use demographic_parity(group: group, decision: hired, min_support: 30, threshold: 0.9)
#[public]
output seen(g: String) spawn with group eval when group == g
  with seen(g).offset(by: -1).defaults(to: 0) + 1
"""
CONFIG = """\
listen = "127.0.0.1:0"
state = "state"
max_connections = 12000
[monitor.bench]
spec = "bench.lola"
limits.series = 2000
[monitor.bench.input]
kind = "push"
arrival = true
"""
TICKS = os.sysconf("SC_CLK_TCK")


class Service:
    """Started in a fresh folder; the process, all its threads, stays on the given core."""

    def __init__(self, program, folder, core):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        (folder / "bench.lola").write_text(SPEC)
        (folder / "watch.toml").write_text(CONFIG)
        self.folder = folder
        self.process = subprocess.Popen([program, "watch", "watch.toml"], cwd=folder,
                                        stderr=subprocess.PIPE, text=True,
                                        preexec_fn=lambda: os.sched_setaffinity(0, {core}))
        self.lines = []
        self.port = None
        for line in self.process.stderr:
            self.lines.append(line)
            if found := re.search(r"listening on http://\S+:(\d+)", line):
                self.port = int(found[1])
                break
        if self.port is None:
            raise SystemExit("the service does not start: " + "".join(self.lines))
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for line in self.process.stderr:
            self.lines.append(line)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            code = self.process.wait(timeout=120)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        shutil.rmtree(self.folder, ignore_errors=True)
        if code != 0:
            raise SystemExit(f"the service ended with {code}: {''.join(self.lines[-5:])}")

    def get(self, path):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=60) as answer:
            return answer.read().decode()

    def monitor(self):
        return json.loads(self.get("/v1/monitors"))[0]

    def wait_until_judged(self, events):
        while self.monitor()["events"] < events:
            if self.process.poll() is not None:
                raise SystemExit("the service died: " + "".join(self.lines[-5:]))
            time.sleep(0.005)

    def seen(self):
        """How many events of every group were judged, as the metrics tell."""
        pattern = re.compile(r'fairmon_stream_value\{[^}]*stream="seen"[^}]*\} (\S+)')
        group = re.compile(r'group="([^"]*)"')
        found = {}
        for line in self.get("/metrics").splitlines():
            if value := pattern.match(line):
                found[group.search(line)[1].strip('()\\"')] = int(float(value[1]))
        return found

    def commits(self):
        """Groups of requests that were made durable, each with one fsync."""
        return int(float(re.search(r"fairmon_log_commits_total\{[^}]*\} (\S+)",
                                   self.get("/metrics"))[1]))

    def cpu_seconds(self):
        words = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(words[11]) + int(words[12])) / TICKS

    def memory(self):
        """Resident bytes."""
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", text)[1]) * 1024


def client(core, *words, **more):
    """A client on another core."""
    return subprocess.Popen([sys.executable, str(HERE / "client.py"), *map(str, words)],
                            stdout=subprocess.PIPE, text=True,
                            preexec_fn=lambda: os.sched_setaffinity(0, {core}), **more)


def answer_of(core, *words):
    """What a client found, once it is done."""
    process = client(core, *words)
    told, _ = process.communicate()
    if process.returncode != 0:
        raise SystemExit(f"the client failed: {words}")
    return json.loads(told.splitlines()[-1])
