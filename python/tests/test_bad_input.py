"""Bad input: an exception that says where and the way out; the monitor goes on as before."""

import datetime as dt
import threading

import pytest

import fairmon as fm

SPEC = """
input group : String
input n : Int8
output sum(g) spawn with group eval when group == g with sum(g).last(or: 0) + n
trigger n > 100 "large"
"""
GOOD = [{"time": float(i), "group": "a", "n": i} for i in range(5)]


@pytest.fixture
def monitor():
    made = fm.Monitor(SPEC)
    made.push_many(GOOD)
    return made


def refused(monitor, frame, error=fm.InputError):
    before = monitor.save()
    with pytest.raises(error) as caught:
        monitor.push_many(frame)
    assert monitor.save() == before
    again = fm.Monitor.load(SPEC, before)
    after = {"time": 99.0, "group": "b", "n": 101}
    assert monitor.push(after) == again.push(after)
    assert monitor.save() == again.save()
    return caught.value


def test_missing_column(monitor):
    error = refused(monitor, {"time": [9.0], "grup": ["a"], "n": [1]})
    assert error.stream == "group" and "did you mean `grup`" in str(error)


def test_missing_column_of_a_frame(monitor):
    pa = pytest.importorskip("pyarrow")
    error = refused(monitor, pa.table({"time": [9.0], "grup": ["a"], "n": [1]}))
    assert error.stream == "group" and 'columns={"group": "grup"}' in str(error)
    assert error.column == "group"


def test_columns_may_have_other_names():
    made = fm.Monitor(SPEC, columns={"group": "grup"}, time="at")
    assert made.push({"at": 1, "grup": "x", "n": 120})


@pytest.mark.parametrize(("value", "words"), [
    (300, "out of range"), ("seven", "whole number"), (1.5, "Int8"), (True, "Bool"),
    (dt.datetime(2024, 1, 1), "calendar time"), (object(), "object"), (b"7", "bytes"),
    (10**30, "int")])
def test_wrong_value(monitor, value, words):
    rows = [{"time": 9.0, "group": "a", "n": 1}, {"time": 9.5, "group": "a", "n": value}]
    error = refused(monitor, rows)
    assert error.stream == "n" and error.row == 1
    assert words in str(error)


def test_wrong_type_of_a_frame(monitor):
    pa = pytest.importorskip("pyarrow")
    error = refused(monitor, pa.table({"time": [9.0, 9.0], "group": ["a", "b"], "n": [1, 999]}))
    assert (error.stream, error.column, error.row) == ("n", "n", 1)
    error = refused(monitor, pa.table({"time": [9.0], "group": ["a"], "n": [[1]]}))
    assert error.stream == "n" and "lists" in str(error)


def test_rows_count_through_chunks(monitor):
    pa = pytest.importorskip("pyarrow")
    n = [1] * 2500
    n[2222] = 999
    table = pa.table({"time": [9.0] * 2500, "group": ["a"] * 2500, "n": n})
    for size in (100, 1000, 5000):
        batches = pa.Table.from_batches(table.to_batches(max_chunksize=size))
        assert refused(fm.Monitor(SPEC), batches).row == 2222
        with pytest.raises(fm.InputError) as caught:
            fm.Monitor(SPEC).run(batches)
        assert caught.value.row == 2222


def test_time_goes_back(monitor):
    error = refused(monitor, [{"time": 9.0, "group": "a", "n": 1},
                              {"time": 8.0, "group": "a", "n": 1}])
    assert error.row == 1 and "order of time" in str(error)
    error = refused(fm.Monitor(SPEC), [{"time": 9.0, "group": "a", "n": 1},
                                       {"time": 8.0, "group": "a", "n": 1}])
    assert error.row == 1


def test_time_goes_back_in_a_frame(monitor):
    pa = pytest.importorskip("pyarrow")
    error = refused(monitor, pa.table({"time": [9.0, 8.0], "group": ["a"] * 2, "n": [1, 2]}))
    assert error.row == 1 and error.column == "time" and "sort" in str(error)


@pytest.mark.parametrize("time", [None, float("nan"), "noon", -1.0, True, 1e300])
def test_bad_time(time):
    refused(fm.Monitor(SPEC), [{"time": time, "group": "a", "n": 1}])


def test_kinds_of_time_do_not_mix(monitor):
    error = refused(monitor, [{"time": dt.datetime(2024, 1, 1), "group": "a", "n": 1}])
    assert "calendar" in str(error)


def test_no_time():
    with pytest.raises(fm.InputError, match="interval=SECONDS"):
        fm.Monitor(SPEC).push({"group": "a", "n": 1})
    made = fm.Monitor(SPEC, interval=0.5)
    fired = [made.push({"group": "a", "n": 120}) for _ in range(3)]
    assert [verdict.time for (verdict,) in fired] == [0.5, 1.0, 1.5]


def test_the_clock_on_the_wall():
    made = fm.Monitor(SPEC, time="now")
    (verdict,) = made.push({"group": "a", "n": 120})
    assert abs((dt.datetime.now(dt.timezone.utc) - verdict.time).total_seconds()) < 60
    with pytest.raises(fm.UsageError, match="frames need times"):
        made.push_many([{"group": "a", "n": 1}])


def test_texts_that_are_not_utf8(monitor):
    pa = pytest.importorskip("pyarrow")
    bad = pa.array([b"\xff\xfe"]).view(pa.string())
    error = refused(monitor, pa.table({"time": [9.0], "group": bad, "n": [1]}))
    assert error.stream == "group" and "UTF-8" in str(error)
    error = refused(monitor, [{"time": 9.0, "group": "\udc80", "n": 1}])
    assert error.stream == "group"


def test_absent_values_are_fine(monitor):
    assert monitor.push({"time": 9.0, "group": None, "n": None}) == []
    assert monitor.push({"time": 9.0, "group": "a", "n": float("nan")}) == []


def test_failing_iterator(monitor):
    def rows():
        yield {"time": 9.0, "group": "a", "n": 1}
        raise RuntimeError("the source broke")

    refused(monitor, rows(), RuntimeError)


def test_failing_stream(monitor):
    pa = pytest.importorskip("pyarrow")
    schema = pa.schema([("time", pa.float64()), ("group", pa.string()), ("n", pa.int64())])

    def batches():
        yield pa.record_batch([[9.0], ["a"], [1]], schema=schema)
        raise ValueError("the source broke")

    error = refused(monitor, pa.RecordBatchReader.from_batches(schema, batches()))
    assert "the source broke" in str(error)


def test_a_frame_that_changes_while_it_is_read(monitor):
    columns = {"time": [9.0, 10.0, 11.0], "group": ["a", "a", "a"], "n": [1, 2, 3]}

    class Shrinking(list):
        def __iter__(self):
            for value in list.__iter__(self):
                del columns["group"][1:]
                yield value

    columns["n"] = Shrinking(columns["n"])
    error = refused(monitor, columns)
    assert "changed while" in str(error)


def test_memory_that_changes_while_it_is_read():
    """Nobody should; it may not end in a crash or a monitor of no use."""
    numpy = pytest.importorskip("numpy")
    pandas = pytest.importorskip("pandas")
    count = 200_000
    times = numpy.arange(count, dtype=float)
    frame = pandas.DataFrame({"time": times, "group": "a", "n": numpy.ones(count, dtype="int64")},
                             copy=False)
    done = threading.Event()

    def scribble():
        while not done.is_set():
            times[numpy.random.default_rng().integers(0, count)] = 5.0

    thread = threading.Thread(target=scribble)
    thread.start()
    made = fm.Monitor(SPEC)
    for _ in range(3):
        try:
            made.run(frame, keep="triggers")
        except fm.InputError as error:
            assert error.row is not None and "sort" in str(error)
    done.set()
    thread.join()
    assert made.push({"time": 9.0, "group": "a", "n": 120})


def test_an_event_that_pushes_another_one(monitor):
    class Sneaky(dict):
        def __getitem__(self, key):
            if key == "n" and "sent" not in self:
                self["sent"] = True
                assert monitor.push({"time": 9.0, "group": "a", "n": 120})
            return dict.__getitem__(self, key)

        def keys(self):
            return dict.keys(self)

    class Event:
        def __init__(self):
            self.inner = Sneaky(time=9.5, group="b", n=121)

        def __getitem__(self, key):
            return self.inner[key]

    (verdict,) = monitor.push(Event())
    assert verdict.time == 9.5 and monitor.num_events == len(GOOD) + 2


def test_not_a_frame(monitor):
    refused(monitor, 17, fm.UsageError)
    refused(monitor, {"time": [9.0, 10.0], "group": ["a"], "n": [1]})


DIVISION = "input a : Int64 output b := 10 / a trigger b > 4 \"large\""


def test_evaluation_fails():
    made = fm.Monitor(DIVISION)
    with pytest.raises(fm.EvaluationError) as caught:
        made.push_many([{"time": float(i), "a": a} for i, a in enumerate([2, 0, 1])])
    assert caught.value.stream == "b" and caught.value.row == 1
    assert [verdict.time for verdict in caught.value.verdicts] == [0.0, 2.0]
    assert made.num_events == 3
    assert made.push({"time": 5.0, "a": 1})
    with pytest.raises(fm.EvaluationError, match="on_error"):
        fm.Monitor(DIVISION).run([{"time": 0.0, "a": 0}])
    run = fm.Monitor(DIVISION, on_error="report").run_frame([{"time": 0.0, "a": 0}])
    assert run.errors.column("stream") == ["b"]


def test_specification_with_errors():
    with pytest.raises(fm.SpecError) as caught:
        fm.Monitor("input a : Bool\ntrigger b")
    (first, *_) = caught.value.diagnostics
    assert (first.severity, first.line, first.column) == ("error", 2, 9)
    assert "trigger b" in str(caught.value) and str(first) in str(caught.value)


def test_options_that_make_no_sense():
    for options in ({"keep": "everything"}, {"engine": "slow"}, {"columns": {"grop": "x"}},
                    {"on_error": "ignore"}, {"interval": -1.0}, {"keep": ["sm"]}):
        with pytest.raises(fm.UsageError):
            fm.Monitor(SPEC, **options)


def test_what_was_not_kept(monitor):
    run = monitor.run_frame(GOOD, keep="triggers")
    with pytest.raises(KeyError, match="keep="):
        run.table("sum")
    with pytest.raises(KeyError, match="did you mean `sum`"):
        run.table("smu")


def test_states_that_do_not_fit(monitor):
    state = monitor.save()
    for bad in (b"", b"nonsense", state[:-3], state + b"x"):
        before = monitor.save()
        with pytest.raises(fm.CheckpointError):
            monitor.restore(bad)
        assert monitor.save() == before
    with pytest.raises(fm.CheckpointError):
        fm.Monitor("input group : String input n : Int8 trigger n > 99").restore(state)
    with pytest.raises(fm.CheckpointError):
        fm.Monitor(SPEC, engine="reference").restore(state)


def test_advance(monitor):
    with pytest.raises(fm.InputError):
        monitor.advance(1.0)
    with pytest.raises(fm.UsageError):
        monitor.advance(None)
    assert monitor.advance(20) == []
    with pytest.raises(fm.InputError):
        monitor.push({"time": 19.0, "group": "a", "n": 1})
