"""Bundles: what is in them, that they are the same bytes, that changes show."""
import os
import shutil
import subprocess
import zipfile

from kit import PROGRAM
from test_ledger import LedgerTest


class Bundle(LedgerTest):
    def setUp(self):
        super().setUp()
        self.succeed(*self.words("run.ledger", "--rotate", "1000"))
        self.write("report.html", "<p>report</p>\n")

    def bundle(self, name, *more):
        return self.succeed("bundle", "run.ledger", name, "--report", "report.html", *more)

    def test_it_holds_what_somebody_needs(self):
        self.bundle("audit.zip", "--data", "data.csv")
        with zipfile.ZipFile(self.folder / "audit.zip") as archive:
            names = archive.namelist()
            self.assertEqual(archive.read("specification.lola").decode(),
                             self.read("spec.lola"))
            self.assertEqual(archive.read("data/data.csv").decode(), self.read("data.csv"))
        for name in ("MANIFEST.json", "README.txt", "program.json", "data.sha256",
                     "report/report.html", "ledger/run.ledger", "ledger/run.ledger.2"):
            self.assertIn(name, names)
        text = self.succeed("verify", "audit.zip", "--closed", "--replay", "data/data.csv")
        self.assertIn("all as they were packed", text)
        self.assertIn("audit.zip/ledger/run.ledger: untouched", text)
        self.assertIn("replayed: ", text)

    def test_without_the_data_their_digests_are_in_it(self):
        self.bundle("audit.zip")
        with zipfile.ZipFile(self.folder / "audit.zip") as archive:
            digests = archive.read("data.sha256").decode()
            self.assertNotIn("data/data.csv", archive.namelist())
        self.write("data.sha256", digests)
        self.assertEqual(os.spawnvp(os.P_WAIT, "sh", [
            "sh", "-c", f"cd '{self.folder}' && sha256sum --quiet -c data.sha256"]), 0)
        self.succeed("verify", "audit.zip", "--replay", "data.csv")

    def test_the_same_run_gives_the_same_bytes(self):
        self.bundle("one.zip", "--data", "data.csv")
        (self.folder / "elsewhere").mkdir()
        for file in self.folder.glob("*.*"):
            if file.is_file() and file.suffix != ".zip":
                shutil.copyfile(file, self.folder / "elsewhere" / file.name)
                os.chmod(self.folder / "elsewhere" / file.name, 0o600)
                os.utime(self.folder / "elsewhere" / file.name, (1, 1))
        self.succeed("bundle", "elsewhere/run.ledger", "two.zip", "--report",
                     "elsewhere/report.html", "--data", "elsewhere/data.csv")
        self.assertEqual((self.folder / "one.zip").read_bytes(),
                         (self.folder / "two.zip").read_bytes())

    def test_it_is_all_that_somebody_else_needs(self):
        """Alone in another folder, with nothing of the first one left, and with its data inside."""
        self.bundle("audit.zip", "--data", "data.csv")
        packed = (self.folder / "audit.zip").read_bytes()
        for file in self.folder.iterdir():
            if file.is_file():
                file.unlink()
        other = self.folder / "somebody" / "else"
        other.mkdir(parents=True)
        (other / "received.zip").write_bytes(packed)
        told = subprocess.run([PROGRAM, "verify", "received.zip", "--closed", "--replay",
                               "data/data.csv"], cwd=other, env={"PATH": "/nowhere"},
                              capture_output=True, text=True)
        self.assertEqual(told.returncode, 0, told.stderr)
        self.assertIn("all as they were packed", told.stdout)
        self.assertIn("replayed: ", told.stdout)
        self.assertEqual([file.name for file in other.iterdir()], ["received.zip"])

    def repack(self, change):
        """A zip with a valid directory in which `change(name, bytes)` has been at work."""
        with zipfile.ZipFile(self.folder / "audit.zip") as old, \
                zipfile.ZipFile(self.folder / "other.zip", "w") as new:
            for name in old.namelist():
                content = change(name, old.read(name))
                if content is not None:
                    new.writestr(name, content)

    def test_changes_show(self):
        self.bundle("audit.zip")
        for name in ("specification.lola", "report/report.html", "ledger/run.ledger.2",
                     "README.txt"):
            self.repack(lambda called, text, n=name: text + b"x" if called == n else text)
            self.assertIn(f"`{name}` was changed", self.fail_with(2, "verify", "other.zip"))
            self.repack(lambda called, text, n=name: None if called == n else text)
            self.assertIn(f"`{name}` is not there", self.fail_with(2, "verify", "other.zip"))
        self.repack(lambda called, text: text)
        with zipfile.ZipFile(self.folder / "other.zip", "a") as archive:
            archive.writestr("more.txt", "more")
        self.assertIn("does not name", self.fail_with(2, "verify", "other.zip"))
        with zipfile.ZipFile(self.folder / "slip.zip", "w") as archive:
            archive.writestr("../slip.txt", "out")
        self.assertIn("leads elsewhere", self.fail_with(2, "verify", "slip.zip"))
        data = bytearray((self.folder / "audit.zip").read_bytes())
        data[len(data) // 2] ^= 1
        self.write("broken.zip", bytes(data))
        self.fail_with(2, "verify", "broken.zip")

    def test_refusals(self):
        self.bundle("audit.zip")
        self.assertIn("is there already",
                      self.fail_with(2, "bundle", "run.ledger", "audit.zip"))
        self.write("other.csv", "no\n")
        self.assertIn("is not what the run read", self.fail_with(
            2, "bundle", "run.ledger", "b.zip", "--data", "other.csv"))
        self.assertIn("there is no file", self.fail_with(
            2, "bundle", "run.ledger", "b.zip", "--report", "none.html"))
        lines = self.read("run.ledger").splitlines(keepends=True)
        self.write("cut.ledger", "".join(lines[:-2]))
        self.assertIn("is not whole", self.fail_with(1, "bundle", "cut.ledger", "b.zip"))
        self.write("wrong.ledger", "".join(lines[1:]))
        self.assertIn("not untouched", self.fail_with(2, "bundle", "wrong.ledger", "b.zip"))


del LedgerTest
