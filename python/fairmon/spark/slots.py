"""Numbers that Spark's own partitioner spreads one per task."""

from __future__ import annotations

_MASK = 0xFFFFFFFF


def _rotated(number: int, by: int) -> int:
    return (number << by | number >> 32 - by) & _MASK


def spark_hash(number: int) -> int:
    """What Spark's `hash` gives for an int: Murmur3 with the seed 42."""
    mixed = _rotated(number * 0xCC9E2D51 & _MASK, 15) * 0x1B873593 & _MASK
    mixed = (_rotated(42 ^ mixed, 13) * 5 + 0xE6546B64 & _MASK) ^ 4
    mixed = (mixed ^ mixed >> 16) * 0x85EBCA6B & _MASK
    mixed = (mixed ^ mixed >> 13) * 0xC2B2AE35 & _MASK
    mixed ^= mixed >> 16
    return mixed - (1 << 32) if mixed >> 31 else mixed


def spread_numbers(count: int) -> list[int]:
    """One number for each of so many places, which `repartition(count, …)` puts there.

    Dividing by the places' own numbers would leave a third of the tasks without work.
    """
    found: dict[int, int] = {}
    number = 0
    while len(found) < count:
        found.setdefault(spark_hash(number) % count, number)
        number += 1
    return [found[place] for place in range(count)]
