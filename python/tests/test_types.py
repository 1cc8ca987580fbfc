"""The package is typed: mypy and pyright find nothing to complain about."""

import pathlib
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[2]


def test_mypy():
    pytest.importorskip("mypy")
    done = subprocess.run([sys.executable, "-m", "mypy", "--config-file", "python/mypy.ini"],
                          cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_pyright():
    program = shutil.which("pyright", path=str(pathlib.Path(sys.executable).parent))
    if program is None:
        pytest.skip("pyright is not installed")
    done = subprocess.run([program, "--pythonpath", sys.executable, "fairmon"],
                          cwd=ROOT / "python", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
