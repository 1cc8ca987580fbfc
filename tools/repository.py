"""The files of the repository, for the checks in this folder."""
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
SKIPPED_FOLDERS = {"build", "node_modules", "dist", ".git", "__pycache__"}


def files(root=ROOT):
    """Paths relative to the root: what git knows or would add, or everything without git."""
    run = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                         cwd=root, capture_output=True)
    if run.returncode == 0:
        names = [pathlib.PurePath(name) for name in run.stdout.decode().split("\0") if name]
    else:
        names = [path.relative_to(root) for path in root.rglob("*") if path.is_file()]
    return sorted(name for name in names
                  if not SKIPPED_FOLDERS & set(name.parts) and (root / name).is_file())


def read(name):
    """The text of a file, or None if it is not text."""
    data = (ROOT / name).read_bytes()
    if b"\0" in data[:4096]:
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None
