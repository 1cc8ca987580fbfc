"""What can go wrong. Every message says where, what, and the way out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fairmon.diagnostics import Diagnostic
    from fairmon.verdicts import Verdict


class FairmonError(Exception):
    """The base of all others.

    `stream`: the input, output or trigger concerned, if one is. `row`: the row of the frame,
    counted from 0, or the number of the event. `column`: the column of the data.
    """

    stream: str | None = None
    row: int | None = None
    column: str | None = None

    def __init__(
        self,
        message: str = "",
        *,
        stream: str | None = None,
        row: int | None = None,
        column: str | None = None,
    ) -> None:
        super().__init__(message)
        self.stream = stream
        self.row = row
        self.column = column

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.args, self.__dict__)


def _rebuild(
    kind: type[FairmonError], args: tuple[object, ...], facts: dict[str, object]
) -> FairmonError:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(facts)
    return error


class SpecError(FairmonError, ValueError):
    """The specification does not compile; `diagnostics` says why, `str()` prints it."""

    diagnostics: tuple[Diagnostic, ...] = ()


class InputError(FairmonError, ValueError):
    """The data do not fit: no such column, a wrong type, times that go back. Nothing is applied."""


class UsageError(FairmonError, ValueError):
    """An argument does not make sense."""


class EvaluationError(FairmonError, ArithmeticError):
    """A stream could not be evaluated (division by zero, a probability out of range).

    Raised by `push` and `push_many` after the events were applied; `verdicts` has what fired.
    """

    verdicts: tuple[Verdict, ...] = ()


class CheckpointError(FairmonError, ValueError):
    """A saved state is damaged or belongs to another specification or engine."""


class RefusedError(FairmonError, ValueError):
    """An engine of many machines cannot keep the verdicts of one process; nothing was started.

    `codes`: the rules that stand in the way, `D01` … `D08`.
    """

    codes: tuple[str, ...] = ()

    def __init__(self, message: str = "", *, codes: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.codes = codes


class BusyError(FairmonError, RuntimeError):
    """Another thread is using the monitor."""


class InternalError(FairmonError, RuntimeError):
    """A mistake in FairMon itself; please report it."""


_KINDS: dict[int, type[FairmonError]] = {
    1: UsageError,
    2: SpecError,
    3: InputError,
    4: EvaluationError,
    5: CheckpointError,
    7: BusyError,
}


def make(status: int, message: str, stream: str, column: str, row: int) -> BaseException:
    """The exception for a failure of the native library; numbers as in `fairmon/c.h`."""
    if status == 8:
        return KeyboardInterrupt()
    if status == 9:
        return MemoryError(message)
    kind = _KINDS.get(status, InternalError)
    return kind(
        message,
        stream=stream or None,
        column=column or None,
        row=row if row >= 0 else None,
    )


def missing_key(stream: str, column: str, event: Mapping[str, Any], row: int) -> FairmonError:
    """The exception for an event without a value that is needed."""
    import difflib

    keys = [str(key) for key in event]
    near = difflib.get_close_matches(column, keys, n=1)
    purpose = f"the input `{stream}`" if stream else "the time"
    message = f"the event has no `{column}` for {purpose}"
    if near:
        message += f"; did you mean `{near[0]}`?"
    elif stream:
        message += ("; give None where there is no value, or read it from another one with "
                    f'columns={{"{stream}": "KEY"}}')
    message += f"; it has {', '.join(f'`{key}`' for key in keys[:20]) or 'nothing'}"
    return InputError(
        message, stream=stream or None, column=column, row=row if row >= 0 else None)


def time_key(event: Mapping[str, Any]) -> str:
    """The key of an event that holds its time, where nobody has said which."""
    for key in event:
        if str(key).lower() in ("time", "ts", "timestamp"):
            return key
    raise InputError(
        "the event has nothing called time, ts or timestamp; name the key that holds the time with "
        'time="KEY", say time="now" for the clock on the wall, or interval=SECONDS')
