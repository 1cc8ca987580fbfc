#!/usr/bin/env python3
"""Clients of `fairmon watch` for benchmarks, as a process of their own.

usage: client.py push --port N --batch N --connections N --events N
       client.py idle --port N --connections N
       client.py read --port N --path PATH --requests N

`push` keeps every connection busy with one request at a time until so many events are accepted,
checks every answer, and sends again what was answered with 429. `idle` opens connections, asks once
on each, says `ready`, and holds them until its standard input ends. Prints JSON.
"""
import argparse
import json
import resource
import selectors
import socket
import statistics
import sys
import time

GROUPS = ("a", "b", "c", "d")
MONITOR = "/v1/monitors/bench/events"
PAUSE = 0.02  # after a 429


def body_of(batch, start):
    """JSON lines; groups and outcomes go around, so that counts can be told beforehand."""
    lines = [json.dumps({"group": GROUPS[(start + i) % 4], "hired": (start + i) % 3 == 0,
                         "score": (start + i) % 100 / 100}) for i in range(batch)]
    return "\n".join(lines).encode()


def request_of(batch, start):
    body = body_of(batch, start)
    head = (f"POST {MONITOR} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
            f"Content-Length: {len(body)}\r\n\r\n")
    return head.encode() + body


def connect(port):
    sock = socket.create_connection(("127.0.0.1", port))
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return sock


def complete(data):
    """Whether a whole answer is there."""
    end = data.find(b"\r\n\r\n")
    if end < 0:
        return False
    at = data.lower().find(b"content-length:", 0, end)
    length = int(data[at + 15:data.find(b"\r\n", at)]) if at >= 0 else 0
    return len(data) >= end + 4 + length


class Pusher:
    """Many connections, each with one request on its way."""

    def __init__(self, options):
        self.options = options
        # Twelve ways to begin: all combinations of group and outcome.
        self.requests = [request_of(options.batch, start) for start in range(12)]
        self.sent = [0] * 12  # accepted requests of each kind
        self.handed_out = 0
        self.wanted = -(-options.events // options.batch)
        self.times = []
        self.throttled = 0
        self.expected = b'"accepted":%d,"duplicates":0' % options.batch
        self.selector = selectors.DefaultSelector()

    def begin(self, state, kind=None):
        """The next request on this connection, or a refused one again."""
        if kind is None:
            if self.handed_out == self.wanted:
                self.selector.unregister(state["socket"])
                return False
            kind = self.handed_out % 12
            self.handed_out += 1
        state.update(kind=kind, data=b"", began=time.monotonic())
        state["socket"].sendall(self.requests[kind])
        return True

    def answered(self, state):
        data = state["data"]
        if data.startswith(b"HTTP/1.1 429"):
            self.throttled += 1
            time.sleep(PAUSE)
            return self.begin(state, state["kind"])
        if not data.startswith(b"HTTP/1.1 200") or self.expected not in data:
            raise SystemExit(f"unexpected answer: {data!r}")
        self.times.append(time.monotonic() - state["began"])
        self.sent[state["kind"]] += 1
        return self.begin(state)

    def run(self):
        states = [{"socket": connect(self.options.port)} for _ in range(self.options.connections)]
        began = time.monotonic()
        for state in states:
            self.selector.register(state["socket"], selectors.EVENT_READ, state)
        open_ones = sum(self.begin(state) for state in states)
        while open_ones > 0:
            for key, _ in self.selector.select():
                state = key.data
                piece = state["socket"].recv(65536)
                if not piece:
                    raise SystemExit("the service closed a connection")
                state["data"] += piece
                if complete(state["data"]) and not self.answered(state):
                    open_ones -= 1
        return self.facts(time.monotonic() - began)

    def facts(self, seconds):
        counts = dict.fromkeys(GROUPS, 0)
        for start, number in enumerate(self.sent):
            for i in range(self.options.batch):
                counts[GROUPS[(start + i) % 4]] += number
        times = sorted(self.times)
        return {"events": sum(counts.values()), "seconds": seconds, "groups": counts,
                "throttled": self.throttled, "median": statistics.median(times),
                "p99": times[int(0.99 * (len(times) - 1))]}


def ask(sock, path):
    """A whole answer."""
    sock.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    data = b""
    while not complete(data):
        piece = sock.recv(1 << 20)
        if not piece:
            raise SystemExit("the service closed a connection")
        data += piece
    if not data.startswith(b"HTTP/1.1 200"):
        raise SystemExit(f"unexpected answer: {data[:200]!r}")
    return data


def read(options):
    times, length = [], 0
    with connect(options.port) as sock:
        for _ in range(options.requests):
            began = time.monotonic()
            length = len(ask(sock, options.path))
            times.append(time.monotonic() - began)
    return {"median": statistics.median(times), "least": min(times), "bytes": length}


def idle(options):
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit[1], limit[1]))
    held = []
    for _ in range(options.connections):
        held.append(connect(options.port))
        ask(held[-1], "/healthz")
    print("ready", flush=True)
    sys.stdin.read()
    alive = 0
    for sock in held:
        alive += bool(ask(sock, "/healthz"))
    return {"connections": alive}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("mode", choices=("push", "idle", "read"))
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--batch", type=int, default=100)
    parser.add_argument("--connections", type=int, default=1)
    parser.add_argument("--events", type=int, default=100_000)
    parser.add_argument("--path", default="/metrics")
    parser.add_argument("--requests", type=int, default=200)
    options = parser.parse_args()
    if options.mode == "push":
        facts = Pusher(options).run()
    else:
        facts = read(options) if options.mode == "read" else idle(options)
    print(json.dumps(facts), flush=True)


if __name__ == "__main__":
    main()
