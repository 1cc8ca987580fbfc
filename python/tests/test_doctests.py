"""The examples in docstrings and on the pages of the guide run as written."""

import contextlib
import doctest
import importlib
import io
import itertools
import pathlib
import pkgutil
import re
import subprocess
import sys

import pytest

import fairmon

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
MODULES = [each.name for each in pkgutil.walk_packages(fairmon.__path__, "fairmon.")
           if each.name not in ("fairmon.__main__", "fairmon._core")]
ROOT = pathlib.Path(__file__).parents[2]


@pytest.mark.parametrize("name", ["fairmon", *MODULES])
def test_docstrings(name):
    if name == "fairmon.sklearn":
        pytest.importorskip("sklearn")
    failed, _ = doctest.testmod(importlib.import_module(name), optionflags=FLAGS)
    assert failed == 0


PAGES = ("docs/guide/python.md",)
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)


@pytest.mark.parametrize("page", PAGES)
def test_pages_of_the_guide(page, monkeypatch):
    """Blocks of Python run one after the other; a block of text after one is what it prints."""
    for name in ("pandas", "sklearn"):
        pytest.importorskip(name)
    monkeypatch.chdir(ROOT)
    blocks = BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))
    names: dict[str, object] = {}
    for (kind, code), (after, expected) in itertools.pairwise([*blocks, ("", "")]):
        if kind != "python":
            continue
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, page, "exec"), names)
        if after == "text":
            wanted = expected.replace("…", "...")
            checker = doctest.OutputChecker()
            assert checker.check_output(wanted, printed.getvalue().replace("…", "..."), FLAGS), (
                f"{page}: the block\n{code}\nprints\n{printed.getvalue()}")


def test_the_reference_is_current():
    """Otherwise: tools/gen_python_docs.py."""
    subprocess.run([sys.executable, ROOT / "tools/gen_python_docs.py", "--check"], check=True)
