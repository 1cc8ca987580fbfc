"""What a run writes never destroys what it reads, nor something else that it writes."""
import os
import signal
import subprocess
import time

from kit import PROGRAM, ProgramTest, SPEC


class OwnFiles(ProgramTest):
    def refused(self, *words):
        before = {file.name: file.read_bytes() for file in self.folder.iterdir() if file.is_file()}
        message = self.fail_with(1, "monitor", "spec.lola", "trace.csv", *words)
        after = {file.name: file.read_bytes() for file in self.folder.iterdir() if file.is_file()}
        self.assertIn("is the same file as", message)
        self.assertEqual(before, after)
        return message

    def test_outputs(self):
        self.assertIn("the specification `spec.lola`", self.refused("-o", "text=spec.lola"))
        self.assertIn("the data file `trace.csv`", self.refused("-o", "jsonl=./trace.csv"))
        os.symlink("trace.csv", self.folder / "link.csv")
        self.refused("-o", "jsonl=link.csv")
        os.link(self.folder / "trace.csv", self.folder / "hard.csv")
        self.refused("-o", "csv=hard.csv")
        self.refused("-o", "text=new.log", "-o", "jsonl=sub/../new.log")
        self.assertFalse((self.folder / "new.log").exists())

    def test_patterns(self):
        message = self.fail_with(1, "monitor", "spec.lola", "tr*.csv", "-o", "text=trace.csv")
        self.assertIn("is the same file as the data file `trace.csv`", message)

    def test_quarantine_and_checkpoint(self):
        skip = ("--on-bad-record", "skip")
        self.refused("--quarantine", "trace.csv", *skip)
        self.refused("--quarantine", "spec.lola", *skip)
        self.refused("--quarantine", "same", "-o", "text=same", *skip)
        self.refused("--checkpoint", "spec.lola")
        self.refused("--checkpoint", "trace.csv")
        self.refused("--checkpoint", "x", "-o", "text=x")
        self.refused("--checkpoint", "x", "-o", "text=x.new")

    def test_redirected_standard_output(self):
        with open(self.folder / "trace.csv", "ab") as file:
            result = subprocess.run([PROGRAM, "monitor", "spec.lola", "trace.csv"], stdout=file,
                                    cwd=self.folder, stderr=subprocess.PIPE, check=False)
        self.assertEqual(result.returncode, 1)
        self.assertIn(b"the output on standard output is the same file", result.stderr)

    def test_what_may_be_shared(self):
        self.succeed("monitor", "spec.lola", "trace.csv", "-o", "text=/dev/null", "-o",
                     "jsonl=/dev/null")
        with open(self.folder / "both.txt", "wb") as file:
            subprocess.run([PROGRAM, "monitor", "spec.lola", "trace.csv", "-o", "text", "-o",
                            "jsonl"], stdout=file, cwd=self.folder, check=True)
        self.succeed("monitor", "spec.lola", "trace.csv", "--checkpoint", "c", "-o", "text=a")
        self.succeed("monitor", "spec.lola", "trace.csv", "--checkpoint", "c", "--resume", "c",
                     "-o", "text=a")

    def test_a_run_that_does_not_begin_destroys_nothing(self):
        self.write("bad.csv", "time,a,b,s\n1,1,1,x\nrubbish\n" + "2,3,1,y\n" * 50)
        command = ["monitor", "spec.lola", "bad.csv", "-q", "-o", "jsonl=out.jsonl", "-o",
                   "summary=out.txt", "--on-bad-record", "skip", "--quarantine", "kept.csv"]
        self.succeed(*command, "--checkpoint", "c", "--every", "20")
        for name in ("other.txt", "kept.csv", "out.jsonl"):  # longer than they were then
            with open(self.folder / name, "a", encoding="utf-8") as file:
                file.write("of somebody else\n")
        self.write("other.csv", "time,a,b,s\n1,1,1,z\n")

        def changed(place, word):
            words = command.copy()
            words[place] = word
            return words

        before = {file.name: file.read_bytes() for file in self.folder.iterdir()}
        for code, words in (
                (2, [*changed(7, "summary=other.txt"), "--resume", "c"]),
                (2, [*changed(-1, "other.txt"), "--resume", "c"]),
                (2, [*changed(2, "other.csv"), "--resume", "c"]),
                (2, changed(7, "summary=missing/out.txt")),
                (2, changed(2, "missing.csv"))):
            with self.subTest(words):
                self.fail_with(code, *words)
                after = {file.name: file.read_bytes() for file in self.folder.iterdir()}
                self.assertEqual(before, after)

    def test_a_first_specification_does_not_replace_the_data(self):
        data = "time,group,hired\n" + "".join(f"{i},{'ab'[i % 2]},{'yn'[i % 3 % 2]}\n"
                                              for i in range(9))
        self.write("data.csv", data)
        os.symlink("data.csv", self.folder / "data.lola")
        for words in (("-o", "data.csv"), ("-o", "data.lola"), ()):
            message = self.fail_with(1, "init", "data.csv", "--force", *words)
            self.assertIn("is the same file as the data file `data.csv`", message)
        self.assertEqual(self.read("data.csv"), data)


class Formatting(ProgramTest):
    UGLY = "input   a:Int64\noutput b:=a+1\n"

    def test_a_full_disk_leaves_the_file_as_it_was(self):
        """A limit on the size of files stands in for the disk."""
        text = self.UGLY + "".join(f"output c{i}  :=   a + {i}\n" for i in range(200))
        self.write("ugly.lola", text)
        result = subprocess.run(
            ["sh", "-c", 'trap "" XFSZ; ulimit -f 1; exec "$0" fmt ugly.lola', PROGRAM],
            cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn("stays as it was", result.stderr)
        self.assertEqual(self.read("ugly.lola"), text)
        self.assertEqual(sorted(os.listdir(self.folder)), ["spec.lola", "trace.csv", "ugly.lola"])

    def test_permissions_and_links_stay(self):
        self.write("real.lola", self.UGLY)
        os.chmod(self.folder / "real.lola", 0o640)
        os.symlink("real.lola", self.folder / "link.lola")
        self.succeed("fmt", "link.lola")
        self.assertTrue((self.folder / "link.lola").is_symlink())
        self.assertNotEqual(self.read("real.lola"), self.UGLY)
        self.assertEqual((self.folder / "real.lola").stat().st_mode & 0o777, 0o640)


class Signals(ProgramTest):
    def hang_up(self, *, ignored):
        self.write("spec.lola", SPEC)
        self.write("slow.csv", "time,a,b,s\n" + "".join(f"{i},1,1,x\n" for i in range(100)))
        words = [PROGRAM, "monitor", "spec.lola", "slow.csv", "--replay-speed", "20", "-q",
                 "--checkpoint", "c", "-o", "text=out.log"]
        process = subprocess.Popen((["nohup"] if ignored else []) + words, cwd=self.folder,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        while not (self.folder / "c").exists() and time.monotonic() < deadline:
            time.sleep(0.02)
        time.sleep(0.5)
        process.send_signal(signal.SIGHUP)
        process.send_signal(signal.SIGHUP)
        return process.wait(timeout=60)

    def test_a_closed_terminal_saves_and_ends(self):
        self.assertEqual(self.hang_up(ignored=False), 130)
        self.succeed("monitor", "spec.lola", "slow.csv", "-q", "--resume", "c", "-o",
                     "text=out.log")
        self.succeed("monitor", "spec.lola", "slow.csv", "-q", "-o", "text=whole.log")
        self.assertEqual(self.read("out.log"), self.read("whole.log"))

    def test_who_was_told_not_to_mind_goes_on(self):
        self.assertEqual(self.hang_up(ignored=True), 0)
