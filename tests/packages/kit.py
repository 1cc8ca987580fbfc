"""Packages made by tools/package/make.py, unpacked once for all tests of a file."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
PACKAGES = pathlib.Path(os.environ["FAIRMON_PACKAGES"])


def run(*words, **more):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True,
                          check=False, **more)


def the_one(pattern):
    found = list(PACKAGES.glob(pattern))
    if len(found) != 1:
        raise AssertionError(f"expected one {pattern} in {PACKAGES}, found {found}")
    return found[0]


class PackageTest(unittest.TestCase):
    """A scratch folder for the class that every user can read."""

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        cls.folder.chmod(0o755)
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.unpack()

    @classmethod
    def unpack(cls):
        pass

    def fine(self, *words, **more):
        """What a command prints that must work."""
        done = run(*words, **more)
        self.assertEqual(done.returncode, 0, f"{words}: {done.stdout}{done.stderr}")
        return done.stdout
