"""Modules of Spark, which only those need who use it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from fairmon.errors import UsageError


def pyspark(module: str) -> Any:
    """One module of pyspark, or the way to get it."""
    try:
        return import_module(f"pyspark.{module}")
    except ImportError:
        raise UsageError("pyspark is not installed; `pip install pyspark`, and a Java runtime for "
                         "it") from None
