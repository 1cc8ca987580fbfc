"""The monitor in programs that use asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fairmon import _core
    from fairmon.monitor import Monitor
    from fairmon.results import Run
    from fairmon.verdicts import Verdict


class AsyncMonitor:
    """Wraps a monitor so that tasks share it: one event after the other, in the order of arrival.

    One event takes microseconds and is judged at once. Frames are judged in a thread, while other
    tasks go on.

    >>> import asyncio, fairmon as fm
    >>> async def main():
    ...     monitor = fm.AsyncMonitor(fm.Monitor('input a : Bool trigger a "it is so"'))
    ...     return await monitor.push({"time": 1.0, "a": True})
    >>> [str(verdict) for verdict in asyncio.run(main())]
    ['1.0: it is so']
    """

    def __init__(self, monitor: Monitor) -> None:
        self.monitor = monitor
        self._turn = asyncio.Lock()

    async def push(self, event: Mapping[str, Any], /) -> list[Verdict]:
        """One event; the triggers that fired."""
        async with self._turn:
            return self.monitor.push(event)

    async def push_many(self, frame: Any, /) -> list[Verdict]:
        """Further events as a frame, judged in a thread; all or nothing."""
        async with self._turn:
            return await asyncio.to_thread(self.monitor.push_many, frame)

    async def advance(self, time: _core.When, /) -> list[Verdict]:
        """Lets time pass without an event."""
        async with self._turn:
            return await asyncio.to_thread(self.monitor.advance, time)

    async def run(self, frame: Any, /, *, keep: str | Iterable[str] | None = None) -> Run:
        """Runs a whole frame from the start in a thread."""
        return await asyncio.to_thread(lambda: self.monitor.run(frame, keep=keep))

    async def watch(self, events: AsyncIterable[Mapping[str, Any]]) -> AsyncIterator[Verdict]:
        """Pushes the events of a source lazily, and yields what fires."""
        async for event in events:
            for verdict in await self.push(event):
                yield verdict

    async def save(self) -> bytes:
        """The exact state."""
        async with self._turn:
            return self.monitor.save()
