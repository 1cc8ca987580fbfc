"""A PostgreSQL server of one's own: in a scratch folder, on a socket, gone at the end."""
import glob
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

# The server refuses to run as root.
USER = "postgres"


def program(name):
    found = shutil.which(name) or next(
        iter(sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"), reverse=True)), None)
    if not found:
        raise RuntimeError(f"there is no {name}; install the package postgresql")
    return found


def as_user(*words):
    return ["runuser", "-u", USER, "--", *words] if os.geteuid() == 0 else list(words)


class Postgres:
    """Listens on a socket in its folder only."""

    def __init__(self):
        self.scratch = tempfile.TemporaryDirectory(prefix="fairmon_pg")
        self.folder = pathlib.Path(self.scratch.name)
        self.data = self.folder / "data"
        self.process = None
        os.chmod(self.folder, 0o755)
        if os.geteuid() == 0:
            shutil.chown(self.folder, USER)
        subprocess.run(as_user(program("initdb"), "-D", str(self.data), "-U", "owner", "-A",
                               "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"),
                       check=True, stdout=subprocess.DEVNULL, cwd="/")
        self.start()

    def start(self):
        log = open(self.folder / "log", "ab")  # pylint: disable=consider-using-with
        self.process = subprocess.Popen(
            as_user(program("postgres"), "-D", str(self.data), "-k", str(self.folder), "-c",
                    "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=30", "-c",
                    "max_prepared_transactions=5"),
            stdout=log, stderr=log, cwd="/")
        log.close()
        deadline = time.monotonic() + 60
        while subprocess.run([program("pg_isready"), "-q", "-h", str(self.folder)],
                             check=False).returncode:
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("it does not start: " + (self.folder / "log").read_text())
            time.sleep(0.05)

    def stop(self):
        subprocess.run(as_user(program("pg_ctl"), "stop", "-D", str(self.data), "-m", "fast", "-w",
                               "-t", "60"), check=True, stdout=subprocess.DEVNULL, cwd="/")
        self.process.wait(timeout=60)

    def end(self):
        if self.process and self.process.poll() is None:
            self.stop()
        self.scratch.cleanup()

    def uri(self, database="postgres", user="owner"):
        return f"postgresql://{user}@/{database}?host={self.folder}"

    def reload(self):
        self.ask("SELECT pg_reload_conf()")

    def ask(self, statement, database="postgres"):
        """Lines of the answer, columns between bars."""
        done = subprocess.run([program("psql"), "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1",
                               self.uri(database)], input=statement, capture_output=True,
                              text=True, check=False)
        if done.returncode:
            raise RuntimeError(done.stderr)
        return done.stdout.splitlines()

    def session(self, database="postgres"):
        return Session(self.uri(database))


class Session:
    """A session that stays open: its transactions end when somebody says so."""

    def __init__(self, uri):
        self.process = subprocess.Popen([program("psql"), "-X", "-q", "-A", "-t", uri], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, statement):
        """Waits until it is done."""
        self.process.stdin.write(statement + ";\n\\echo done\n")
        self.process.stdin.flush()
        lines = []
        while (line := self.process.stdout.readline()) not in ("done\n", ""):
            lines.append(line.rstrip("\n"))
        return lines

    def end(self):
        self.process.stdin.close()
        self.process.wait(timeout=60)
        self.process.stdout.close()
