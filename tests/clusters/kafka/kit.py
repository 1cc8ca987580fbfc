"""Data, topics and runs for the tests against a real broker."""
import json
import pathlib
import random
import subprocess
import sys

FAIRMON, BROKER = (sys.argv[1], sys.argv[2]) if len(sys.argv) > 2 else ("fairmon", "")
FOLDER = pathlib.Path("build/clusters/kafka-work")
SERVER = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else FOLDER  # the broker's own folder
LONG = 120

SPEC = """import math
input platform: String
input automated: Bool
input score: Float
output n(p) spawn with platform eval when platform == p with n(p).offset(by: -1).defaults(to: 0) + 1
output total := total.offset(by: -1).defaults(to: 0.0) + score
output recent @ 60s := automated.aggregate(over: 60s, using: count)
trigger score > 0.995 "a high score"
trigger @ 60s recent > 5 "many in a minute"
"""


def events(count, partitions, seed=1):
    """Rows (time, partition, platform, automated, score): ties within and across partitions."""
    rng = random.Random(seed)
    rows, time = [], 0
    for _ in range(count):
        time += rng.choice((0, 0, 250, 500, 1000))
        platform = f"p{rng.randrange(40)}"
        rows.append((time, int(platform[1:]) % partitions, platform, rng.random() < 0.3,
                     round(rng.random(), 6)))
    return rows


def stamp(milliseconds):
    """Unix time in seconds: the data begin at a fixed moment."""
    return f"{1700000000 + milliseconds // 1000}.{milliseconds % 1000:03d}"


def as_json(row):
    return json.dumps({"time": stamp(row[0]), "platform": row[2], "automated": row[3],
                       "score": row[4]})


def as_csv(row):
    return f"{stamp(row[0])},{row[2]},{str(row[3]).lower()},{row[4]}"


def write_csv(name, rows):
    """The same events as one file, in the order (time, partition, place in it)."""
    file = FOLDER / name
    ordered = sorted(rows, key=lambda row: (row[0], row[1]))  # stable: keeps the place
    file.write_text("time,platform,automated,score\n" + "".join(as_csv(r) + "\n" for r in ordered))
    return file


def kcat(*arguments, text=None):
    return subprocess.run(["kcat", "-b", BROKER, *arguments], input=text, check=True, text=True,
                          capture_output=True, timeout=LONG).stdout


def create(*topics):
    """Asked for a topic, this broker makes one with four partitions."""
    for topic in topics:
        for _ in range(100):
            if f'topic "{topic}" with 4 partitions' in kcat("-L", "-t", topic):
                break


def left_for(group, topic):
    """Records that another member of the group would still get: those behind its offsets."""
    return kcat("-G", group, "-X", "auto.offset.reset=earliest", "-e", "-q", "-f", "%p %o\n",
                topic).splitlines()


def produce(topic, rows, form=as_json, key=True, more=()):
    """Each partition by itself, so that the test knows what stands where."""
    for partition in sorted({row[1] for row in rows}):
        mine = [row for row in rows if row[1] == partition]
        lines = "".join((f"{row[2]}\t" if key else "") + form(row) + "\n" for row in mine)
        kcat("-P", "-t", topic, "-p", str(partition), *(("-K", "\t") if key else ()), *more,
             text=lines)


def committed(topic):
    return kcat("-C", "-t", topic, "-p", "0", "-o", "beginning", "-e", "-q", "-X",
                "isolation.level=read_committed").splitlines()


def everything(topic):
    return kcat("-C", "-t", topic, "-p", "0", "-o", "beginning", "-e", "-q", "-X",
                "isolation.level=read_uncommitted").splitlines()


def end_of(topic):
    """The offset behind the last record, committed or not."""
    return int(kcat("-Q", "-t", f"{topic}:0:-1").strip().rsplit(" ", 1)[1])


USED = set()  # all words of all commands


def command(*arguments):
    USED.update(map(str, arguments))
    return [FAIRMON, "monitor", str(FOLDER / "spec.lola"), *map(str, arguments)]


def run(*arguments, status=0, text=None):
    """What a run prints; fails if it ends with another status."""
    done = subprocess.run(command(*arguments), input=text, capture_output=True, text=True,
                          timeout=LONG, check=False)
    if done.returncode != status:
        raise AssertionError(f"status {done.returncode}: {done.stderr}")
    return done.stdout if status == 0 else done.stderr


def from_kafka(*topics):
    return [*topics, "--input", "kafka", "--brokers", BROKER]
