#!/usr/bin/env python3
"""Writes what the program is made of as a CycloneDX document, or judges an answer of `npm audit`.

usage: sbom.py FILE            the bill of materials: libraries, and packages inside the page
       sbom.py --audit REPORT  status 0: nothing known; 1: something is; 2: the registry is silent
"""
import base64
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIBRARY = re.compile(r"^(lib\w|nlohmann-|zlib)")


def project_version():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"project\(fairmon VERSION ([\d.]+)", text)[1]


def debian_version(name):
    """Of an installed package; nothing where there is no dpkg."""
    try:
        found = subprocess.run(["dpkg-query", "-W", "-f=${Version}", name], capture_output=True,
                               text=True, check=False)
    except FileNotFoundError:
        return ""
    return found.stdout.strip() if found.returncode == 0 else ""


def libraries(read_version=debian_version):
    """Those that the program is compiled with, by the names of their packages."""
    lines = (ROOT / "tools/packages/build.txt").read_text(encoding="utf-8").splitlines()
    for name in sorted(line.split("#")[0].strip() for line in lines):
        if LIBRARY.match(name):
            version = read_version(name)
            component = {"type": "library", "name": name, "scope": "required",
                         "bom-ref": f"pkg:deb/debian/{name}@{version}",
                         "purl": f"pkg:deb/debian/{name}" + (f"@{version}" if version else "")}
            yield {**component, "version": version} if version else component


def page_packages(lock):
    """Those that become part of the page; tools for working on it do not."""
    for path, facts in sorted(lock["packages"].items()):
        if "node_modules/" not in path or facts.get("dev") or facts.get("link"):
            continue
        name = path.rsplit("node_modules/", 1)[1]
        purl = "pkg:npm/" + name.replace("@", "%40") + "@" + facts["version"]
        component = {"type": "library", "name": name, "version": facts["version"],
                     "scope": "required", "bom-ref": purl, "purl": purl}
        if "license" in facts:
            component["licenses"] = [{"expression": facts["license"]}]
        algorithm, _, digest = facts.get("integrity", "").partition("-")
        if algorithm == "sha512":
            component["hashes"] = [{"alg": "SHA-512",
                                    "content": base64.b64decode(digest).hex()}]
        yield component


def document():
    lock = ROOT / "web/package-lock.json"
    packages = page_packages(json.loads(lock.read_text(encoding="utf-8"))) if lock.exists() else ()
    version = project_version()
    return {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
            "metadata": {"component": {"type": "application", "name": "fairmon",
                                       "version": version, "bom-ref": f"fairmon@{version}"}},
            "components": [*libraries(), *packages]}


def judge(report):
    """(status, lines for people) of what `npm audit --json` printed."""
    try:
        counts = json.loads(report)["metadata"]["vulnerabilities"]
    except (ValueError, KeyError, TypeError):
        return 2, ["there is no answer"]
    names = sorted(json.loads(report).get("vulnerabilities", {}))
    if counts["total"] == 0:
        return 0, ["nothing known"]
    return 1, [f"{counts['total']} packages of the page have known mistakes: {', '.join(names)}",
               "`npm audit` in web/ tells more, `npm audit fix` mends what can be"]


def main(words):
    if len(words) == 2 and words[0] == "--audit":
        status, lines = judge(pathlib.Path(words[1]).read_text(encoding="utf-8"))
        print("\n".join(lines))
        return status
    if len(words) != 1:
        print(__doc__, file=sys.stderr)
        return 1
    target = pathlib.Path(words[0])
    target.parent.mkdir(parents=True, exist_ok=True)
    bill = document()
    target.write_text(json.dumps(bill, indent=2) + "\n", encoding="utf-8")
    print(f"{target}: {len(bill['components'])} components")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
