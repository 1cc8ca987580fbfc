"""Specifications and data that are made up from a number, and what one process says of them."""

import random

import pyarrow as pa

import fairmon as fm
from fairmon.spark import rows as verdict_rows
from fairmon.spark.job import NS, ORDER

INPUTS = """input platform : String
input group : Int64
input score : Int64
input x : Float64
input flag : Bool
"""

LOCAL = [
    "output rate(p) spawn with platform eval when platform == p with prob(of: flag)\n"
    'trigger @(platform) rate(platform).hold(or: 1.0) < 0.4 "few"\n',
    "output n(p) spawn with platform eval when platform == p with n(p).last(or: 0) + score\n"
    "output late(p) spawn with platform\n"
    "  eval @Global(1s) with n(p).aggregate(over: 3s, using: sum)\n",
    "output total_of(p) spawn with platform\n"
    "  eval when platform == p with total_of(p).last(or: 0.0) + x\n"
    "output beat(p) spawn with platform\n"
    "  eval @Local(2s) with total_of(p).hold(or: 0.0)\n",
    "output pair(p, g) spawn with (platform, group)\n"
    "  eval when platform == p && group == g with pair(p, g).last(or: 0) + 1\n"
    "  close when platform == p && score > 96\n",
    "output by_group(g) spawn with group eval when group == g with by_group(g).last(or: 0) + 1\n"
    'trigger @(group) by_group(group).hold(or: 0) % 5 == 4 "fifth"\n',
    "output side := if score > 50 then \"high\" else platform\n"
    "output of_side(s) spawn with side eval when side == s with of_side(s).last(or: 0.5) * x\n",
    'output high := score > 90\ntrigger high "high score"\n',
]
GLOBAL = [
    "output all_scores := all_scores.last(or: 0) + score\n"
    'trigger all_scores % 7 == 3 "seven"\n',
    "output mean @1s := x.aggregate(over: 4s, using: avg).defaults(to: 0.0)\n"
    'trigger @1s mean > 0.2 "mean"\n',
    "output seen(p) spawn with platform eval when platform == p with seen(p).last(or: 0) + 1\n"
    "output most @500ms := seen.aggregate(over_instances: all, using: max).defaults(to: 0)\n",
    "output before := x.offset(by: -1).defaults(to: 0.0) - x\n",
]


def specification(rng):
    """Some fragments, each kind now and then alone."""
    local = rng.sample(LOCAL, rng.randint(0, 4))
    some = rng.sample(GLOBAL, rng.randint(0 if local else 1, 2))
    return INPUTS + "".join(local + some)


def rows(rng, count):
    """Ties, times on deadlines, gaps, a hot key, missing values; in the order of time."""
    keys = [f"p{i}" for i in range(rng.choice([1, 3, 40]))]
    hot = rng.random() < 0.5
    milliseconds = rng.choice([0, 250, 1000])
    made = []
    for place in range(count):
        step = rng.choice([0, 0, 0, 250, 500, 1000, 1, 333, rng.choice([0, 7500])])
        milliseconds += step
        made.append({
            "time": milliseconds / 1000, "place": place,
            "platform": None if rng.random() < 0.05 else
            keys[0] if hot and rng.random() < 0.8 else rng.choice(keys),
            "group": rng.randint(-2, 2), "score": rng.randint(0, 99),
            "x": rng.choice([rng.uniform(-1, 1), 0.1, -0.0, 1e16]),
            "flag": None if rng.random() < 0.1 else rng.random() < 0.5})
    return made


SCHEMA = pa.schema([("time", pa.float64()), ("place", pa.int64()), ("platform", pa.string()),
                    ("group", pa.int64()), ("score", pa.int64()), ("x", pa.float64()),
                    ("flag", pa.bool_())])
SQL_SCHEMA = ("time double, place bigint, platform string, group bigint, score bigint, x double, "
              "flag boolean")


def one_process(spec, data, **options):
    """All tables of one monitor as lists of rows, by name."""
    run = fm.Monitor(spec, **options).run_frame(pa.Table.from_pylist(data, SCHEMA))
    tables = {"triggers": without(table_rows(pa.table(run.triggers())), "id")}
    for name in outputs(run.spec):
        tables[name] = table_rows(pa.table(run.table(name)))
    return tables


def outputs(spec):
    return [each.name for each in spec.streams if each.kind == "output" and not each.tells]


def on_spark(result):
    """The same as Spark's frames have it; floats are compared by their bits."""
    tables = {"triggers": without(collected(result.triggers), "id", "ns")}
    for name in result.job.kept:
        tables[name] = without(collected(result[name]), "ns")
    return tables


def order_of(row):
    return (row[NS], row[verdict_rows.DEADLINE], row[f"{ORDER}0"] or 0, row[verdict_rows.STREAM],
            row[verdict_rows.RANK])


def tables_of(job, rows):
    """The rows in the order of one process, as its tables have them."""
    spec = fm.compile_spec(job.text)
    rows = sorted((row for row in rows if row[verdict_rows.STREAM] != verdict_rows.STATE),
                  key=order_of)
    fired = [row for row in rows if row[verdict_rows.FIRED] is not None]
    tables = {"triggers": [
        {"time": row[NS] / 1e9, "trigger": spec.streams[row[verdict_rows.STREAM]].name,
         **row[verdict_rows.FIRED]} for row in fired]}
    for number, name in enumerate(job.kept):
        column = f"{verdict_rows.VALUES}{number}"
        tables[name] = [{"time": row[NS] / 1e9, **row[column]} for row in rows
                        if row[column] is not None]
    return {name: [{key: exact(value) for key, value in row.items()} for row in table]
            for name, table in tables.items()}


def table_rows(table):
    names = table.schema.names
    return [dict(zip(names, map(exact, row), strict=True))
            for row in zip(*(column.to_pylist() for column in table.columns), strict=True)]


def collected(frame):
    names = frame.columns
    return [dict(zip(names, map(exact, row), strict=True)) for row in frame.collect()]


def exact(value):
    return value.hex() if isinstance(value, float) else value


def without(table, *names):
    return [{name: value for name, value in row.items() if name not in names} for row in table]


def shuffled(rng, spark, data):
    """The data in another order, over several partitions."""
    mixed = list(data)
    rng.shuffle(mixed)
    values = [tuple(row.values()) for row in mixed]
    return spark.createDataFrame(spark.sparkContext.parallelize(values, 5), SQL_SCHEMA)


def seeded(seed):
    return random.Random(seed)
