"""Scores, calibration and tuning: the definitions of the tool."""

import json
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

import lubdub
from conftest import DATASETS, Tool

WALKS = [DATASETS / "approach.csv", DATASETS / "retreat.csv", DATASETS / "walk-by.csv"]
pytestmark = pytest.mark.filterwarnings("ignore::lubdub.LubdubWarning")


def test_scores_of_zones_and_beats_are_those_of_a_run():
    for path in WALKS:
        scores = lubdub.score(path)
        truth = lubdub.run(path).against_truth
        assert scores.recordings[0]["zones"] == truth["zones"]
        assert scores.recordings[0]["beat"] == truth["beat"]


@pytest.mark.parametrize("shift", [None, 0, 0.2, "auto"])
def test_a_run_whose_truth_is_moved_is_that_of_the_tool(tool: Tool, tmp_path, shift):
    for path in WALKS:
        made = tmp_path / "made.json"
        tool("run", path, "-o", made, *([] if shift is None else ["--truth-shift", shift]))
        document, own = json.loads(made.read_bytes()), lubdub.run(path, truth_shift_s=shift).details
        assert own["against_truth"] == document["against_truth"]
        assert own["input"].get("truth_shift_s") == document["input"].get("truth_shift_s")


@pytest.mark.parametrize("late", [0, 0.3])
@pytest.mark.parametrize("shift", [None, 0, 0.2])
def test_scores_of_ranges_are_those_of_the_accuracy_benchmark(tool: Tool, tmp_path, late, shift):
    trace = lubdub.read(DATASETS / "walk-by.csv")
    frame = trace.to_pandas()
    frame = frame[frame.source == "uwb"]
    frame["truth_m"] = np.interp(frame["t_s"] - late, frame["t_s"], frame["truth_m"])
    path = tmp_path / "set" / "walk.csv"
    path.parent.mkdir()
    frame.to_csv(path, index=False)
    report_path = tmp_path / "report.json"
    tool("bench", "accuracy", path, "-o", report_path, *([] if shift is None else ["--truth-shift", shift]))
    report = json.loads(report_path.read_bytes())
    group = next(group for group in report["groups"] if group["input"] == "uwb")
    default = next(row for row in group["estimators"] if row["default"])
    assert lubdub.score(path, truth_shift_s=shift).total["range"] == default["range"]


@pytest.mark.parametrize("shift", [None, 0, 0.2])
def test_a_calibration_is_that_of_the_tool_on_a_truth_of_another_clock(tool: Tool, tmp_path, shift):
    times = np.arange(600) / 10
    walk = [3 + 2 * np.sin((times - lag) / 5) for lag in (0, 0.3)]
    noise = np.random.default_rng(3).normal(0, 0.05, 600)
    path, made = tmp_path / "walk.csv", tmp_path / "pair.yaml"
    pd.DataFrame({"t_s": times, "range_m": walk[1] + 0.2 + noise, "truth_m": walk[0]}).to_csv(path, index=False)
    tool("calibrate", path, "-o", made, *([] if shift is None else ["--truth-shift", shift]))
    own = lubdub.calibrate(path, truth_shift_s=shift)
    for name in ("bias", "calibrationDeviation"):
        written = next(line for line in made.read_text().splitlines() if line.strip().startswith(f"{name}:"))
        assert float(written.split(":")[1].split("#")[0]) == pytest.approx(own[f"uwb.{name}"], abs=1e-4)


def test_files_tables_and_names_give_the_same_scores():
    files = lubdub.score(WALKS)
    assert [one["name"] for one in files.recordings] == ["approach", "retreat", "walk-by"]
    assert files.recordings[0]["dataset"] == "datasets"
    tables = lubdub.score({f"datasets/{path.stem}": lubdub.read(path) for path in WALKS})
    assert tables == files
    assert lubdub.score([lubdub.read(path) for path in WALKS]).total == files.total
    flat = files.to_pandas()
    assert flat["range.rmse_m"].between(0, 1).all() and "zones.wrong_share" in flat


def test_a_score_without_any_truth_is_refused_as_a_calibration_is():
    blind, walk = {"t_s": [0.0, 1], "range_m": [1.0, 1]}, {"t_s": [0.0, 1], "range_m": [1.0, 1], "truth_m": [1.0, 1]}
    with pytest.raises(lubdub.NothingToDoError, match="no recording has truth_m"):
        lubdub.score(blind)
    scores = lubdub.score({"blind": blind, "walk": walk})
    assert [one["range"] is None for one in scores.recordings] == [True, False]


def test_a_table_that_cannot_be_scored_is_named():
    with pytest.raises(lubdub.LubdubError, match="range_m has 1 rows, t_s has 2"):
        lubdub.score({"a": {"t_s": [0.0], "range_m": [1.0]}, "b": {"t_s": [1.0, 0], "range_m": [1.0]}})
    with pytest.raises(lubdub.NothingToDoError, match="no recordings"):
        lubdub.score([])
    with pytest.raises(lubdub.TraceError, match="missing.csv"):
        lubdub.score("missing.csv")


def test_a_calibration_finds_the_bias_that_was_put_in():
    random = np.random.default_rng(1)
    times = np.arange(600) * 0.1
    truth = 3 + 2 * np.sin(times / 5)
    table = {"t_s": times, "range_m": truth + 0.25 + random.normal(0, 0.05, 600), "truth_m": truth}
    # One walk cannot separate a constant from a radio's curve: by default both have a share.
    mixed = lubdub.calibrate({"walk": table})
    assert 0 < mixed["uwb.profileShare"] < 1
    assert lubdub.score(table, mixed.settings).total["range"]["bias_m"] == pytest.approx(0, abs=0.02)
    calibration = lubdub.calibrate({"walk": table}, profile="none")
    assert calibration["uwb.bias"] == pytest.approx(0.25, abs=0.02)
    noise = next(value for value in calibration.values if value["name"] == "UWB noise")
    assert noise["value"] == pytest.approx(0.05, rel=0.2) and noise["standard_error"] > 0
    assert calibration.residuals.rows == calibration.summary["ranges"]
    before = lubdub.score(table).total["range"]["rmse_m"]
    after = lubdub.score(table, calibration.settings).total["range"]["rmse_m"]
    assert after < before / 2
    with pytest.raises(lubdub.NothingToDoError):
        lubdub.calibrate({"t_s": times, "range_m": truth})
    with pytest.raises(lubdub.LubdubError, match="profile is"):
        lubdub.calibrate(table, profile="x")


def test_every_process_calibrates_to_the_same_digits():
    """A process orders its dictionaries by a number of its own, and sums of doubles depend on their order."""
    program = """if True:
        import numpy, lubdub
        def walk(number):
            random = numpy.random.default_rng(number)
            times = numpy.cumsum(0.1 + 0.02 * random.random(12 + number % 5))
            truth, late = ((0.5 + number % 3) * (times - lag) for lag in (0, 0.3))
            return {"t_s": times, "range_m": late + 0.2 + 0.05 * random.normal(size=len(times)), "truth_m": truth}
        found = lubdub.calibrate({f"walk {number}": walk(number) for number in range(400)})
        print(found.values, found.settings)"""
    texts = {subprocess.run([sys.executable, "-c", program], check=True, capture_output=True).stdout for _ in range(8)}
    assert len(texts) == 1


def test_tuning_is_that_of_the_tool_with_any_number_of_jobs(tool: Tool, tmp_path):
    over = {"zones.range.falseChangeInterval": (10, 1000), "zones.range.lookAhead": (0, 1)}
    seen = []
    one = lubdub.tune(WALKS, over=over, budget=8, jobs=1,
                      progress=lambda done, total: seen.append((done, total)))
    two = lubdub.tune({f"datasets/{path.stem}": lubdub.read(path) for path in WALKS}, over=over,
                      budget=8, jobs=2)
    assert one.report_json == two.report_json and one.settings == two.settings
    assert one.is_complete and seen[-1][0] == seen[-1][1]
    report = tmp_path / "tune.json"
    tool("tune", *WALKS, "--over", "zones.range.falseChangeInterval=10:1000", "--over", "zones.range.lookAhead=0:1",
         "--budget", 8, "-o", report)
    # The tool writes the same document on lines of its own length.
    assert json.loads(report.read_bytes()) == one.report
    one.write(tmp_path / "tuned.json")
    assert lubdub.run(WALKS[0], one.changes).beats.rows == lubdub.run(WALKS[0], one.settings).beats.rows


def test_a_bound_on_contact_comes_first_as_in_the_tool(tool: Tool, tmp_path):
    over = {"zones.range.lookAhead": (0, 1)}
    result = lubdub.tune(WALKS, over=over, budget=8, want="contact within 0.5 s")
    report = tmp_path / "tune.json"
    tool("tune", *WALKS, "--over", "zones.range.lookAhead=0:1", "--budget", 8,
         "--want", "contact within 0.5 s", "-o", report)
    assert json.loads(report.read_bytes()) == result.report
    assert result.report["objective"] == "contact within 0.5 s, then balanced"


def test_settings_are_searched_in_the_order_in_which_they_are_given(tool: Tool, tmp_path):
    ours = lubdub.tune(WALKS, over={"zones.range.lookAhead": (0, 1), "uwb.gate": (1.5, 6)}, budget=100)
    report = tmp_path / "report.json"
    tool("tune", *WALKS, "--over", "zones.range.lookAhead=0:1", "--over", "uwb.gate=1.5:6", "--budget", 100,
         "-o", report)
    assert json.loads(report.read_bytes()) == ours.report


def test_what_progress_raises_ends_the_search():
    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        lubdub.tune(WALKS, budget=8, progress=stop)


@pytest.mark.parametrize(("members", "rule"), [
    ({"objective": "speed"}, "objective is \"speed\""),
    ({"want": "contact within 0 s"}, "want is \"contact within 0 s\""),
    ({"want": "contact within 1 s", "objective": len}, "leave out want"),
    ({"budget": 1}, "budget is 1, expected a whole number from 8"),
    ({"over": {"zones.range.falseChangeIntervall": (1, 2)}}, "zones.range.falseChangeIntervall"),
    ({"over": {"zones.range.falseChangeInterval": (2, 1)}}, "between two numbers"),
])
def test_a_wrong_search_is_refused_with_the_rule(members, rule):
    with pytest.raises(lubdub.LubdubError, match=rule):
        lubdub.tune(WALKS[0], **members)


@pytest.mark.parametrize(("edges", "rule"), [
    ([0.1, 0.5, 1], "truthEdges has 3 edges, expected 4, one for each of zones.edges"), ([0.1], "has 1 edge, expected 4"),
    ([0.1, 0.2, 0.3, 0.4, 0.5], "has 5 edges, expected 4"), ([], "truthEdges"), ("abc", "truthEdges is not a list"),
    (5, "truthEdges is not a list"), ([2, 1, 0.5, 0.1], "truthEdges is not a list of increasing distances"),
])
def test_edges_of_the_truth_are_as_many_as_those_of_the_settings(edges, rule):
    with pytest.raises(lubdub.LubdubError, match=rule):
        lubdub.score(WALKS[0], truth_edges=edges)
    assert lubdub.score(WALKS[0], truth_edges=np.array([0.05, 0.2, 1, 2])).total == lubdub.score(WALKS[0]).total
