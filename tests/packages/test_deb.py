"""The package for Debian, without installing it."""
import gzip
import re
import unittest

from kit import HERE, PackageTest, run, the_one

MOST_EXPOSED = 20  # of 100, as systemd-analyze counts


class Deb(PackageTest):
    @classmethod
    def unpack(cls):
        cls.package = the_one("*.deb")
        cls.root = cls.folder / "root"
        for option, target in (("-x", cls.root), ("-e", cls.folder / "control")):
            done = run("dpkg-deb", option, cls.package, target)
            if done.returncode != 0:
                raise AssertionError(done.stderr)

    def field(self, name):
        return self.fine("dpkg-deb", "-f", self.package, name).strip()

    def test_lintian_is_silent(self):
        done = run("lintian", "--allow-root", "--fail-on", "warning,error", self.package)
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)

    def test_everything_belongs_to_root(self):
        for line in self.fine("dpkg-deb", "-c", self.package).splitlines():
            mode, owner = line.split()[:2]
            self.assertEqual(owner, "root/root", line)
            self.assertNotRegex(mode, r"s|\dw", line)
            self.assertNotEqual(mode[8], "w", line)

    def test_libraries_are_asked_for(self):
        needed = self.field("Depends")
        for name in ("libc6", "libstdc++6", "libfmt9", "adduser"):
            self.assertIn(name, needed)
        self.assertIn("libssl3", self.field("Recommends"))
        for name in ("libpq5", "librdkafka1", "libsqlite3-0"):
            self.assertIn(name, self.field("Suggests"))

    def test_the_configuration_is_yours(self):
        self.assertEqual((self.folder / "control/conffiles").read_text(),
                         "/etc/fairmon/watch.toml\n")
        told = run(self.root / "usr/bin/fairmon", "watch", "--check",
                   self.root / "etc/fairmon/watch.toml")
        self.assertIn("there is no monitor; add [monitor.NAME]", told.stderr)

    def test_the_example_is_right(self):
        example = self.root / "usr/share/doc/fairmon/examples/watch.toml"
        self.assertIn("fine: 1 monitor", self.fine(self.root / "usr/bin/fairmon", "watch",
                                                   "--check", example))

    def test_the_manual_page(self):
        page = self.root / "usr/share/man/man1/fairmon.1.gz"
        shown = run("man", "--warnings", "-E", "UTF-8", "-l", page,
                    env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "MANWIDTH": "100"})
        self.assertEqual((shown.returncode, shown.stderr), (0, ""))
        self.assertIn("fairmon watch", shown.stdout)
        self.assertIn(b"--", gzip.decompress(page.read_bytes()).replace(b"\\-", b"-"))

    def test_completions(self):
        share = self.root / "usr/share"
        script = share / "bash-completion/completions/fairmon"
        told = self.fine("bash", "-c", f"source {script}; COMP_WORDS=(fairmon wat); COMP_CWORD=1; "
                         "work=$(complete -p fairmon | sed 's/.*-F \\([^ ]*\\).*/\\1/'); "
                         "$work fairmon wat fairmon; printf '%s\\n' \"${COMPREPLY[@]}\"")
        self.assertIn("watch", told.split())
        self.assertIn("#compdef fairmon",
                      (share / "zsh/vendor-completions/_fairmon").read_text())
        self.assertIn("complete -c fairmon",
                      (share / "fish/vendor_completions.d/fairmon.fish").read_text())

    def unit(self):
        """The unit with the paths of this folder, as systemd looks for the files."""
        text = (self.root / "lib/systemd/system/fairmon-watch.service").read_text()
        self.assertNotRegex(text, r"@[A-Z_]+@")
        self.assertIn("ExecStart=/usr/bin/fairmon watch /etc/fairmon/watch.toml\n", text)
        self.assertIn("User=fairmon\n", text)
        path = self.folder / "fairmon-watch.service"
        path.write_text(text.replace("/usr/bin/fairmon", str(self.root / "usr/bin/fairmon"))
                        .replace("man:fairmon(1)", "http://localhost"))
        return path

    def test_systemd_takes_the_unit(self):
        done = run("systemd-analyze", "verify", self.unit())
        ours = [line for line in done.stderr.splitlines() if "fairmon-watch" in line]
        self.assertEqual((done.returncode, ours), (0, []), done.stderr)

    def test_the_unit_is_hardened(self):
        done = run("systemd-analyze", "security", "--offline=true",
                   f"--threshold={MOST_EXPOSED}", self.unit())
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_scripts(self):
        for name in ("postinst", "prerm", "postrm"):
            self.fine("sh", "-n", self.folder / "control" / name)

    def test_sums(self):
        self.fine("md5sum", "--quiet", "-c", self.folder / "control/md5sums", cwd=self.root)

    def test_no_tables_for_debuggers(self):
        sections = self.fine("readelf", "-W", "-S", self.root / "usr/bin/fairmon")
        self.assertIsNone(re.search(r"\.debug_|\.symtab", sections))

    def test_trial_scripts_exist(self):
        for name in ("install_trial.sh", "in_clean_system.sh", "push_trial.sh"):
            self.fine("sh", "-n", HERE / name)


if __name__ == "__main__":
    unittest.main()
