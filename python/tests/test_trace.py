"""Reading traces."""

import gzip

import numpy as np
import pytest

import lubdub
from conftest import DATASETS, TRACES, Tool


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.stem)
def test_bytes_compressed_bytes_and_a_file_are_read_alike(path):
    whole = lubdub.read(path)
    content = path.read_bytes()
    for other in (lubdub.read(content), lubdub.read(gzip.compress(content)),
                  lubdub.read(path, threads=1)):
        assert other.columns == whole.columns
        for name in whole.columns:
            np.testing.assert_array_equal(other[name], whole[name])


def test_a_column_without_values_is_left_out_and_one_that_begins_late_is_filled():
    trace = lubdub.read(b"t_s,range_m,rssi_dbm,truth_m\n0,1,,\n1,2,,\n2,,-60,\n")
    assert trace.columns == ["t_s", "source", "range_m", "rssi_dbm"]
    np.testing.assert_array_equal(trace["rssi_dbm"], [np.nan, np.nan, -60])
    assert list(trace["source"]) == ["uwb", "uwb", "ble"]
    rows = 20_000
    long = b"t_s,range_m,rssi_dbm\n" + b"".join(b"%d,1,\n" % row for row in range(rows))
    late = lubdub.read(long + b"20000,,-60\n")
    assert np.isnan(late["rssi_dbm"][:rows]).all() and late["rssi_dbm"][rows] == -60


def test_rows_that_are_left_out_are_told():
    with pytest.warns(lubdub.LubdubWarning, match=r"line 3: warning: 1 rejected.*\[not-a-number\]"):
        trace = lubdub.read(b"t_s,range_m\n0,1\n1,far\n2,1\n", name="walk")
    assert trace.report["rejected"] == 1
    assert trace.report["rejections"][0]["lines"] == [3]
    with pytest.raises(lubdub.TraceError, match="walk:3"):
        lubdub.read(b"t_s,range_m\n0,1\n1,far\n", name="walk", strict=True)


def test_the_busiest_link_is_taken_and_all_can_be_split():
    text = b"t_s,range_m,peer\n0,1,desk\n1,2,door\n2,1,desk\n"
    with pytest.warns(lubdub.LubdubWarning, match="using desk"):
        assert lubdub.read(text).rows == 2
    assert lubdub.read(text, peer="door").rows == 1
    everything = lubdub.read(text, all=True)
    assert list(everything["peer"]) == ["desk", "door", "desk"]
    with pytest.warns(lubdub.LubdubWarning, match="2 links: desk .2 rows., door .1 row.; using desk"):
        assert lubdub.run(everything).receptions["taken"] == 2
    parts = lubdub.split(everything)
    assert {name: part.rows for name, part in parts.items()} == {"desk": 2, "door": 1}
    assert lubdub.run(parts["desk"]).receptions["taken"] == 2
    with pytest.raises(lubdub.TraceError, match='no link "hall"'):
        lubdub.read(text, peer="hall")


def test_columns_of_other_names_are_read(tmp_path):
    path = tmp_path / "log.csv"
    path.write_text("ms;cm\n0;100\n500;90,5\n")
    trace = lubdub.read(path, columns="t=ms:ms,range=cm:cm", decimal_comma=True)
    np.testing.assert_array_equal(trace["range_m"], [1, 0.905])


def test_lines_of_a_pattern_are_read():
    text = b"I (0) uwb: d=150\nboot\nI (100) uwb: d=140\n"
    trace = lubdub.read(text, pattern="I ({t:ms}) *d={range:cm}")
    np.testing.assert_array_equal(trace["range_m"], [1.5, 1.4])
    np.testing.assert_array_equal(trace["t_s"], [0, 0.1])
    with pytest.raises(lubdub.LubdubError, match="column 3: there is no field"):
        lubdub.read(text, pattern="d={rnge}")


def test_what_is_no_trace_is_refused_by_name(tmp_path):
    with pytest.raises(lubdub.TraceError, match="missing.csv"):
        lubdub.read(tmp_path / "missing.csv")
    with pytest.raises(lubdub.TraceError, match="empty"):
        lubdub.read(b"")
    with pytest.raises(lubdub.LubdubError, match="rate is 0, expected hertz"):
        lubdub.read(b"t_s,range_m\n0,1\n", rate_hz=0)


def test_a_trace_in_memory_outlives_its_reader():
    column = lubdub.read(DATASETS / "approach.csv")["range_m"]
    before = column.copy()
    for _ in range(5):
        lubdub.read(DATASETS / "walk-by.csv")
    np.testing.assert_array_equal(column, before)


def test_a_log_of_a_device_is_read_as_the_tool_imports_it(tool: Tool, tmp_path):
    for path in sorted((DATASETS / "signals").glob("*.csv"))[:1]:
        table = tmp_path / "table.csv"
        table.write_bytes(tool("import", path, "-o", "-"))
        # The tool transforms with FFTW, the package in Swift: the last digits differ.
        ranges = lubdub.read(path)["range_m"]
        np.testing.assert_allclose(ranges, lubdub.read(table)["range_m"], rtol=1e-9)


def test_links_with_clocks_of_their_own_keep_their_rows():
    rows = "".join(f"{i / 10},{1 + i / 100},near\n{1000 + i / 10},{2 + i / 100},far\n" for i in range(50))
    with pytest.warns(lubdub.LubdubWarning, match="clocks of the links differ"):
        trace = lubdub.read(f"t_s,range_m,peer\n{rows}".encode(), all=True)
    assert len(trace) == 100
    links = lubdub.split(trace)
    assert [len(link) for link in links.values()] == [50, 50]
    assert all((np.diff(link["t_s"]) >= 0).all() for link in links.values())


def test_times_that_leap_are_mended_kept_or_refused():
    """A clock that is set an hour ahead, and one stamp that leaps."""
    times = [(i + (36_000 if i >= 300 else 0)) / 10 for i in range(400)]
    times[100] = 900
    text = "t_s,range_m\n" + "".join(f"{time},2.5\n" for time in times)
    with pytest.warns(lubdub.LubdubWarning, match="clock set|jump ahead"):
        mended = lubdub.read(text.encode())
    with pytest.warns(lubdub.LubdubWarning, match="time-backwards|order of time"):
        kept = lubdub.read(text.encode(), mend_clock="keep")
    assert mended.rows == 399 and mended.t_s[-1] < 41
    assert any("clock set: +3,600 s at line 302" in note for note in mended.notes)
    assert kept.rows < 250 and kept.t_s[-1] > 3600
    with pytest.raises(lubdub.TraceError, match="clock|jump"):
        lubdub.read(text.encode(), mend_clock="refuse")
    with pytest.raises(lubdub.LubdubError, match="mend, keep, or refuse"):
        lubdub.read(text.encode(), mend_clock="always")


@pytest.mark.parametrize("lag", [{"ble": 0.72}, "ble=0.72s", "ble=720ms"])
def test_a_lag_of_a_radio_is_said_and_removed(lag):
    rows = "".join(
        f"{1000 + i / 10:.2f},uwb,2.5,\n" + (f"{1000 + i / 10 - 0.72:.2f},ble,,-60\n" if i % 5 == 0 else "")
        for i in range(300))
    text = f"t_s,source,range_m,rssi_dbm\n{rows}".encode()
    with pytest.warns(lubdub.LubdubWarning):
        plain = lubdub.read(text)
    assert any("ble are 0.72 s behind" in note for note in plain.notes)
    trace = lubdub.read(text, lag=lag)
    assert (plain.rows, trace.rows) == (300, 360)
    np.testing.assert_allclose(trace.t_s[np.asarray(trace["source"]) == "ble"], 1000 + np.arange(60) / 2)
    with pytest.raises(lubdub.LubdubError, match="expected NAME=TIME"):
        lubdub.read(text, lag="ble")


def test_levels_of_one_advertising_event_count_once():
    rows = "".join(f"{i},ble,-60\n{i}.0006,ble,-62\n" for i in range(60))
    with pytest.warns(lubdub.LubdubWarning, match="60 levels within 10 ms of another level of the link"):
        trace = lubdub.read(f"t_s,source,rssi_dbm\n{rows}".encode())
    assert trace.rows == 60 and set(trace["rssi_dbm"]) == {-60} and trace.report["duplicates"] == 60


def test_columns_are_named_by_a_text_or_a_mapping_and_the_first_rows_are_shown():
    rows = {"time ms": [0.0, 100, 200], "dist,cm": [100.0, 110, 120], "RSSI": [-60.0, -61, -62]}
    said = lubdub.read(rows, columns='t="time ms":ms,range="dist,cm":cm,rssi=RSSI')
    named = lubdub.read(rows, columns={"t": ("time ms", "ms"), "range": ("dist,cm", "cm"), "rssi": "RSSI"})
    assert named.to_pandas().equals(said.to_pandas()) and named["range_m"].tolist() == [1.0, 1.1, 1.2]
    assert len(named) == 3 and named.head(2)["t_s"].tolist() == [0.0, 0.1] and len(named.head(9)) == 3
    with pytest.raises(lubdub.LubdubError, match="columns: t is 5, expected the name of a column"):
        lubdub.read(rows, columns={"t": 5})
