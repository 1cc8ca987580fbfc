"""The archive for systems without packages of ours."""
import re
import tarfile
import unittest

from kit import PackageTest, the_one


class Tarball(PackageTest):
    @classmethod
    def unpack(cls):
        with tarfile.open(the_one("*-linux-*.tar.gz")) as archive:
            archive.extractall(cls.folder)
        cls.root, = cls.folder.glob("fairmon-*")

    def test_it_runs_with_libraries_of_its_own(self):
        program = self.root / "bin/fairmon"
        self.assertRegex(self.fine(program, "version", env={}), r"^fairmon \d")
        for line in self.fine("ldd", program, env={"PATH": "/usr/bin:/bin"}).splitlines():
            if found := re.match(r"\s*(\S+) => (\S+)", line):
                if not re.match(r"lib(c|m)\.so", found[1]):
                    self.assertIn(str(self.root), found[2], line)

    def test_it_says_what_it_needs(self):
        text = (self.root / "README").read_text()
        self.assertRegex(text, r"GNU C library 2\.\d+ or newer")
        self.assertIn("Apache License", (self.root / "LICENSE").read_text())

    def test_the_service_has_a_user_made_up(self):
        text = (self.root / "lib/systemd/system/fairmon-watch.service").read_text()
        self.assertIn("DynamicUser=yes\n", text)
        self.assertIn("ExecStart=/usr/local/bin/fairmon watch /etc/fairmon/watch.toml\n", text)


if __name__ == "__main__":
    unittest.main()
