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
    # The margin takes half a second, in which the zone is wrong.
    assert own["ranges"]["wrong_zone_share"]["value"] < 0.8 * rule["ranges"]["wrong_zone_share"]["value"]
    assert own["ranges"]["beat_error_s"] == rule["ranges"]["beat_error_s"]
    assert own["ranges-edge"] == rule["ranges-edge"]


def test_a_row_without_a_distance_has_no_zone_whatever_the_search_for_its_edge_gives():
    def gaps(trace, outermost):
        distance = fill(trace["range_m"])
        zone = np.searchsorted([0.05, 0.5, 1, 2, 4, 8], distance, side="right").astype(float)
        distance[::2] = np.nan
        zone[::2] = outermost
        return {"distance_m": distance, "zone": zone}

    found, none = (lubdub.close(lambda trace, zone=zone: gaps(trace, zone), WALKS).tracks for zone in (6, np.nan))
    assert found == none


def test_a_whole_number_below_0_is_no_zone():
    def zoned(trace, none):
        return {"distance_m": np.ones(trace.rows), "zone": np.where(np.arange(trace.rows) % 2, none, 2)}

    found, none = (lubdub.close(lambda trace, none=none: zoned(trace, none), WALKS).tracks for none in (-1, np.nan))
    assert found == none


@pytest.mark.parametrize("zone", [-0.5, 1.5, 255])
def test_a_zone_is_a_whole_number_from_0(zone):
    with pytest.raises(lubdub.LubdubError, match="zone has a value that is not a whole number from 0"):
        lubdub.close(lambda trace: {"distance_m": np.ones(trace.rows), "zone": np.full(trace.rows, float(zone))}, WALKS, jobs=1)


def test_a_filter_that_fails_or_answers_nothing_is_named():
    with pytest.raises(lubdub.LubdubError, match="the filter raised ZeroDivisionError"):
        lubdub.close(lambda trace: 1 / 0, WALKS)
    with pytest.raises(lubdub.LubdubError, match="the filter answered no recording"):
        lubdub.close(lambda trace: None, WALKS)
    with pytest.raises(lubdub.LubdubError, match="rows, and there are 1 estimates"):
        lubdub.close(lambda trace: [1.0], WALKS)
