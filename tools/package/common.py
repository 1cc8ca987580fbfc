"""What all packages are made from: the version, the moment, commands, archives with fixed bytes."""
import gzip
import hashlib
import os
import pathlib
import subprocess
import sys
import tarfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import sbom  # noqa: E402  (beside this folder)

VERSION = sbom.project_version()
USER = "fairmon"
STATE = "/var/lib/fairmon"
# Tests look at what is inside; how small it is counts for what people download.
IS_QUICK = bool(os.environ.get("FAIRMON_PACKAGE_QUICK"))
LEVEL = 1 if IS_QUICK else 9


def moment():
    """Seconds since 1970 that all files of a package carry: of the commit, or as asked for."""
    asked = os.environ.get("SOURCE_DATE_EPOCH")
    if asked:
        return int(asked)
    found = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True,
                           text=True, check=False)
    if found.returncode == 0 and found.stdout.strip():
        return int(found.stdout)
    return int((ROOT / "packaging/debian/changelog").stat().st_mtime)


def output_of(*words, **more):
    """What a command prints; its complaint is ours."""
    run = subprocess.run([str(word) for word in words], capture_output=True, check=False, **more)
    if run.returncode != 0:
        complaint = run.stderr if isinstance(run.stderr, str) else run.stderr.decode()
        raise SystemExit(f"{words[0]} failed: {complaint.strip()}")
    return run.stdout


def architecture():
    return output_of("dpkg", "--print-architecture", text=True).strip()


def write(path, data, mode=0o644):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    path.chmod(mode)


def packed(data):
    """gzip without a name and a time."""
    return gzip.compress(data, compresslevel=9, mtime=0)


def sha256(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write_tar(folder, target, owner=lambda name: (0, 0), prefix=""):
    """A packed archive of a folder that is the same whoever makes it: names sorted, one time,
    owners as told. Gives the digest of what is inside before packing."""
    inside = hashlib.sha256()

    class Both:
        """Into the packed file and into the digest."""

        def __init__(self, out):
            self.out = out

        def write(self, data):
            inside.update(data)
            return self.out.write(data)

    target.parent.mkdir(parents=True, exist_ok=True)
    with open(target, "wb") as raw, \
            gzip.GzipFile("", "wb", LEVEL, raw, mtime=0) as out, \
            tarfile.open(fileobj=Both(out), mode="w|", format=tarfile.GNU_FORMAT) as archive:
        for path in sorted(folder.rglob("*")):
            add_entry(archive, folder, path, owner, prefix)
    return inside.hexdigest()


def add_entry(archive, folder, path, owner, prefix):
    name = path.relative_to(folder).as_posix()
    entry = archive.gettarinfo(path, prefix + name)
    entry.uid, entry.gid = owner(name)
    entry.uname = entry.gname = ""
    entry.mtime = moment()
    if entry.islnk():  # a name of the same file: stored once more, so that no order matters
        entry.type, entry.linkname, entry.size = tarfile.REGTYPE, "", path.stat().st_size
    if entry.isreg():
        with open(path, "rb") as file:
            archive.addfile(entry, file)
    else:
        archive.addfile(entry)
