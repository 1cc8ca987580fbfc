"""The image for containers: its layout by the rules of the OCI, and the service run out of it as
somebody without rights, on a root that cannot be written."""
import gzip
import hashlib
import json
import os
import pathlib
import re
import shutil
import stat
import subprocess
import tarfile
import threading
import unittest

from kit import HERE, PackageTest, run, the_one

MOST_BYTES = 60_000_000


class ImageTest(PackageTest):
    """The image taken apart: layout, and its layers one above the other."""

    @classmethod
    def unpack(cls):
        cls.archive = the_one("*-image.tar")
        cls.layout = cls.folder / "layout"
        with tarfile.open(cls.archive) as archive:
            archive.extractall(cls.layout)
        cls.index = json.loads((cls.layout / "index.json").read_text())
        cls.manifest = json.loads(cls.blob(cls.index["manifests"][0]))
        cls.config = json.loads(cls.blob(cls.manifest["config"]))
        cls.root = cls.folder / "root"
        cls.root.mkdir()
        for layer in cls.manifest["layers"]:
            done = run("tar", "-xz", "--no-same-owner", "-f", cls.path_of(layer), "-C", cls.root)
            if done.returncode != 0:
                raise AssertionError(done.stderr)

    @classmethod
    def path_of(cls, facts):
        algorithm, _, digest = facts["digest"].partition(":")
        return cls.layout / "blobs" / algorithm / digest

    @classmethod
    def blob(cls, facts):
        return cls.path_of(facts).read_bytes()


class Layout(ImageTest):
    def test_everything_is_what_its_digest_says(self):
        self.assertEqual(json.loads((self.layout / "oci-layout").read_text()),
                         {"imageLayoutVersion": "1.0.0"})
        named = [*self.index["manifests"], self.manifest["config"], *self.manifest["layers"]]
        for facts in named:
            data = self.blob(facts)
            self.assertEqual(hashlib.sha256(data).hexdigest(), facts["digest"].split(":")[1])
            self.assertEqual(len(data), facts["size"])
        self.assertEqual(len(list((self.layout / "blobs/sha256").iterdir())), len(named))

    def test_layers_are_those_of_the_configuration(self):
        inside = ["sha256:" + hashlib.sha256(gzip.decompress(self.blob(layer))).hexdigest()
                  for layer in self.manifest["layers"]]
        self.assertEqual(self.config["rootfs"], {"type": "layers", "diff_ids": inside})
        self.assertEqual(len(self.config["history"]), len(inside))

    def test_docker_finds_the_same(self):
        listed, = json.loads((self.layout / "manifest.json").read_text())
        self.assertRegex(listed["RepoTags"][0], r"^localhost/fairmon:\d")
        self.assertEqual(json.loads((self.layout / listed["Config"]).read_text()), self.config)
        self.assertEqual([self.layout / name for name in listed["Layers"]],
                         [self.path_of(layer) for layer in self.manifest["layers"]])

    def test_it_is_small(self):
        self.assertLess(self.archive.stat().st_size, MOST_BYTES)

    def test_nobody_is_root(self):
        user, _, group = self.config["config"]["User"].partition(":")
        self.assertGreater(int(user), 0)
        self.assertGreater(int(group), 0)
        self.assertIn(f"fairmon:x:{user}:{group}:", (self.root / "etc/passwd").read_text())

    def test_what_layers_hold(self):
        owners = {}
        for layer in self.manifest["layers"]:
            with tarfile.open(self.path_of(layer)) as archive:
                for entry in archive:
                    owners.setdefault((entry.uid, entry.gid), []).append(entry.name)
                    self.assertFalse(entry.mode & (stat.S_ISUID | stat.S_ISGID), entry.name)
                    self.assertFalse(entry.isdev(), entry.name)
                    open_to_all = entry.mode & stat.S_IWOTH and not entry.issym()
                    self.assertTrue(not open_to_all or entry.name == "tmp", entry.name)
        self.assertEqual(owners.pop((10001, 10001)), ["var/lib/fairmon"])
        self.assertEqual(list(owners), [(0, 0)])
        self.assertFalse((self.root / "bin/sh").exists(), "nothing runs scripts")

    def test_licences_and_bill(self):
        bill = json.loads(the_one("*-image.cdx.json").read_text())
        named = {component["name"] for component in bill["components"]}
        kept = {path.name for path in (self.root / "var/lib/dpkg/status.d").iterdir()}
        self.assertLessEqual(kept, named)
        self.assertIn("libssl3", kept)
        for name in ("libc6", "libssl3", "fairmon"):
            self.assertTrue((self.root / f"usr/share/doc/{name}/copyright").exists(), name)

    def test_libraries_are_there(self):
        names = {path.name for path in self.root.rglob("*.so*")}
        for path in self.root.rglob("*"):
            if path.is_symlink() or not path.is_file() or path.suffix in (".crt", ".gz"):
                continue
            with path.open("rb") as file:
                if file.read(4) != b"\x7fELF":
                    continue
            told = self.fine("readelf", "-d", path)
            for needed in re.findall(r"NEEDED.*\[(.*)\]", told):
                self.assertIn(needed, names, f"{path.name} needs it")


class Running(ImageTest):
    """What a runtime for containers does, with bubblewrap."""

    def command(self, *words):
        state = self.folder / "state"
        shutil.rmtree(state, ignore_errors=True)
        state.mkdir()
        number = int(self.config["config"]["User"].split(":")[0])
        as_user = []
        if os.geteuid() == 0:
            os.chown(state, number, number)
            as_user = ["setpriv", "--reuid", str(number), "--regid", str(number),
                       "--clear-groups", "--no-new-privs"]
        environment = [part for pair in self.config["config"]["Env"]
                       for part in ("--setenv", *pair.split("=", 1))]
        return [*as_user, "bwrap", "--unshare-user", "--unshare-pid", "--as-pid-1",
                "--uid", str(number), "--gid", str(number), "--cap-drop", "ALL",
                "--die-with-parent", "--ro-bind", self.root, "/",
                "--proc", "/proc", "--dev", "/dev", "--bind", state, "/var/lib/fairmon",
                "--ro-bind", self.folder / "configuration", "/etc/fairmon", "--clearenv",
                *environment, *self.config["config"]["Entrypoint"], *words]

    def setUp(self):
        shutil.rmtree(self.folder / "configuration", ignore_errors=True)
        shutil.copytree(HERE / "configuration", self.folder / "configuration")
        path = self.folder / "configuration/watch.toml"
        path.write_text(path.read_text().replace("@PORT@", "0"))
        if run("bwrap", "--unshare-user", "--ro-bind", "/", "/", "true").returncode != 0:
            self.skipTest("this system lets nobody make namespaces")

    def test_the_service_runs(self):
        service = subprocess.Popen(self.command(*self.config["config"]["Cmd"]),
                                   stderr=subprocess.PIPE, text=True)
        lines = []
        try:
            address = None
            for line in service.stderr:
                lines.append(line)
                if found := re.search(r"listening on (http://\S+)", line):
                    address = found[1]
                    break
            self.assertIsNotNone(address, lines)
            rest = threading.Thread(target=lambda: lines.extend(service.stderr))
            rest.start()
            self.assertIn("4 events are counted", self.fine(HERE / "push_trial.sh", address))
            inner = pathlib.Path(f"/proc/{service.pid}/task/{service.pid}/children").read_text()
            os.kill(int(inner.split()[0]), 15)
            service.wait(timeout=60)
            rest.join(timeout=60)
        finally:
            if service.poll() is None:
                service.kill()
                service.wait()
            service.stderr.close()
        kept = self.folder / "state/monitors/hiring/epochs/1/verdicts.jsonl"
        self.assertEqual(len(kept.read_text().splitlines()), 1)

    def test_the_root_cannot_be_written(self):
        told = run(*self.command("init", "/etc/nowhere.csv", "-o", "/usr/bin/new.lola"))
        self.assertNotEqual(told.returncode, 0)
        told = run(*self.command("version"))
        self.assertEqual(told.returncode, 0, told.stderr)


if __name__ == "__main__":
    unittest.main()
