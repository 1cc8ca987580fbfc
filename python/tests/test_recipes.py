"""The recipes in examples/python do what they say."""

import importlib.util
import logging
import os
import pathlib
import sys

import pytest

import fairmon as fm

FOLDER = pathlib.Path(__file__).parents[2] / "examples/python"


def recipe(name):
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def service():
    pytest.importorskip("httpx")
    testclient = pytest.importorskip("starlette.testclient")
    module = recipe("decision_service")
    with testclient.TestClient(module.app) as client:
        yield module, client


def test_middleware_watches_decisions(service, caplog):
    module, client = service
    with caplog.at_level(logging.WARNING, logger="fairness"):
        for number in range(70):
            person = {"gender": "women" if number % 2 else "men",
                      "income": 2000 if number % 2 else 3000}
            answer = client.post("/decide", json=person)
            assert answer.json() == {"granted": number % 2 == 0}
    assert module.MONITOR.num_events == 70
    assert "women 0 of 30, men 1 of" in caplog.text


def test_middleware_lets_mistakes_pass(service, caplog):
    module, client = service
    with caplog.at_level(logging.ERROR, logger="fairness"):
        answer = client.post("/decide", json={"income": 3000})
    assert answer.json() == {"granted": True}
    assert "could not be watched" in caplog.text
    assert client.get("/elsewhere").status_code == 404


def test_fastapi_takes_the_same_middleware(service):
    fastapi = pytest.importorskip("fastapi")
    testclient = pytest.importorskip("starlette.testclient")
    module, _ = service
    monitor = fm.Monitor(fm.metrics.demographic_parity("gender", "granted"))
    app = fastapi.FastAPI()
    heard = []

    @app.post("/decide")
    def decide(person: dict) -> dict:
        return {"granted": person["income"] > 2500}

    app.add_middleware(module.FairnessMiddleware, monitor=monitor, event=module.event,
                       on_verdict=heard.append)
    with testclient.TestClient(app) as client:
        client.post("/decide", json={"gender": "men", "income": 3000})
        client.post("/decide", json={"gender": "women", "income": 2000})
    assert monitor.num_events == 2 and len(heard) == 1


def test_mlflow(parity_run, tmp_path, monkeypatch):
    mlflow = pytest.importorskip("mlflow")
    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")
    monkeypatch.setenv("MLFLOW_DISABLE_TELEMETRY", "true")
    mlflow.set_tracking_uri((tmp_path / "runs").as_uri())
    with mlflow.start_run() as active:
        recipe("log_to_mlflow").log_run(parity_run)
    stored = mlflow.get_run(active.info.run_id).data
    assert stored.tags["fairness.verdict"] == "kept"
    assert stored.metrics["fairness_demographic_parity_rate_women"] == parity_run.by_group[1].value
    assert stored.metrics["fairness_demographic_parity_rate_women_n"] == 1408
    assert list(tmp_path.rglob("fairness.html"))


def test_wandb(parity_run, tmp_path, monkeypatch):
    wandb = pytest.importorskip("wandb")
    monkeypatch.setenv("WANDB_ERROR_REPORTING", "false")
    for name in ("WANDB_DATA_DIR", "WANDB_CACHE_DIR", "WANDB_CONFIG_DIR"):
        monkeypatch.setenv(name, os.fspath(tmp_path))
    with wandb.init(project="hiring", mode="offline", dir=tmp_path,
                    settings=wandb.Settings(silent=True)) as logged:
        recipe("log_to_wandb").log_run(logged, parity_run)
        assert logged.summary["fairness/verdict"] == "kept"
        assert logged.summary["fairness/demographic_parity_rate/women/n"] == 1408
    assert list(tmp_path.rglob("*.wandb"))
