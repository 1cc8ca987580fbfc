"""`%%fairmon`: a cell of a notebook that holds a specification."""

from __future__ import annotations

import argparse
import shlex
from typing import Any, NoReturn

from fairmon.errors import UsageError
from fairmon.specification import Specification


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}\n{self.format_usage()}")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="%%fairmon", add_help=False, description=(
        "checks the specification in the cell and keeps it under a name"))
    parser.add_argument("name", nargs="?", default="spec", help="variable for the specification")
    parser.add_argument("--run", metavar="FRAME", help="variable with data to run it on")
    parser.add_argument("--into", metavar="NAME", default="run", help="variable for the run")
    parser.add_argument("--time", metavar="COLUMN", help="the column with the time")
    parser.add_argument("--level", type=float, help="level that all statements share")
    return parser


def fairmon_cell(line: str, cell: str, variables: dict[str, Any]) -> Any:
    """What the cell shows: the specification with its diagnostics, or the run."""
    from fairmon.monitor import Monitor

    given = _parser().parse_args(shlex.split(line))
    if not given.name.isidentifier():
        raise UsageError(f"`{given.name}` cannot be the name of a variable")
    specification = Specification(cell.strip("\n"), given.name)
    variables[given.name] = specification
    errors = [each for each in specification.check(level=given.level) if each.severity == "error"]
    if given.run is None or errors:
        return specification
    if given.run not in variables:
        raise UsageError(f"there is no variable `{given.run}` to run it on")
    monitor = Monitor(specification, time=given.time, level=given.level)
    variables[given.into] = run = monitor.run(variables[given.run])
    return run


def load_ipython_extension(shell: Any) -> None:
    """Called by `%load_ext fairmon`."""

    def fairmon(line: str, cell: str) -> Any:
        return fairmon_cell(line, cell, shell.user_ns)

    fairmon.__doc__ = _parser().format_help()
    shell.register_magic_function(fairmon, magic_kind="cell", magic_name="fairmon")
