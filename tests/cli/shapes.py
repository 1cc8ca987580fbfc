#!/usr/bin/env python3
"""Five shapes in which tables of decisions come, invented but with the troubles of real ones.

Each function gives the text of a CSV file; the same text every time. `python3 shapes.py FOLDER`
writes all of them.
"""
import datetime
import pathlib
import random
import sys


def census():
    """No line with names, blanks after commas, `?` for what is unknown, `>50K` as the label."""
    dice = random.Random(1)
    rows = []
    for _ in range(1200):
        sex = dice.choice(["Male", "Male", "Female"])
        race = dice.choice(["White"] * 8 + ["Black"] * 2 + ["Asian-Pac-Islander"])
        rich = dice.random() < (0.31 if sex == "Male" else 0.11)
        rows.append(", ".join([
            str(dice.randint(17, 90)), dice.choice(["Private", "State-gov", "?"]),
            str(dice.randint(20_000, 400_000)), dice.choice(["HS-grad", "Bachelors"]), race, sex,
            str(dice.randint(10, 60)), ">50K" if rich else "<=50K"]))
    return "\n".join(rows) + "\n"


def scores():
    """A risk score and what came of it: both bad for the person; dates of birth; rows unordered."""
    dice = random.Random(2)
    rows = ["id,name,sex,dob,age,race,decile_score,screening_date,two_year_recid"]
    for number in range(900):
        race = dice.choice(["African-American", "Caucasian", "Caucasian", "Hispanic", ""])
        day = datetime.date(2013, 1, 1) + datetime.timedelta(days=dice.randint(0, 700))
        score = min(10, max(1, round(dice.gauss(6 if race == "African-American" else 4, 2.5))))
        rows.append(f"{number},Doe {number},{dice.choice(['Male', 'Female'])},"
                    f"19{dice.randint(50, 95)}-05-0{dice.randint(1, 9)},{dice.randint(18, 70)},"
                    f"{race},{score},{day},{int(dice.random() < score / 14)}")
    return "\n".join(rows) + "\n"


def credit():
    """Codes instead of words: 1 is good and 2 is bad, separated by semicolons; no times."""
    dice = random.Random(3)
    rows = ["status;duration;amount;age;foreign_worker;credit"]
    for _ in range(1000):
        age = dice.randint(19, 75)
        good = dice.random() < (0.55 if age < 25 else 0.75)
        rows.append(f"A1{dice.randint(1, 4)};{dice.randint(4, 72)};{dice.randint(250, 18000)};"
                    f"{age};{dice.choice(['yes', 'no'])};{1 if good else 2}")
    return "\n".join(rows) + "\n"


def loans():
    """Three years in order, names with blanks, blank and `NA` labels that would decide the gap."""
    dice = random.Random(4)
    rows = ["Action Date,Applicant Ethnicity,Loan denied,Income (k$)"]
    for number in range(4000):
        day = datetime.date(2019, 1, 1) + datetime.timedelta(days=number * 1095 // 4000)
        ethnicity = dice.choice(["Hispanic", "Not Hispanic", "Not Hispanic"])
        denied = dice.random() < 0.30
        if number % 40 == 0:
            ethnicity, denied = dice.choice(["", "NA"]), True
        rows.append(f"{day},{ethnicity},{'Yes' if denied else 'No'},"
                    f"{dice.choice(['NA', str(dice.randint(20, 200))])}")
    return "\n".join(rows) + "\n"


def hiring():
    """What another program exported: numbers with a point for true and false, seconds as times."""
    dice = random.Random(5)
    rows = ["timestamp,gender,hired,qualified"]
    for number in range(800):
        gender = dice.choice(["women", "men"])
        qualified = dice.random() < 0.5
        hired = dice.random() < (0.7 if qualified else 0.2) - (0.15 if gender == "women" else 0.0)
        rows.append(f"{number * 60}.0,{gender},{float(hired)},{float(qualified)}")
    return "\n".join(rows) + "\n"


SHAPES = {"census": census, "scores": scores, "credit": credit, "loans": loans, "hiring": hiring}


def main():
    folder = pathlib.Path(sys.argv[1])
    for name, make in SHAPES.items():
        (folder / f"{name}.csv").write_text(make())


if __name__ == "__main__":
    main()
