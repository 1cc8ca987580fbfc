"""A run on Spark gives the verdicts of one process, bit for bit and in the same order."""

import datetime

import cases
import pytest

import fairmon as fm


@pytest.mark.parametrize("seed", range(4))
def test_random_specifications_and_data_in_any_order(spark, seed):
    rng = cases.seeded(seed)
    spec, data = cases.specification(rng), cases.rows(rng, rng.choice([40, 400]))
    result = fm.spark.run(spec, cases.shuffled(rng, spark, data), order="place", keep="outputs",
                          shards=rng.choice([1, 2, 3]))
    rows = [row.asDict(recursive=True) for row in result.rows.collect()]
    result.unpersist()
    assert cases.tables_of(result.job, rows) == \
        cases.one_process(spec, data, keep="outputs"), spec


def test_every_kind_of_stream_together(spark):
    """As the frames of the result have it, in their order."""
    rng = cases.seeded(100)
    spec = cases.INPUTS + cases.LOCAL[0] + cases.LOCAL[1] + cases.LOCAL[3] + cases.GLOBAL[0]
    data = cases.rows(rng, 300)
    result = fm.spark.run(spec, cases.shuffled(rng, spark, data), order="place", keep="outputs",
                          shards=2)
    assert cases.on_spark(result) == cases.one_process(spec, data, keep="outputs")
    ids = [row["id"] for row in result.triggers.select("id").collect()]
    assert len(set(ids)) == len(ids) > 20
    result.unpersist()


def test_rows_of_one_moment_keep_the_order_of_the_frame(spark):
    """Without columns that order them; verdicts of all rows are at one time."""
    spec = cases.INPUTS + cases.GLOBAL[0] + cases.LOCAL[1] + cases.GLOBAL[3]
    data = [{**row, "time": 1.0} for row in cases.rows(cases.seeded(3), 250)]
    frame = spark.createDataFrame([tuple(row.values()) for row in data], cases.SQL_SCHEMA)
    result = fm.spark.run(spec, frame.coalesce(1), keep="outputs", shards=2)
    assert cases.on_spark(result) == cases.one_process(spec, data, keep="outputs")


def test_rows_that_nothing_tells_apart_are_an_error(spark):
    data = [{**row, "place": 7, "time": 1.0} for row in cases.rows(cases.seeded(3), 4)]
    frame = cases.shuffled(cases.seeded(1), spark, data)
    with pytest.raises(Exception, match="nothing tells which comes first"):
        fm.spark.run(cases.INPUTS + cases.GLOBAL[0], frame, order="place")


def test_calendar_times_count_from_the_first(spark):
    """Deadlines too; and what the start is may be said."""
    spec = cases.INPUTS + cases.LOCAL[1] + cases.GLOBAL[1]
    rng = cases.seeded(5)
    data = cases.rows(rng, 120)
    begin = datetime.datetime(2026, 3, 1, 23, 59, 58, tzinfo=datetime.timezone.utc)
    for row in data:
        row["time"] = begin + datetime.timedelta(seconds=row["time"])
    schema = cases.SCHEMA.set(0, cases.pa.field("time", cases.pa.timestamp("us", "UTC")))
    frame = spark.createDataFrame(
        spark.sparkContext.parallelize([tuple(row.values()) for row in data], 3),
        cases.SQL_SCHEMA.replace("time double", "time timestamp"))
    for options in ({}, {"start_at_midnight": True}):
        run = fm.Monitor(spec, keep="outputs", **options).run_frame(
            cases.pa.Table.from_pylist(data, schema))
        result = fm.spark.run(spec, frame, order="place", keep="outputs", shards=2, **options)
        for name in ("late", "mean"):
            told = cases.pa.table(run.table(name))
            wanted = [(at.value, *rest) for at, *rest in zip(
                told.column("time"), *(c.to_pylist() for c in told.columns[1:]), strict=True)]
            got = [(row["ns"] + result.job.start_ns, *row[1:-1]) for row in result[name].collect()]
            assert got == wanted, (name, options)
        result.unpersist()


def test_files_of_parquet_and_csv(spark, tmp_path):
    spec = cases.INPUTS + cases.LOCAL[0] + cases.GLOBAL[0]
    data = [{**row, "time": float(i)} for i, row in enumerate(cases.rows(cases.seeded(8), 200))]
    wanted = cases.one_process(spec, data)["triggers"]
    frame = cases.shuffled(cases.seeded(2), spark, data)
    frame.write.parquet(str(tmp_path / "parquet"))
    frame.write.csv(str(tmp_path / "csv"), header=True)
    for read in (spark.read.parquet(str(tmp_path / "parquet")),
                 spark.read.csv(str(tmp_path / "csv"), header=True, inferSchema=True)):
        found = fm.spark.run(spec, read, keep="triggers", shards=2)
        assert cases.on_spark(found)["triggers"] == wanted


def test_what_fails_is_told_as_one_process_tells_it(spark):
    spec = cases.INPUTS + ("output share(p) spawn with platform\n"
                           "  eval when platform == p with 100 / (score % 5)\n")
    rng = cases.seeded(11)
    data = cases.rows(rng, 60)
    frame = cases.shuffled(rng, spark, data)
    with pytest.raises(fm.EvaluationError, match="share"):
        fm.spark.run(spec, frame, order="place", shards=2)
    result = fm.spark.run(spec, frame, order="place", shards=2, on_error="report")
    run = fm.Monitor(spec, on_error="report").run_frame(
        cases.pa.Table.from_pylist(data, cases.SCHEMA))
    assert cases.without(cases.collected(result.errors), "ns") == \
        cases.table_rows(cases.pa.table(run.errors))


REFUSED = {
    "D01": "output n(p) spawn with platform eval when platform == p with score\n"
           "output o(q) spawn with platform eval when platform == q with n(\"A\").hold(or: 0)\n",
    "D02": "output o(q) spawn with platform\n"
           "  eval when platform == q with score.offset(by: -1, or: 0)\n",
    "D03": "output total := total.last(or: 0) + score\n"
           "output o(q) spawn with platform eval when platform == q with total.hold(or: 0)\n",
    "D05": "output o @1s := score.aggregate(over: 5s, using: median).defaults(to: 0)\n",
    "D06": "output o(q) spawn with platform eval @(platform) with o(q).last(or: 0) + 1\n",
}


@pytest.mark.parametrize("code", REFUSED)
def test_what_cannot_be_kept_is_refused_before_a_job_starts(spark, code):
    frame = cases.shuffled(cases.seeded(1), spark, cases.rows(cases.seeded(1), 3))
    tracker = spark.sparkContext.statusTracker()
    before = len(tracker.getJobIdsForGroup())
    with pytest.raises(fm.RefusedError, match="try: ") as refused:
        fm.spark.run(cases.INPUTS + REFUSED[code], frame)
    assert code in refused.value.codes
    assert len(tracker.getJobIdsForGroup()) == before


def test_jobs_have_names_that_people_understand(spark):
    frame = cases.shuffled(cases.seeded(1), spark, cases.rows(cases.seeded(1), 3))
    fm.spark.run(cases.INPUTS + cases.LOCAL[0], frame, shards=1).unpersist()
    store = spark.sparkContext._jsc.sc().statusStore()
    jobs = store.jobsList(None)
    told = [jobs.apply(i).description() for i in range(jobs.size())]
    texts = [each.get() for each in told if each.isDefined()]
    assert any("FairMon: first and last time" in text for text in texts)
    assert any("judging in" in text for text in texts)


@pytest.mark.parametrize("change, message", [
    ({"time": "when"}, "no column `when`"),
    ({"columns": {"scoer": "score"}}, "no input"),
    ({"order": "row"}, "no column of the frame"),
    ({"keep": ["nothing"]}, "no output"),
    ({"shards": 0}, "between 1 and"),
    ({"time": "platform"}, "cast it first"),
])
def test_what_does_not_fit_is_said_at_once(spark, change, message):
    frame = cases.shuffled(cases.seeded(1), spark, cases.rows(cases.seeded(1), 3))
    with pytest.raises(fm.FairmonError, match=message):
        fm.spark.run(cases.INPUTS + cases.LOCAL[0], frame, **change)


def test_nothing_happens_on_no_rows(spark):
    frame = spark.createDataFrame([], cases.SQL_SCHEMA)
    result = fm.spark.run(cases.INPUTS + cases.LOCAL[0] + cases.GLOBAL[1], frame, keep="outputs")
    assert result.triggers.count() == 0 and result["mean"].count() == 0


def test_monitors_are_spread_one_per_task(spark):
    from fairmon.spark.slots import spread_numbers, spark_hash

    numbers = spread_numbers(9)
    rows = spark.createDataFrame([(n,) for n in numbers], "n int").selectExpr("n", "hash(n)")
    assert {row[0]: row[1] for row in rows.collect()} == {n: spark_hash(n) for n in numbers}
    assert [spark_hash(n) % 9 for n in numbers] == list(range(9))
