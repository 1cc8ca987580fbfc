"""The web interface and the program that comes with the package."""

from __future__ import annotations

import atexit
import csv
import io
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import webbrowser
from collections.abc import Iterable, Sequence
from typing import Any

from fairmon import _core
from fairmon.errors import FairmonError, UsageError
from fairmon.frames import rows_of_frame

VIOLATED = 4  # exit status of the program
ADDRESS = re.compile(r"https?://\S+")


def program(*arguments: str) -> list[str]:
    """The command line of the program `fairmon` that belongs to this package."""
    return [sys.executable, "-m", "fairmon", *arguments]


class Server:
    """A running web interface. Ends with `stop()`, at the end of a `with`, or with Python."""

    def __init__(self, process: subprocess.Popen[str], url: str,
                 folder: tempfile.TemporaryDirectory[str]) -> None:
        self._process = process
        self._folder = folder
        self.url = url
        atexit.register(self.stop)

    @property
    def running(self) -> bool:
        """Whether it still answers."""
        return self._process.poll() is None

    def stop(self) -> None:
        """Ends it and removes its files."""
        atexit.unregister(self.stop)
        if self.running:
            self._process.terminate()
            try:
                self._process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        for pipe in (self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()
        self._folder.cleanup()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def __repr__(self) -> str:
        return f"<FairMon at {self.url}{'' if self.running else ', stopped'}>"

    def _repr_html_(self) -> str:
        return f'<a href="{self.url}" target="_blank">FairMon at {self.url}</a>'


def serve(spec: _core.Spec, frame: Any, options: _core.MonitorOptions | None = None, *,
          browser: bool, port: int) -> Server:
    """Writes specification and data to a folder of their own and starts the program on them."""
    folder = tempfile.TemporaryDirectory(prefix="fairmon-")
    try:
        files = write_files(folder.name, spec, frame)
        process = subprocess.Popen(
            program("serve", *files, "--port", str(port), "--no-open", "--runs",
                    str(pathlib.Path(folder.name, "runs")), *_flags(options)),
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8",
            cwd=folder.name)
        url = _address(process)
    except BaseException:
        folder.cleanup()
        raise
    if browser:
        webbrowser.open(url)
    return Server(process, url, folder)


def report(spec: _core.Spec, frame: Any, options: _core.MonitorOptions | None,
           path: str | os.PathLike[str]) -> None:
    """The document that `fairmon report` writes about the data."""
    with tempfile.TemporaryDirectory(prefix="fairmon-") as folder:
        level = ["--level", str(spec.level)] if spec.level is not None else []
        done = subprocess.run(
            program("report", *write_files(folder, spec, frame), "-o", os.path.abspath(path),
                    *level, *_flags(options)),
            capture_output=True, text=True, encoding="utf-8", cwd=folder, check=False)
    if done.returncode not in (0, VIOLATED):
        raise FairmonError(f"the report could not be written: {done.stderr.strip()}")


def write_files(folder: str, spec: _core.Spec, frame: Any) -> list[str]:
    """Specification and data as files for the program; their names."""
    if frame is None:
        raise UsageError("the data of this run are gone; give them once more as `frame`")
    specification = pathlib.Path(folder, _file_name(spec.name))
    specification.write_text(spec.text, encoding="utf-8")
    data = pathlib.Path(folder, "data.csv")
    with data.open("w", encoding="utf-8", newline="") as file:
        write_csv(*rows_of_frame(frame), file)
    return [str(specification), str(data)]


def _flags(options: _core.MonitorOptions | None) -> list[str]:
    """How the run read its data, as flags of the program."""
    if options is None:
        return []
    flags = ["--time-column", options.time] if options.time else []
    if options.interval is not None:
        flags = ["--input-delay", f"{options.interval * 1000:g}"]
    for stream, column in (options.columns or {}).items():
        flags += ["--map", f"{stream}={column}"]
    return flags


def _file_name(name: str) -> str:
    stem = re.sub(r"[^\w.-]+", "_", pathlib.Path(name).stem) or "specification"
    return stem + ".lola"


def _address(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    said: list[str] = []
    for line in process.stdout:
        said.append(line)
        if found := ADDRESS.search(line):
            return found[0]
    process.wait()
    raise FairmonError("the web interface did not start: " + "".join(said).strip())


def write_csv(names: Sequence[str], rows: Iterable[Sequence[Any]], file: io.TextIOBase) -> None:
    """Rows as CSV, as the program reads it."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(names)
    for row in rows:
        writer.writerow([_field(value) for value in row])


def _field(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if hasattr(value, "isoformat"):
        return str(value.isoformat())
    return str(value)
