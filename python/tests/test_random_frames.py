"""Random frames: rows, batches of random sizes and both engines agree, and go on alike."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import fairmon as fm

pa = pytest.importorskip("pyarrow")

SPEC = fm.Spec("""
input s : String
input f : Float64
input i : Int64
input b : Bool
output n(k) spawn with s eval when s == k with n(k).last(or: 0) + 1
output recent @1s := f.aggregate(over: 5s, using: sum)
trigger i > 0 && b "positive"
trigger @1s recent > 10.0 "much"
""")
SCHEMA = pa.schema([("time", pa.float64()), ("s", pa.string()), ("f", pa.float64()),
                    ("i", pa.int64()), ("b", pa.bool_())])
ROW = st.tuples(
    st.integers(0, 8).map(lambda n: n / 4),
    st.none() | st.text(max_size=20) | st.sampled_from(["a", "b", "a text that is a bit longer"]),
    st.none() | st.floats(-100, 100),
    st.none() | st.integers(-2**63, 2**63 - 1),
    st.none() | st.booleans())


@settings(max_examples=40, deadline=None, derandomize=True,
          suppress_health_check=list(HealthCheck))
@given(st.lists(ROW, max_size=80), st.integers(1, 40),
       st.sampled_from(["string", "large", "view", "dictionary"]))
def test_rows_and_batches(steps, size, kind):
    time, rows = 0.0, []
    for step, *values in steps:
        time += step
        rows.append(dict(zip(SCHEMA.names, (time, *values), strict=True)))
    table = pa.Table.from_pylist(rows, SCHEMA)
    types = {"string": pa.string(), "large": pa.large_string(), "view": pa.string_view(),
             "dictionary": pa.dictionary(pa.int32(), pa.string())}
    table = table.set_column(1, "s", table["s"].cast(types[kind]))
    for engine in ("fast", "reference"):
        single = fm.Monitor(SPEC, engine=engine)
        fired = [verdict for row in rows for verdict in single.push(row)]
        batched = fm.Monitor(SPEC, engine=engine)
        together = [verdict for batch in table.to_batches(max_chunksize=size)
                    for verdict in batched.push_many(batch)]
        assert together == fired
        later = {"time": time + 2.5, "s": "a", "f": 11.0, "i": 1, "b": True}
        again = fm.Monitor.load(SPEC, batched.save(), engine=engine)
        assert again.push(later) == single.push(later) == batched.push(later)
