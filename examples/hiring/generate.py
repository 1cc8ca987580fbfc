#!/usr/bin/env python3
"""Writes a synthetic trace of applications for jobs, with the decision and, for everybody, whether
they were qualified (as a later, blind review found), the interviewers' score, and how long the
answer took. Nobody in it is real.
Usage: generate.py > trace.csv
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from mixer import Mixer  # noqa: E402

HOUR = 3_600
APPLICATIONS = 3_000


def main():
    mixer, waiting = Mixer(42), Mixer(43)
    sys.stdout.write("time,gender,origin,hired,qualified,score,waited_days\n")
    time = 0
    for _ in range(APPLICATIONS):
        time += 1 + mixer.below(2 * HOUR)
        gender = "women" if mixer.below(100) < 45 else "men"
        origin = "abroad" if mixer.below(100) < 30 else "here"
        qualified = mixer.below(100) < 50
        # The recruiter overlooks qualified women from abroad more often than anybody else.
        chance = 70 if qualified else 20
        if gender == "women" and origin == "abroad":
            chance -= 18
        hired = mixer.below(100) < chance
        # Papers from abroad take longer to check. The score is the interviewers', from 0 to 1.
        score = (30 + 25 * qualified + waiting.below(45)) / 100
        waited = 3 + waiting.below(12) + (4 if origin == "abroad" else 0)
        row = (time, gender, origin, str(hired).lower(), str(qualified).lower(), score, waited)
        sys.stdout.write(",".join(map(str, row)) + "\n")


if __name__ == "__main__":
    main()
