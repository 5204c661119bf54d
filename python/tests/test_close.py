"""Filters of one's own in Close."""

import json

import numpy as np
import pytest

import lubdub
from conftest import DATASETS, Tool

pytestmark = pytest.mark.filterwarnings("ignore::lubdub.LubdubWarning")
WALKS = [DATASETS / f"{name}.csv" for name in ("approach", "retreat", "walk-by", "bluetooth-contact")]


@pytest.fixture(autouse=True)
def _tool(tool: Tool) -> None:
    """Skips where there is no tool."""


def fill(values):
    """The last value that is a number; before the first one 1."""
    places = np.maximum.accumulate(np.where(np.isnan(values), -1, np.arange(len(values))))
    return np.where(places < 0, 1.0, values[places])


def test_a_filter_is_a_row_of_the_table_and_of_a_file_that_the_tool_reads(tmp_path):
    seen = []

    def mine(trace):
        seen.append(trace.name)
        assert "truth_m" not in trace or np.isnan(trace["truth_m"]).all()
        return fill(trace["range_m"])

    scores = lubdub.close(mine, WALKS)
    assert len(seen) == len(set(seen)) >= 4
    assert set(scores.tracks) == {"ranges", "levels", "outages", "ranges-edge", "levels-edge"}
    assert 0 < scores.tracks["ranges"]["wrong_zone_share"]["value"] < 0.5 < scores.tracks["levels"]["wrong_zone_share"]["value"]
    assert "mine" in str(scores) and "espresense" in str(scores)
    scores.write(tmp_path / "mine.json")
    assert json.loads((tmp_path / "mine.json").read_text())["rows"][0]["name"] == "mine"
    assert lubdub.tool.bench_close(WALKS, results=tmp_path / "mine.json").text == str(scores)


def test_a_filter_may_leave_out_a_track_and_give_intervals():
    def near(trace):
        if np.isnan(trace["range_m"]).all():
            return None
        distance = fill(trace["range_m"])
        return {"distance_m": distance, "low_m": distance - 0.1, "high_m": distance + 0.1}

    scores = lubdub.close(near, WALKS, name="near", jobs=1)
    assert set(scores.tracks) == {"ranges", "outages", "ranges-edge"}


def test_a_filter_may_decide_the_zones_itself():
    edges = [0.05, 0.5, 1, 2, 4, 8]

    def zoned(trace):
        distance = fill(trace["range_m"])
        return {"distance_m": distance, "zone": np.searchsorted(edges, distance, side="right").astype(float)}

    own, rule = (lubdub.close(filter, WALKS).tracks for filter in (zoned, lambda trace: fill(trace["range_m"])))
    assert own["ranges"] != rule["ranges"] and own["ranges"]["beat_error_s"] == rule["ranges"]["beat_error_s"]
    assert own["ranges-edge"] == rule["ranges-edge"]


def test_a_filter_that_fails_or_answers_nothing_is_named():
    with pytest.raises(lubdub.LubdubError, match="the filter raised ZeroDivisionError"):
        lubdub.close(lambda trace: 1 / 0, WALKS)
    with pytest.raises(lubdub.LubdubError, match="the filter answered no recording"):
        lubdub.close(lambda trace: None, WALKS)
    with pytest.raises(lubdub.LubdubError, match="rows, and there are 1 estimates"):
        lubdub.close(lambda trace: [1.0], WALKS)
