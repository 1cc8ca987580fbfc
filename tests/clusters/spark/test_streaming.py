"""A stream of Spark gives the verdicts of one process, also when batches are repeated."""

import json
import os

import cases
import pytest

import fairmon as fm

SPEC = cases.INPUTS + cases.LOCAL[0] + cases.LOCAL[1] + cases.GLOBAL[0] + cases.GLOBAL[1]


class Crash(Exception):
    pass


class Sink:
    """Keeps what the last try of each batch gave."""

    def __init__(self, crash_in=()):
        self.batches, self.late, self.crash_in, self.tries = {}, 0, set(crash_in), 0

    def __call__(self, batch):
        self.tries += 1
        rows = [row.asDict(recursive=True) for row in batch.rows.collect()]
        told = cases.tables_of(batch.job, rows)
        assert self.batches.get(batch.number, told) == told
        self.batches[batch.number], self.late = told, batch.late
        if batch.number in self.crash_in:
            self.crash_in.discard(batch.number)
            raise Crash("after the verdicts were written, before the states")

    def all(self):
        return {name: [row for number in sorted(self.batches)
                       for row in self.batches[number][name]] for name in self.batches[0]}


def write_files(folder, data, rng, late, files=3):
    """Several files, rows of neighbouring moments mixed."""
    mixed = sorted(data, key=lambda row: row["time"] + rng.uniform(0, late))
    folder.mkdir()
    size = -(-len(mixed) // files)
    for number in range(0, len(mixed), size):
        with open(folder / f"{number:05}.json", "w", encoding="utf-8") as file:
            file.writelines(json.dumps(row) + "\n" for row in mixed[number:number + size])
        # Spark takes files in the order of their times.
        os.utime(folder / f"{number:05}.json", (1_700_000_000 + number,) * 2)


def follow(spark, folder, checkpoint, sink, **options):
    frame = spark.readStream.schema(cases.SQL_SCHEMA).option("maxFilesPerTrigger", 1).json(
        str(folder))
    query = fm.spark.watch(SPEC, frame, sink, checkpoint=str(checkpoint), order="place",
                           time_format="relative", keep="outputs", shards=2, **options)
    query.trigger(availableNow=True).start().awaitTermination()


def wanted_until(data, seconds):
    """What one process decides up to a moment, this moment included."""
    monitor = fm.Monitor(SPEC, keep="outputs")
    native = fm._native.Monitor(*monitor._parts(None))
    ready = [row for row in data if row["time"] <= seconds]
    batch = cases.pa.Table.from_pylist(ready, cases.SCHEMA).combine_chunks().to_batches()[0]
    native.push_array(*batch.__arrow_c_array__(), keep=True)
    native.advance(seconds, keep=True)
    run = fm._core.Run(monitor.spec, native)
    tables = {name: cases.table_rows(cases.pa.table(run.table(name)))
              for name in cases.outputs(monitor.spec)}
    tables["triggers"] = cases.without(cases.table_rows(cases.pa.table(run.triggers())), "id")
    return tables


def test_streams_with_repeated_batches_and_late_rows(spark, tmp_path):
    rng = cases.seeded(21)
    data = cases.rows(rng, 160)
    write_files(tmp_path / "in", data, rng, late=2.0)
    sink = Sink(crash_in={1})
    for _ in range(2):
        try:
            follow(spark, tmp_path / "in", tmp_path / "run", sink, wait=2.0)
            break
        except Exception as failure:
            assert "before the states" in str(failure)
    assert sink.tries == 4 and sink.late == 0
    reached = data[-1]["time"] - 2.0 - 1e-9
    assert sink.all() == wanted_until(data, reached)


def test_rows_that_come_too_late(spark, tmp_path):
    rng = cases.seeded(22)
    data = cases.rows(rng, 40)
    write_files(tmp_path / "in", data, rng, late=30.0, files=2)
    with pytest.raises(Exception, match="wait=SECONDS"):
        follow(spark, tmp_path / "in", tmp_path / "stop", Sink())
    sink = Sink()
    follow(spark, tmp_path / "in", tmp_path / "skip", sink, on_late="skip")
    assert sink.late > 0


def test_states_of_another_run_are_refused(spark, tmp_path):
    write_files(tmp_path / "in", cases.rows(cases.seeded(1), 8), cases.seeded(1), late=0.0,
                files=1)
    follow(spark, tmp_path / "in", tmp_path / "run", Sink())
    with open(tmp_path / "in" / "zz.json", "w", encoding="utf-8") as file:
        file.write(json.dumps({**cases.rows(cases.seeded(1), 8)[-1], "time": 1e6}) + "\n")
    frame = spark.readStream.schema(cases.SQL_SCHEMA).json(str(tmp_path / "in"))
    other = fm.spark.watch(SPEC + "output more := score\n", frame, Sink(), order="place",
                           checkpoint=str(tmp_path / "run"), time_format="relative", shards=2)
    with pytest.raises(Exception, match="D08"):
        other.trigger(availableNow=True).start().awaitTermination()


def test_a_stream_needs_its_start(spark):
    frame = spark.readStream.format("rate").load().selectExpr(
        "timestamp as time", "'a' as platform", "1L as group", "value as score", "0.5 as x",
        "true as flag")
    with pytest.raises(fm.RefusedError, match="D07") as refused:
        fm.spark.watch(SPEC, frame, Sink(), checkpoint="unused")
    assert refused.value.codes == ("D07",)
