"""Threads, processes, interpreters, memory, Ctrl-C."""

import copy
import gc
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import pytest

import fairmon as fm

SPEC = """
input group : String
input n : Int64
output sum(g) spawn with group eval when group == g with sum(g).last(or: 0) + n
trigger @10s sum("a").hold(or: 0) > 100 "large"
"""


def rows(count):
    return [{"time": i * 0.1, "group": "ab"[i % 2], "n": i % 10} for i in range(count)]


def long_frame(repeats):
    """A stream of many batches that are all the same memory."""
    pa = pytest.importorskip("pyarrow")
    batch = pa.record_batch({"time": [0.0] * 50_000, "group": ["a", "b"] * 25_000,
                             "n": list(range(50_000))})
    return pa.RecordBatchReader.from_batches(batch.schema, (batch for _ in range(repeats)))


def test_pickle():
    monitor = fm.Monitor(SPEC)
    monitor.push_many(rows(100))
    again = pickle.loads(pickle.dumps(monitor))
    assert again.save() == monitor.save()
    assert copy.deepcopy(monitor).push({"time": 50, "group": "a", "n": 1}) == again.push(
        {"time": 50, "group": "a", "n": 1})
    error = pickle.loads(pickle.dumps(fm.InputError("x", stream="s", row=3)))
    assert (str(error), error.stream, error.row) == ("x", "s", 3)


def test_threads_with_monitors_of_their_own():
    spec = fm.Spec(SPEC)
    expected = fm.Monitor(spec)
    expected.push_many(rows(2000))
    states = []

    def work():
        monitor = fm.Monitor(spec)
        for row in rows(2000):
            monitor.push(row)
        states.append(monitor.save())

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert states == [expected.save()] * 4


def test_a_monitor_is_busy():
    monitor = fm.Monitor(SPEC)
    inside = threading.Event()
    go_on = threading.Event()
    pa = pytest.importorskip("pyarrow")
    batch = pa.record_batch({"time": [1.0], "group": ["a"], "n": [1]})

    def batches():
        inside.set()
        assert go_on.wait(60)
        yield batch

    reader = pa.RecordBatchReader.from_batches(batch.schema, batches())
    thread = threading.Thread(target=lambda: monitor.push_many(reader))
    thread.start()
    assert inside.wait(60)
    with pytest.raises(fm.BusyError, match="thread"):
        monitor.push({"time": 2.0, "group": "a", "n": 1})
    go_on.set()
    thread.join()
    assert monitor.num_events == 1
    monitor.push({"time": 2.0, "group": "a", "n": 1})


def test_others_run_meanwhile():
    """The interpreter is let go of while a frame runs."""
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    frame = long_frame(40)
    monitor = fm.Monitor(SPEC)
    thread.start()
    begin = time.monotonic()
    monitor.run_frame(frame, keep="triggers")
    end = time.monotonic()
    done.set()
    thread.join()
    assert len([t for t in ticks if begin < t < end]) > 3


def test_interrupt():
    monitor = fm.Monitor(SPEC)
    monitor.push_many(rows(10))
    before = monitor.save()
    # No code of Python runs between its batches, in which the interruption could end up.
    frame = long_frame(20_000).read_all()
    # A process that a shell put into the background ignores Ctrl-C from its beginning.
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            monitor.run_frame(frame, keep="triggers")
    finally:
        signal.signal(signal.SIGINT, usual)
    assert monitor.save() == before


def test_fork():
    monitor = fm.Monitor(SPEC)
    monitor.push_many(rows(100))
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        monitor.push_many([{"time": 60.0, "group": "a", "n": 7}])
        os.write(writer, bytes([len(monitor.save()) % 251]))
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(reader, 1)
    assert monitor.num_events == 100
    monitor.push({"time": 60.0, "group": "a", "n": 7})


def test_subinterpreters_are_refused():
    code = """
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
made = interpreters.create()
script = '''
try:
    import fairmon
except ImportError as error:
    print("refused:", error)
else:
    print("accepted")
'''
problem = None
run = getattr(interpreters, "exec", None) or interpreters.run_string
try:
    problem = run(made, script)
except Exception as error:
    problem = error
if problem is not None:
    print("refused:", problem)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert "refused:" in done.stdout and "interpreter" in done.stdout, done


def resident():
    with open("/proc/self/statm") as facts:
        return int(facts.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_nothing_leaks():
    pa = pytest.importorskip("pyarrow")
    table = pa.Table.from_pylist(rows(1000))
    spec = fm.Spec(SPEC)

    def compile_again():
        try:
            fm.Spec("trigger nothing")
        except fm.SpecError:
            fm.Spec(SPEC)

    def run():
        pa.table(fm.Monitor(spec).run_frame(table).table("sum"))

    def push():
        monitor = fm.Monitor(spec)
        monitor.push_many(table)
        fm.Monitor.load(spec, monitor.save())

    for use in (compile_again, run, push):
        for _ in range(15):
            use()
        gc.collect()
        held, before = pa.total_allocated_bytes(), resident()
        for _ in range(25):
            use()
        gc.collect()
        assert pa.total_allocated_bytes() == held
        assert resident() - before < 2 << 20, use


NAMES = """
input name : String
#[public] output before := name.last(or: "nobody")
output calls(n) spawn with name eval when name == n with calls(n).last(or: 0) + 1
  close @name when name != n
"""


def names(begin, end):
    return {"time": [float(i) for i in range(begin, end)],
            "name": [f"somebody called {i}" for i in range(begin, end)]}


def held_texts(monitor):
    return json.loads(monitor.facts())["texts"]


@pytest.mark.parametrize("shape", ["dicts", "arrow", "dictionary"])
def test_texts_that_nobody_holds_are_forgotten(shape):
    pa = pytest.importorskip("pyarrow")
    monitor = fm.Monitor(NAMES)
    for begin in range(0, 200_000, 25_000):
        frame = names(begin, begin + 25_000)
        if shape != "dicts":
            frame = pa.table(frame)
        if shape == "dictionary":
            frame = frame.set_column(1, "name", frame["name"].dictionary_encode())
        monitor.push_many(frame)
        last = f"somebody called {begin + 24_998}"
        assert monitor.readings("before").column("value") == [last]
        assert held_texts(monitor) < 100_000
    again = fm.Monitor.load(NAMES, monitor.save())
    for each in (monitor, again):
        each.push({"time": 200_000.0, "name": "the last one"})
        assert each.readings("before").column("value") == ["somebody called 199999"]


def test_texts_that_are_kept_stay():
    pa = pytest.importorskip("pyarrow")
    columns = names(0, 150_000)
    columns["name"][100_000:] = columns["name"][:50_000]  # met again after they were forgotten
    table = pa.table(columns)
    for frame in (table, table.set_column(1, "name", table["name"].dictionary_encode())):
        run = fm.Monitor(NAMES).run(frame, keep=["before"])
        assert run["before"].column("value") == ["nobody", *columns["name"][:-1]]


def test_memory_is_bounded_by_a_batch():
    monitor = fm.Monitor(SPEC)
    monitor.run_frame(long_frame(5), keep="triggers")
    before = resident()
    monitor.run_frame(long_frame(30), keep="triggers")  # 1.5 million rows
    assert resident() - before < 16 << 20
