"""The findings of a run in a run of Weights & Biases.

    with wandb.init(project="hiring") as logged:
        log_run(logged, run)
"""

import wandb


def log_run(logged, run, prefix="fairness"):
    """The answer in the summary, groups and episodes as tables, the page as it is."""
    logged.summary[f"{prefix}/verdict"] = run.verdict
    for group in run.by_group:
        if group.value is not None:
            name = "/".join([prefix, group.stream, *map(str, group.group)])
            logged.summary[name] = group.value
            logged.summary[f"{name}/n"] = group.n
    logged.log({
        f"{prefix}/groups": table(run.by_group),
        f"{prefix}/episodes": table(run.episodes),
        f"{prefix}/page": wandb.Html(run._repr_html_()),
    })


def table(records):
    """Records as a table; times and groups as text."""
    columns = records.to_dict()
    rows = zip(*columns.values(), strict=True)
    return wandb.Table(columns=list(columns), data=[
        [value if isinstance(value, (int, float, type(None))) else str(value) for value in row]
        for row in rows])
