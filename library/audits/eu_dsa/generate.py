#!/usr/bin/env python3
"""Writes statements.csv: 1,200 invented statements of reasons of two platforms."""
import csv
import datetime
import pathlib
import random

LANGUAGES = [("EN", 0.35), ("DE", 0.25), ("FR", 0.2), ("ET", 0.05), ("", 0.15)]
AUTOMATION = {"EN": 0.8, "DE": 0.72, "FR": 0.78, "ET": 0.45, "": 0.7}


def main():
    source = random.Random(2065)
    start = datetime.datetime(2025, 11, 26)
    languages, weights = zip(*LANGUAGES)
    rows = []
    for number in range(1200):
        language = source.choices(languages, weights)[0]
        draw = source.random()
        fully = AUTOMATION[language]
        partly = "PARTIALLY" if draw < fully + 0.1 else "NOT_AUTOMATED"
        decision = "FULLY" if draw < fully else partly
        when = start + datetime.timedelta(seconds=number * 500)
        rows.append((when.strftime("%Y-%m-%d %H:%M:%S"), source.choice(("Northbook", "Shopville")),
                     language, "AUTOMATED_DECISION_" + decision))
    target = pathlib.Path(__file__).with_name("statements.csv")
    with target.open("w", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(("created_at", "platform_name", "content_language", "automated_decision"))
        writer.writerows(rows)


if __name__ == "__main__":
    main()
