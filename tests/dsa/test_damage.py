"""Dumps with faults in them: what can be read is read, what cannot is named by file and line."""
import io
import unittest
import zipfile

from simulated import SimulatedTest
from simulator import example

SHARES = """\
input platform_name : String
input automated_detection : Bool
#[public]
output found(p) spawn with platform_name
  eval when platform_name == p with prob(of: automated_detection)
"""


def rewritten(path, change):
    """The dump with the text of its first CSV file changed; its checksum goes."""
    with zipfile.ZipFile(path) as outer:
        inner_zips = {name: outer.read(name) for name in sorted(outer.namelist())}
    first = next(iter(inner_zips))
    with zipfile.ZipFile(io.BytesIO(inner_zips[first])) as inner:
        files = {name: inner.read(name) for name in sorted(inner.namelist())}
    name = next(iter(files))
    files[name] = change(files[name])
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as inner:
        for name, data in files.items():
            inner.writestr(name, data)
    inner_zips[first] = packed.getvalue()
    with zipfile.ZipFile(path, "w") as outer:
        for name, data in inner_zips.items():
            outer.writestr(name, data)
    path.with_name(path.name + ".sha1").unlink(missing_ok=True)


class Damage(SimulatedTest):
    DATA = ("--days", "1", "--per-day", "500", "--quota", "100000")
    TO = "2025-11-27"

    def dump(self, change=None):
        (name,) = self.write_dumps("--full")
        if change:
            rewritten(self.folder / name, change)
        return name

    def test_neither_yes_nor_no(self):
        def maybe(text):
            lines = text.split(b"\n")
            lines[3] = lines[3].replace(b",Yes,", b",Maybe,").replace(b",No,", b",Maybe,")
            return b"\n".join(lines)

        self.write("shares.lola", SHARES)
        name = self.dump(maybe)
        text = self.fail_with(2, "monitor", "shares.lola", name)
        for part in (name, ":4", "automated_detection", "Maybe", "expected Yes or No"):
            self.assertIn(part, text)
        result = self.run_program("monitor", "shares.lola", name, "--on-bad-record", "skip", "-v",
                                  "outputs", "-o", "jsonl=out.jsonl")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("1", result.stderr)
        self.assertEqual(self.read("out.jsonl").count('"found"'), 499)

    def test_bytes_that_are_no_text(self):
        wanted = self.digest(example("delay"), self.dump())
        name = self.dump(lambda text: text.replace(b"Example text.", b"Example \xe4\xff text."))
        self.assertEqual(self.digest(example("delay"), name), wanted)
        self.write("facts.lola", "input decision_facts : String\n#[public]\noutput f := "
                                 "decision_facts\n")
        self.assertIn("Example \ufffd\ufffd text.", self.verdicts("facts.lola", name).decode())

    def test_a_file_with_nothing_but_a_header(self):
        name = self.dump(lambda text: text.split(b"\n")[0] + b"\n")
        self.succeed("monitor", example("delay"), name)

    def test_a_line_that_is_cut(self):
        def cut(text):
            lines = text.split(b"\n")
            lines[5] = lines[5][:30]
            return b"\n".join(lines)

        text = self.fail_with(2, "monitor", example("delay"), self.dump(cut))
        self.assertIn("does not have the columns of the header", text)
        self.assertIn(":6", text)

    def test_no_dump_at_all(self):
        self.write("sor-global-2025-11-26-light.zip", "no zip file")
        text = self.fail_with(2, "monitor", example("delay"), "sor-global-2025-11-26-light.zip")
        self.assertIn("cannot be opened as a dump", text)


if __name__ == "__main__":
    unittest.main()
