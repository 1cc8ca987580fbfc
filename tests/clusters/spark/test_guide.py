"""The page on Spark does what it says."""

import contextlib
import io
import pathlib
import re

ROOT = pathlib.Path(__file__).parents[3]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)


def fits(shown, printed):
    pattern = "".join(".*" if part == "…" else re.escape(part)
                      for part in re.split("(…)", shown.strip()))
    return re.fullmatch(pattern, printed.strip(), re.S)


def test_the_guide(spark, tmp_path):
    page = (ROOT / "docs/guide/spark.md").read_text(encoding="utf-8")
    names, printed, compared = {}, "", 0
    for language, text in BLOCK.findall(page):
        if language == "python":
            # Spark's own folder is the one it was started in.
            text = re.sub(r'"(decisions|alarms|run)\b', rf'"{tmp_path}/\1', text)
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(compile(text, "spark.md", "exec"), names)
            printed = out.getvalue()
        elif language == "text":
            assert fits(text, printed), f"shown:\n{text}\nprinted:\n{printed}"
            compared += 1
    assert compared >= 4
