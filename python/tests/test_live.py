"""Late outcomes, sources read lazily, asyncio, River's manner."""

import asyncio
import pickle

import pytest

import fairmon as fm
from fairmon.river import FairnessDetector

SPEC = fm.metrics.equal_opportunity("gender", "hired", "qualified")


def joined(hiring):
    """The rows that Live makes, judged as one frame."""
    return fm.Monitor(SPEC).run({name: hiring[name] for name in
                                 ("time", "gender", "hired", "qualified")})


def test_outcomes_are_joined_by_their_case():
    live = fm.Monitor(SPEC).live()
    live.decision(case=1, gender="women", hired=False)
    live.decision(case=2, gender="men", hired=True)
    assert len(live) == 2 and 1 in live and list(live) == [1, 2]
    assert live.outcome(case=2, time=10.0, qualified=True) == []
    (verdict,) = live.outcome(case=1, time=11.0, qualified=True)
    assert verdict and verdict.time == 11.0 and "women 0 of 1" in verdict.message
    assert len(live) == 0


def test_a_frame_and_late_outcomes_agree(hiring):
    live = fm.Monitor(SPEC).live()
    fired = []
    rows = list(zip(*(hiring[n] for n in ("time", "gender", "hired", "qualified")), strict=True))
    for case, (_, gender, hired, _) in enumerate(rows[:400]):
        live.decision(case=case, gender=gender, hired=hired)
    for case, (time, _, _, qualified) in enumerate(rows[:400]):
        fired += live.outcome(case=case, time=time, qualified=qualified)
    run = fm.Monitor(SPEC).run({name: hiring[name][:400] for name in
                                ("time", "gender", "hired", "qualified")})
    assert [v.message for v in fired] == run.triggers.column("message")


def test_mistakes_change_nothing():
    live = fm.Monitor(SPEC).live()
    live.decision(case=1, gender="women", hired=False)
    with pytest.raises(fm.UsageError, match="has a decision already"):
        live.decision(case=1, gender="men", hired=True)
    with pytest.raises(fm.UsageError, match="no decision that waits"):
        live.outcome(case=7, time=1.0, qualified=True)
    with pytest.raises(fm.FairmonError):
        live.outcome(case=1, time="no time", qualified=True)
    assert 1 in live
    live.outcome(case=1, time=1.0, qualified=True)
    with pytest.raises(fm.UsageError):
        live.outcome(case=1, time=2.0, qualified=True)
    live.decision(case=3, gender="men", hired=True)
    assert live.give_up(case=3) == {"gender": "men", "hired": True}


def test_a_case_counts_once_though_its_evaluation_failed():
    live = fm.Monitor("input a : Int64 input b : Int64 output c := a / b").live()
    live.decision(case=1, a=1)
    with pytest.raises(fm.EvaluationError):
        live.outcome(case=1, time=1.0, b=0)
    assert len(live) == 0 and live.monitor.num_events == 1


def test_several_outcomes_together():
    live = fm.Monitor(SPEC).live()
    live.decision(case="a", gender="women", hired=False)
    live.decision(case="b", gender="men", hired=True)
    with pytest.raises(fm.UsageError):
        live.outcomes({"a": {"time": 1.0, "qualified": True}, "x": {"time": 2.0}})
    assert len(live) == 2
    verdicts = live.outcomes({"a": {"time": 1.0, "qualified": True},
                              "b": {"time": 2.0, "qualified": True}})
    assert len(verdicts) == 1 and len(live) == 0


def test_waiting_decisions_are_saved():
    live = fm.Monitor(SPEC).live()
    live.decision(case=1, gender="women", hired=False)
    live.decision(case=2, gender="men", hired=True)
    live.outcome(case=2, time=1.0, qualified=True)
    again = fm.Monitor(SPEC).live()
    again.restore(live.save())
    assert list(again) == [1]
    assert (again.outcome(case=1, time=2.0, qualified=True)
            == live.outcome(case=1, time=2.0, qualified=True) != [])
    with pytest.raises(fm.CheckpointError):
        again.restore(b"nothing")
    other = pickle.loads(pickle.dumps(live))
    assert len(other) == 0


def test_a_source_is_read_lazily():
    read = []

    def source():
        for number in range(1, 100):
            read.append(number)
            yield {"time": float(number), "a": number % 3 == 0}

    watching = fm.Monitor('input a : Bool trigger a "third"').watch(source())
    assert next(watching).time == 3.0
    assert read == [1, 2, 3]


def test_tasks_share_a_monitor():
    async def main():
        monitor = fm.AsyncMonitor(fm.Monitor('input a : Bool trigger a "so"'))

        async def source():
            for number in range(4):
                await asyncio.sleep(0)
                yield {"time": float(number), "a": number % 2 == 1}

        watched = [verdict.time async for verdict in monitor.watch(source())]
        await monitor.push_many({"time": [10.0, 11.0], "a": [True, False]})
        state = await monitor.save()
        run = await monitor.run({"time": [1, 2], "a": [True, True]})
        return watched, state, run.triggers.column("time"), await monitor.advance(20.0)

    watched, state, times, advanced = asyncio.run(main())
    assert watched == [1.0, 3.0] and times == [1.0, 2.0] and state and advanced == []


def test_in_the_manner_of_river():
    detector = FairnessDetector(
        fm.Monitor(fm.metrics.demographic_parity("group", "hired"), interval=1.0))
    assert not detector.update({"group": "a", "hired": True}).drift_detected
    assert detector.update({"group": "b", "hired": False}).drift_detected
    copy = detector.clone()
    assert not copy.drift_detected and copy.monitor.num_events == 0
    detector.reset()
    assert not detector.drift_detected
    assert isinstance(fm.Monitor("input a : Bool", interval=1.0).update({"a": True}), fm.Monitor)


def test_river_itself_takes_it():
    river_stream = pytest.importorskip("river.stream")
    detector = FairnessDetector(
        fm.Monitor(fm.metrics.demographic_parity("group", "hired"), interval=1.0))
    rows = [{"group": g, "hired": h} for g, h in [("a", True), ("b", False), ("b", True)]]
    found = [detector.update(x).drift_detected
             for x, _ in river_stream.iter_array([list(r.values()) for r in rows],
                                                 feature_names=["group", "hired"])]
    assert found == [False, True, True]
