#!/usr/bin/env python3
"""Writes the packages of a compiled program into a folder, with their digests.

usage: make.py --program FILE --output FOLDER [--work FOLDER] [--only deb|image|tarball]...

The same program, packages of Debian and commit (or SOURCE_DATE_EPOCH) give the same bytes.
Status 2: Debian's packages for the image cannot be fetched now.
"""
import argparse
import json
import pathlib
import sys

import base
import common
import deb
import image
import tarball

KINDS = ("deb", "image", "tarball")


def make(kind, program, bill, work, output):
    if kind == "deb":
        return [deb.make(program, bill, work, output)]
    if kind == "tarball":
        return [tarball.make(program, bill, work, output)]
    target, digest = image.make(program, common.ROOT / "build/package/debian", work, output)
    print(f"{target.name}: image {digest}")
    return [target, output / f"fairmon-{common.VERSION}-image.cdx.json"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", type=pathlib.Path, required=True)
    parser.add_argument("--output", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, default=common.ROOT / "build/package/work",
                        help="a folder for what is put together on the way")
    parser.add_argument("--only", action="append", choices=KINDS)
    options = parser.parse_args()
    bill = json.dumps(common.sbom.document(), indent=2) + "\n"
    output = options.output.resolve()
    made = [output / f"fairmon-{common.VERSION}.cdx.json"]
    common.write(made[0], bill)
    try:
        for kind in options.only or KINDS:
            made += make(kind, options.program, bill, options.work.resolve(), output)
    except base.NoMirror as trouble:
        print(f"the packages of Debian for the image cannot be fetched: {trouble}",
              file=sys.stderr)
        return 2
    lines = [f"{common.sha256(path)}  {path.name}\n" for path in sorted(made)]
    common.write(output / "SHA256SUMS", "".join(lines))
    for path in sorted(made):
        print(f"{path.stat().st_size / 1e6:8.1f} MB  {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
