#!/usr/bin/env python3
"""A web server that receives alarms, writes them down and answers as it is told.

usage: receiver.py PORT FILE   (one line of JSON per alarm in FILE)
"""
import http.server
import json
import sys
import threading
import time


class Receiver:
    """Listens on loopback; `answer(number, request)` gives a status, or a status and headers."""

    def __init__(self, answer=None, port=0, file=None):
        self.answer = answer or (lambda number, request: 200)
        self.requests = []
        self.lock = threading.Lock()
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
                request = {"path": self.path, "headers": dict(self.headers.items()),
                           "raw": body, "body": json.loads(body)}
                with outer.lock:
                    number = len(outer.requests)
                answered = outer.answer(number, request)
                status, more = answered if isinstance(answered, tuple) else (answered, {})
                request["status"] = status
                with outer.lock:
                    outer.requests.append(request)
                    if file:
                        with open(file, "a", encoding="utf-8") as out:
                            out.write(json.dumps(request["body"]) + "\n")
                try:
                    self.send_response(status)
                    for name, value in more.items():
                        self.send_header(name, value)
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                except OSError:
                    pass  # who asked is gone

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.server.daemon_threads = True
        self.server.handle_error = lambda *_: None  # senders that are killed say no goodbye
        self.port = self.server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}/alarms"
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True)
        self.thread.start()

    def stop(self):
        """Nobody listens any more."""
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def taken(self):
        """Bodies of what was taken, each id once, in order."""
        seen, bodies = set(), []
        with self.lock:
            for request in self.requests:
                key = request["headers"]["Idempotency-Key"]
                if request["status"] < 300 and key not in seen:
                    seen.add(key)
                    bodies.append(request["body"])
        return bodies

    def wait_for(self, count, seconds=60, kinds=None):
        """Until so many different alarms are there."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            found = [one for one in self.taken() if kinds is None or one["kind"] in kinds]
            if len(found) >= count:
                return found
            time.sleep(0.02)
        raise AssertionError(f"{count} alarms do not come: {found}")


def main():
    Receiver(port=int(sys.argv[1]), file=sys.argv[2]).thread.join()


if __name__ == "__main__":
    main()
