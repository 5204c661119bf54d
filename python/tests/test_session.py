"""Runs: the same as the tool, without copies, from any table."""

import os
import threading
import warnings

import numpy as np
import pytest

import lubdub
from conftest import DATASETS, RECORDINGS, TRACES, Tool


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.stem)
def test_the_tool_and_the_package_write_the_same_timelines(path, tool: Tool, tmp_path):
    session = lubdub.run(path)
    assert session.export("json").content == tool("run", path, "-o", "-")
    ahap, sound = tmp_path / "a.ahap", tmp_path / "a.wav"
    tool("run", path, "-o", ahap, "-o", sound)
    assert session.export("ahap", name=None).content == ahap.read_bytes()
    assert session.wav() == sound.read_bytes()


def test_the_tool_and_the_package_agree_on_real_recordings(tool: Tool):
    folders = [path for path in RECORDINGS.glob("*") if path.is_dir()]
    if not folders:
        pytest.skip(f"there are no recordings in {RECORDINGS}")
    thorough = "LUBDUB_THOROUGH" in os.environ
    for folder in folders:
        traces = sorted(folder.rglob("*.csv*"), key=lambda path: path.stat().st_size)
        for path in traces if thorough else traces[:1]:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", lubdub.LubdubWarning)
                session = lubdub.run(path)
            assert session.export("json").content == tool("run", path, "-o", "-"), path


def test_settings_change_the_timeline_as_they_do_in_the_tool(tool: Tool):
    path = DATASETS / "approach.csv"
    settings = lubdub.Settings()
    settings.zones.edges = [0.1, 0.4, 1.5, 3]
    settings.estimator = "constant-velocity"
    expected = tool("run", path, "-o", "-", "--set", "zones.edges=[0.1, 0.4, 1.5, 3]",
                    "--set", "estimator=constant-velocity")
    assert lubdub.run(path, settings).export("json").content == expected
    nested = {"zones": {"edges": [0.1, 0.4, 1.5, 3]}, "estimator": "constant-velocity"}
    assert lubdub.run(path, nested).export("json").content == expected


def test_estimators_of_other_people_run_too(tool: Tool):
    path = DATASETS / "walk-by.csv"
    mine = lubdub.run(path, {"estimator": "one-euro"})
    assert mine.export("json").content == tool("run", path, "-o", "-", "--set", "estimator=one-euro")


def test_contiguous_numbers_are_not_copied():
    trace = lubdub.read(DATASETS / "approach.csv")
    frame = trace.to_pandas()
    for table in (trace, dict(trace.items()), frame):
        taken = lubdub.read(table)
        for name in ("t_s", "range_m", "truth_m"):
            assert np.shares_memory(taken[name], np.asarray(table[name]))
    session = lubdub.run(trace)
    assert session.estimates["t_s"] is trace["t_s"]
    assert not session.estimates["distance_m"].flags.owndata


def test_every_kind_of_table_gives_the_same_session():
    pa = pytest.importorskip("pyarrow")
    trace = lubdub.read(DATASETS / "ceremony.csv")
    beats = lubdub.run(trace).beats["t_s"]
    frame = trace.to_pandas()
    records = frame[["t_s", "range_m", "rssi_dbm"]].to_records(index=False)
    assert lubdub.run(records).estimates.rows == trace.rows
    for table in (dict(trace.items()), frame, trace.to_arrow(), pa.Table.from_pandas(frame),
                  frame.convert_dtypes(), frame.astype({"source": "category"}), frame[::1],
                  {name: list(frame[name]) for name in frame}):
        np.testing.assert_array_equal(lubdub.run(table).beats["t_s"], beats)


def test_strided_and_small_numbers_are_taken_as_they_are():
    times = np.arange(200) * 0.1
    both = np.column_stack([times, 3 - 0.1 * times])
    session = lubdub.run({"t_s": both[:, 0], "range_m": both[:, 1].astype(np.float32)})
    assert session.receptions["taken"] == 200


def test_without_a_source_a_range_is_uwb_and_an_rssi_alone_bluetooth():
    nan = float("nan")
    trace = lubdub.read({"t_s": [0, 1, 2], "range_m": [1, nan, nan], "rssi_dbm": [-60, -60, nan],
                         "event": [None, None, "touched"], "channel": [37, None, nan]})
    assert trace["source"].tolist() == ["uwb", "ble", "uwb"] and trace["event"].tolist() == [None, None, "touched"]
    assert trace["channel"].tolist() == [37, -1, -1]


@pytest.mark.parametrize(("table", "rule"), [
    ({"range_m": [1.0]}, "a trace has t_s and one of"),
    ({"t_s": [1.0]}, "a trace has t_s and one of"),
    ([1, 2], "int is not a table"),
    ({"t_s": [1.0, 2], "range_m": [1.0]}, "range_m has 1 rows, t_s has 2"),
    ({"t_s": [1.0], "range_m": [[1.0]]}, "range_m has 2 dimensions"),
])
def test_a_wrong_table_is_refused_with_the_rule(table, rule):
    with pytest.raises(lubdub.LubdubError, match=rule):
        lubdub.run(table)


@pytest.mark.parametrize(("column", "values", "rule"), [
    ("range_m", [1.0, "far"], 'row 1: warning: 1 rejected: range_m is "far".*not-a-number'),
    ("source", ["uwb", "gps"], 'source is "gps"'),
    ("event", [None, "gone"], 'event is "gone"'),
    ("channel", [5, 300], 'channel is "300"'),
    ("rssi_dbm", [-60, 42], "row 1: warning: 1 rejected: rssi_dbm is 42.*implausible-signal"),
    ("truth_m", [1, -3], "row 1: warning: 1 rejected: truth_m is -3.*negative-range"),
    ("range_m", [1, np.inf], 'row 1: warning: 1 rejected: range_m is "inf".*not-finite'),
])
def test_a_row_that_a_file_may_not_have_is_rejected_in_a_table_too(column, values, rule):
    table = {"t_s": [0.0, 0.1, 0.2], "range_m": [1.0, 1, 1]} | {column: [*values, values[0]]}
    with pytest.warns(lubdub.LubdubWarning, match=rule):
        session = lubdub.run(table)
    assert session.receptions["taken"] == 2
    with pytest.raises(lubdub.TraceError, match="the table:1"), warnings.catch_warnings():
        lubdub.run(table, strict=True)


def test_refused_rows_are_told():
    with pytest.warns(lubdub.LubdubWarning) as warned:
        session = lubdub.run({"t_s": [0, 0.1, 0.05, 0.2, 0.3], "range_m": [1, 1, 1, -1, np.inf]})
    assert session.receptions["taken"] == 2
    reasons = " ".join(str(one.message) for one in warned)
    assert all(reason in reasons for reason in ("row 2: warning: 1 rejected", "row 3: warning: 1 rejected", "row 4: warning: 1 rejected"))
    assert {one.filename for one in warned} == {__file__}


def test_ranges_that_stay_below_zero_are_reported():
    times = np.arange(30) / 10
    with pytest.warns(lubdub.LubdubWarning, match="30 are .*ranges are 0.4 m below zero"):
        session = lubdub.run({"t_s": times, "range_m": np.full(30, -0.4)})
    assert session.receptions["negative_range"] == 30


def test_no_rows_are_a_session_without_beats():
    with pytest.warns(lubdub.LubdubWarning, match="the trace has no rows"):
        session = lubdub.run({"t_s": [], "range_m": []})
    assert session.estimates.rows == 0 and session.beats.rows == 0


def test_a_wrong_setting_is_refused_by_name():
    with pytest.raises(lubdub.SettingsError, match="did you mean zones.edges"):
        lubdub.run({"t_s": [0.0], "range_m": [1.0]}, {"zones.edgse": [1]})
    settings = lubdub.Settings()
    with pytest.raises(AttributeError, match="there is no setting zones.edgse"):
        settings.zones.edgse = [1]


def test_considered_changes_are_kept_where_they_are_asked_for():
    path = DATASETS / "approach.csv"
    assert lubdub.run(path).considerations == []
    assert len(lubdub.run(path, explain=True).considerations) > 3


def test_threads_run_side_by_side_and_each_gets_its_own():
    traces = [lubdub.read(path) for path in TRACES]
    alone = [lubdub.run(trace).export("json").content for trace in traces]
    together = [b""] * len(traces)

    def work(index):
        together[index] = lubdub.run(traces[index]).export("json").content

    threads = [threading.Thread(target=work, args=(index,)) for index in range(len(traces))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert together == alone


def test_a_haptic_file_is_read_back_and_rendered(tmp_path):
    session = lubdub.run(DATASETS / "approach.csv")
    path, = session.export("ahap").write(tmp_path / "a.ahap")
    timeline = lubdub.read_haptics(path)
    np.testing.assert_allclose(timeline.events["t_s"], session.events["t_s"], atol=1e-3)
    sound = timeline.render(8000)
    assert sound.dtype == np.float32 and np.abs(sound).max() <= 1
    with pytest.raises(lubdub.FormatError):
        lubdub.read_haptics(b"\xff\x00")
    with pytest.raises(lubdub.LubdubError, match="expected one of"):
        session.export("tape")
