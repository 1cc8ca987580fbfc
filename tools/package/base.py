"""The lowest layer of the image: Debian's own packages, fetched by apt, which checks signatures."""
import os
import pathlib
import shutil
import subprocess

import common
import tree

LIST = common.ROOT / "packaging/image/base.txt"
CERTIFICATES = "ca-certificates"
# Tools, and what they need, that nothing in the image would run; libraries ask for them for the
# scripts of their packages, which are not run here.
LEFT_OUT = {"debconf", "dpkg", "tar", "perl-base", "mawk", "libc-bin", "cdebconf", "debianutils",
            "base-passwd", "libdebconfclient0", "libselinux1", "libpcre2-8-0", "libacl1",
            "libldap-common", "sensible-utils", "media-types", "openssl"}
# Nobody reads them in an image; licences stay.
UNREAD = ("usr/share/man", "usr/share/info", "usr/share/locale", "usr/share/lintian",
          "usr/share/bug", "usr/share/doc-base", "usr/share/menu", "usr/share/ca-certificates",
          "usr/share/gdb", "usr/share/base-files", "usr/share/zoneinfo/right", "usr/lib/*/gconv",
          "etc/update-motd.d", "etc/default", "etc/dpkg", "etc/skel", "etc/profile.d")


class NoMirror(Exception):
    """Debian's packages cannot be had now."""


def wanted():
    lines = (line.split("#")[0].strip() for line in LIST.read_text().splitlines())
    return [line for line in lines if line]


def apt(cache, *words):
    """apt as if nothing were installed, with a store of its own."""
    status = cache / "status"
    common.write(status, b"")
    (cache / "archives").mkdir(exist_ok=True)
    run = subprocess.run(
        ["apt-get", "-qq", "-y", "--no-install-recommends", "-o", f"Dir::State::status={status}",
         "-o", "Debug::NoLocking=1", "-o", "APT::Sandbox::User=root", "-o", "Acquire::Retries=3",
         *words], cwd=cache / "archives", capture_output=True, text=True, check=False,
        env={**os.environ, "LC_ALL": "C.UTF-8"})
    if run.returncode != 0:
        raise NoMirror(run.stderr.strip())
    return run.stdout


def fetch(cache):
    """As `fetch_listed`, with new lists of what there is if the old ones are out of date."""
    try:
        return fetch_listed(cache)
    except NoMirror:
        if os.geteuid() != 0:
            raise
        apt(cache, "update")
        return fetch_listed(cache)


def fetch_listed(cache):
    """Paths of the archives by package, those that packages need in turn included."""
    names = [*wanted(), CERTIFICATES]
    # The store of the machine's own apt must not hide what it would have to fetch.
    planned = apt(cache, "-o", f"Dir::Cache::archives={cache / 'none'}", "--print-uris", "install",
                  *names)
    files = [line.split()[1] for line in planned.splitlines() if line.startswith("'")]
    kept = {name.split("_")[0]: name for name in files
            if name.split("_")[0] not in LEFT_OUT}
    missing = [name for name, file in kept.items() if not (cache / "archives" / file).exists()]
    if missing:
        apt(cache, "download", *missing)
    return {name: cache / "archives" / file for name, file in sorted(kept.items())}


def add_certificates(root):
    """One file, as update-ca-certificates would write it."""
    found = sorted((root / "usr/share/ca-certificates/mozilla").glob("*.crt"))
    text = b"".join(path.read_bytes().rstrip(b"\n") + b"\n" for path in found)
    common.write(root / "etc/ssl/certs/ca-certificates.crt", text)


def add_people(root):
    """Who there is: nobody else needs a name."""
    common.write(root / "etc/passwd",
                 "root:x:0:0:root:/root:/usr/sbin/nologin\n"
                 f"{common.USER}:x:10001:10001:FairMon:{common.STATE}:/usr/sbin/nologin\n"
                 "nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n")
    common.write(root / "etc/group",
                 f"root:x:0:\n{common.USER}:x:10001:\nnogroup:x:65534:\n")
    common.write(root / "etc/nsswitch.conf",
                 "passwd: files\ngroup: files\nhosts: files dns\nservices: files\n")


def record(root, archives):
    """What scanners look for: the packages and their versions."""
    for name, archive in archives.items():
        control = common.output_of("dpkg-deb", "-f", archive, text=True)
        common.write(root / "var/lib/dpkg/status.d" / name, control)


def versions(archives):
    return {name: common.output_of("dpkg-deb", "-f", path, "Version", text=True).strip()
            for name, path in archives.items()}


def make(cache, root):
    """Unpacks the base into a folder and gives the archives it came from."""
    archives = fetch(cache)
    tree.fresh(root)
    # As after a merge of /usr, so that archives of either kind meet.
    for name in ("bin", "lib", "sbin", "lib64"):
        (root / "usr" / name).mkdir(parents=True)
        (root / name).symlink_to(pathlib.PurePath("usr", name))
    for archive in archives.values():
        unpack = subprocess.Popen(["dpkg-deb", "--fsys-tarfile", archive], stdout=subprocess.PIPE)
        subprocess.run(["tar", "-x", "--keep-directory-symlink", "--no-same-owner", "-C", root],
                       stdin=unpack.stdout, check=True)
        if unpack.wait() != 0:
            raise SystemExit(f"{archive} cannot be unpacked")
    add_certificates(root)
    for pattern in UNREAD:
        for path in root.glob(pattern):
            shutil.rmtree(path)
    thin_documents(root / "usr/share/doc")
    add_people(root)
    record(root, archives)
    tree.settle(root)
    (root / "tmp").chmod(0o1777)
    return archives


def thin_documents(folder):
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_symlink() or path.is_file():
            if path.name != "copyright":
                path.unlink()
        elif not any(path.iterdir()):
            path.rmdir()
