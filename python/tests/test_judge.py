"""The same rows are judged alike, in whatever form they come."""

import io
import json
import random
import warnings

import numpy as np
import pytest

import lubdub
from conftest import DATASETS

pandas, polars, pyarrow = (pytest.importorskip(name) for name in ("pandas", "polars", "pyarrow"))
pytestmark = pytest.mark.filterwarnings("ignore::lubdub.LubdubWarning")
COLUMNS = ("t_s", "source", "range_m", "rssi_dbm", "truth_m", "event", "fp_power_dbm", "channel", "peer", "sd_m", "azimuth_deg")
NUMBERS = {"t_s", "range_m", "rssi_dbm", "truth_m", "fp_power_dbm", "channel", "sd_m", "azimuth_deg"}


def row(draw: random.Random, time: float, names: list[str]) -> dict[str, object]:
    """A row that may break any rule."""
    def of(usual, *strange):
        return draw.choice(strange) if draw.random() < 0.06 else usual

    found: dict[str, object] = {
        "t_s": of(round(time, 3), None, round(time - 5, 3), round(time + 1e6, 3), 1e12),
        "source": of(draw.choice(["uwb", "ble", None]), "gps", "UWB", "cs"),
        "range_m": of(round(draw.uniform(0.1, 5), 3), None, -0.2, -1.0, -7.0, 2e6),
        "rssi_dbm": of(draw.choice([None, -60.0]), 42.0, 127.0, 0.0, -140.0),
        "truth_m": of(2.5, None, -1.0, -3.0, 3e6),
        "event": of(None, "connected", "gone", "touched"),
        "fp_power_dbm": of(None, -80.0, 5.0, 127.0),
        "channel": of(5.0, None, 300.0, 5.5, -1.0),
        "peer": of("desk", "door", None),
        "sd_m": of(0.1, None, -1.0),
        "azimuth_deg": of(10.0, None, 400.0),
    }
    return {name: found[name] for name in names}


def forms(rows: list[dict[str, object]], names: list[str]):
    """The same rows in every form, with the line of the first one in files."""
    columns = {name: [one[name] for one in rows] for name in names}
    text = [",".join(names), *(",".join("" if one[name] is None else str(one[name]) for name in names) for one in rows)]
    yield "CSV", ("\n".join(text) + "\n").encode(), 2
    lines = map(json.dumps, rows)
    yield "NDJSON", ("\n".join(lines) + "\n").encode(), 1
    frame = pandas.DataFrame({
        name: pandas.Series(column, dtype="float64" if name in NUMBERS else "object") for name, column in columns.items()})
    yield "pandas", frame, 0
    yield "pandas with types of its own", frame.convert_dtypes(), 0
    schema = {name: polars.Float64 if name in NUMBERS else polars.String for name in names}
    yield "polars", polars.DataFrame(columns, schema=schema), 0
    yield "polars, lazy", polars.LazyFrame(columns, schema=schema), 0
    types = [(name, pyarrow.float64() if name in NUMBERS else pyarrow.string()) for name in names]
    yield "Arrow", pyarrow.table(columns, schema=pyarrow.schema(types)), 0
    yield "columns", columns, 0
    yield "records", rows, 0
    yield "a generator", (one for one in rows), 0


def judged(source, first: int):
    """What became of the rows, those of files counted from 0, and the rows that were taken."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", lubdub.LubdubWarning)
        trace = lubdub.read(source)
    report = {key: trace.report[key] for key in ("accepted", "rejected", "clock_jumps", "other_peers", "peers")}
    rejections = [(one["reason"], one["count"], [place - first for place in one.get("lines", one.get("rows"))])
                  for one in trace.report["rejections"]]
    taken = {name: ["" if value is None or value != value else value for value in column.tolist()]
             for name, column in sorted(trace.items())}
    return report, rejections, {name: column for name, column in taken.items() if any(value != "" for value in column)}


@pytest.mark.parametrize("part", range(10))
def test_five_hundred_random_tables_are_judged_alike_in_every_form(part):
    rejected = 0
    for seed in range(part * 50, part * 50 + 50):
        draw = random.Random(seed)
        names = [name for name in COLUMNS if name in ("t_s", "range_m") or draw.random() < 0.6]
        rows = [row(draw, index * 0.1, names) for index in range(draw.choice([3, 30, 90]))]
        found = {form: judged(source, first) for form, source, first in forms(rows, names)}
        for form, answer in found.items():
            assert answer == found["CSV"], (seed, form)
        rejected += found["CSV"][0]["rejected"]
    assert rejected > 100


@pytest.mark.parametrize(("factor", "unit"), [(1000, "ms"), (1e6, "µs"), (1e9, "ns")])
def test_times_in_another_unit_are_told(factor, unit):
    table = {"t_s": np.arange(100) * 0.1 * factor, "range_m": np.full(100, 1.5)}
    with pytest.warns(lubdub.LubdubWarning, match=f"t_s (steps|jumps) .* if its unit is {unit}"):
        lubdub.run(table)
    columns = f"t=t_s:{unit.replace('µ', 'u')},range=range_m"
    assert lubdub.run(table, columns=columns).duration_s == pytest.approx(9.9)


@pytest.mark.parametrize(("factor", "unit"), [(100, "cm"), (1000, "mm")])
def test_ranges_in_another_unit_are_told_in_files_too(factor, unit):
    table = {"t_s": np.arange(100) * 0.1, "range_m": np.full(100, 1.5 * factor)}
    text = "t_s,range_m\n" + "".join(f"{time:g},{value:g}\n" for time, value in zip(*table.values(), strict=True))
    for source in (table, text.encode()):
        with pytest.warns(lubdub.LubdubWarning, match=f"range_m is around .* if its unit is {unit}"):
            lubdub.run(source)
        session = lubdub.run(source, columns=f"t=t_s,range=range_m:{unit}")
        assert session.estimates["distance_m"][-1] == pytest.approx(1.5, abs=0.1)


def test_a_table_of_other_names_is_refused_with_the_columns_that_read_it():
    table = pandas.DataFrame({"time_ms": [0, 100, 200, 300], "dist_cm": [150.0, 151, 152, 151], "note": list("abcd")})
    with pytest.raises(lubdub.TraceError, match='name the columns "t=time_ms:ms,range=dist_cm:cm"'):
        lubdub.run(table)
    assert lubdub.read(table, columns="t=time_ms:ms,range=dist_cm:cm")["range_m"].tolist() == [1.5, 1.51, 1.52, 1.51]


def test_a_shuffled_table_is_sorted_when_it_is_asked_for():
    rows = pandas.DataFrame({"t_s": np.arange(200) * 0.1, "range_m": np.linspace(1, 2, 200)})
    shuffled = rows.sample(frac=1, random_state=1)
    with pytest.warns(lubdub.LubdubWarning, match="sort=True puts them in order"):
        assert len(lubdub.run(shuffled).estimates) < 100
    sorted_trace = lubdub.read(shuffled, sort=True)
    np.testing.assert_array_equal(sorted_trace["range_m"], rows["range_m"])
    np.testing.assert_array_equal(shuffled["range_m"].to_numpy()[sorted_trace.places], rows["range_m"])
    np.testing.assert_array_equal(
        lubdub.run(shuffled, sort=True).estimates["distance_m"], lubdub.run(rows).estimates["distance_m"])


def test_one_far_time_costs_its_row_alone_and_is_named():
    times = np.arange(200) * 0.1
    times[50] = 1e6
    with pytest.warns(lubdub.LubdubWarning, match=r"row 50: warning: 1 rejected.*\[time-ahead\]"):
        assert lubdub.run({"t_s": times, "range_m": np.full(200, 1.5)}).receptions["taken"] == 199


def test_warnings_point_at_the_line_of_the_caller(tmp_path):
    bad, truth = {"t_s": [0.0, 0.1, 0.2], "range_m": [1.0, -7, 1]}, {"truth_m": [1.0, 1, 1]}
    for work in (lambda: lubdub.read(bad), lambda: lubdub.run(bad), lambda: lubdub.run([bad, bad], jobs=2),
                 lambda: lubdub.score([bad | truth, bad | truth], jobs=2), lambda: lubdub.Pipeline().process_rows(bad),
                 lambda: lubdub.read(io.BytesIO(b"t_s,range_m\n0,1\n0.1,far\n"))):
        with pytest.warns(lubdub.LubdubWarning) as warned:
            work()
        assert {one.filename for one in warned} == {__file__}


@pytest.mark.parametrize("rows", [12, 50, 200])
@pytest.mark.parametrize("together", [1, 2, 3])
def test_newest_first_with_equal_stamps_is_turned_round_with_every_row(rows, together):
    random = np.random.default_rng(rows)
    times = np.repeat(np.arange(rows)[::-1] * 0.1, together)
    times[random.integers(1, len(times))] = times[0] if together > 1 else times[1]
    times = np.sort(times)[::-1]
    times[5] = times[4]
    values = 1 + np.arange(len(times)) * 0.01
    text = "t_s,range_m\n" + "".join(f"{time},{value}\n" for time, value in zip(times, values, strict=True))
    for source in ({"t_s": times, "range_m": values}, text.encode()):
        with pytest.warns(lubdub.LubdubWarning, match="the rows are newest first; Lubdub sorts them"):
            trace = lubdub.read(source)
        np.testing.assert_array_equal(trace["range_m"], values[::-1])


def test_equal_stamps_at_the_start_are_all_taken():
    for times in ([0.0] * 300, [0.0] * 3 + [0.1, 0.2, 0.3], [0.1, 0.1, 0.0] + [0.1 * step for step in range(2, 20)]):
        trace = lubdub.read({"t_s": times, "range_m": 1 + np.arange(len(times)) * 0.001})
        assert len(trace) == len(times) - (times[2] < times[1])


def test_estimates_name_the_row_of_the_table_that_they_are_of():
    frame = pandas.DataFrame({"t_s": np.arange(200) * 0.1, "range_m": np.linspace(1, 2, 200), "note": range(200)})
    frame.loc[50, "t_s"] = np.nan
    for table in (frame, frame[::-1]):
        trace, estimates = lubdub.read(table), lubdub.estimate(table)
        assert len(estimates) == 199
        np.testing.assert_array_equal(table["t_s"].iloc[estimates["row"]], estimates["t_s"])
        np.testing.assert_array_equal(trace.places, estimates["row"])
        np.testing.assert_array_equal(lubdub.Pipeline().process_rows(table)[0]["row"], estimates["row"])
    assert lubdub.read(DATASETS / "approach.csv").places is None


def test_a_truth_in_another_unit_than_the_ranges_is_told():
    table = {"t_s": np.arange(100) * 0.1, "range_m": np.full(100, 1.5), "truth_m": np.full(100, 140.1)}
    for work in (lubdub.run, lubdub.score):
        with pytest.warns(lubdub.LubdubWarning, match="the truth is 93.4 times the ranges"):
            work(table)


def test_a_record_without_values_costs_itself_and_one_with_a_list_is_named():
    rows: list[dict[str, object]] = [{"t_s": index * 0.1, "range_m": 1.0} for index in range(10)]
    for empty in ({}, {"t_s": None, "range_m": None}, {"foo": 3}):
        for place in (0, 5):
            trace = lubdub.read([*rows[:place], empty, *rows[place:]])
            assert [(one["reason"], one["rows"]) for one in trace.report["rejections"]] == [("missing-time", [place])]
    with pytest.raises(lubdub.LubdubError, match=r"record 5: range_m is \[1.0\], expected one number or text"):
        lubdub.read([*rows[:5], {"t_s": 0.5, "range_m": [1.0]}, *rows[5:]])


def test_texts_with_decimal_commas_are_told_and_read():
    texts = {"t_s": ["0,0", "0,1", "0,2"], "range_m": ["1,5", "1,6", "1,5"], "sd_m": ["0,1"] * 3}
    for table in (texts, pandas.DataFrame(texts)):
        with pytest.warns(lubdub.LubdubWarning, match="decimal_comma=True reads them"):
            assert len(lubdub.read(table)) == 0
        trace = lubdub.read(table, decimal_comma=True)
        assert (trace["range_m"].tolist(), trace["sd_m"].tolist()) == ([1.5, 1.6, 1.5], [0.1] * 3)
        assert lubdub.read(table, decimal_comma=True, columns="t=t_s,range=range_m")["t_s"].tolist() == [0, 0.1, 0.2]


def test_texts_in_json_lines_are_judged_as_fields_of_csv():
    strange = [("source", " uwb"), ("source", "UWB"), ("event", "-"), ("event", "None"), ("source", "NA"), ("event", ""),
               ("range_m", " 1.5"), ("range_m", "NA"), ("range_m", "far"), ("t_s", "0.05"), ("t_s", ""), ("channel", "5"),
               ("peer", "-"), ("azimuth_deg", " 7")]
    columns = ["t_s", "range_m", "source", "event", "channel", "peer", "azimuth_deg"]
    for name, value in strange:
        rows = [{"t_s": round(index * 0.1, 1), "range_m": 1.0, "peer": "a"} for index in range(9)]
        rows[0][name] = value
        lines = [",".join(columns), *(",".join(str(row.get(one, "")) for one in columns) for row in rows)]
        csv = judged(("\n".join(lines) + "\n").encode(), 2)
        assert judged("\n".join(map(json.dumps, rows)).encode(), 1) == csv, (name, value)
        assert judged(rows, 0) == csv, (name, value)


@pytest.mark.parametrize(("columns", "rule"), [
    ("t=tt,range=range_m", "there is no column tt for t"), ("t=t_s,range=rr", "there is no column rr for range"),
    ("t=t_s:parsec,range=range_m", "\"parsec\" is not a unit of it; its units are s, ms"),
])
def test_columns_that_a_table_lacks_are_named_as_those_of_a_file(columns, rule):
    table = {"t_s": np.arange(20) * 0.1, "range_m": np.full(20, 1.5)}
    for source in (table, pandas.DataFrame(table).to_csv(index=False).encode()):
        with pytest.raises(lubdub.LubdubError, match=rule):
            lubdub.read(source, columns=columns)
        with pytest.warns(lubdub.LubdubWarning, match="there is no column tt, so the rows have no truth"):
            lubdub.read(source, columns="t=t_s,range=range_m,truth=tt")
        with pytest.raises(lubdub.TraceError, match='no link "zz"'):
            lubdub.read(source, peer="zz")
        with pytest.raises(lubdub.TraceError, match='no recording "zz"; recordings: none'):
            lubdub.read(source, recording="zz")


def test_what_pandas_has_for_no_value_is_none_wherever_it_stands():
    rows = [{"t_s": pandas.Timestamp(second, unit="s"), "range_m": 1.0} for second in range(9)]
    assert len(lubdub.read([{"t_s": pandas.NaT, "range_m": 1.0}, *rows])) == 9
    table = {"t_s": np.arange(9.0), "range_m": [pandas.NA] + [1.0] * 8, "source": ["uwb"] * 8 + [pandas.NA],
             "event": np.array([pandas.NA] * 9, object)}
    trace = lubdub.read(table)
    assert len(trace) == 9 and np.isnan(trace["range_m"][0])


@pytest.mark.parametrize(("data", "rule"), [
    ("t_s,range_m\n0,1\n", "this is the text of a file, expected its path"),
    (np.zeros((5, 2)), "ndarray is not a table"),
    (pandas.DataFrame({"range_m": [1.0, 1]}, index=pandas.Index([0.0, 1], name="t_s")), "reset_index"),
    ({"t_s": [0.0, 1], "range_m": [1.0, 1], "recording": ["a"] * 3}, "different numbers of rows|recording has 3 rows"),
])
def test_what_is_nearly_a_recording_is_refused_with_the_way_out(data, rule):
    for work in (lubdub.run, lubdub.score):
        with pytest.raises(lubdub.LubdubError, match=rule) as raised:
            work(data)
        assert len(str(raised.value)) < 500
