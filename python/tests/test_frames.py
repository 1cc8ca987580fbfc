"""The same rows in every shape give the same verdicts and the same bytes from `save`."""

import datetime as dt
import decimal

import pytest

import fairmon as fm

pa = pytest.importorskip("pyarrow")
pd = pytest.importorskip("pandas")
pl = pytest.importorskip("polars")
duckdb = pytest.importorskip("duckdb")

SPEC = """
input group : String
input score : Float64
input age : Int64
input hired : Bool
#[public]
output seen(g) : Int64
  spawn with group
  eval when group == g with seen(g).last(or: 0) + age
output mean @10s := score.aggregate(over: 60s, using: avg).defaults(to: 0.0)
trigger score > 0.9 && hired "a high score"
trigger @10s mean > 0.52 "high on average"
"""

ROWS = [
    {"time": float(i), "group": f"group {i * 7 % 5}", "score": (i * 37 % 101) / 100,
     "age": 20 + i % 50, "hired": i % 3 == 0}
    for i in range(300)
]
for _row in ROWS[::11]:
    _row["score"] = None
for _row in ROWS[::17]:
    _row["group"] = None

ARROW = pa.Table.from_pylist(ROWS)


def arrow_with(**types):
    table = ARROW
    for name, kind in types.items():
        place = table.schema.get_field_index(name)
        table = table.set_column(place, name, table[name].cast(kind))
    return table


def sliced():
    padded = pa.concat_tables([ARROW.slice(0, 7), ARROW, ARROW.slice(0, 9)]).combine_chunks()
    return padded.slice(7, len(ROWS))


def chunked(size):
    return pa.Table.from_batches(ARROW.to_batches(max_chunksize=size))


FRAMES = {
    "dicts": lambda: ROWS,
    "generator of dicts": lambda: (dict(row) for row in ROWS),
    "dict of lists": lambda: {name: [row[name] for row in ROWS] for name in ROWS[0]},
    "arrow": lambda: ARROW,
    "arrow in chunks of 1": lambda: chunked(1),
    "arrow in chunks of 7": lambda: chunked(7),
    "arrow in chunks of 64": lambda: chunked(64),
    "arrow sliced": sliced,
    "arrow reader": lambda: ARROW.to_reader(max_chunksize=50),
    "arrow batch": lambda: ARROW.combine_chunks().to_batches()[0],
    "large texts": lambda: arrow_with(group=pa.large_string()),
    "views": lambda: arrow_with(group=pa.string_view()),
    "dictionary": lambda: arrow_with(group=pa.dictionary(pa.int8(), pa.string())),
    "dictionary sliced": lambda: arrow_with(
        group=pa.dictionary(pa.int32(), pa.large_string())).slice(0),
    "small integers": lambda: arrow_with(age=pa.int8()),
    "unsigned integers": lambda: arrow_with(age=pa.uint16()),
    "unsigned long": lambda: arrow_with(age=pa.uint64()),
    "decimals": lambda: arrow_with(age=pa.decimal128(19, 0)),
    "ages with a fraction": lambda: arrow_with(age=pa.float64()),
    "integer times": lambda: arrow_with(time=pa.int32()),
    "decimal times": lambda: arrow_with(time=pa.decimal128(12, 3)),
    "pandas": lambda: pd.DataFrame(ROWS),
    "pandas categories": lambda: pd.DataFrame(ROWS).astype({"group": "category"}),
    "pandas own types": lambda: pd.DataFrame(ROWS).convert_dtypes(),
    "polars": lambda: pl.DataFrame(ROWS),
    "polars categories": lambda: pl.DataFrame(ROWS).with_columns(
        pl.col("group").cast(pl.Categorical)),
    "duckdb": lambda: duckdb.from_arrow(ARROW),
}


def monitor(**options):
    return fm.Monitor(SPEC, **options)


@pytest.fixture(scope="module", params=["fast", "reference"])
def expected(request):
    """Pushed one by one."""
    one_by_one = monitor(engine=request.param)
    fired = [verdict for row in ROWS for verdict in one_by_one.push(row)]
    assert len(fired) > 5
    return request.param, fired, one_by_one.save()


@pytest.mark.parametrize("name", FRAMES)
def test_equal_states(name, expected):
    engine, fired, state = expected
    pushed = monitor(engine=engine)
    assert pushed.push_many(FRAMES[name]()) == fired
    assert pushed.save() == state


@pytest.mark.parametrize("name", FRAMES)
def test_equal_runs(name, expected):
    engine, fired, _ = expected
    native = monitor(engine=engine).run_frame(FRAMES[name]())
    table = native.triggers()
    ids = [verdict.id for verdict in fired]
    assert table.column("id")[:len(ids)] == ids  # the end of the input may fire once more
    assert table.column("message")[:len(ids)] == [verdict.message for verdict in fired]
    assert native.num_events == len(ROWS)


@pytest.mark.parametrize("cuts", [[1], [299], [150], [3, 100, 101], list(range(10, 300, 10))])
def test_pieces(cuts, expected):
    engine, fired, state = expected
    pushed = monitor(engine=engine)
    edges = [0, *cuts, len(ROWS)]
    pieces = [pushed.push_many(ARROW.slice(begin, end - begin))
              for begin, end in zip(edges, edges[1:])]
    assert [verdict for piece in pieces for verdict in piece] == fired
    assert pushed.save() == state


SLICES = {
    "dicts": (ROWS, lambda frame, begin, end: frame[begin:end]),
    "dict of lists": (FRAMES["dict of lists"](), lambda frame, begin, end: {
        name: column[begin:end] for name, column in frame.items()}),
    "arrow": (ARROW, lambda frame, begin, end: frame.slice(begin, end - begin)),
    "arrow batches": (ARROW.combine_chunks().to_batches()[0],
                      lambda frame, begin, end: frame.slice(begin, end - begin)),
    "dictionary": (FRAMES["dictionary"](), lambda frame, begin, end: frame.slice(begin,
                                                                                 end - begin)),
    "views": (FRAMES["views"](), lambda frame, begin, end: frame.slice(begin, end - begin)),
    "pandas": (pd.DataFrame(ROWS), lambda frame, begin, end: frame.iloc[begin:end]),
    "polars": (pl.DataFrame(ROWS), lambda frame, begin, end: frame[begin:end]),
    "duckdb": (duckdb.from_arrow(ARROW), lambda frame, begin, end: frame.limit(
        end - begin, offset=begin)),
}


@pytest.mark.parametrize("size", [1, 13, 64, 299])
@pytest.mark.parametrize("name", SLICES)
def test_every_frame_in_pieces(name, size, expected):
    engine, fired, state = expected
    frame, cut = SLICES[name]
    pushed = monitor(engine=engine)
    found = [verdict for begin in range(0, len(ROWS), size)
             for verdict in pushed.push_many(cut(frame, begin, min(begin + size, len(ROWS))))]
    assert found == fired
    assert pushed.save() == state


def test_saved_halfway(expected):
    engine, fired, state = expected
    first = monitor(engine=engine)
    before = first.push_many(ARROW.slice(0, 123))
    second = fm.Monitor.load(SPEC, first.save(), engine=engine)
    assert before + second.push_many(ARROW.slice(123)) == fired
    assert second.save() == state


UTC = dt.timezone.utc
START = dt.datetime(2024, 3, 30, 12, tzinfo=UTC)
TIMES = [START + dt.timedelta(seconds=30 * i) for i in range(40)]
CLOCK = 'input a : Int64 trigger a % 7 == 0 "seven"'


def times_as(kind):
    return pa.table({"time": pa.array(TIMES, pa.timestamp("us", "UTC")).cast(kind),
                     "a": list(range(40))})


CALENDARS = {
    "seconds": lambda: times_as(pa.timestamp("s", "UTC")),
    "milliseconds": lambda: times_as(pa.timestamp("ms", "UTC")),
    "nanoseconds": lambda: times_as(pa.timestamp("ns", "UTC")),
    "another zone": lambda: times_as(pa.timestamp("us", "Europe/Berlin")),
    "no zone": lambda: pa.table({"time": [t.replace(tzinfo=None) for t in TIMES],
                                 "a": list(range(40))}),
    "texts": lambda: pa.table({"time": [t.isoformat() for t in TIMES], "a": list(range(40))}),
    "datetimes": lambda: [{"time": t, "a": i} for i, t in enumerate(TIMES)],
    "zoned datetimes": lambda: [
        {"time": t.astimezone(dt.timezone(dt.timedelta(hours=-5))), "a": i}
        for i, t in enumerate(TIMES)],
    "pandas": lambda: pd.DataFrame({"time": TIMES, "a": range(40)}),
    "pandas timestamps": lambda: [{"time": pd.Timestamp(t), "a": i} for i, t in enumerate(TIMES)],
    "polars": lambda: pl.DataFrame({"time": TIMES, "a": range(40)}),
}


@pytest.mark.parametrize("name", CALENDARS)
def test_calendar(name):
    fired = fm.Monitor(CLOCK).push_many(CALENDARS[name]())
    assert [verdict.time for verdict in fired] == TIMES[::7]
    expected = fm.Monitor(CLOCK)
    for i, time in enumerate(TIMES):
        expected.push({"time": time, "a": i})
    again = fm.Monitor(CLOCK)
    again.push_many(CALENDARS[name]())
    assert again.start_ns == expected.start_ns == int(START.timestamp()) * 10**9


def test_dates():
    days = [dt.date(2024, 2, 27) + dt.timedelta(days=i) for i in range(4)]
    for frame in (pa.table({"time": days, "a": [0] * 4}),
                  pa.table({"time": pa.array(days, pa.date64()), "a": [0] * 4}),
                  [{"time": day, "a": 0} for day in days]):
        fired = fm.Monitor(CLOCK).push_many(frame)
        assert [verdict.time.date() for verdict in fired] == days


KINDS = """
input u : UInt8
input f : Float64
input x : Fixed
input t : Time
input d : Duration
input b : Bytes
input s : String
output all := (u, f, x, t, d, b, s)
"""


def test_every_type_of_input():
    moment = dt.datetime(2024, 5, 6, 7, 8, 9, 123456, tzinfo=UTC)
    row = {"time": 1.0, "u": 200, "f": 1.5, "x": decimal.Decimal("12.25"), "t": moment,
           "d": dt.timedelta(minutes=3), "b": b"\x00\xff", "s": "ä"}
    from_dict = fm.Monitor(KINDS).run_frame([row]).table("all")
    from_arrow = fm.Monitor(KINDS).run_frame(pa.Table.from_pylist([row])).table("all")
    wide = pa.Table.from_pylist([row]).set_column(
        3, "x", pa.array([row["x"]], pa.decimal256(40, 10)))
    from_wide = fm.Monitor(KINDS).run_frame(wide).table("all")
    expected = [200, 1.5, 12.25, moment, row["d"], b"\x00\xff", "ä"]
    for table in (from_dict, from_arrow, from_wide):
        assert [table.column(f"value_{i}")[0] for i in range(7)] == expected


def test_tables_leave_as_arrow():
    native = monitor().run_frame(ARROW)
    seen = native.table("seen")
    arrow = pa.table(seen)
    assert arrow.column_names == ["time", "g", "value"]
    assert pl.DataFrame(seen).height == len(seen) == arrow.num_rows
    assert seen.to_pandas()["value"].tolist() == seen.column("value")
    assert seen.to_polars()["g"].to_list() == seen.column("g")
    part = seen.slice(5, 10)
    assert pa.table(part)["value"].to_pylist() == seen.column("value")[5:15]
    assert duckdb.sql("select count(*) from arrow").fetchall() == [(len(seen),)]
    del native, seen
    assert arrow["value"].to_pylist()  # outlives what it came from


@pytest.mark.parametrize("form", ["list", "arrow"])
def test_texts_that_differ_in_one_letter(form):
    """At any place of texts of any length, the empty one and those with other letters included."""
    texts = [""]
    for size in range(1, 22):
        for place in range(size):
            for letter in "bü":
                texts.append("a" * place + letter + "a" * (size - place - 1))
        texts.append("a" * size)
    assert len(set(texts)) == len(texts)
    rows = [text for text in texts for _ in range(2)] + texts[::-1]
    frame = {"time": list(range(len(rows))), "group": rows}
    if form == "arrow":
        frame = pytest.importorskip("pyarrow").table(frame)
    run = fm.Monitor("input group : String\noutput seen(g) : Int64 spawn with group\n"
                     "  eval when group == g with seen(g).last(or: 0) + 1").run(frame)
    table = run["seen"]
    last = dict(zip(table.column("g"), table.column("value"), strict=True))
    assert last == dict.fromkeys(texts, 3)
