"""The build backend: scikit-build-core, and the rest of the repository.

A source distribution of `python/` alone could not be compiled: while one is made, what the build
needs lies in `python/engine`. The page of the web interface is built first where it is missing.
"""

import pathlib
import shutil
import subprocess

from scikit_build_core import build as _build
from scikit_build_core.build import (  # noqa: F401
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

HERE = pathlib.Path(__file__).resolve().parent
PAGE = "web/app/dist"
NEEDED = ("CMakeLists.txt", "LICENSE", "cmake", "include", "src", "library", "docs/errors",
          "examples", "packaging", "tools/check_hardening.py", PAGE)
ENGINE = HERE / "engine"


def build_sdist(sdist_directory, config_settings=None):
    made = not ENGINE.exists()
    if made:
        _build_page()
        for name in NEEDED:
            _copy(HERE.parent / name, ENGINE / name)
    try:
        return _build.build_sdist(sdist_directory, config_settings)
    finally:
        if made:
            shutil.rmtree(ENGINE)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    _prepare(config_settings)
    return _build.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    _prepare(config_settings)
    return _build.build_editable(wheel_directory, config_settings, metadata_directory)


def _prepare(config_settings):
    """A library that is built already holds the page; a source distribution has it."""
    given = config_settings or {}
    ready = given.get("cmake.define.FAIRMON_LIBRARY")
    without = given.get("cmake.define.FAIRMON_WITH_WEB", "ON") == "OFF"
    if not ready and not without and not ENGINE.exists():
        _build_page()


def _build_page():
    if (HERE.parent / PAGE / "index.html").exists():
        return
    if shutil.which("npm") is None:
        raise SystemExit(
            "the web interface is not built and npm is not there to build it; install nodejs and "
            "npm, or leave it out with -C cmake.define.FAIRMON_WITH_WEB=OFF")
    subprocess.run([HERE.parent / "web/build.sh"], check=True)


def _copy(source: pathlib.Path, target: pathlib.Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target)
    elif source.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)
