"""Archives of packages: the same files give the same bytes."""
import os
import pathlib
import sys
import tarfile
import tempfile
import unittest
from unittest import mock

import sbom

sys.path.insert(0, str(sbom.ROOT / "tools/package"))

import common  # noqa: E402
import deb  # noqa: E402
import tree  # noqa: E402


class SameBytes(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def tree_of(self, name, order, time):
        root = self.folder / name
        for file in order:
            common.write(root / file, f"in {file}")
        (root / "link").symlink_to("b")
        os.link(root / "b", root / "same")
        for path in root.rglob("*"):
            os.utime(path, (time, time), follow_symlinks=False)
        return root

    def test_order_and_times_do_not_show(self):
        with mock.patch.dict(os.environ, {"SOURCE_DATE_EPOCH": "1700000000"}):
            insides = [common.write_tar(self.tree_of(name, order, time), self.folder / f"{name}.gz")
                       for name, order, time in (("one", ["a/c", "b", "a/d"], 1),
                                                 ("two", ["b", "a/d", "a/c"], 2_000_000))]
        self.assertEqual(insides[0], insides[1])
        self.assertEqual((self.folder / "one.gz").read_bytes(),
                         (self.folder / "two.gz").read_bytes())
        with tarfile.open(self.folder / "one.gz") as archive:
            self.assertEqual(archive.getnames(), ["a", "a/c", "a/d", "b", "link", "same"])
            self.assertEqual({entry.mtime for entry in archive}, {1_700_000_000})
            self.assertEqual(archive.extractfile("same").read(), b"in b")
            self.assertEqual(archive.getmember("link").linkname, "b")

    def test_another_file_shows(self):
        first = common.write_tar(self.tree_of("one", ["b"], 1), self.folder / "one.gz")
        second = common.write_tar(self.tree_of("two", ["b", "c"], 1), self.folder / "two.gz")
        self.assertNotEqual(first, second)


class Texts(unittest.TestCase):
    def test_the_changelog_is_of_this_version(self):
        self.assertTrue(deb.release().startswith(common.VERSION + "-"))

    def test_an_old_changelog_is_told(self):
        with mock.patch.object(common, "VERSION", "9.9.9"):
            with self.assertRaisesRegex(SystemExit, "add an entry"):
                deb.release()

    def test_no_placeholder_stays(self):
        self.assertNotRegex(tree.unit(), r"@[A-Z_]+@")
        self.assertIn("DynamicUser=yes\n", tree.unit("DynamicUser=yes"))


if __name__ == "__main__":
    unittest.main()
