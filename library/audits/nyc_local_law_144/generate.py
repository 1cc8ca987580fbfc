#!/usr/bin/env python3
"""Writes applicants.csv: 1,500 invented applicants, scored by a tool and partly selected."""
import csv
import pathlib
import random

SEXES = [("F", 0.46), ("M", 0.50), ("", 0.03), ("X", 0.01)]
RACES = [("White", 0.40), ("Black", 0.19), ("Hispanic", 0.20), ("Asian", 0.13),
         ("Two or More Races", 0.03), ("Native American", 0.01), ("Declined", 0.04)]
SHIFT = {"F": -3.0, "Black": -5.0, "Hispanic": -2.0, "Asian": 1.0}


def chosen(random_source, table):
    labels, weights = zip(*table)
    return random_source.choices(labels, weights)[0]


def main():
    source = random.Random(144)
    rows = []
    for number in range(1500):
        sex, race = chosen(source, SEXES), chosen(source, RACES)
        score = source.gauss(60.0 + SHIFT.get(sex, 0.0) + SHIFT.get(race, 0.0), 12.0)
        score = round(min(max(score, 0.0), 100.0), 1)
        selected = score > 55.0 and source.random() < 0.6
        day = 1 + number * 360 // 1500
        date = f"2025-{1 + (day - 1) // 30:02d}-{1 + (day - 1) % 28:02d}"
        rows.append((date, sex, race, score, "yes" if selected else "no"))
    rows.sort(key=lambda row: row[0])
    target = pathlib.Path(__file__).with_name("applicants.csv")
    with target.open("w", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(("date", "sex", "race", "score", "selected"))
        writer.writerows(rows)


if __name__ == "__main__":
    main()
