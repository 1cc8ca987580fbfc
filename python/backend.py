"""The build backend: scikit-build-core, and the rest of the repository for source distributions.

A source distribution of `python/` alone could not be compiled. While one is made, what the build
needs lies in `python/engine`.
"""

import pathlib
import shutil

from scikit_build_core import build as _build
from scikit_build_core.build import (  # noqa: F401
    build_editable,
    build_wheel,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

HERE = pathlib.Path(__file__).resolve().parent
NEEDED = ("CMakeLists.txt", "LICENSE", "cmake", "include", "src", "library", "docs/errors",
          "examples", "tools/check_hardening.py", "web/app/dist")


def build_sdist(sdist_directory, config_settings=None):
    engine = HERE / "engine"
    made = not engine.exists()
    if made:
        for name in NEEDED:
            _copy(HERE.parent / name, engine / name)
    try:
        return _build.build_sdist(sdist_directory, config_settings)
    finally:
        if made:
            shutil.rmtree(engine)


def _copy(source: pathlib.Path, target: pathlib.Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target)
    elif source.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)
