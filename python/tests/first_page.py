"""The first page of the guide, in an environment with nothing but the wheel."""

import csv
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.request

import fairmon as fm

assert not {"numpy", "pandas", "pyarrow"} & set(sys.modules), "the package asks for more"

rows = [{"time": float(i), "group": "ab"[i % 2], "hired": i % 2 == 0 or i % 6 == 1}
        for i in range(60)]
spec = """
input group : String
input hired : Bool
trigger !hired && group == "b" "b was rejected"
"""
monitor = fm.Monitor(spec)
fired = [verdict for row in rows for verdict in monitor.push(row)]
assert len(fired) == 20 and all(fired), fired
assert fired[0].time == 3.0 and fired[0].message == "b was rejected"
run = monitor.run(rows)
assert len(run.triggers) == 20
assert fm.Monitor.load(spec, monitor.save()).save() == monitor.save()

with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    (folder / "spec.lola").write_text(spec)
    with open(folder / "data.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    command = [sys.executable, "-m", "fairmon"]
    said = subprocess.run([*command, "monitor", folder / "spec.lola", folder / "data.csv", "-o",
                           "json"], capture_output=True, text=True)
    assert said.returncode in (0, 4), said
    assert json.loads(said.stdout)["provenance"]["events"] == 60
    assert "fairmon " in subprocess.run([*command, "--version"], capture_output=True, text=True,
                                        check=True).stdout
    assert subprocess.run([*command, "nonsense"], capture_output=True).returncode != 0
    server = subprocess.Popen([*command, "serve", "--no-open", "--port", "0", "--runs",
                               folder / "runs"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True)
    address = None
    for line in server.stdout:
        address = re.search(r"http://\S+", line)
        if address:
            break
    page = urllib.request.urlopen(address.group(0), timeout=60).read()
    assert b"<html" in page.lower(), page[:200]
    server.terminate()
    server.wait(60)
print("the first page works in", sys.version.split()[0])
