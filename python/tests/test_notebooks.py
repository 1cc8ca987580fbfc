"""The notebooks run, and show what they are stored with."""

import os
import pathlib

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

FOLDER = pathlib.Path(__file__).parents[2] / "examples/notebooks"
NEEDS = {"watching_a_model": ("sklearn", "fairlearn", "matplotlib")}


def shown(cell):
    """What a cell shows, as texts. A busy machine sends what is printed in several pieces."""
    made, last = [], None
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        text = output.get("text") or data.get("text/html") or data.get("text/plain")
        stream = output.get("name")
        if made and stream is not None and stream == last:
            made[-1] += text
        else:
            made.append(text)
        last = stream
    return made


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebook(path):
    for name in ("pandas", *NEEDS.get(path.stem, ())):
        pytest.importorskip(name)
    stored = nbformat.read(path, as_version=4)
    fresh = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(fresh, timeout=300, kernel_name="python3",
                            resources={"metadata": {"path": str(FOLDER)}}).execute()
    if os.environ.get("FAIRMON_UPDATE"):
        for cell in fresh.cells:
            cell.metadata.pop("execution", None)
        fresh.metadata["language_info"] = stored.metadata["language_info"]
        nbformat.write(fresh, path)
        return
    for old, new in zip(stored.cells, fresh.cells, strict=True):
        if old.cell_type == "code" and "varies" not in old.metadata.get("tags", []):
            assert shown(new) == shown(old), f"{path.name}: changed; FAIRMON_UPDATE=1 keeps it"
