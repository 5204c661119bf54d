"""Zones, beats, scores and searches of estimates of one's own."""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

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
    width = session.estimates["high_m"] - session.estimates["low_m"]
    assert np.median(width) == pytest.approx(0.02, rel=0.05)  # Deviations count millimetres.
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
    assert seen[-1][0] <= seen[-1][1]


def test_an_objective_that_gives_no_cost_ends_the_search():
    with pytest.raises(lubdub.LubdubError, match="the objective gave -1, expected a finite number from 0"):
        lubdub.tune(WALKS, objective=lambda session: -1, over=OVER, budget=8, folds=0)
    with pytest.raises(lubdub.LubdubError, match="ZeroDivisionError"):
        lubdub.tune(WALKS, objective=lambda session: 1 / 0, over=OVER, budget=8, folds=0)
    with pytest.raises(lubdub.LubdubError, match="leave study out"):
        lubdub.tune(WALKS, objective=cost, study="study.sqlite")


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
    assert len(fitted.predict(table)) == len(TIMES) and len(fitted.predict(walks)) == 3
    assert lubdub.Ranger(over=OVER, budget=8).fit(walks).settings_
