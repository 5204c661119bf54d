"""Zones, beats, scores and searches of estimates of one's own."""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pickle

import numpy as np
import pytest

import lubdub
from conftest import DATASETS

pytestmark = pytest.mark.filterwarnings("ignore::lubdub.LubdubWarning")
TIMES = np.arange(3000) * 0.1
TRUTH = np.abs(2.5 * np.sin(TIMES * 0.15)) + 0.02
WALKS = [DATASETS / "approach.csv", DATASETS / "walk-by.csv"]
OVER = {"uwb.range_deviation": (0.005, 0.06)}


def test_perfect_distances_keep_what_is_known_of_them_and_miss_no_change():
    scores = lubdub.evaluate(TIMES, TRUTH, TRUTH)
    assert scores.total["range"]["rmse_m"] == 0
    zones = scores.total["zones"]
    assert zones["true_changes"] > 50 and zones["missed_changes"] == 0
    session = lubdub.heartbeat(TIMES, TRUTH, TRUTH - 0.01, TRUTH + 0.01)
    np.testing.assert_array_equal(session.estimates["distance_m"], TRUTH)
    np.testing.assert_array_equal(session.estimates["low_m"], TRUTH - 0.01)
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(session)).estimates["high_m"], TRUTH + 0.01)
    assert len(session.beats) > 100 and session.export("ahap").content


def test_zones_are_those_of_the_edges_and_of_a_run():
    settings = lubdub.Settings({"zones.edges": [0.25, 0.5, 1, 2]})
    zones = lubdub.zones(TIMES, np.full(3000, 1.5), settings=settings)
    assert zones.dtype == np.int8 and set(zones.compressed()) == {3} and zones.mask[0]
    gap = np.where((TIMES > 100) & (TIMES < 160), np.nan, 1.5)
    assert lubdub.zones(TIMES, gap, settings=settings).mask.sum() >= zones.mask.sum()
    with pytest.raises(lubdub.LubdubError, match="both low_m and high_m"):
        lubdub.zones(TIMES, TRUTH, TRUTH)
    with pytest.raises(lubdub.LubdubError, match="high_m lies below low_m"):
        lubdub.zones(TIMES, TRUTH, TRUTH + 1, TRUTH - 1)


@pytest.mark.parametrize(("below", "above"), [(0.2, 0.2), (0.1, 0.3), (0.05, 0.5), (0, 0.4), (0, 0), (2, 2)])
def test_an_interval_counts_as_it_is_given(below, above):
    random = np.random.default_rng(0)
    truth = 1 + np.sin(TIMES / 10)
    distance = truth + random.normal(0, 0.1, len(TIMES))
    low, high = distance - below, distance + above
    found = lubdub.evaluate(TIMES, distance, truth, low, high).total["range"]
    assert found["coverage_95"] == pytest.approx(np.mean((low <= truth) & (truth <= high)), abs=1e-12)
    assert found["width_95_m"] == pytest.approx(np.mean(high - low), abs=1e-12)
    honest = np.mean(((distance - truth) / (high - low) * 2 * 1.959963984540054) ** 2) if below + above else None
    assert found["normalized_square"] == (None if honest is None else pytest.approx(honest))
    estimates = lubdub.heartbeat(TIMES, distance, low, high).estimates
    np.testing.assert_array_equal(estimates["low_m"], low)
    np.testing.assert_array_equal(estimates["high_m"], high)


def test_distances_below_zero_and_equal_rows_are_scored_and_missing_ones_are_unanswered():
    random = np.random.default_rng(0)
    truth = np.full(600, 0.05)
    distance = truth + random.normal(0, 0.5, 600)
    distance[0] = -3
    times = TIMES[:600].copy()
    times[11], distance[11] = times[10], distance[10]
    found = lubdub.evaluate(times, distance, truth).total["range"]
    error = distance - truth
    assert found["count"] == 600 and found["answered"] == 1
    assert found["rmse_m"] == pytest.approx(np.sqrt(np.mean(error**2)))
    assert found["bias_m"] == pytest.approx(np.median(error)) and found["max_m"] == pytest.approx(np.abs(error).max())
    np.testing.assert_array_equal(lubdub.heartbeat(times, distance).estimates["distance_m"], distance)
    distance[::2] = np.nan
    found = lubdub.evaluate(times, distance, truth).total["range"]
    assert (found["answered"], found["count"]) == (0.5, 300)
    with pytest.raises(lubdub.NothingToDoError, match="no true distance"):
        lubdub.evaluate(times, distance, np.full(600, np.nan))


def test_there_is_one_zone_for_each_row_or_an_error_that_names_the_row():
    assert len(lubdub.zones(TIMES, TRUTH)) == len(lubdub.zones(np.where(TIMES > 100, TIMES + 7200, TIMES), TRUTH)) == 3000
    assert set(lubdub.zones(TIMES, TRUTH).filled()) >= {-1, 2}
    for place, value, rule in ((7, np.nan, "a row needs a time"), (7, -1, "time may not go backwards")):
        times = TIMES.copy()
        times[place] = value
        with pytest.raises(lubdub.TraceError, match=f"the table:{place}: .*{rule}"):
            lubdub.evaluate(times, TRUTH, TRUTH)
    with pytest.raises(lubdub.TraceError, match="time may not go backwards"):
        lubdub.zones(TIMES[::-1], TRUTH)
    with pytest.raises(lubdub.TraceError, match="the table:3: range_m .* finite"):
        lubdub.zones(TIMES, np.where(np.arange(3000) == 3, np.inf, TRUTH))


def cost(session: lubdub.Session) -> float:
    """What a function of one's own may look at."""
    return float(np.nanmean(session.estimates["high_m"] - session.estimates["low_m"]))


@pytest.mark.parametrize("client", [None, "threads", "processes"])
def test_a_search_makes_a_function_of_ones_own_small_with_any_client(client):
    seen = []
    pool = {"threads": ThreadPoolExecutor, "processes": ProcessPoolExecutor}.get(client, lambda _: None)(2)
    try:
        tuned = lubdub.tune(WALKS, objective=cost, over=OVER, budget=8, folds=0, client=pool,
                            calibrate=False, progress=lambda done, total: seen.append((done, total)))
    finally:
        if pool is not None:
            pool.shutdown()
    before = np.mean([cost(session) for session in lubdub.run(WALKS)])
    after = np.mean([cost(session) for session in lubdub.run(WALKS, tuned.settings)])
    assert tuned.cost < 1 and after < before
    assert seen[-1][0] == seen[-1][1]


def test_an_objective_that_gives_no_cost_ends_the_search():
    with pytest.raises(lubdub.LubdubError, match="the objective gave -1, expected a finite number from 0"):
        lubdub.tune(WALKS, objective=lambda session: -1, over=OVER, budget=8, folds=0)
    with pytest.raises(lubdub.LubdubError, match="the objective raised ZeroDivisionError") as raised:
        lubdub.tune(WALKS, objective=lambda session: 1 / 0, over=OVER, budget=8, folds=0)
    assert isinstance(raised.value.__cause__, ZeroDivisionError)
    assert raised.value.__cause__.__traceback__.tb_next is not None
    names = set()
    walks = dict(zip(("one", "two"), WALKS, strict=True))
    lubdub.tune(walks, objective=lambda session: names.add(session.name) or 1, over=OVER, budget=8, folds=0)
    assert names == {"one", "two"}
    with pytest.raises(lubdub.LubdubError, match="over is str, expected a mapping"):
        lubdub.tune(WALKS, over="uwb.bias")
    with pytest.raises(lubdub.LubdubError, match='want is "foo", expected a bound'):
        lubdub.tune(WALKS, want="foo")
    with pytest.raises(lubdub.LubdubError, match="budget is 2000000, expected a whole number from 8 to 1000000"):
        lubdub.tune(WALKS, budget=2_000_000)


def test_scikit_learn_validates_and_searches():
    selection = pytest.importorskip("sklearn.model_selection")
    base = pytest.importorskip("sklearn.base")
    walks = [lubdub.read(path) for path in (*WALKS, DATASETS / "retreat.csv")]
    model = base.clone(lubdub.Ranger(settings={"zones.edges": [0.1, 0.5, 1, 2]}))
    assert model.get_params()["budget"] == 50
    with pytest.raises(ValueError, match="there is no parameter edges"):
        model.set_params(edges=1)
    scores = selection.cross_val_score(model, walks, cv=3)
    assert len(scores) == 3 and (scores < 0).all() and (scores > -1).all()
    table = {"t_s": TIMES, "range_m": TRUTH + 0.2}
    fitted = lubdub.Ranger().fit(table, TRUTH)
    assert fitted.score(table, TRUTH) > lubdub.Ranger().score(table, TRUTH)
    with pytest.raises(lubdub.LubdubError, match="y is the truth of one recording"):
        lubdub.Ranger().fit([table, table], [TRUTH, TRUTH])
    gap = {**table, "t_s": np.where(TIMES == 5, np.nan, TIMES)}
    assert np.flatnonzero(np.isnan(fitted.predict(gap)[2:])).tolist() == [48]
    assert len(fitted.predict(table)) == len(TIMES) and len(fitted.predict(walks)) == 3
    assert lubdub.Ranger(over=OVER, budget=8).fit(walks).settings_
