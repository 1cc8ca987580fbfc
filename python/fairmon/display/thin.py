"""Fewer points that draw the same picture."""

from __future__ import annotations

from collections.abc import Sequence


def thinned(xs: Sequence[float], ys: Sequence[float], low: float, high: float,
            stretches: int) -> list[int]:
    """Which points to draw: first, smallest, largest and last of each stretch of the width."""
    if len(xs) <= 4 * stretches or high <= low:
        return list(range(len(xs)))
    chosen: list[int] = []
    scale = stretches / (high - low)
    start = 0
    while start < len(xs):
        stretch = int((xs[start] - low) * scale)
        end = start + 1
        least = most = start
        while end < len(xs) and int((xs[end] - low) * scale) == stretch:
            if ys[end] < ys[least]:
                least = end
            if ys[end] > ys[most]:
                most = end
            end += 1
        chosen += sorted({start, least, most, end - 1})
        start = end
    return chosen
