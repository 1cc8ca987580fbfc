"""A first specification for a frame."""

from __future__ import annotations

import io
from itertools import islice
from typing import Any

from fairmon import _core
from fairmon.frames import rows_of_frame
from fairmon.specification import Specification
from fairmon.web import write_csv

MOST_ROWS = 20_000


def init(frame: Any, *, group: str | tuple[str, ...] | list[str] | None = None,
         decision: str = "", outcome: str = "") -> Specification:
    """Guesses a specification for a frame, as `fairmon init` does for a file; read and change it.

    It looks at the first rows for columns that make groups, a decision and an outcome; name them
    where it guesses wrong. Several groups are taken together.

    >>> import fairmon as fm
    >>> frame = {"time": [1, 2, 3, 4], "gender": ["women", "men", "men", "women"],
    ...          "hired": [True, False, True, False]}
    >>> print(str(fm.init(frame)).splitlines()[1])
    input gender : String  // the group: women, men
    """
    groups = [group] if isinstance(group, str) else list(group or ())
    names, rows = rows_of_frame(frame)
    first = list(islice(rows, MOST_ROWS + 1))
    text = io.StringIO()
    write_csv(names, first[:MOST_ROWS], text)
    return Specification(_core.first_specification(
        text.getvalue(), name="the frame", groups=groups, decision=decision, outcome=outcome,
        complete=len(first) <= MOST_ROWS))
