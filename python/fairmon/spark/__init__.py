"""FairMon on Apache Spark: the verdicts of one process, judged where the data are.

    import fairmon as fm
    found = fm.spark.run("approvals.lola", spark.read.parquet("decisions"))
    found.triggers.show()

Rows are spread by the key that the plan of the specification names (`fm.plan`), sorted by time and
order within each shard, and judged by the engine of this package in `mapInArrow`; what needs all
events is judged by one global stage beside the shards. Executors need this package only, and
pyarrow, which Spark asks for itself. `watch` does the same with a stream of Spark.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fairmon.spark.batch import run
    from fairmon.spark.results import Result
    from fairmon.spark.streaming import Batch, watch

__all__ = ["Batch", "Result", "run", "watch"]

# Plans need none of pyarrow, which the others import.
_LATER = {"Batch": "streaming", "Result": "results", "run": "batch", "watch": "streaming"}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'fairmon.spark' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"fairmon.spark.{_LATER[name]}"), name)
