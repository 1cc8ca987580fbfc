"""The suites of the language through Python: what they say of texts and verdicts holds here."""

import csv
import io
import re

import pytest
from suites import CASES, cases_with, expectations, option

import fairmon as fm
from fairmon import _core, _native

CHANGE = re.compile(r"(\S+)  ([^ (]+)(?:\((.*?)\))? = (.*)$")
FIRING = re.compile(r"(\S+)  trigger\S* ?(?:\(.*?\) )?\"(.*)\"$")
ERROR = re.compile(r"(\S+)  error (\S+?)(?:\((.*)\))?: (.*)$")
SIMPLE = re.compile(r"Bool|U?Int\d+|Float\d+|Prob|String")


def test_there_are_many():
    assert len(cases_with("trace", "verdicts")) > 300 and len(CASES) > 600


@pytest.mark.parametrize("blocks", cases_with("rtlola"))
def test_what_is_said_of_the_text(blocks):
    text = blocks["rtlola"]
    found = fm.check(text)
    wanted = list(expectations(text))
    for line, severity, name, message in wanted:
        assert any(each.line == line and each.severity.startswith(severity)
                   and each.id == (name or each.id) and message in each.message
                   for each in found), (line, severity, name, message)
    if "diagnostics" in blocks:
        assert _core.render(text, "spec.lola") == blocks["diagnostics"]
    elif not any(severity == "error" for _, severity, _, _ in wanted):
        spec = fm.compile_spec(fm.Specification(text))
        if "types" in blocks:
            assert "".join(type_line(each) for each in spec.streams
                           if not each.tells) == blocks["types"]
    if "formatted" in blocks:
        assert _core.format(text) == blocks["formatted"]
    if "expanded" in blocks:
        assert _core.expand(text) == blocks["expanded"]


def type_line(stream):
    return f"{stream.name}: {stream.type}" + (
        "\n" if stream.kind == "input" else f" @ {stream.pacing}\n")


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


@pytest.mark.parametrize("engine", ["fast", "reference"])
@pytest.mark.parametrize("blocks", cases_with("trace", "verdicts"))
def test_verdicts(blocks, engine):
    options = blocks.get("options", "")
    monitor = fm.Monitor(fm.Specification(blocks["rtlola"]), engine=engine,
                         start=option(options, "start"), time="time", on_error="report")
    rows = [{name: None if text in ("", "#") else text for name, text in row.items()}
            for row in csv.DictReader(io.StringIO(blocks["trace"]))]
    keeper = _native.Monitor(*monitor._parts("outputs"))
    fired = keeper.push_rows(rows, keep=False)
    if option(options, "finish"):
        fired += keeper.advance(float(re.sub("[a-z ]", "", option(options, "finish"))))
    fired += keeper.finish(False)
    lines = blocks["verdicts"].splitlines()
    errors = [match for match in map(ERROR.match, lines) if match]
    if errors and option(options, "on_error") != "report":
        assert_stops(monitor, rows, errors[-1])
        return
    compare_errors(fm.Table(keeper.table("errors", "")), errors)
    shown = option(options, "show")
    messages = sorted(match.group(2) for match in map(FIRING.match, lines) if match)
    if not shown or "trigger" in shown:
        assert sorted(verdict.message for verdict in fired) == messages
    compare_values(monitor.spec, keeper, lines, float(option(options, "tolerance") or 1e-12))


def assert_stops(monitor, rows, error):
    """A run ends at an evaluation that fails, and says which."""
    strict = fm.Monitor(monitor.spec, engine=monitor.options.engine, start=monitor.options.start,
                        time="time")
    with pytest.raises(fm.EvaluationError) as caught:
        strict.run(rows)
    assert caught.value.stream == error.group(2) and error.group(4) in str(caught.value)


def compare_errors(table, wanted):
    found = sorted(zip(table.column("stream"), table.column("instance"), table.column("message"),
                       strict=True))
    assert found == sorted((each.group(2), each.group(3) or "", each.group(4)) for each in wanted)


def compare_values(spec, keeper, lines, tolerance):
    streams = {stream.name: stream for stream in spec.streams}
    expected = {}
    for match in map(CHANGE.match, lines):
        if match and streams[match.group(2)].kind == "output":
            expected.setdefault(match.group(2), []).append(match)
    for name, matches in expected.items():
        if not SIMPLE.fullmatch(streams[name].type):
            continue
        table = fm.Table(keeper.table("values", name))
        values = table.column("value")
        assert len(values) == len(matches), name
        times = table.column("time")
        for match, time, value in zip(matches, times, values, strict=True):
            assert same(match.group(4), value, tolerance), (name, match.group(0), value)
            if isinstance(time, float):
                assert time == float(match.group(1))
