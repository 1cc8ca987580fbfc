"""The engine as classes of Python: compiling, monitoring, tables. Import `fairmon`, not this.

`fairmon._native` crosses the C interface of `libfairmon.so`; this file gives its answers shape.

Times. *Monitor time* is an `int` of nanoseconds since the start of the run. `start_ns` is the
calendar time of monitor time 0 in nanoseconds since 1970 (UTC), or None where the data only have
relative times. What users see is `datetime` (UTC) where there is a calendar, else a `float` of
seconds.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from fairmon import _native
from fairmon import frames as _frames
from fairmon.errors import SpecError, UsageError

if TYPE_CHECKING:
    from fairmon.diagnostics import Diagnostic
    from fairmon.facts import Input as Input
    from fairmon.facts import MonitorOptions as MonitorOptions
    from fairmon.facts import Panel as Panel
    from fairmon.facts import Stream as Stream
    from fairmon.facts import When as When
    from fairmon.verdicts import Verdict

if not _native.is_main_interpreter():
    raise ImportError("fairmon cannot be used in a sub-interpreter; use threads or processes")

__version__ = _native.version


def __getattr__(name: str) -> Any:
    """What takes longer to load than everything else waits until somebody needs it."""
    if name in ("Input", "MonitorOptions", "Panel", "Stream", "When"):
        from fairmon import facts

        return getattr(facts, name)
    raise AttributeError(f"module 'fairmon._core' has no attribute {name!r}")


class Spec:
    """A compiled specification: immutable, shared between threads.

    Raises `fairmon.SpecError` with `.diagnostics` when the text has errors; warnings are kept.
    """

    __slots__ = ("_facts", "diagnostics", "handle", "inputs", "level", "name", "panels", "streams",
                 "text")

    def __init__(
        self, text: str, name: str = "specification", *, level: float | None = None
    ) -> None:
        from fairmon.diagnostics import read_diagnostics
        from fairmon.facts import Input, Panel, Stream

        handle, found = _compile(text, name, level)
        self.diagnostics: tuple[Diagnostic, ...] = read_diagnostics(found["items"])
        if handle is None:
            error = SpecError(found["rendered"].rstrip("\n"))
            error.diagnostics = self.diagnostics
            raise error
        self.handle = handle
        self.text = text
        self.name = name
        self.level = level
        facts: dict[str, Any] = json.loads(_native.describe(handle))
        self._facts = facts
        self.streams = tuple(Stream(**_frozen(stream)) for stream in facts["streams"])
        self.panels = tuple(Panel(**_frozen(panel)) for panel in facts["panels"])
        self.inputs = tuple(Input(**_frozen(each)) for each in facts["inputs"])

    @property
    def digest(self) -> str:
        """Hexadecimal digest of everything that decides verdicts."""
        return str(self._facts["digest"])

    @property
    def tags(self) -> dict[str, str | None]:
        """Of the specification as a whole: `#![…]`."""
        return dict(self._facts["tags"])

    @property
    def time_column(self) -> str:
        """The field that `#[time]` names, else empty."""
        return str(self._facts["time_column"])

    @property
    def has_interval(self) -> bool:
        """The specification says that events follow each other at a fixed distance."""
        return bool(self._facts["interval_ms"])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Spec) and (self.text, self.level) == (other.text, other.level)

    def __hash__(self) -> int:
        return hash((self.text, self.level))

    def __repr__(self) -> str:
        return f"Spec({self.name!r}, {len(self.streams)} streams)"

    def __reduce__(self) -> tuple[Any, ...]:
        return _spec_again, (self.text, self.name, self.level)


def _spec_again(text: str, name: str, level: float | None) -> Spec:
    return Spec(text, name, level=level)


def _frozen(facts: dict[str, Any]) -> dict[str, Any]:
    """Lists as tuples, also within lists."""
    def freeze(value: Any) -> Any:
        return tuple(freeze(each) for each in value) if isinstance(value, list) else value

    return {name: freeze(value) for name, value in facts.items()}


def _compile(
    text: str, name: str, level: float | None
) -> tuple[_native.SpecHandle | None, dict[str, Any]]:
    options = json.dumps({"level": level})
    handle, diagnostics = _native.compile(text, name, options)
    return handle, json.loads(diagnostics)


def check(
    text: str, name: str = "specification", *, level: float | None = None
) -> tuple[Diagnostic, ...]:
    """All diagnostics of a text, errors and warnings; never raises for what the text says."""
    from fairmon.diagnostics import read_diagnostics

    return read_diagnostics(_compile(text, name, level)[1]["items"])


def render(
    text: str, name: str = "specification", *, level: float | None = None, colour: bool = False
) -> str:
    """What `fairmon check` prints: every diagnostic with its piece of the text."""
    found = _compile(text, name, level)[1]
    return str(found["coloured" if colour else "rendered"])


def format(text: str) -> str | None:
    """The text in house style; None if it has errors of syntax."""
    return _native.text_tool("format", text)


def expand(text: str) -> str | None:
    """The text with every `use` of a metric replaced by its streams; None if it has errors."""
    return _native.text_tool("expand", text)


def tokens(text: str) -> list[tuple[int, int, str]]:
    """Begin, end (in characters) and kind of each piece of a text, for highlighting.

    Kinds: `keyword`, `name`, `number`, `string`, `comment`, `operator`, `type`, `tag`, `error`.
    """
    return [(begin, end, kind) for begin, end, kind in json.loads(
        _native.text_tool("tokens", text) or "[]")]


def analyze(spec: Spec) -> dict[str, Any]:
    """What `fairmon analyze --json` tells: cost, memory and layers of streams, error budgets."""
    facts: dict[str, Any] = json.loads(_native.report(spec.handle, "analysis"))
    return facts


def graph_svg(spec: Spec) -> str:
    """The graph of dependencies as SVG."""
    return _native.report(spec.handle, "graph-svg")


def catalogue() -> list[dict[str, Any]]:
    """Everything the language offers: kind, name, spellings, signatures, summary, documentation,
    example, snippet; metrics also `parameters` (name, kind, choices, default, summary)."""
    entries: list[dict[str, Any]] = json.loads(_native.catalogue())
    return entries


def first_specification(
    csv: str,
    *,
    name: str = "data.csv",
    groups: Iterable[str] = (),
    decision: str = "",
    outcome: str = "",
    complete: bool = True,
) -> str:
    """What `fairmon init` writes for data, given as the text of a CSV file."""
    return _native.first_specification(csv, json.dumps({
        "name": name, "groups": list(groups), "decision": decision, "outcome": outcome,
        "complete": complete}))


class Table:
    """Columns of results. Immutable; exports itself to any library that reads Arrow C streams.

    `pl.DataFrame(table)`, `pa.table(table)` and DuckDB read it at once; `to_pandas` and `to_polars`
    need these libraries only.
    """

    __slots__ = ("_native", "column_names", "types")

    def __init__(self, native: _native.Table) -> None:
        self._native = native
        columns = native.columns()
        self.column_names: tuple[str, ...] = tuple(name for name, _ in columns)
        self.types: tuple[str, ...] = tuple(kind for _, kind in columns)
        """Arrow format of each column: `l` int64, `u` a text, `tsn:UTC` a calendar time."""

    def __len__(self) -> int:
        return len(self._native)

    def __arrow_c_schema__(self) -> object:
        return self._native.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._native.__arrow_c_stream__(requested_schema)

    def column(self, name: str) -> list[Any]:
        """One column as Python objects; absent values are None, calendar times `datetime`."""
        if name not in self.column_names:
            raise KeyError(f"there is no column {name!r}; there are {', '.join(self.column_names)}")
        return self._native.column(self.column_names.index(name))

    def slice(self, first: int, count: int) -> Table:
        """Some rows, sharing the storage."""
        first = min(max(first, 0), len(self))
        return Table(self._native.slice(first, min(max(count, 0), len(self) - first)))

    def to_dict(self) -> dict[str, list[Any]]:
        """All columns as lists."""
        return {name: self.column(name) for name in self.column_names}

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame`."""
        return _frames.to_pandas(self)

    def to_polars(self) -> Any:
        """A `polars.DataFrame`."""
        return _frames.to_polars(self)

    def __repr__(self) -> str:
        return f"Table({len(self)} rows: {', '.join(self.column_names)})"

    def _repr_html_(self) -> str:
        from fairmon.display.table import MOST_ROWS, html_table

        first = self.slice(0, MOST_ROWS)
        return html_table(self.column_names, [first.column(name) for name in self.column_names],
                          f"{len(self):,} rows")


class Run:
    """What one run of a frame gave. Immutable. `fairmon.Run` wraps it."""

    __slots__ = ("_facts", "_native", "kept", "spec", "trigger_counts")

    def __init__(self, spec: Spec, native: _native.Monitor) -> None:
        self.spec = spec
        self._native = native
        facts: dict[str, Any] = json.loads(native.facts())
        self._facts = facts
        self.trigger_counts: dict[str, int] = facts["trigger_counts"]
        """Firings of each trigger, by name."""
        self.kept = frozenset[str](facts["kept"])
        """Names of the streams whose values `table` has."""

    @property
    def start_ns(self) -> int | None:
        """Calendar time of monitor time 0, None for relative times."""
        start = self._facts["start_ns"]
        return None if start is None else int(start)

    @property
    def reached_ns(self) -> int:
        """Monitor time up to which everything is decided."""
        return int(self._facts["reached_ns"])

    @property
    def num_events(self) -> int:
        """Events evaluated."""
        return int(self._facts["events"])

    @property
    def num_deadlines(self) -> int:
        """Deadlines of clocks evaluated."""
        return int(self._facts["deadlines"])

    @property
    def errors(self) -> Table:
        """Evaluations that failed under `on_error="report"`."""
        return Table(self._native.table("errors", ""))

    def triggers(self) -> Table:
        """One row per firing, in verdict order: `time`, `trigger`, `instance` (text), `message`,
        `value` and `n` (may be absent), `id`, `key` (the instance as JSON), `lower`, `upper`,
        `state`."""
        return Table(self._native.table("triggers", ""))

    def table(self, stream: str) -> Table:
        """Every value of a stream: `time`, a column per parameter, `value`.

        The value of a tuple is split into `value_0`, `value_1`, …
        Raises KeyError with the near names, or with the way to keep the stream.
        """
        return self._stream_table("values", stream)

    def episodes(self) -> Table:
        """When each trigger was violated, from the first firing to the all-clear.

        Columns: `number`, `trigger`, `instance`, `first`, `last`, `ended` (absent: still open),
        `firings`, `message`, `worst_value`, `worst_time`, `worst_message`.
        """
        return Table(self._native.table("episodes", ""))

    def readings(self, stream: str) -> Table:
        """The newest value of each instance that had one: parameters, `value`, `as_of`, `updates`,
        `trials`, `hits`, `lower`, `upper`. For outputs that are public or plotted."""
        return self._stream_table("readings", stream)

    def _stream_table(self, what: str, stream: str) -> Table:
        try:
            return Table(self._native.table(what, stream))
        except UsageError as error:
            raise KeyError(str(error)) from None


class Monitor(_native.Monitor):
    """One monitor that events are pushed into. `fairmon.Monitor` derives from it.

    May be used from several threads, one at a time: a call while another is under way raises
    `fairmon.BusyError`. After an exception it is as it was before the call, except for
    `EvaluationError` of `push` and `push_many`, whose events count: the failing stream has no
    value.
    """

    spec: Spec
    options: MonitorOptions

    def __init__(self, spec: Spec, options: MonitorOptions | None = None) -> None:
        from fairmon.facts import MonitorOptions

        self.spec = spec
        self.options = options or MonitorOptions()
        if self.options.keep != "outputs":
            _native.Monitor(*self._parts(None))  # says what is wrong with it now, not at a run
        # What is pushed may go on for months: only `run` keeps the values of streams.
        super().__init__(*self._parts("triggers"))

    def _parts(
        self, keep: str | Iterable[str] | None
    ) -> tuple[_native.SpecHandle, str, list[tuple[str, str, bool]], str | None, bool]:
        options = self.options
        columns = options.columns or {}
        inputs = [(each.name, columns.get(each.name, each.column), each.needed)
                  for each in self.spec.inputs]
        now = options.time == "now"
        time: str | None = options.time or self.spec.time_column
        if options.interval is not None or (not time and self.spec.has_interval):
            time = None
        return self.spec.handle, options.to_json(keep), inputs, time, now

    @property
    def num_events(self) -> int:
        """Events so far."""
        return int(json.loads(self.facts())["events"])

    @property
    def start_ns(self) -> int | None:
        """Calendar time of monitor time 0, None for relative times."""
        start = json.loads(self.facts())["start_ns"]
        return None if start is None else int(start)

    @property
    def reached_ns(self) -> int:
        """Monitor time up to which everything is decided."""
        return int(json.loads(self.facts())["reached_ns"])

    @property
    def memory_bytes(self) -> int:
        """What the engine holds."""
        return int(json.loads(self.facts())["memory_bytes"])

    @property
    def trigger_counts(self) -> dict[str, int]:
        """Firings of each trigger so far, by name."""
        counts: dict[str, int] = json.loads(self.facts())["trigger_counts"]
        return counts

    def push_many(self, frame: Any, /) -> list[Verdict]:
        """A frame, a dict of lists or an iterable of dicts, as further events; all or nothing."""
        self._refuse_now()
        fired: list[Verdict] = _frames.push(self, frame, self.spec, self.options)
        return fired

    def run_frame(self, frame: Any, /, *, keep: str | Iterable[str] | None = None) -> Run:
        """Runs a whole frame from the start in a monitor of its own; this one is not touched."""
        self._refuse_now()
        native = _native.Monitor(*self._parts(keep))
        _frames.run(native, frame, self.spec, self.options)
        return Run(self.spec, native)

    def _refuse_now(self) -> None:
        if self.options.time == "now":
            raise UsageError('time="now" stamps events as `push` gets them; frames need times of '
                             'their own: time="COLUMN", or interval=SECONDS')

    def readings(self, stream: str) -> Table:
        """The newest values now, as `Run.readings`."""
        try:
            return Table(self.table("readings", stream))
        except UsageError as error:
            raise KeyError(str(error)) from None

    def episodes(self) -> Table:
        """The episodes so far, as `Run.episodes`."""
        return Table(self.table("episodes", ""))

    def num_instances(self, stream: str) -> int:
        """Living instances of a stream."""
        instances: dict[str, int] = json.loads(self.facts())["instances"]
        if stream not in instances:
            raise KeyError(f"there is no stream {stream!r}")
        return instances[stream]
