"""The load of the benchmark: decisions of platforms, one rate each, and a total of all."""
import random

LOCAL = """input platform : String
input approved : Bool

#[public]
output rate(p)
  spawn with platform
  eval when platform == p with prob(of: approved)
output slow(p)
  spawn with platform
  eval @Global(1h) with rate(p).hold(or: 1.0)

trigger @(platform) rate(platform).hold(or: 1.0) < 0.2 "few approvals"
"""
WHOLE = LOCAL + """
output decisions @(platform) := decisions.last(or: 0) + 1
trigger decisions % 100000 == 0 "another 100000"
"""
TEXTS = {"local": LOCAL, "load": WHOLE}


def write(folder, rows):
    """Both specifications, and the data as CSV."""
    rng = random.Random(1)
    for name, text in TEXTS.items():
        (folder / f"{name}.lola").write_text(text, encoding="utf-8")
    with open(folder / "load.csv", "w", encoding="utf-8") as file:
        file.write("time,platform,approved\n")
        for row in range(rows):
            approved = "true" if rng.random() < 0.25 else "false"
            file.write(f"{row // 3},platform {rng.randrange(200)},{approved}\n")
