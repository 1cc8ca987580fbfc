"""The package for Debian: staged, described and packed, the same bytes for the same files."""
import os
import pathlib
import re
import subprocess
import tempfile

import common
import tree

SCRIPTS = ("postinst", "prerm", "postrm")
FOLDER = common.ROOT / "packaging/debian"


def release():
    """Version with Debian's own part, the newest of the changelog."""
    found = re.match(r"fairmon \(([^)]+)\)", (FOLDER / "changelog").read_text())[1]
    if found.partition("-")[0] != common.VERSION:
        raise SystemExit(f"packaging/debian/changelog begins with {found}, but the project is "
                         f"{common.VERSION}; add an entry")
    return found


def depends(program):
    """What the program is linked with, by the names and versions of Debian's packages."""
    with tempfile.TemporaryDirectory() as scratch:
        common.write(pathlib.Path(scratch, "debian/control"),
                     "Source: fairmon\n\nPackage: fairmon\nArchitecture: any\n")
        told = common.output_of("dpkg-shlibdeps", "-O", "-e", program, cwd=scratch, text=True)
    return re.search(r"shlibs:Depends=(.*)", told)[1]


def stage(program, bill, root):
    """Everything that lands on the disk."""
    tree.add_program(program, root / "usr/bin/fairmon")
    tree.add_texts(program, root / "usr/share")
    common.write(root / "lib/systemd/system/fairmon-watch.service", tree.unit())
    common.write(root / "etc/fairmon/watch.toml",
                 (common.ROOT / "packaging/watch.toml").read_bytes())
    documents = root / "usr/share/doc/fairmon"
    common.write(documents / "copyright", (FOLDER / "copyright").read_bytes())
    common.write(documents / "changelog.Debian.gz",
                 common.packed((FOLDER / "changelog").read_bytes()))
    common.write(documents / "changelog.gz",
                 common.packed((common.ROOT / "CHANGELOG.md").read_bytes()))
    common.write(documents / "sbom.cdx.json", bill)
    tree.add_example(documents / "examples")


def describe(root):
    """The control files."""
    files = [path for path in sorted(root.rglob("*")) if path.is_file()]
    size = sum((path.stat().st_size + 1023) // 1024 for path in files)
    sums = "".join(f"{common.output_of('md5sum', path, text=True).split()[0]}  "
                   f"{path.relative_to(root)}\n" for path in files
                   if path.relative_to(root).parts[0] != "etc")
    control = (FOLDER / "control.in").read_text()
    for name, value in (("VERSION", release()), ("ARCHITECTURE", common.architecture()),
                        ("INSTALLED_SIZE", str(size)),
                        ("DEPENDS", depends(root / "usr/bin/fairmon"))):
        control = control.replace(f"@{name}@", value)
    common.write(root / "DEBIAN/control", control)
    common.write(root / "DEBIAN/md5sums", sums)
    common.write(root / "DEBIAN/conffiles", "/etc/fairmon/watch.toml\n")
    for script in SCRIPTS:
        common.write(root / "DEBIAN" / script, (FOLDER / script).read_bytes(), 0o755)


def make(program, bill, work, output):
    """Writes the package into the folder and gives its path."""
    root = tree.fresh(work / "deb")
    stage(program, bill, root)
    describe(root)
    tree.settle(root)
    target = output / f"fairmon_{release()}_{common.architecture()}.deb"
    output.mkdir(parents=True, exist_ok=True)
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Zxz", f"-z{common.LEVEL}",
                    "--threads-max=1", "--build", root, target],
                   check=True, stdout=subprocess.DEVNULL,
                   env={**os.environ, "SOURCE_DATE_EPOCH": str(common.moment())})
    return target
