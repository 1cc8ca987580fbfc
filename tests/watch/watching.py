"""`fairmon watch` as a process, and clients of it."""
import hashlib
import http.client
import json
import os
import re
import signal
import subprocess
import threading
import time

from kit import PROGRAM, ProgramTest

SPEC = """\
input group: String
input hired: Bool
input score: Float64
#[public]
output n @hired := n.offset(by: -1).defaults(to: 0) + 1
trigger score > 0.9 "high"
"""
TOKEN = "a secret for tests"


def digest(token):
    return "sha256:" + hashlib.sha256(token.encode()).hexdigest()


CONFIG = """\
listen = "127.0.0.1:0"

[monitor.hiring]
spec = "hiring.lola"
tokens = ["%s"]
checkpoint_every = "50ms"

[monitor.hiring.input]
kind = "push"

[[monitor.hiring.output]]
kind = "jsonl"
target = "verdicts.jsonl"
""" % digest(TOKEN)


def event(number, **more):
    """Time and score grow with the number; every tenth score is high."""
    return {"time": number, "group": "AB"[number % 2], "hired": number % 3 == 0,
            "score": 0.95 if number % 10 == 0 else 0.5, **more}


class WatchProcess:
    """The service on a free port."""

    def __init__(self, folder, config="watch.toml", environment=None):
        self.process = subprocess.Popen([PROGRAM, "watch", config], cwd=folder,
                                        stderr=subprocess.PIPE, text=True,
                                        env={**os.environ, **(environment or {})})
        self.lines = []
        self.port = None
        for line in self.process.stderr:
            self.lines.append(line)
            if found := re.search(r"listening on https?://\S+:(\d+)", line):
                self.port = int(found[1])
                break
        if self.port is None:
            self.process.wait()
            self.process.stderr.close()
            raise RuntimeError("it does not start: " + "".join(self.lines))
        self.listener = threading.Thread(target=self.listen, daemon=True)
        self.listener.start()

    def listen(self):
        for line in self.process.stderr:
            self.lines.append(line)
        self.process.stderr.close()

    def wait_for_line(self, text, seconds=60):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if any(text in line for line in list(self.lines)):
                return
            time.sleep(0.02)
        raise AssertionError(f"no line says `{text}`: {self.lines}")

    def ask(self, method, path, body=None, headers=None, timeout=60):
        """Status, decoded answer and headers."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            data = answer.read()
            is_json = answer.headers.get("Content-Type", "").startswith("application/json")
            return answer.status, json.loads(data) if is_json else data.decode(), answer.headers
        finally:
            connection.close()

    def push(self, body, kind="application/json", query="", token=TOKEN, headers=None,
             monitor="hiring"):
        """Status and answer."""
        if not isinstance(body, (str, bytes)):
            body = json.dumps(body)
        sent = {"Content-Type": kind, **(headers or {})}
        if token:
            sent["Authorization"] = "Bearer " + token
        return self.ask("POST", f"/v1/monitors/{monitor}/events{query}", body, sent)[:2]

    def monitor(self, name="hiring"):
        return next(one for one in self.ask("GET", "/v1/monitors")[1] if one["name"] == name)

    def wait_until_judged(self, events, name="hiring", seconds=60):
        """Until so many events of the epoch went through the monitor."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            found = self.monitor(name)
            if found["events"] >= events:
                return found
            time.sleep(0.02)
        raise AssertionError(f"{events} events are not judged: {found} {self.lines}")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.listener.join()

    def stop(self):
        self.process.terminate()
        code = self.process.wait(timeout=60)
        self.listener.join()
        return code


class WatchTest(ProgramTest):
    CONFIG = CONFIG

    def setUp(self):
        super().setUp()
        self.write("hiring.lola", SPEC)
        self.write("watch.toml", self.CONFIG)
        self.started = []

    def start(self, **more):
        service = WatchProcess(self.folder, **more)
        self.addCleanup(self.end, service)
        return service

    def end(self, service):
        if service.process.poll() is None:
            service.kill()

    def verdicts(self, epoch=1, monitor="hiring"):
        """Lines of the output of an epoch."""
        file = self.folder / "state/monitors" / monitor / "epochs" / str(epoch) / "verdicts.jsonl"
        return [json.loads(line) for line in file.read_text().splitlines()]
