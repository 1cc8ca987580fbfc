"""FairMon watches streams of decisions for fairness.

>>> import fairmon as fm
>>> spec = fm.metrics.demographic_parity(group="gender", decision="hired")
>>> run = fm.Monitor(spec).run({"time": [1, 2, 3], "gender": ["women", "men", "men"],
...                             "hired": [False, True, True]})
>>> run.verdict
'violated'
"""

from typing import TYPE_CHECKING, Any

from fairmon._core import Spec, Table, __version__
from fairmon.errors import (
    BusyError,
    CheckpointError,
    EvaluationError,
    FairmonError,
    InputError,
    InternalError,
    RefusedError,
    SpecError,
    UsageError,
)
from fairmon.monitor import Monitor, check, compile_spec
from fairmon.results import Run
from fairmon.specification import Specification

if TYPE_CHECKING:
    from fairmon import fairlearn, metrics, river, sklearn, spark
    from fairmon.aio import AsyncMonitor
    from fairmon.diagnostics import Diagnostic
    from fairmon.guess import init
    from fairmon.live import Live
    from fairmon.metrics import column
    from fairmon.spark.plan import Plan, plan
    from fairmon.testing import assert_fair
    from fairmon.verdicts import Verdict

__all__ = [
    "AsyncMonitor",
    "BusyError",
    "CheckpointError",
    "Diagnostic",
    "EvaluationError",
    "FairmonError",
    "InputError",
    "InternalError",
    "Live",
    "Monitor",
    "Plan",
    "RefusedError",
    "Run",
    "Spec",
    "SpecError",
    "Specification",
    "Table",
    "UsageError",
    "Verdict",
    "__version__",
    "assert_fair",
    "check",
    "column",
    "compile_spec",
    "fairlearn",
    "init",
    "metrics",
    "plan",
    "river",
    "sklearn",
    "spark",
]

# What not everybody needs is imported when it is used, so that the package loads quickly.
_LATER = {"AsyncMonitor": "aio", "Diagnostic": "diagnostics", "Live": "live",
          "Verdict": "verdicts", "assert_fair": "testing", "column": "metrics", "init": "guess",
          "Plan": "spark.plan", "plan": "spark.plan", "fairlearn": "", "metrics": "",
          "river": "", "sklearn": "", "spark": ""}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'fairmon' has no attribute {name!r}")
    from importlib import import_module

    if not _LATER[name]:
        return import_module(f"fairmon.{name}")
    return getattr(import_module(f"fairmon.{_LATER[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)


def load_ipython_extension(shell: Any) -> None:
    """`%load_ext fairmon` gives notebooks the cell magic `%%fairmon`."""
    from fairmon.display.magic import load_ipython_extension

    load_ipython_extension(shell)
