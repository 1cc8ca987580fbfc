#!/usr/bin/env python3
"""Writes a synthetic trace of loans: a DECISION for every application, and for every granted loan
an OUTCOME at the end of its term, nine months later. Nobody in it is real.

Loans that fail do so earlier, and the bank knows. It books every outcome at the end of the term all
the same: counted on arrival, failures would be over-represented among the young loans.

The bank asks group B for more security than group A, so the loans of B are repaid more often: a
sign that applicants of B are refused who would repay. In the second half of the year the credit
scores of B fall, by 60 points in the end. Usage: generate.py > trace.csv
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from mixer import Mixer  # noqa: E402

DAY = 86_400
APPLICATIONS = 4_000
DAYS = 365
TERM = 270


def events(mixer):
    for number in range(1, APPLICATIONS + 1):
        group = "AB"[mixer.below(2)]
        credit = 400 + mixer.below(400)
        day = mixer.below(DAYS)
        applied = day * DAY + mixer.below(DAY)
        if group == "B" and day > DAYS // 2:
            credit -= 60 * (day - DAYS // 2) // (DAYS // 2)
        approved = credit >= (560 if group == "A" else 620)
        yield applied, f"DECISION,{number},{group},{credit},{str(approved).lower()},"
        if approved:
            repaid = mixer.below(1000) < 500 + (credit - 500) * 3 // 2
            mixer.below(180)  # the day on which it was known, which must not matter
            yield applied + TERM * DAY, f"OUTCOME,{number},,,,{str(repaid).lower()}"


def main():
    sys.stdout.write("time,event,id,group,credit,approved,repaid\n")
    for time, rest in sorted(events(Mixer(7))):
        sys.stdout.write(f"{time},{rest}\n")


if __name__ == "__main__":
    main()
