"""The simulator of the research API as a process; tests and the benchmark start it the same way."""
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]


def example(name):
    """Path of a specification that comes with the program."""
    return str(ROOT / "examples/dsa" / f"{name}.lola")


class SimulatorProcess:
    """`fairmon dsa simulate` on a free port; a context manager."""

    def __init__(self, program, *flags):
        self.process = subprocess.Popen([program, "dsa", "simulate", "--port", "0", *flags],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.url = ""
        self.dumps_url = ""
        for line in self.process.stdout:
            words = line.split()
            if words[:1] == ["address"]:
                self.url = words[1]
            if words[:1] == ["bucket"]:
                self.dumps_url = words[1]
            if "Ctrl-C" in line:
                break
        if not self.url:
            raise RuntimeError("the simulator does not start: " + self.process.stderr.read())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()
        self.process.stderr.close()
