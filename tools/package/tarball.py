"""An archive that runs on any Linux with the C library of Debian 12 or a newer one: the program
with the libraries it is linked with, found beside it."""
import re
import shutil
import subprocess

import common
import tree

# Part of the system; a second one would not fit the first.
SYSTEM = re.compile(r"^(libc|libm|libdl|libpthread|librt|ld-linux.*)\.so")


def libraries(program):
    """Names and paths of what the program is linked with, but for the C library."""
    told = common.output_of("ldd", program, text=True)
    for name, path in re.findall(r"^\s*(\S+) => (\S+) \(", told, re.MULTILINE):
        if not SYSTEM.match(name):
            yield name, path


def needed_libc(program):
    """The oldest C library that has everything the program asks of it."""
    told = common.output_of("readelf", "-W", "--dyn-syms", program, text=True)
    found = {tuple(map(int, version.split(".")))
             for version in re.findall(r"@GLIBC_([\d.]+)", told)}
    return ".".join(map(str, max(found)))


def readme(libc):
    machine = common.architecture()
    return f"""\
FairMon {common.VERSION}

bin/fairmon needs Linux on {machine} with the GNU C library {libc} or newer; everything else that
it is linked with lies in lib/. Some features load more when they are asked for and say which
package is missing: libcurl and libzip (the DSA database), libcrypto (ledgers, the service), libpq,
librdkafka and libsqlite3 (databases and Kafka).

Unpack it anywhere, e.g. into /opt, and link bin/fairmon into the path:

  tar -xzf fairmon-{common.VERSION}-linux-{machine}.tar.gz -C /opt
  ln -s /opt/fairmon-{common.VERSION}/bin/fairmon /usr/local/bin/fairmon

lib/systemd/system/fairmon-watch.service runs the service with a user that systemd makes up; it
expects the program in /usr/local/bin and its configuration in /etc/fairmon/watch.toml.
"""


def make(program, bill, work, output):
    """Writes the archive into the folder and gives its path."""
    name = f"fairmon-{common.VERSION}"
    root = tree.fresh(work / "tarball") / name
    ours = root / "bin/fairmon"
    tree.add_program(program, ours)
    for library, path in libraries(ours):
        common.write(root / "lib" / library, b"")
        shutil.copyfile(path, root / "lib" / library)
    subprocess.run(["patchelf", "--set-rpath", "$ORIGIN/../lib", ours], check=True)
    libc = max((needed_libc(path) for path in [ours, *sorted((root / "lib").iterdir())]),
               key=lambda text: tuple(map(int, text.split("."))))
    tree.add_texts(program, root / "share")
    tree.add_example(root / "share/doc/fairmon/examples")
    common.write(root / "lib/systemd/system/fairmon-watch.service",
                 tree.unit("DynamicUser=yes", "/usr/local/bin"))
    common.write(root / "README", readme(libc))
    common.write(root / "LICENSE", (common.ROOT / "LICENSE").read_bytes())
    common.write(root / "sbom.cdx.json", bill)
    tree.settle(root)
    target = output / f"{name}-linux-{common.architecture()}.tar.gz"
    common.write_tar(root.parent, target)
    return target
