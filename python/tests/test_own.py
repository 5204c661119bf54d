"""Zones, beats, scores and searches of estimates of one's own."""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import functools
import os
import pickle
import signal
import tempfile
import threading
import time
import warnings

import numpy as np
import pytest

import lubdub
from lubdub import _calls
from conftest import DATASETS

pytestmark = pytest.mark.filterwarnings("ignore::lubdub.LubdubWarning")
TIMES = np.arange(3000) * 0.1
TRUTH = np.abs(2.5 * np.sin(TIMES * 0.15)) + 0.02
WALKS = [DATASETS / "approach.csv", DATASETS / "walk-by.csv"]
OVER = {"uwb.range_deviation": (0.005, 0.06)}


def recording(distance, truth, times=TIMES):
    """A recording whose ranges are not what is scored."""
    return {"t_s": times, "range_m": np.maximum(distance, 0), "truth_m": truth}


def flat(members, prefix=""):
    found = {}
    for name, value in members.items() if isinstance(members, dict) else enumerate(members):
        found |= flat(value, f"{prefix}{name}.") if isinstance(value, (dict, list)) else {f"{prefix}{name}": value}
    return found


SCORED = [path for path in sorted(DATASETS.glob("*.csv")) if "truth_m" in lubdub.read(path)]
COLUMNS = ("distance_m", "low_m", "high_m", "sd_m", "status")


@pytest.mark.parametrize("path", SCORED, ids=lambda path: path.stem)
def test_estimates_of_lubdub_that_are_given_back_score_as_its_own(path):
    session, score = lubdub.run(path), lubdub.score(path)
    own, found = flat(score.total), flat(lubdub.evaluate(path, session).total)
    assert own.keys() == found.keys() and len(own) > 60
    for figure, value in own.items():
        # Documents have times to the nanosecond.
        assert found[figure] == (value if value is None else pytest.approx(value, abs=1e-6)), figure
    columns = {name: session.estimates.raw(name) for name in COLUMNS}
    assert lubdub.evaluate(path, columns).total["range"] == score.total["range"]
    # Estimates with times of their own hold until the next.
    if len(set(session.estimates["t_s"])) == session.estimates.rows:
        timed = session.estimates.to_pandas().drop(columns="zone")
        later = timed.assign(t_s=timed["t_s"] + 1e-10)
        extended = later.loc[[*later.index, later.index[-1]]]
        assert lubdub.evaluate(path, extended).total["range"] == score.total["range"]


def test_several_recordings_take_a_list_a_mapping_or_a_function_of_estimates():
    walks = {path.stem: lubdub.read(path) for path in WALKS}
    sessions = {name: lubdub.run(trace) for name, trace in walks.items()}
    total = lubdub.score(walks).total
    by_function = lubdub.evaluate(walks, lambda trace: sessions[trace.name.removesuffix(".csv")])
    for found in (lubdub.evaluate(walks, sessions), lubdub.evaluate(list(walks.values()), list(sessions.values())), by_function):
        assert found.total["range"] == total["range"]
    with pytest.raises(lubdub.LubdubError, match="there are no estimates for walk-by; there are those of approach"):
        lubdub.evaluate(walks, {"approach": sessions["approach"]})
    with pytest.raises(lubdub.LubdubError, match="expected a list of estimates, one for each of 2 recordings"):
        lubdub.evaluate(walks, [sessions["approach"]])


def test_zones_of_ones_own_count_and_estimates_that_do_not_fit_are_refused():
    right = np.searchsorted(lubdub.Settings().zones.edges, TRUTH, side="right")
    walk = recording(TRUTH, TRUTH)
    assert lubdub.evaluate(walk, TRUTH, zones=right).total["zones"]["right_share"] > 0.999
    assert lubdub.evaluate(walk, {"distance_m": TRUTH, "zone": np.full(3000, -1)}).total["zones"]["without_zone_share"] == 1
    assert lubdub.evaluate(walk, TRUTH, zones=[]).total["zones"]["without_zone_share"] == 1
    for estimates, rule in (
        (TRUTH[1:], "has 3000 rows, and there are 2999 estimates; give them a column t_s"),
        ({"low_m": TRUTH}, "estimates have no column distance_m; they have low_m"),
        ({"distance_m": TRUTH, "low_m": TRUTH}, "give both low_m and high_m"),
        ({"distance_m": TRUTH, "low_m": TRUTH + 1, "high_m": TRUTH}, "row 0: the upper end of the interval is below"),
        ({"distance_m": TRUTH, "status": ["fine"] * 3000}, "status is 'fine', expected one of confirming, tracking"),
        ({"distance_m": np.where(TIMES == 5, np.inf, TRUTH)}, "a distance is not finite"),
        ({"distance_m": TRUTH, "zone": np.full(3000, 0.5)}, "zone has a value that is not a whole number"),
        ({"distance_m": ["near"] * 3000}, "distance_m has texts"),
    ):
        with pytest.raises(lubdub.LubdubError, match=rule):
            lubdub.evaluate(walk, estimates)


def test_estimates_in_another_unit_than_the_truth_are_noticed():
    walk = recording(TRUTH, TRUTH)
    with pytest.warns(lubdub.LubdubWarning, match="the truth is 0.01 times the estimates; both are distances in m"):
        lubdub.evaluate(walk, TRUTH * 100)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        lubdub.evaluate(walk, TRUTH * 3)


def test_filters_side_by_side_have_the_figures_of_score_and_intervals_over_recordings(tmp_path):
    walks = [lubdub.read(path) for path in (*WALKS, DATASETS / "retreat.csv", DATASETS / "walk-by-5hz.csv")]
    found = lubdub.compare_filters(
        {"raw <b>": lambda trace: trace["range_m"], "lubdub": {}, "one-euro": "one-euro", "shy": {"uwb.gate": 2}}, walks)
    assert found.scores["lubdub"] == lubdub.score(walks)
    assert found.scores["one-euro"].total["range"] != found.scores["lubdub"].total["range"]
    frame = found.to_pandas().set_index(["filter", "figure"])
    row = frame.loc["lubdub", "RMSE"]
    errors = [one["range"]["rmse_m"] for one in found.scores["lubdub"].recordings]
    assert row["mean"] == pytest.approx(np.mean(errors)) and min(errors) <= row["low"] <= row["mean"] <= row["high"] <= max(errors)
    assert frame.loc["raw <b>", "RMSE"]["recordings"] == 4
    again = lubdub.compare_filters({"lubdub": {}}, walks, seed=1)
    assert again.rows == lubdub.compare_filters({"lubdub": {}}, walks, seed=1).rows
    found.write(tmp_path / "filters.html")
    page = (tmp_path / "filters.html").read_text(encoding="utf-8")
    assert "raw &lt;b&gt;" in page and "<b>" not in page and page.startswith("<!doctype html>")
    one = lubdub.compare_filters({"lubdub": {}, "raw": lubdub.read(WALKS[0])["range_m"]}, WALKS[0]).rows[0]
    assert (one["low"], one["recordings"]) == (None, 1)
    assert "RMSE" in str(found) and "one-euro" in str(found)
    assert "intervals take 4 or more" in lubdub.compare_filters({"lubdub": {}}, WALKS)._repr_html_()
    for filters, rule in (
        ({"mine": "kalmann"}, 'mine: estimator is "kalmann"'), (["one-euro"], "filters are list, expected a mapping"),
        ({"mine": lambda trace: None}, "mine: approach.*: the filter returned nothing"),
        ({"mine": lambda trace: trace["nothing"]}, "mine: approach.*: the filter raised KeyError"),
        ({"mine": lambda trace: [1.0]}, "mine: approach.* has 721 rows, and there are 1 estimates"),
    ):
        with pytest.raises(lubdub.LubdubError, match=rule):
            lubdub.compare_filters(filters, walks)
    with pytest.raises(lubdub.LubdubError, match="a comparison is written as .html"):
        found.write(tmp_path / "filters.csv")


def test_filters_see_the_rows_of_a_stream_and_of_groups_each():
    pandas, pyarrow = pytest.importorskip("pandas"), pytest.importorskip("pyarrow")
    frame = pandas.DataFrame(recording(TRUTH, TRUTH)).assign(walk=np.where(TIMES < 150, "a", "b"))
    filters = {"raw": lambda trace: trace["range_m"], "lubdub": {}}
    expected = lubdub.compare_filters(filters, dict(iter(frame.groupby("walk")))).rows
    assert lubdub.compare_filters(filters, frame.groupby("walk")).rows == expected
    stream = pyarrow.Table.from_pandas(frame.drop(columns="walk")).to_reader()
    assert [one["recordings"] for one in lubdub.compare_filters(filters, stream).rows if one["figure"] == "RMSE"] == [1, 1]


def test_perfect_distances_keep_what_is_known_of_them_and_miss_no_change():
    scores = lubdub.evaluate(recording(TRUTH, TRUTH), TRUTH)
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
    with pytest.raises(lubdub.LubdubError, match="high_m is below low_m"):
        lubdub.zones(TIMES, TRUTH, TRUTH + 1, TRUTH - 1)


@pytest.mark.parametrize(("below", "above"), [(0.2, 0.2), (0.1, 0.3), (0.05, 0.5), (0, 0.4), (0, 0), (2, 2)])
def test_an_interval_counts_as_it_is_given(below, above):
    random = np.random.default_rng(0)
    truth = 1 + np.sin(TIMES / 10)
    distance = truth + random.normal(0, 0.1, len(TIMES))
    low, high = distance - below, distance + above
    mine = {"distance_m": distance, "low_m": low, "high_m": high}
    found = lubdub.evaluate(recording(distance, truth), mine, truth_shift_s=0).total["range"]
    assert found["coverage_95"] == pytest.approx(np.mean((low <= truth) & (truth <= high)), abs=1e-12)
    assert found["width_95_m"] == pytest.approx(np.mean(high - low), abs=1e-12)
    honest = np.mean(((distance - truth) / (high - low) * 2 * 1.959963984540054) ** 2) if below + above else None
    assert found["normalized_square"] == (None if honest is None else pytest.approx(honest))
    estimates = lubdub.heartbeat(TIMES, distance, low, high).estimates
    np.testing.assert_array_equal(estimates["low_m"], low)
    np.testing.assert_array_equal(estimates["high_m"], high)


def test_distances_below_zero_are_scored_and_missing_ones_are_unanswered():
    random = np.random.default_rng(0)
    truth = np.full(600, 0.05)
    distance = truth + random.normal(0, 0.5, 600)
    distance[0] = -3
    walk = recording(distance, truth, TIMES[:600])
    found = lubdub.evaluate(walk, distance).total["range"]
    error = distance - truth
    assert found["count"] == 600 and found["answered"] == 1
    assert found["rmse_m"] == pytest.approx(np.sqrt(np.mean(error**2)))
    assert found["bias_m"] == pytest.approx(np.median(error)) and found["max_m"] == pytest.approx(np.abs(error).max())
    np.testing.assert_array_equal(lubdub.heartbeat(TIMES[:600], distance).estimates["distance_m"], distance)
    distance[::2] = np.nan
    found = lubdub.evaluate(walk, distance).total["range"]
    assert (found["answered"], found["count"]) == (0.5, 300)
    with pytest.raises(lubdub.NothingToDoError, match="no recording has truth_m"):
        lubdub.evaluate({**walk, "truth_m": np.full(600, np.nan)}, distance)


def test_there_is_one_zone_for_each_row_or_an_error_that_names_the_row():
    assert len(lubdub.zones(TIMES, TRUTH)) == len(lubdub.zones(np.where(TIMES > 100, TIMES + 7200, TIMES), TRUTH)) == 3000
    assert set(lubdub.zones(TIMES, TRUTH).filled()) >= {-1, 2}
    for place, value, rule in ((7, np.nan, "a row needs a time"), (7, -1, "time may not go backwards")):
        times = TIMES.copy()
        times[place] = value
        with pytest.raises(lubdub.TraceError, match=f"the table:{place}: .*{rule}"):
            lubdub.heartbeat(times, TRUTH)
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
        tuned = lubdub.tune(WALKS, objective=cost, over=OVER, budget=8, client=pool,
                            calibrate=False, progress=lambda done, total: seen.append((done, total)))
    finally:
        if pool is not None:
            pool.shutdown()
    before = np.mean([cost(session) for session in lubdub.run(WALKS)])
    after = np.mean([cost(session) for session in lubdub.run(WALKS, tuned.settings)])
    assert tuned.cost < 1 and after < before
    assert seen[-1][0] == seen[-1][1]


def test_an_objective_that_is_interrupted_ends_the_search_at_once():
    for kind in (KeyboardInterrupt, SystemExit):
        def objective(session, kind=kind):
            raise kind

        with pytest.raises(kind):
            lubdub.tune(WALKS, objective=objective, over=OVER, budget=8)


def slow(path, session):
    """A cost that notes each run, and whether the search still went on when it began, and then waits, so that the runs of a
    unit would last for minutes."""
    goes_on = any(path.parent.glob("lubdub-search-*"))
    with open(path, "a") as file:
        file.write("." if goes_on else "x")
    time.sleep(0.05)
    return 1


@pytest.mark.parametrize("client", [None, "threads", "processes"])
def test_each_worker_of_an_interrupted_search_ends_with_the_run_at_hand(client, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    runs = tmp_path / "runs"
    runs.touch()
    # The walks are one unit of many candidates for each worker.
    objective = functools.partial(slow, runs)
    pool = {"threads": ThreadPoolExecutor, "processes": ProcessPoolExecutor}.get(client, lambda _: None)(2)

    def press():
        while not runs.stat().st_size:
            time.sleep(0.001)
        os.kill(os.getpid(), signal.SIGINT)

    pressing = threading.Thread(target=press)
    pressing.start()
    with pytest.raises(KeyboardInterrupt):
        lubdub.tune(WALKS, objective=objective, over=OVER, budget=5000, calibrate=False, client=pool)
    pressing.join()
    while _calls._running:
        time.sleep(0.01)
    if pool is not None:
        pool.shutdown()
    # A worker may have looked just before the end of the search.
    assert runs.read_text().count("x") <= 2
    assert not list(tmp_path.glob("lubdub-search-*"))


def test_an_objective_that_gives_no_cost_ends_the_search():
    with pytest.raises(lubdub.LubdubError, match="the objective gave -1, expected a finite number from 0"):
        lubdub.tune(WALKS, objective=lambda session: -1, over=OVER, budget=8)
    with pytest.raises(lubdub.LubdubError, match=r"the objective raised ZeroDivisionError: division by zero \(test_own.py, line \d+\)") as raised:
        lubdub.tune(WALKS, objective=lambda session: 1 / 0, over=OVER, budget=8)
    assert isinstance(raised.value.__cause__, ZeroDivisionError)
    assert raised.value.__cause__.__traceback__.tb_next is not None
    names = set()
    walks = dict(zip(("one", "two"), WALKS, strict=True))
    lubdub.tune(walks, objective=lambda session: names.add(session.name) or 1, over=OVER, budget=8)
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
