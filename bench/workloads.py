"""What is measured: specification, trace, and which streams tell that the result is right."""
import dataclasses
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent


@dataclasses.dataclass(frozen=True)
class Workload:
    name: str
    spec: pathlib.Path
    max_events: int | None = None  # traces do not get longer than this
    peer_events: int = 100_000  # rows that an interpreter gets through in seconds
    trace: pathlib.Path | None = None  # a file of the repository instead of a generated one
    check_events: int = 50_000  # rows whose verdicts are compared before anything is timed
    peers: tuple = ("rtlola-cli", "duckdb", "polars")  # that can run it
    per_evaluation: str | None = None  # stream whose evaluations are counted besides events
    windows: int = 1  # that each of these evaluations stands for
    limit: str | None = None  # hand-written program, if it is that of another workload
    data: str | None = None  # trace, if it is that of another workload

    def limit_program(self, build):
        return build / "bench" / f"fairmon_limit_{self.limit or self.name}"

    def events(self, wanted):
        if self.trace:
            return sum(1 for _ in self.trace.open()) - 1
        return min(wanted, self.max_events) if self.max_events else wanted


def case(name):
    return ROOT / "bench/cases" / f"{name}.lola"


ALL = [
    Workload("w1", case("w1")),
    Workload("w2", case("w2")),
    Workload("w3", case("w3"), peer_events=50_000),
    Workload("w4", case("w4"), peer_events=5_000),
    Workload("w5", case("w5"), max_events=141_000, peer_events=141_000,
             per_evaluation="days", check_events=8_000),
    Workload("w5_over", case("w5_over"), max_events=141_000, per_evaluation="days",
             check_events=8_000, peers=("duckdb", "polars"), data="w5"),
    Workload("w4_wide", case("w4_wide"), peer_events=5_000, peers=("rtlola-cli",)),
    Workload("w6", case("w6"), peer_events=5_000),
    Workload("w6_real", case("w6_real"), peer_events=5_000, peers=("rtlola-cli",)),
    *(Workload(f"deadlines_{groups}", case("w6_real"), max_events=30_000, peers=(),
               limit="w6_real", per_evaluation="total", windows=3)
      for groups in (100, 1_000, 10_000)),
    Workload("compas", ROOT / "examples/compas/delayed.lola",
             trace=ROOT / "examples/compas/trace.csv", peers=("rtlola-cli",)),
    Workload("dsa", ROOT / "examples/dsa/automation_ratios.lola", peers=("duckdb", "polars")),
]


def matching(pattern):
    return [w for w in ALL if re.search(pattern, w.name)]


def trace(name, events, build, instances=None):
    """The file of a generated trace, made when it is not there yet."""
    folder = build / "data"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}-{events}{'' if instances is None else f'-{instances}'}.csv"
    if not path.exists():
        command = [build / "bench/fairmon_bench_generate", name, str(events), path]
        subprocess.run(command + ([str(instances)] if instances else []), check=True)
    return path


def plain_spec(workload, build):
    """The specification without tags, which other tools refuse."""
    path = build / "data" / f"{workload.name}.lola"
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = workload.spec.read_text().splitlines(keepends=True)
    path.write_text("".join(line for line in lines if not line.startswith("#[")))
    return path


def trace_of(workload, events, build):
    return workload.trace or trace(workload.data or workload.name, workload.events(events), build)
