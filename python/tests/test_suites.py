"""The suites of the language through Python: what they say of outputs and triggers holds here."""

import csv
import io
import pathlib
import re

import pytest

import fairmon as fm

ROOT = pathlib.Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.M | re.S)
CHANGE = re.compile(r"(\S+)  ([^ (]+)(?:\((.*?)\))? = (.*)$")
FIRING = re.compile(r"(\S+)  trigger\S* ?(?:\(.*?\) )?\"(.*)\"$")
SIMPLE = re.compile(r"Bool|U?Int\d+|Float\d+|Prob|String")


def cases():
    for path in sorted((ROOT / "tests" / "spec").rglob("*.md")):
        for part in re.split(r"^#+ ", path.read_text(encoding="utf-8"), flags=re.M)[1:]:
            blocks = {}
            for name, text in BLOCK.findall(part):
                blocks.setdefault(name, text)
            options = blocks.get("options", "")
            usable = {"rtlola", "trace", "verdicts"} <= blocks.keys() and "skip" not in options
            if usable and "// error" not in blocks["rtlola"] and "error" not in blocks["verdicts"]:
                title = part.splitlines()[0].strip()
                yield pytest.param(blocks, id=f"{path.relative_to(ROOT / 'tests/spec')}: {title}")


def option(text, name):
    found = re.search(rf'^{name} = "?([^"\n]*)"?$', text, re.M)
    return found.group(1) if found else None


def written(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else value


def same(expected, value, tolerance):
    shown = written(value)
    if isinstance(shown, float):
        wanted = float(expected)
        return shown == wanted or abs(shown - wanted) <= tolerance * max(abs(shown), abs(wanted))
    return str(shown) == expected


CASES = list(cases())


def test_there_are_many():
    assert len(CASES) > 100


@pytest.mark.parametrize("engine", ["fast", "reference"])
@pytest.mark.parametrize("blocks", CASES)
def test_suite(blocks, engine):
    options = blocks.get("options", "")
    monitor = fm.Monitor(blocks["rtlola"], engine=engine, start=option(options, "start"),
                         on_error=option(options, "on_error") or "stop", time="time")
    rows = [{name: None if text in ("", "#") else text for name, text in row.items()}
            for row in csv.DictReader(io.StringIO(blocks["trace"]))]
    fired = monitor.push_many(rows)
    if option(options, "finish"):
        fired += monitor.advance(float(re.sub("[a-z ]", "", option(options, "finish"))))
    fired += monitor.finish(False)
    lines = blocks["verdicts"].splitlines()
    shown = option(options, "show")
    messages = sorted(match.group(2) for match in map(FIRING.match, lines) if match)
    if not shown or "trigger" in shown:
        assert sorted(verdict.message for verdict in fired) == messages
    compare_values(monitor, lines, float(option(options, "tolerance") or 1e-12))


def compare_values(monitor, lines, tolerance):
    streams = {stream.name: stream for stream in monitor.spec.streams}
    expected = {}
    for match in map(CHANGE.match, lines):
        if match and streams[match.group(2)].kind == "output":
            expected.setdefault(match.group(2), []).append(match)
    for name, matches in expected.items():
        if not SIMPLE.fullmatch(streams[name].type):
            continue
        table = fm.Table(monitor.table("values", name))
        values = table.column("value")
        assert len(values) == len(matches), name
        times = table.column("time")
        for match, time, value in zip(matches, times, values, strict=True):
            assert same(match.group(4), value, tolerance), (name, match.group(0), value)
            if isinstance(time, float):
                assert time == float(match.group(1))
