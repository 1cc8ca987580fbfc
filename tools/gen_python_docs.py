#!/usr/bin/env python3
"""Rewrites docs/reference/python.md out of the docstrings of the Python package.

usage: tools/gen_python_docs.py [--check]        --check: only says whether the page is current
"""
import ast
import pathlib
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/reference/python.md"
PACKAGE = ROOT / "python/fairmon"
HEAD = """# The Python package

Made from the docstrings by `tools/gen_python_docs.py`; the [guide](../guide/python.md) explains how
the parts go together. Examples run as tests.
"""
WIDTH = 76
MADE_BY_OTHERS = ("Run", "Records", "History", "Metric", "Server", "Table", "Spec")
# What people use, in the order in which they meet it: file, and names in it (none: all of them).
PARTS = (
    ("Monitors", "monitor.py", ("Monitor", "check", "compile_spec")),
    ("Results", "results.py", ("Run",)),
    ("What results are made of", "findings.py", ("Requirement", "Episode", "Worst", "Group")),
    ("Verdicts", "verdicts.py", ("Verdict",)),
    ("Lists of results", "records.py", ("Records",)),
    ("The course of streams", "history.py", ("History", "Curve", "Point")),
    ("Two runs side by side", "comparison.py", ("Comparison", "ComparedGroup")),
    ("Requirements as tests", "testing.py", ("assert_fair",)),
    ("Specifications", "specification.py", ("Specification",)),
    ("Metrics", "metrics.py", ("column", "Metric", "Parameter", "library", "metric")),
    ("A first specification", "guess.py", ("init",)),
    ("Late outcomes", "live.py", ("Live",)),
    ("asyncio", "aio.py", ("AsyncMonitor",)),
    ("scikit-learn", "sklearn.py", ("monitored", "MonitoredEstimator")),
    ("Fairlearn", "fairlearn.py", ("check", "Checked")),
    ("River", "river.py", ("FairnessDetector",)),
    ("Notebooks", "display/magic.py", ("load_ipython_extension",)),
    ("The web interface", "web.py", ("Server",)),
    ("Diagnostics", "diagnostics.py", ("Diagnostic", "Label", "Fix")),
    ("Plans for many machines", "spark/plan.py", ("Plan", "Placement", "Refusal", "plan")),
    ("Spark", "spark/batch.py", ("run",)),
    ("Results of Spark", "spark/results.py", ("Result",)),
    ("Streams of Spark", "spark/streaming.py", ("watch", "Batch")),
    ("Errors", "errors.py", ()),
)


def public(node):
    return not node.name.startswith("_") or node.name == "__init__"


def doc(node):
    """The docstring as Markdown; examples become blocks of their own."""
    text = ast.get_docstring(node) or ""
    out, block = [], []
    for line in [*text.split("\n"), ""]:
        if line.startswith((">>>", "...")) or (block and line):
            block.append(line)
            continue
        if block:
            out += ["```python", *block, "```"]
            block = []
        out.append(line)
    return "\n".join(out).strip()


def parameters(node):
    """Each parameter as it is written, `/` and `*` included."""
    given = node.args
    plain = [*given.posonlyargs, *given.args]
    defaults = [None] * (len(plain) - len(given.defaults)) + given.defaults
    made = [one(each, default) for each, default in zip(plain, defaults)]
    if given.posonlyargs:
        made.insert(len(given.posonlyargs), "/")
    if given.vararg:
        made.append("*" + one(given.vararg, None))
    elif given.kwonlyargs:
        made.append("*")
    made += [one(each, default) for each, default in zip(given.kwonlyargs, given.kw_defaults)]
    if given.kwarg:
        made.append("**" + one(given.kwarg, None))
    return made[1:] if made[:1] in (["self"], ["cls"]) else made


def one(parameter, default):
    text = parameter.arg
    text += f": {ast.unparse(parameter.annotation)}" if parameter.annotation else ""
    return text if default is None else f"{text} = {ast.unparse(default)}"


def signature(node, width=0):
    """In one line, or with a line for each parameter if it is wider than that."""
    answer = f" -> {ast.unparse(node.returns)}" if node.returns and node.name != "__init__" else ""
    line = "(" + ", ".join(parameters(node)) + ")" + answer
    if width and len(line) > width:
        line = "(\n" + "".join(f"    {each},\n" for each in parameters(node)) + ")" + answer
    return line


def decorators(node):
    return {ast.unparse(each).split("(")[0] for each in node.decorator_list}


def described_fields(node):
    """Fields of a dataclass, each with the text that follows it."""
    body = node.body
    for place, each in enumerate(body):
        if isinstance(each, ast.AnnAssign) and not each.target.id.startswith("_"):
            after = body[place + 1] if place + 1 < len(body) else None
            text = ""
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                text = ": " + " ".join(str(after.value.value).split())
            yield f"- `{each.target.id}` ({ast.unparse(each.annotation)}){text}"


def class_lines(node):
    made = next((each for each in node.body
                 if isinstance(each, ast.FunctionDef) and each.name == "__init__"), None)
    yield f"### {node.name}\n"
    if made is not None and node.name not in MADE_BY_OTHERS:
        yield f"```python\n{node.name}{signature(made, WIDTH)}\n```\n"
    yield doc(node) + "\n"
    fields = list(described_fields(node))
    if fields:
        yield "\n".join(fields) + "\n"
    for each in node.body:
        if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)) and public(each):
            if each.name == "__init__" or "overload" in decorators(each):
                continue
            kind = "async " if isinstance(each, ast.AsyncFunctionDef) else ""
            shown = f".{each.name}" if decorators(each) & {"property", "cached_property"} else (
                f"{kind}.{each.name}{signature(each)}")
            yield f"**`{shown}`**\n\n{doc(each)}\n"


def part_lines(title, file, names):
    tree = ast.parse((PACKAGE / file).read_text(encoding="utf-8"))
    found = {each.name: each for each in tree.body
             if isinstance(each, (ast.ClassDef, ast.FunctionDef))}
    yield f"## {title}\n"
    if not names:
        names = [name for name in found if not name.startswith("_")]
    for name in names:
        node = found[name]
        if isinstance(node, ast.ClassDef):
            yield from class_lines(node)
        else:
            code = f"{name}{signature(node, WIDTH)}"
            yield f"### {name}\n\n```python\n{code}\n```\n\n{doc(node)}\n"


def page():
    lines = [HEAD]
    for title, file, names in PARTS:
        lines += part_lines(title, file, names)
    return "\n".join(textwrap.dedent(line) if line.startswith("    ") else line for line in lines)


def main():
    made = page()
    if "--check" in sys.argv:
        if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != made:
            raise SystemExit("docs/reference/python.md is old: run tools/gen_python_docs.py")
        return
    PAGE.write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main()
