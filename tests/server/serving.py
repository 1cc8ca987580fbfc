"""`fairmon serve` as a process, asked as programs ask it, and services that misbehave."""
import http.client
import http.server
import json
import os
import pathlib
import re
import subprocess
import tempfile
import threading
import time

from kit import PROGRAM, ProgramTest

SPEC = 'input a: Int64\noutput d := a + 1\ntrigger a > 2 "big"\n'
DSA_SPEC = "input id: Int64\noutput n := id\n"


class ServerProcess:
    """The server on a free port, with a folder of runs of its own."""

    def __init__(self, folder, *flags, environment=None):
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--no-open", "--port", "0", "--runs", str(folder / "runs"), *flags],
            cwd=folder, stderr=subprocess.PIPE, text=True,
            env={**os.environ, **(environment or {})})
        self.said = ""
        for line in self.process.stderr:
            self.said += line
            if found := re.search(r"listens at https?://(\S+):(\d+)/(?:#token=(\w+))?", line):
                self.port, self.token = int(found[2]), found[3]
            if "Ctrl-C" in line:
                break
        if not hasattr(self, "port"):
            raise RuntimeError("the server does not start: " + self.said)
        # What it says later must not fill the pipe.
        self.listener = threading.Thread(target=self.listen, daemon=True)
        self.listener.start()

    def listen(self):
        for line in self.process.stderr:
            self.said += line

    def wait_for_line(self, text, seconds=60):
        end = time.monotonic() + seconds
        while text not in self.said:
            if time.monotonic() > end:
                raise AssertionError(f"no line says `{text}`: {self.said}")
            time.sleep(0.02)

    def ask(self, method, path, body=None, host="127.0.0.1", headers=None, timeout=30):
        """Status and answer; the answer is decoded if it is JSON."""
        connection = http.client.HTTPConnection(host, self.port, timeout=timeout)
        sent = {"Authorization": f"Bearer {self.token}", **(headers or {})}
        text = None
        if body is not None:
            text = body if isinstance(body, (bytes, str)) else json.dumps(body)
            sent["Content-Type"] = "application/json"
        try:
            connection.request(method, "/api/v1" + path, text, sent)
            answer = connection.getresponse()
            data = answer.read()
            is_json = answer.headers.get("Content-Type", "").startswith("application/json")
            return answer.status, json.loads(data) if is_json else data
        finally:
            connection.close()

    def alive(self):
        return self.process.poll() is None and self.ask("GET", "/runs")[0] == 200

    def peak_memory(self):
        """In MiB."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmHWM:\s+(\d+)", status)[1]) // 1024

    def start_run(self, **settings):
        return self.ask("POST", "/runs",
                        {"name": "test", "plugin": "csv", "spec": SPEC, **settings})

    def wait_for_phase(self, run, phases=("finished", "failed", "stopped"), seconds=20):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            _, found = self.ask("GET", "/runs/" + run)
            if found["status"]["phase"] in phases:
                return found
            time.sleep(0.05)
        raise AssertionError(f"the run does not become one of {phases}: {found}")

    def stop(self):
        self.process.terminate()
        try:
            code = self.process.wait(timeout=30)
            self.listener.join(timeout=30)
            return code
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise


class Service:
    """A service on loopback: answers requests by `answer(handler)` and notes their headers."""

    def __init__(self, answer):
        self.headers = []
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                outer.headers.append(dict(self.headers))
                answer(self)

            do_GET = do_POST

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def reply(handler, status, body=b"{}", **headers):
    handler.send_response(status)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", str(len(body)))
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    handler.wfile.write(body)


class ServerTest(ProgramTest):
    """A test with servers that end with it; the folder has an `a.csv`."""

    def setUp(self):
        super().setUp()
        self.write("a.csv", "time,a\n1,1\n2,2\n3,3\n")

    def serve(self, *flags, environment=None):
        server = ServerProcess(self.folder, *flags, environment=environment)
        self.addCleanup(server.process.stderr.close)
        self.addCleanup(server.stop)
        return server

    def private_file(self, text):
        """A file outside of everything the server offers, readable by its user alone."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name) / "private"
        path.write_text(text)
        path.chmod(0o600)
        return str(path)


def dsa(url, **options):
    """Settings of a run over a service."""
    options = {"from": "2025-11-26", "url": url, **{k.replace("_", "-"): v
                                                    for k, v in options.items()}}
    return {"name": "test", "spec": DSA_SPEC, "plugin": "dsa",
            "options": [{"name": name, "value": value} for name, value in options.items()]}
