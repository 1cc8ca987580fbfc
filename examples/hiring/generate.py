#!/usr/bin/env python3
"""Writes a synthetic trace of applications for jobs, with the decision and, for everybody, whether
they were qualified (as a later, blind review found), the interviewers' score, and how long the
answer took. Nobody in it is real.
Usage: generate.py > trace.csv
       generate.py --events > reviews.csv     a DECISION for everybody, and a REVIEW weeks later
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from mixer import Mixer  # noqa: E402

HOUR = 3_600
APPLICATIONS = 3_000


def people():
    """Time, gender, origin, hired, qualified, score, days waited."""
    mixer, waiting = Mixer(42), Mixer(43)
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
        yield time, gender, origin, str(hired).lower(), str(qualified).lower(), score, waited


def events():
    """The same people with the review as an event of its own."""
    mixer = Mixer(44)
    for number, (time, gender, _, hired, qualified, *_) in enumerate(people(), 1):
        yield time, "DECISION", number, gender, hired, ""
        yield time + (20 + mixer.below(40)) * 24 * HOUR, "REVIEW", number, "", "", qualified


def main():
    if sys.argv[1:] == ["--events"]:
        sys.stdout.write("time,event,id,gender,hired,qualified\n")
        rows = sorted(events(), key=lambda row: row[:3])
    else:
        sys.stdout.write("time,gender,origin,hired,qualified,score,waited_days\n")
        rows = people()
    for row in rows:
        sys.stdout.write(",".join(map(str, row)) + "\n")


if __name__ == "__main__":
    main()
