"""The live pipeline."""

import threading

import numpy as np
import pytest

import lubdub
from conftest import DATASETS


def rows(trace):
    for index in range(trace.rows):
        known = {name: float(trace[name][index]) for name in ("range_m", "rssi_dbm")
                 if name in trace and not np.isnan(trace[name][index])}
        yield float(trace.t_s[index] - trace.t_s[0]), trace["source"][index], trace.event[index], known


@pytest.mark.parametrize("name", ["approach", "ceremony", "uwb-outage"])
def test_row_by_row_in_blocks_and_at_once_decide_the_same(name):
    trace = lubdub.read(DATASETS / f"{name}.csv")
    session = lubdub.run(trace)
    pipeline = lubdub.Pipeline()
    decisions, distances = [], []
    for time, source, event, known in rows(trace):
        update = pipeline.process(time, source=source, event=event, **known)
        decisions += update.decisions
        distances.append(np.nan if update.distance_m is None else update.distance_m)
    decisions += pipeline.finish()
    np.testing.assert_array_equal(distances, session.estimates["distance_m"])
    beats = [decision["t_s"] for decision in decisions if decision["record"] == "beat"]
    np.testing.assert_allclose(beats, session.beats["t_s"], atol=1e-9)

    blocks = lubdub.Pipeline()
    table = dict(trace.items()) | {"t_s": trace.t_s - trace.t_s[0]}
    half = trace.rows // 2
    first, earlier = blocks.process_rows({name: column[:half] for name, column in table.items()})
    second, more = blocks.process_rows({name: column[half:] for name, column in table.items()})
    assert earlier + more + blocks.finish() == decisions
    both = np.concatenate([first["distance_m"], second["distance_m"]])
    np.testing.assert_array_equal(both, distances)
    assert set(first["reception"]) == {"taken"}


def test_time_passes_without_rows():
    pipeline = lubdub.Pipeline()
    assert pipeline.next_deadline is None
    for index in range(30):
        pipeline.process(index * 0.1, range_m=0.5)
    assert pipeline.next_deadline is not None
    plan = pipeline.plan(4.0)
    decisions = pipeline.advance(4.0)
    played = [decision["t_s"] for decision in decisions if decision["record"] == "beat"]
    np.testing.assert_allclose(plan["t_s"][plan["t_s"] < 4], played)
    assert pipeline.process(1.0, range_m=0.5).reception == "outOfOrder"
    with pytest.raises(lubdub.LubdubError, match="at most 3600"):
        pipeline.plan(1e9)
    pipeline.finish()
    assert pipeline.process(9.0, range_m=0.5).reception == "finished"


@pytest.mark.parametrize("leap", [3.0, 900.0, 1e9])
def test_one_stamp_ahead_costs_one_sample(leap):
    pipeline = lubdub.Pipeline()
    found = [pipeline.process(index * 0.1 + leap * (index == 30), range_m=0.5).reception for index in range(60)]
    assert found == ["taken"] * 30 + ["ahead"] + ["taken"] * 29
    assert pipeline.process(70.0, range_m=0.5).reception == "ahead"
    assert pipeline.process(70.1, range_m=0.5).reception == "taken"


def test_settings_change_while_it_runs():
    pipeline = lubdub.Pipeline()
    for index in range(30):
        pipeline.process(index * 0.1, range_m=0.5)
    slow = pipeline.plan(4.0).rows
    pipeline.apply({"heartbeat.intervals": [0.2, 0.3, 0.3, 2]})
    assert pipeline.plan(4.0).rows > slow
    with pytest.raises(lubdub.SettingsError):
        pipeline.apply({"zones.edges": [2, 1]})


def test_threads_share_a_pipeline():
    pipeline = lubdub.Pipeline()
    for index in range(30):
        pipeline.process(index * 0.1, range_m=0.5)
    taken = []

    def work(first):
        for number in range(200):
            taken.append(pipeline.process(3.0, range_m=first + number * 1e-4).reception)

    threads = [threading.Thread(target=work, args=[0.4 + 0.05 * index]) for index in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert taken == ["taken"] * 800


def test_wrong_words_are_refused():
    pipeline = lubdub.Pipeline()
    with pytest.raises(lubdub.LubdubError, match="source is 'gps'"):
        pipeline.process(0.0, range_m=1.0, source="gps")
    with pytest.raises(lubdub.LubdubError, match="event is 'gone'"):
        pipeline.process(0.0, event="gone")
    for given, rule in (({"range_m": 1e9}, "range_m is 1000000000.0, expected at most 1e6 m"), ({"rssi_dbm": 5}, "rssi_dbm is 5"),
                        ({"rssi_dbm": -500}, "rssi_dbm is -500"), ({"range_m": 1, "fp_power_dbm": 500}, "fp_power_dbm is 500")):
        with pytest.raises(lubdub.LubdubError, match=rule):
            pipeline.process(0.0, **given)
    for time in (float("nan"), float("inf")):
        with pytest.raises(lubdub.LubdubError, match=f"t_s is {time}, expected a finite number"):
            pipeline.process(time, range_m=1.0)
    assert pipeline.process(0.0, rssi_dbm=127).distance_m is None
    assert pipeline.process(0.0, range_m=-1.0).reception == "notFinite"


def test_an_edge_is_taught_by_its_name():
    rows = "".join(f"{index / 5},-75,\n" for index in range(60))
    text = f"t_s,rssi_dbm,event\n{rows}12,,{{}}\n12.2,-75,\n"
    settings = {"zones.edges": [0.5, 3, 4, 5], "zones.names": ["a", "mine", "c", "d", "e"]}
    for said, known, of in [("at edge near", "at 1", None), ("at edge mine", "at 3", settings)]:
        named, measured = (lubdub.run(text.format(words).encode(), of) for words in (said, known))
        np.testing.assert_array_equal(named.estimates["distance_m"], measured.estimates["distance_m"])
        pipeline = lubdub.Pipeline(of)
        estimates, _ = pipeline.process_rows(text.format(said).encode())
        np.testing.assert_array_equal(estimates["distance_m"], named.estimates["distance_m"])
    with pytest.warns(lubdub.LubdubWarning, match="such as at 1"):
        lubdub.read(text.format("at edge near").encode())
