"""A search that is interrupted and goes on from its study."""

import json
import sqlite3
from contextlib import closing

import pytest

import lubdub
from conftest import DATASETS, Tool

pytestmark = pytest.mark.filterwarnings("ignore::lubdub.LubdubWarning")
WALKS = [DATASETS / "approach.csv", DATASETS / "walk-by.csv"]
# Progress is looked at a few times a second: the search has to last longer than that.
SEARCH = {"over": {"zones.range.falseChangeInterval": (10, 1000)}, "budget": 1000, "folds": 0, "jobs": 1}


class Stop(Exception):
    pass


def stopping(after):
    def progress(done, total):
        if done >= after:
            raise Stop
    return progress


def test_an_interrupted_search_ends_as_an_uninterrupted_one_does(tmp_path):
    study = tmp_path / "study.sqlite"
    for after in (1, 2):
        with pytest.raises(Stop):
            lubdub.tune(WALKS, **SEARCH, study=study, resume=True, progress=stopping(after))
    resumed = lubdub.tune(WALKS, **SEARCH, study=study, resume=True)
    assert resumed.report == lubdub.tune(WALKS, **SEARCH).report
    with closing(sqlite3.connect(study)) as connection:
        known = connection.execute("SELECT COUNT(*) FROM candidate WHERE rmse_m > 0").fetchone()[0]
    assert known > 10


def test_the_tool_goes_on_with_the_study_of_python(tmp_path, tool: Tool):
    study = tmp_path / "study.sqlite"
    with pytest.raises(Stop):
        lubdub.tune(WALKS, **SEARCH, study=study, progress=stopping(1))
    report = tmp_path / "report.json"
    tool("tune", *WALKS, "--over", "zones.range.falseChangeInterval=10:1000", "--budget", SEARCH["budget"], "--folds", 0, "--study", study,
         "--resume", "-o", report)
    assert json.loads(report.read_bytes()) == lubdub.tune(WALKS, **SEARCH).report


def test_settings_are_searched_in_the_order_in_which_they_are_given(tmp_path, tool: Tool):
    over = {"zones.range.lookAhead": (0, 1), "uwb.gate": (1.5, 6)}
    ours = lubdub.tune(WALKS, **{**SEARCH, "over": over})
    report = tmp_path / "report.json"
    tool("tune", *WALKS, "--over", "zones.range.lookAhead=0:1", "--over", "uwb.gate=1.5:6", "--budget", SEARCH["budget"], "--folds", 0,
         "-o", report)
    assert json.loads(report.read_bytes()) == ours.report


def test_a_study_that_is_there_or_of_another_search_is_refused(tmp_path):
    study = tmp_path / "study.sqlite"
    lubdub.tune(WALKS, **SEARCH, study=study)
    with pytest.raises(lubdub.LubdubError, match="study.sqlite: there is a study already"):
        lubdub.tune(WALKS, **SEARCH, study=study)
    with pytest.raises(lubdub.LubdubError, match="made with other recordings, settings, budget or seed"):
        lubdub.tune(WALKS, **{**SEARCH, "budget": 17}, study=study, resume=True)
    with pytest.raises(lubdub.LubdubError, match="unable to open database"):
        lubdub.tune(WALKS, **SEARCH, study=tmp_path / "missing" / "study.sqlite")
