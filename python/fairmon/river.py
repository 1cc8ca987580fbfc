"""A monitor as a drift detector in River's manner: `update(x)`, then look at `drift_detected`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fairmon.monitor import Monitor
    from fairmon.verdicts import Verdict


class FairnessDetector:
    """Looks like one of River's detectors; River itself is not needed.

    >>> import fairmon as fm
    >>> from fairmon.river import FairnessDetector
    >>> detector = FairnessDetector(
    ...     fm.Monitor(fm.metrics.demographic_parity("group", "hired"), interval=1.0))
    >>> for group, hired in [("a", True), ("b", True), ("b", False)]:
    ...     _ = detector.update({"group": group, "hired": hired})
    >>> detector.drift_detected, detector.verdicts[0].n
    (True, None)
    """

    def __init__(self, monitor: Monitor) -> None:
        self.monitor = monitor
        self.verdicts: list[Verdict] = []

    def update(self, x: Mapping[str, Any]) -> FairnessDetector:
        """One event; returns itself, so that calls can be chained."""
        self.verdicts = self.monitor.push(x)
        return self

    @property
    def drift_detected(self) -> bool:
        """Whether a trigger fired at the last update."""
        return bool(self.verdicts)

    def reset(self) -> None:
        """Starts again."""
        self.monitor.reset()
        self.verdicts = []

    def clone(self) -> FairnessDetector:
        """A new detector with the same specification and options and no past."""
        from fairmon.monitor import fresh

        return FairnessDetector(fresh(self.monitor))
