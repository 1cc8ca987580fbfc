#!/usr/bin/env python3
"""Writes the synthetic COMPAS trace that this example runs on.

Nobody in it is real. What is real are the totals: once every person has been judged, the number of
people per group, new offence within two years (yes, no) and score above 4 or above 7 equals the
contingency tables published with ProPublica's "Machine Bias" (2016) for African-American and
Caucasian defendants; "Other" is the remainder of the table for all defendants.

Usage: generate.py > trace.csv        The output is the same on every run and every machine.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from mixer import Mixer  # noqa: E402

DAY = 86_400
SCORE_OF_DAY = 8 * 3_600  # scores come in the morning, offences in the afternoon
OFFENCE_OF_DAY = 16 * 3_600
SCREENING_DAYS = 730
TWO_YEARS = 730

# (group, reoffends within two years): people with score 1-4, 5-7, 8-10
TABLE = {
    ("African-American", False): (990, 521, 284),
    ("African-American", True): (532, 628, 741),
    ("Caucasian", False): (1139, 268, 81),
    ("Caucasian", True): (461, 310, 195),
    ("Other", False): (552, 91, 37),
    ("Other", True): (223, 96, 65),
}
BANDS = ((1, 4), (5, 7), (8, 10))


def people(mixer):
    """(group, score, reoffends) of everybody, in random order."""
    result = []
    for (group, reoffends), counts in TABLE.items():
        for (low, high), count in zip(BANDS, counts):
            for k in range(count):
                result.append((group, low + k % (high - low + 1), reoffends))
    mixer.shuffle(result)
    return result


def days(mixer, reoffends):
    """Day of the screening, and of the new offence or None."""
    screening = mixer.below(SCREENING_DAYS)
    if reoffends:
        # New offences come early more often than late.
        after = 1 + min(mixer.below(TWO_YEARS - 2), mixer.below(TWO_YEARS - 2))
        return screening, screening + after
    # A few offend after the two years have passed; that no longer counts.
    if mixer.below(20) == 0:
        return screening, screening + TWO_YEARS + 2 + mixer.below(200)
    return screening, None


def events(mixer):
    by_day = {}
    for number, (group, score, reoffends) in enumerate(people(mixer), start=1):
        screening, offence = days(mixer, reoffends)
        by_day.setdefault((screening, SCORE_OF_DAY, "SCORE"), []).append((number, group, score))
        if offence is not None:
            key = (offence, OFFENCE_OF_DAY, "RECIDIVISM")
            by_day.setdefault(key, []).append((number, group, score))
    for (day, of_day, kind), persons in sorted(by_day.items()):
        for rank, (number, group, score) in enumerate(sorted(persons)):
            yield day * DAY + of_day + rank, kind, number, group, score


def main():
    out = sys.stdout
    out.write("time,event,id,group,score\n")
    for time, kind, number, group, score in events(Mixer(2016)):
        out.write(f"{time},{kind},{number},{group},{score}\n")


if __name__ == "__main__":
    main()
