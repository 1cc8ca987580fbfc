"""The findings of a run as metrics, table and page of an MLflow run.

    with mlflow.start_run():
        log_run(run)
"""

import tempfile
from pathlib import Path

import mlflow


def log_run(run, prefix="fairness"):
    """Rates and counts of every group, the course of the plotted streams, the page."""
    mlflow.set_tag(f"{prefix}.verdict", run.verdict)
    mlflow.set_tag(f"{prefix}.specification", run.spec.digest)
    for group in run.by_group:
        name = "_".join([prefix, group.stream, *map(str, group.group)]).replace(" ", "_")
        if group.value is not None:
            mlflow.log_metric(name, group.value)
            mlflow.log_metric(f"{name}_n", group.n)
    for panel in run.history.panels:
        for curve in run.history.curves(panel):
            if not curve.instance and curve.values:
                mlflow.log_metric(f"{prefix}_{curve.stream}", curve.values[-1])
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "fairness.html")
        run.save_page(page)
        mlflow.log_artifact(str(page))
