#!/usr/bin/env python3
"""Runs every command that the guide, the examples and the READMEs show, and compares the output.

Each page gets a scratch folder with `examples/` in it and the program first in the PATH. A command
must succeed, unless the next one is `echo $?`. `fairmon serve` is asked for its page and then
interrupted. `fairmon watch CONFIG` goes on until the page is over or says `kill %1`; the port it
shows stands for a free one. A command in a block that is not run is a mistake of the page.

usage: tests/docs/run_commands.py [--update] FAIRMON [PAGE...]
"""

import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.request

import pages

ROOT = pathlib.Path(__file__).resolve().parents[2]
PATTERNS = ("README.md", "docs/guide/**/*.md", "examples/README.md", "examples/*/README.md",
            "library/metrics/*/README.md", "library/audits/README.md",
            "library/audits/*/README.md")
LONGEST = 120  # seconds
ELLIPSIS = "…"
WATCH_ADDRESS = "127.0.0.1:8787"  # the service's usual one


def fits(shown, printed):
    """Whether output fits what the page shows."""
    def line_pattern(line):
        return ".*".join(re.escape(part) for part in line.split(ELLIPSIS))

    parts = [r"(?:.*\n)*?" if line.strip() == ELLIPSIS else line_pattern(line) + r"[ ]*\n"
             for line in strip_blank(shown)]
    return re.fullmatch("".join(parts), "\n".join(strip_blank(printed)) + "\n") is not None


def strip_blank(lines):
    lines = [line.rstrip() for line in lines]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return lines


class Shell:
    """A scratch folder in which the commands of one page run one after the other."""

    def __init__(self, fairmon, folder):
        self.folder = pathlib.Path(folder)
        self.last_status = 0
        self.service = None
        self.address = WATCH_ADDRESS
        (self.folder / "bin").mkdir()
        (self.folder / "bin/fairmon").symlink_to(fairmon)
        self.place = self.folder / "work"
        self.place.mkdir()
        for name in ("examples", "library", "docs"):
            (self.place / name).symlink_to(ROOT / name)
        self.environment = {
            **os.environ, "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}", "NO_COLOR": "1",
            "HOME": str(self.folder), "XDG_STATE_HOME": str(self.folder / "state")}

    def run(self, command):
        """(status, lines printed)."""
        if command.startswith("fairmon serve"):
            return self.serve(command)
        if re.match("fairmon watch [^-]", command):
            return self.watch(command.removesuffix(" &"))
        if command == "kill %1":
            return self.end()
        command = command.replace(WATCH_ADDRESS, self.address)
        done = subprocess.run(
            ["bash", "-c", f"(exit {self.last_status}); {command}"], cwd=self.place,
            timeout=LONGEST, env=self.environment, text=True, check=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.last_status = done.returncode
        return done.returncode, done.stdout.splitlines()

    def write(self, name, text):
        """A file of the page."""
        if WATCH_ADDRESS in text:
            with socket.create_server(("127.0.0.1", 0)) as free:
                self.address = f"127.0.0.1:{free.getsockname()[1]}"
        (self.place / name).write_text(text.replace(WATCH_ADDRESS, self.address))

    def watch(self, command):
        """Starts the service, which goes on; what it says until it listens."""
        self.end()
        self.service = subprocess.Popen(["bash", "-c", "exec " + command], cwd=self.place,
                                        text=True, env=self.environment, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT)
        lines = []
        for line in self.service.stdout:
            lines.append(line.rstrip("\n").replace(self.address, WATCH_ADDRESS))
            if "listening on" in line:
                return 0, lines
        return 1, lines

    def end(self):
        """Ends the service; its code and what it still had to say."""
        if self.service is None:
            return 0, []
        self.service.terminate()
        rest = self.service.communicate(timeout=60)[0]
        status, self.service = self.service.returncode, None
        return status, rest.splitlines()

    def serve(self, command):
        """Starts the server on a free port, fetches its page, and ends it."""
        extra = "" if "--no-open" in command else " --no-open"
        command = re.sub(r" --port \d+", "", command) + extra + " --port 0"
        server = subprocess.Popen(["bash", "-c", "exec " + command], cwd=self.place, text=True,
                                  env=self.environment, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT)
        try:
            first = server.stdout.readline()
            address = re.search(r"http://[\d.]+:\d+", first)
            if not address:
                return 1, [first, *server.stdout.read().splitlines()]
            with urllib.request.urlopen(address.group(0) + "/", timeout=20) as page:
                good = page.status == 200 and b"<html" in page.read().lower()
        finally:
            server.send_signal(signal.SIGINT)
            rest = server.communicate(timeout=30)[0]
        return 0 if good else 1, [first.rstrip("\n"), *rest.splitlines()]


def run_page(fairmon, path, update):
    """(number of commands, complaints, new text of the page)."""
    text = path.read_text()
    page = pages.read_page(text)
    name = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    complaints = [f"{name}:{line}: this command is never run; make it a `console` block"
                  for line in page.strays]
    replacements, count = [], 0
    with tempfile.TemporaryDirectory() as folder:
        shell = Shell(fairmon, folder)
        for number, step in enumerate(page.steps):
            if step.file:
                shell.write(step.file, step.text)
                continue
            count += 1
            after = page.steps[number + 1].command if number + 1 < len(page.steps) else ""
            status, printed = shell.run(step.command)
            if status != 0 and after != "echo $?":
                complaints.append(f"{name}:{step.line}: `{step.command}` ends with {status}:\n"
                                  + "\n".join(printed))
            elif step.shown and strip_blank(step.shown) and not fits(step.shown, printed):
                replacements.append((step, printed))
                complaints.append(f"{name}:{step.line}: `{step.command}` prints\n"
                                  + "\n".join(printed))
        shell.end()
    if update and replacements:
        path.write_text(replaced(text, replacements))
    return count, complaints, len(page.left_out)


def replaced(text, replacements):
    """The page with what was printed in place of what was shown."""
    lines = text.splitlines()
    for step, printed in sorted(replacements, key=lambda r: -r[0].line):
        begin = step.line + step.command.count("\n")
        lines[begin:begin + len(step.shown)] = strip_blank(printed)
    return "\n".join(lines) + "\n"


def main():
    words = [word for word in sys.argv[1:] if word != "--update"]
    fairmon = pathlib.Path(words[0]).resolve()
    chosen = [pathlib.Path(word).resolve() for word in words[1:]]
    chosen = chosen or sorted({path for pattern in PATTERNS for path in ROOT.glob(pattern)})
    commands, left_out, complaints = 0, 0, []
    for path in chosen:
        count, found, without = run_page(fairmon, path, "--update" in sys.argv)
        commands, left_out = commands + count, left_out + without
        complaints += found
    for complaint in complaints:
        print(complaint, end="\n\n")
    print(f"{commands} commands on {len(chosen)} pages, {left_out} blocks not run, "
          f"{len(complaints)} complaints")
    return 1 if complaints or not commands else 0


if __name__ == "__main__":
    sys.exit(main())
