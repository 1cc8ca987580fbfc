"""Functions of Arrow over columns. They are made when their module is imported, so that nothing
that only reads sources knows them by name."""

from __future__ import annotations

import importlib
from typing import Any

pc: Any = importlib.import_module("pyarrow.compute")
