"""Times with units, missing values, numbers out of range, and everything that a recording may come as."""

import io
import re
from datetime import datetime, timedelta, timezone

import numpy as np
import pytest

import lubdub
from conftest import DATASETS

pandas = pytest.importorskip("pandas")
SECONDS = np.arange(600) / 10
RANGES = np.full(600, 1.5)
DATES = pandas.Timestamp("2026-11-23") + pandas.to_timedelta(SECONDS, unit="s")
EPOCH = DATES[0].timestamp()
BERLIN = EPOCH - 3600


def moments():
    import pyarrow as pa

    durations = pandas.to_timedelta(SECONDS, unit="s")
    yield "Series of timedelta", pandas.Series(durations), 0
    yield "numpy timedelta", durations.values, 0
    yield "numpy milliseconds", np.round(SECONDS * 1000).astype("timedelta64[ms]"), 0
    yield "numpy steps of 100 ms", np.arange(600).astype("timedelta64[100ms]"), 0
    yield "timedelta of Python", [timedelta(seconds=float(value)) for value in SECONDS], 0
    yield "Series of dates", pandas.Series(DATES), EPOCH
    yield "Series of dates with a zone", pandas.Series(DATES.tz_localize("Europe/Berlin")), BERLIN
    yield "Index of dates with a zone", DATES.tz_localize("Europe/Berlin"), BERLIN
    yield "dates of Python", list(DATES.to_pydatetime()), EPOCH
    yield "dates of Python in UTC", [value.replace(tzinfo=timezone.utc) for value in DATES.to_pydatetime()], EPOCH
    yield "Arrow timestamps", pa.array(DATES), EPOCH
    yield "Arrow timestamps with a zone", pa.array(DATES.tz_localize("Europe/Berlin")), BERLIN
    yield "Arrow durations", pa.chunked_array([pa.array(durations)]), 0
    yield "Series of Arrow timestamps", pandas.Series(DATES).astype("timestamp[ms][pyarrow]"), EPOCH
    try:
        import polars
    except ImportError:
        return
    yield "polars dates", polars.Series(list(DATES.to_pydatetime())), EPOCH
    yield "polars dates with a zone", (
        polars.Series(list(DATES.to_pydatetime())).dt.replace_time_zone("Europe/Berlin")), BERLIN


@pytest.mark.parametrize(("times", "origin"), [case[1:] for case in moments()], ids=[case[0] for case in moments()])
def test_times_of_any_kind_are_seconds(times, origin):
    session = lubdub.run({"t_s": times, "range_m": RANGES})
    np.testing.assert_allclose(session.estimates["t_s"] - origin, SECONDS, atol=3e-7)
    assert session.duration_s == pytest.approx(59.9)


@pytest.mark.parametrize(("column", "values", "rule"), [
    ("range_m", np.zeros(600, complex), "complex numbers"),
    ("range_m", DATES, "range_m has times"),
    ("range_m", [1.0] * 599 + [1j], "complex numbers"),
    ("range_m", [1.0] * 598 + [None, 1j], r"range_m\[599\] is 1j"),
    ("t_s", [datetime(2026, 1, 1)] * 599 + [1.0], r"t_s\[599\] is 1.0, expected a datetime"),
    ("t_s", np.arange(600).astype("timedelta64[Y]"), "t_s counts Y"),
])
def test_what_is_no_number_is_refused_with_its_place(column, values, rule):
    with pytest.raises(lubdub.LubdubError, match=rule):
        lubdub.run({"t_s": SECONDS, "range_m": RANGES} | {column: values})


@pytest.mark.parametrize(("column", "values", "rule"), [
    ("channel", np.full(600, 65573), '600 rejected: channel is "65573".*unknown-channel'),
    ("channel", np.full(600, 5.5), '600 rejected: channel is "5.5".*unknown-channel'),
    ("t_s", np.array([np.timedelta64("NaT", "s")] * 600), "600 rejected.*missing-time"),
    ("t_s", np.where(SECONDS > 59, np.nan, SECONDS), "rows 591.*9 rejected.*missing-time"),
    ("t_s", [*SECONDS[:599], float("inf")], 'row 599: warning: 1 rejected: t_s is "inf".*not-finite'),
    ("t_s", [1e308, 1e308, None] * 200, "400 rejected.*perhaps in milliseconds.*implausible-time"),
])
def test_a_value_that_is_out_of_bounds_costs_its_row(column, values, rule):
    with pytest.warns(lubdub.LubdubWarning) as warned:
        lubdub.run({"t_s": SECONDS, "range_m": RANGES} | {column: values})
    assert any(re.search(rule, str(one.message)) for one in warned)


def test_a_masked_value_is_missing():
    masked = np.ma.array(RANGES, mask=SECONDS < 30)
    session = lubdub.run({"t_s": SECONDS, "range_m": masked})
    assert np.isnan(session.estimates["distance_m"][:300]).all()
    whole = np.ma.array(np.full(600, 2), mask=SECONDS < 30)
    assert np.isnan(lubdub.run({"t_s": SECONDS, "range_m": whole}).estimates["distance_m"][:300]).all()
    channels = np.ma.array(np.full(600, 37), mask=SECONDS < 30)
    lubdub.run({"t_s": SECONDS, "rssi_dbm": RANGES * -40, "channel": channels})
    with pytest.warns(lubdub.LubdubWarning, match="10 rejected.*missing-time"):
        lubdub.run({"t_s": np.ma.array(SECONDS, mask=SECONDS < 1), "range_m": RANGES})


def test_a_live_row_is_refused_by_its_rule():
    pipeline = lubdub.Pipeline()
    for channel in (65573, -1, 5.5, "5"):
        with pytest.raises(lubdub.LubdubError, match="channel is"):
            pipeline.process(0, range_m=1, channel=channel)
    with pytest.raises(lubdub.LubdubError, match="must be numbers"):
        pipeline.process("0", range_m=1)
    with pytest.raises(lubdub.LubdubError, match="expected a number of seconds"):
        pipeline.advance("1")


def test_a_recording_may_be_a_file_bytes_or_any_table_and_a_list_of_them():
    path = DATASETS / "approach.csv"
    expected = lubdub.run(path).estimates["distance_m"]
    with open(path, encoding="utf-8") as text, open(path, "rb") as binary:
        found = lubdub.run([str(path), path, text, binary, path.read_bytes(), io.BytesIO(path.read_bytes())])
    for session in found:
        np.testing.assert_array_equal(session.estimates["distance_m"], expected)
    assert len(lubdub.read([path, path])) == 2
    assert len(lubdub.estimate((path,))) == 1
    with open(path, "rb") as file:
        assert lubdub.score([file]).recordings[0]["rows"] == len(expected)
    ahap = lubdub.run(path).export("ahap").content
    assert lubdub.read_haptics(io.BytesIO(ahap)).export("ahap").content


def test_any_package_of_tables_is_read_through_its_arrow_stream():
    duckdb, pyarrow = pytest.importorskip("duckdb"), pytest.importorskip("pyarrow")
    relation = duckdb.sql("select i / 10.0 as t_s, 1.5::double as range_m from range(600) numbers(i)")
    expected = lubdub.run({"t_s": SECONDS, "range_m": RANGES}).estimates["distance_m"]
    np.testing.assert_array_equal(lubdub.run(relation).estimates["distance_m"], expected)

    class Protocol:
        """What has nothing but the dataframe protocol."""

        def __dataframe__(self, nan_as_null=False, allow_copy=True):
            return pyarrow.table({"t_s": SECONDS, "range_m": RANGES}).__dataframe__(nan_as_null, allow_copy)

    np.testing.assert_array_equal(lubdub.run(Protocol()).estimates["distance_m"], expected)


def test_an_unknown_header_comes_with_the_columns_that_read_it():
    content = b"time_ms,dist_cm\n0,100\n100,99\n"
    with pytest.raises(lubdub.TraceError, match='name the columns "t=time_ms:ms,range=dist_cm:cm"'):
        lubdub.read(content)
    assert lubdub.read(content, columns="t=time_ms:ms,range=dist_cm:cm")["range_m"].tolist() == [1, 0.99]


def test_progress_is_shown_and_what_it_raises_ends_the_call():
    seen: list[tuple[int, int]] = []
    lubdub.run({"t_s": SECONDS, "range_m": RANGES}, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (len(SECONDS), len(SECONDS)) or seen[-1][1] == 0
    lubdub.read(DATASETS / "approach.csv", progress=lambda done, total: seen.append((done, total)))
    assert seen and all(0 <= done <= total for done, total in seen)

    def stop(done: int, total: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        lubdub.score(DATASETS / "approach.csv", progress=stop)
    with pytest.raises(lubdub.LubdubError, match="progress is 5"):
        lubdub.score(DATASETS / "approach.csv", progress=5)


def test_a_bar_of_tqdm_is_drawn(capsys):
    pytest.importorskip("tqdm")
    lubdub.score(DATASETS / "approach.csv", progress=True)
    assert "%" in capsys.readouterr().err
