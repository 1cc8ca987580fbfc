"""Stored runs last when the power goes, and signals end the server whatever else fails.

No disk is switched off: a library before the program (tests/cli/faults) writes down writes, fsyncs
and renames. A file of a run may take its name only when its content is on the disk, and the name
counts when the folder is, too.
"""
import signal
import unittest

from serving import SPEC, ServerTest
from test_faults import LIBRARY, usable

FILES = {"run.json", "series.bin", "counts.bin", "bands.bin", "report.html"}


def operations(path):
    """(what, number of the file, text), in order."""
    found = []
    with open(path, "rb") as file:
        while line := file.readline():
            what, number, _, size, text = line.decode().rstrip("\n").split(" ", 4)
            file.read(int(size))
            found.append((what, int(number), text))
    return found


def not_lasting(found, folder):
    """Names that were given before the content was synced, or whose folder never was; and how many
    names were looked at."""
    faults, looked_at = [], 0
    numbers = {name: (folder / name).stat().st_ino for name in FILES if (folder / name).exists()}
    for i, (what, _, text) in enumerate(found):
        if what != "rename":
            continue
        source, target = text.split("|")
        if not target.startswith(str(folder) + "/"):
            continue
        looked_at += 1
        name = target.rsplit("/", 1)[1]
        last = max((j for j in range(i) if found[j][0] == "rename"
                    and found[j][2].endswith("|" + target)), default=-1)
        before = [(kind, number) for kind, number, _ in found[last + 1:i]]
        # Of an older version the number is not known any more: some file has to be synced.
        latest = not any(later[2].endswith("|" + target) for later in found[i + 1:]
                         if later[0] == "rename")
        wanted = {numbers[name]} if latest else {n for kind, n in before if kind == "sync"}
        synced = [n for kind, n in before if kind in ("sync", "write") and n in wanted]
        kinds = [kind for kind, n in before if kind in ("sync", "write") and n in wanted]
        if not synced or kinds[-1] != "sync":
            faults.append(f"{source} is renamed before it is synced")
        if ("syncdir", folder.stat().st_ino) not in [(kind, n) for kind, n, _ in found[i:]]:
            faults.append(f"the name {target} does not last")
    return faults, looked_at


@unittest.skipUnless(usable(), "needs the library of faults and a program without sanitizers")
class StoredRuns(ServerTest):
    def traced(self, **environment):
        """A server with a run; the library begins its work when the specification is opened."""
        self.write("spec.lola", SPEC)
        return self.serve("spec.lola", "a.csv", environment={"LD_PRELOAD": LIBRARY, **environment})

    def test_names_are_given_to_what_is_on_the_disk(self):
        server = self.traced(FAIRMON_FILE_TRACE="trace.bin")
        run = server.ask("GET", "/runs")[1][0]["id"]
        server.wait_for_phase(run, ("finished",))
        self.assertEqual(server.stop(), 0)
        folder = self.folder / "runs" / run
        found = operations(self.folder / "trace.bin")
        faults, looked_at = not_lasting(found, folder)
        self.assertEqual(faults, [])
        self.assertGreaterEqual(looked_at, len(FILES))
        # The folder of the run has a name as well.
        self.assertIn(("syncdir", folder.parent.stat().st_ino), [item[:2] for item in found])
        # This would notice: without the syncs every name is a fault.
        faults, _ = not_lasting([item for item in found if item[0] != "sync"], folder)
        self.assertGreaterEqual(len(faults), len(FILES))

    def test_a_signal_needs_no_write(self):
        """A handler that wakes somebody by a byte in a pipe would be lost where that fails."""
        for sign in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(signal=sign):
                server = self.traced(FAIRMON_FAULT="write:1+")
                server.process.send_signal(sign)
                self.assertEqual(server.process.wait(timeout=30), 0)

    def test_many_signals_are_one(self):
        server = self.traced()
        for _ in range(200):
            server.process.send_signal(signal.SIGTERM)
        self.assertEqual(server.process.wait(timeout=30), 0)



if __name__ == "__main__":
    unittest.main()
