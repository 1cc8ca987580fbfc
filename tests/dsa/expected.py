"""Values of the three DSA specifications, computed from dumps without FairMon.

Deliberately simple: every statement is kept, every window is summed anew at every tick. A tick at t
sees the statements later than t - window up to and including t. Statements count when they were
received, whatever the order of their ids.
"""
import calendar
import collections
import csv
import functools
import io
import json
import math
import time
import zipfile

DAY = 86_400
HOUR = 3_600
FULLY = "AUTOMATED_DECISION_FULLY"
NOT_AUTOMATED = "AUTOMATED_DECISION_NOT_AUTOMATED"

WATCHED = ("automation", "automation_gap", "avg_delay_per", "fully_plot", "not_automated_plot")
READ = ("created_at", "application_date", "platform_name", "content_language",
        "automated_decision", "automated_detection")

Statement = collections.namedtuple("Statement", "at row")


@functools.lru_cache(maxsize=None)  # a day has fewer seconds than statements
def seconds(text):
    return calendar.timegm(time.strptime(text, "%Y-%m-%d %H:%M:%S"))


def rows_of_dump(path):
    """The rows of a dump as dictionaries; a zip file of zip files of CSV files."""
    with zipfile.ZipFile(path) as outer:
        for inner_name in sorted(outer.namelist()):
            with zipfile.ZipFile(io.BytesIO(outer.read(inner_name))) as inner:
                for name in sorted(inner.namelist()):
                    text = io.StringIO(inner.read(name).decode(), newline="\n")
                    yield from csv.DictReader(text)


def statements(dumps, first_day):
    """All statements with the second of the run they count at."""
    start = seconds(first_day + " 00:00:00")
    result = [Statement(seconds(row["created_at"]) - start, {name: row[name] for name in READ})
              for dump in dumps for row in rows_of_dump(dump)]
    return sorted(result, key=lambda statement: statement.at)


def ticks(period, num_days):
    return range(period, num_days * DAY + 1, period)


def within(all_statements, after, until):
    return [s for s in all_statements if after < s.at <= until]


def automation_per_language(all_statements, num_days):
    """{(second, stream, instance): value} for every tick."""
    play = [s for s in all_statements
            if s.row["platform_name"] == "Google Play" and s.row["content_language"]]
    values = {}
    for tick in ticks(DAY, num_days):
        day = within(play, tick - DAY, tick)
        shares = {}
        for language in {s.row["content_language"] for s in play if s.at <= tick}:
            own = [s for s in day if s.row["content_language"] == language]
            hits = sum(s.row["automated_decision"] == FULLY for s in own)
            shares[language] = hits / len(own) if own else 0.0
            values[tick, "automation", (language,)] = shares[language]
        values[tick, "automation_gap", ()] = (max(shares.values()) - min(shares.values())
                                              if shares else 0.0)
    return values


def delay(all_statements, num_days):
    values = {}
    by_platform = collections.defaultdict(list)
    for s in all_statements:
        days = (seconds(s.row["created_at"]) - seconds(s.row["application_date"])) / DAY
        by_platform[s.row["platform_name"]].append((s.at, days))
    for tick in ticks(HOUR, num_days):
        for platform, delays in by_platform.items():
            recent = [days for at, days in delays if tick - DAY < at <= tick]
            if recent:
                values[tick, "avg_delay_per", (platform,)] = sum(recent) / len(recent)
    return values


def automation_ratios(all_statements, num_days):
    values = {}
    counts = collections.defaultdict(lambda: [0, 0, 0])
    position = 0
    for tick in ticks(HOUR, num_days):
        while position < len(all_statements) and all_statements[position].at <= tick:
            row = all_statements[position].row
            count = counts[row["platform_name"], row["automated_detection"] == "Yes"]
            count[0] += 1
            count[1] += row["automated_decision"] == FULLY
            count[2] += row["automated_decision"] == NOT_AUTOMATED
            position += 1
        for instance, (number, fully, not_automated) in counts.items():
            values[tick, "fully_plot", instance] = fully / number
            values[tick, "not_automated_plot", instance] = not_automated / number
    return values


def of_statements(name, all_statements, num_days):
    compute = {"automation_per_language": automation_per_language, "delay": delay,
               "automation_ratios": automation_ratios}[name]
    return compute(all_statements, num_days)


def of_example(name, dumps, first_day, num_days):
    return of_statements(name, statements(dumps, first_day), num_days)


def values_said(text):
    """{(second, stream, instance): value} of the verdicts of a run, as JSON lines."""
    values = {}
    for line in text.splitlines():
        record = json.loads(line)
        for stream in WATCHED:
            for update in record.get(stream, ()):
                if "eval" in update:
                    key = (float(record["time"]), stream, tuple(update.get("instance", ())))
                    values[key] = update["eval"]
    return values


def difference(found, wanted):
    """What differs, in words, or nothing."""
    if len(wanted) < 3:
        return f"only {len(wanted)} values to compare"
    if wanted.keys() != found.keys():
        return f"{len(found)} values instead of {len(wanted)}, or others"
    for key, value in wanted.items():
        if not math.isclose(found[key], value, rel_tol=1e-12, abs_tol=1e-15):
            return f"{key} is {found[key]} instead of {value}"
    return None
