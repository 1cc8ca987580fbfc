"""What tasks of Spark do, without Spark: spread rows, sort, judge, sort; then one process says the
same. FAIRMON_SPARK_RUNS is the number of random runs."""

import dataclasses
import os
import pathlib
import sys

import pytest

import fairmon as fm

pa = pytest.importorskip("pyarrow")
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tests/clusters/spark"))

import cases  # noqa: E402

from fairmon.spark import frame as frames  # noqa: E402
from fairmon.spark import rows as verdict_rows  # noqa: E402
from fairmon.spark.job import BLOB, HEAD, NS, ORDER, SLOT, Job, first_slots, parts_of  # noqa: E402
from fairmon.spark.slots import spread_numbers  # noqa: E402
from fairmon.spark.tasks import Judge, Spread  # noqa: E402

RUNS = int(os.environ.get("FAIRMON_SPARK_RUNS", "40"))


def job_for(text, shards, **changes):
    spec = fm.compile_spec(text)
    parts = parts_of(spec.text, spec.name, spec.level)
    job = Job(text=spec.text, name=spec.name, level=spec.level,
              columns=tuple((each.name, each.name) for each in spec.inputs if each.needed),
              kept=tuple(cases.outputs(spec)), formats=(), calendar=False, start_ns=None,
              shards=shards, slots=tuple(spread_numbers(first_slots(parts, shards)[-1])),
              orders=1, check_ties=True, **changes)
    return dataclasses.replace(job, formats=frames.formats_of(job, parts))


def batches_of(data, size):
    table = pa.Table.from_pylist(data, cases.SCHEMA)
    table = table.append_column(f"{ORDER}0", table.column("place"))
    return table.combine_chunks().to_batches(max_chunksize=size)


def spread(job, data, size):
    return list(Spread(job, "time", 10**9)(iter(batches_of(data, size))))


def judged(job, rows, rng):
    """As Spark's shuffle would have it: rows of a task sorted, in batches of some size."""
    table = pa.Table.from_batches(rows).sort_by(
        [(name, "ascending") for name in (SLOT, HEAD, NS, *job.order_columns)])
    found = list(Judge(job)(iter(table.combine_chunks().to_batches(rng.choice([3, 64, 1000])))))
    return [row for batch in found for row in batch.to_pylist()]


@pytest.mark.parametrize("seed", range(RUNS))
def test_random_runs_equal_one_process(seed):
    rng = cases.seeded(1000 + seed)
    text, data = cases.specification(rng), cases.rows(rng, rng.choice([1, 20, 200]))
    job = job_for(text, rng.choice([1, 2, 3, 8]),
                  end_ns=round(data[-1]["time"] * 1e9))
    mixed = rng.sample(data, len(data))
    found = cases.tables_of(job, judged(job, spread(job, mixed, rng.choice([7, 1000])), rng))
    assert found == cases.one_process(text, data, keep="outputs"), text


@pytest.mark.parametrize("seed", range(RUNS // 4))
def test_monitors_go_on_from_their_states(seed):
    """Batch after batch, each with new monitors; silent ones get the time too."""
    rng = cases.seeded(5000 + seed)
    text, data = cases.specification(rng), cases.rows(rng, 120)
    job = job_for(text, rng.choice([1, 3]), streaming=True)
    cuts = sorted({rng.choice(data)["time"] for _ in range(3)} | {data[-1]["time"]})
    states, rows, before = {}, [], -1.0
    for cut in cuts:
        some = [row for row in data if before < row["time"] <= cut]
        sent = spread(job, some, 50)
        heads = pa.RecordBatch.from_pylist(
            [{SLOT: slot, HEAD: 0, BLOB: states.get(slot)} for slot in job.slots],
            sent[0].schema)
        ends = dataclasses.replace(job, end_ns=round(cut * 1e9))
        got = judged(ends, [heads, *sent], rng)
        states = {row[SLOT]: row[BLOB] for row in got
                  if row[verdict_rows.STREAM] == verdict_rows.STATE}
        assert set(states) == set(job.slots)
        rows, before = rows + got, cut
    assert cases.tables_of(job, rows) == cases.one_process(text, data, keep="outputs"), text


def test_a_state_of_another_run_is_refused():
    text = cases.INPUTS + cases.LOCAL[0]
    job = job_for(text, 2, streaming=True)
    sent = spread(job, cases.rows(cases.seeded(1), 5), 50)
    states = {row[SLOT]: row[BLOB] for row in judged(job, sent, cases.seeded(1))
              if row[verdict_rows.STREAM] == verdict_rows.STATE}
    slot, blob = next(iter(states.items()))
    for other, changed in ((job_for(text + "output more := score\n", 2, streaming=True), blob),
                           (job_for(text, 3, streaming=True), blob),
                           (job, blob[:-1] + bytes([blob[-1] ^ 1])), (job, b"nothing")):
        head = pa.RecordBatch.from_pylist([{SLOT: other.slots[job.slots.index(slot)], HEAD: 0,
                                            BLOB: changed}], sent[0].schema)
        with pytest.raises(fm.CheckpointError, match="D08"):
            judged(other, [head], cases.seeded(1))


def test_rows_of_a_key_come_to_one_monitor_on_every_machine():
    """The hash is part of what is saved: it must never change."""
    job = job_for(cases.INPUTS + cases.LOCAL[0], 8)
    data = [{**cases.rows(cases.seeded(1), 1)[0], "place": i, "platform": f"p{i}"}
            for i in range(8)]
    (batch,) = spread(job, data, 100)
    by_place = dict(zip(batch.column(f"{ORDER}0").to_pylist(), batch.column(SLOT).to_pylist(),
                        strict=True))
    assert [job.slots.index(by_place[i]) for i in range(8)] == [7, 3, 6, 3, 1, 1, 5, 1]


def test_columns_that_a_part_does_not_read_are_not_sent():
    job = job_for(cases.INPUTS + cases.LOCAL[0] + cases.GLOBAL[0], 1)
    local, stage = spread(job, cases.rows(cases.seeded(1), 50), 100)
    assert local.column("score").null_count == 50 and stage.column("platform").null_count == 50
    assert stage.column("score").null_count == 0


def test_the_plan_as_the_program_prints_it():
    plan = fm.plan(cases.INPUTS + cases.LOCAL[0] + cases.GLOBAL[0])
    assert plan.keys == ("platform",) and plan.splits and plan.distributes
    assert "key-local  platform  none" in str(plan)
    assert {each.kind for each in plan.streams} == {"key-local", "global"}
