#!/usr/bin/env python3
"""Fails when an #include points against the layers drawn in ARCHITECTURE.md.

Tests, benchmarks and fuzzers may look anywhere; the code they test may not.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

GROUND = {"support", "value", "diag"}
COMPILER = {"syntax", "ir", "templates", "sema", "lower", "split"}
ENGINES = {"engine", "reference"}

# What each module may include besides itself.
MAY_SEE = {
    "support": set(),
    "value": {"support"},
    "diag": {"support"},
    "builtins": GROUND,
    "ir": GROUND | {"builtins"},
    "syntax": GROUND | {"builtins"},
    "templates": GROUND | {"builtins", "ir", "syntax"},
    "sema": GROUND | {"builtins", "ir", "syntax", "templates"},
    "lower": GROUND | {"builtins", "ir", "syntax", "templates", "sema"},
    "split": GROUND | {"builtins", "ir"},
    "engine": {"support", "value", "builtins", "ir"},
    "reference": {"support", "value", "builtins", "ir"},
    "api": GROUND | {"builtins"} | COMPILER | ENGINES,
    "findings": {"support"},
    "pipeline": {"support"},
    "server": {"support", "pipeline", "report", "why", "intake", "ledger"},
    "intake": {"support", "plugins"},
    "dsa": {"support"},
    "ledger": {"support"},
    "eventlog": {"support"},
    "database": {"support"},
    "kafka": {"support"},
    "report": {"support", "builtins"},
    "why": {"support", "report"},
    "plugins": {"support", "dsa", "ledger", "eventlog", "database", "kafka"},
    "watch": {"support", "eventlog", "ledger", "pipeline", "plugins", "server"},
    "cli": (GROUND | {"builtins", "api", "findings", "pipeline", "report", "server", "dsa",
            "ledger", "eventlog", "database", "plugins", "why", "intake", "watch"}
            | COMPILER | ENGINES),
    "capi": {"support", "syntax", "plugins", "intake", "pipeline", "cli"},
}
# Public headers that everybody may use; all others belong to `api` and the levels above it.
VOCABULARY = {"result", "error", "source", "diagnostic", "value", "time", "symbols", "event",
              "verdict", "version"}
SEES_FACADES = {"api", "findings", "pipeline", "report", "server", "intake", "dsa", "ledger",
                "eventlog", "kafka", "plugins", "watch", "why", "cli", "capi"}
# The engines are the bodies of one facade.
IMPLEMENTS = {"ir": {"monitor"}, "engine": {"monitor"}, "reference": {"monitor"}}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
FREE = re.compile(r"_(test|bench|fuzz)\.cpp$")


def includes(path):
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1), match.group(2)


def plugin_of(parts):
    """`plugins/inputs/csv` for a file of that plugin, None for what plugins share."""
    if len(parts) >= 4 and parts[0] == "plugins" and parts[1] in ("inputs", "outputs"):
        return "/".join(parts[:3])
    return None


def complaint(path, target):
    """Why the file at `path` (below src) may not include `target`, or None."""
    parts = path.parts
    module = parts[0]
    if target.startswith("fairmon/"):
        header = pathlib.PurePath(target).stem
        own = IMPLEMENTS.get(module, set())
        if header not in VOCABULARY | own and module not in SEES_FACADES:
            return f"{module} is below the facade {target}"
        return None
    other = pathlib.PurePath(target).parts
    if other[0] not in MAY_SEE:
        return None if len(other) == 1 else f"{other[0]} is not a module"
    if other[0] == module:
        mine, theirs = plugin_of(parts), plugin_of(other)
        if mine and theirs and mine != theirs:
            return f"{mine} and {theirs} are strangers"
        return None
    if other[0] not in MAY_SEE[module]:
        return f"{module} must not see {other[0]}"
    return None


def check_sources():
    for path in sorted((ROOT / "src").rglob("*.[ch]pp")):
        below = path.relative_to(ROOT / "src")
        if FREE.search(path.name):
            continue
        if below.parts[0] not in MAY_SEE:
            yield f"{path.relative_to(ROOT)}: module {below.parts[0]} has no place in the layers"
            continue
        for number, bracket, target in includes(path):
            ours = bracket == '"' or target.startswith("fairmon/")
            reason = complaint(below, target) if ours else None
            if reason:
                yield f"{path.relative_to(ROOT)}:{number}: {reason}"


def check_public_headers():
    """Public headers show standard library types only."""
    for path in sorted((ROOT / "include").rglob("*.hpp")):
        for number, bracket, target in includes(path):
            if not target.startswith("fairmon/") and (bracket == '"' or not target.isidentifier()):
                yield f"{path.relative_to(ROOT)}:{number}: {target} is neither public nor standard"


def main():
    complaints = [*check_sources(), *check_public_headers()]
    for line in complaints:
        print(line)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
