"""The check sees each flag that is missing."""
import pathlib
import subprocess
import tempfile
import unittest

import check_hardening

SOURCE = """\
#include <stdio.h>
#include <string.h>
int main(int argc, char** argv) {
  char text[16];
  strncpy(text, argv[argc - 1], argc * 4);
  printf("%s", text);
}
"""
FLAGS = ["-O2", "-fPIE", "-pie", "-fstack-protector-strong", "-U_FORTIFY_SOURCE",
         "-D_FORTIFY_SOURCE=2", "-Wl,-z,relro,-z,now,-z,noexecstack"]


class CheckHardening(unittest.TestCase):
    def found(self, *flags):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "x.c"
            source.write_text(SOURCE)
            program = str(source.with_suffix(""))
            subprocess.run(["gcc", "-w", *flags, str(source), "-o", program], check=True)
            return list(check_hardening.complaints(program))

    def test_nothing_is_said_of_a_hardened_program(self):
        self.assertEqual(self.found(*FLAGS), [])

    def test_each_flag_is_missed(self):
        for flags, wanted in ((["-no-pie"], "fixed place"), (["-Wl,-z,norelro"], "writable"),
                              (["-Wl,-z,lazy"], "filled late"),
                              (["-z", "execstack"], "executed"),
                              (["-fno-stack-protector"], "stacks are not checked"),
                              (["-U_FORTIFY_SOURCE"], "copies are not checked")):
            with self.subTest(flags):
                rest = [flag.replace(",-z,noexecstack", "") for flag in FLAGS]
                self.assertIn(wanted, " ".join(self.found(*rest, *flags)))


if __name__ == "__main__":
    unittest.main()
