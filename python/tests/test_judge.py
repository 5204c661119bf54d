"""The same rows are judged alike, in whatever form they come."""

import io
import json
import random
import warnings

import numpy as np
import pytest

import lubdub

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
    with pytest.warns(lubdub.LubdubWarning, match=f"t_s (steps|leaps) .* if it counts {unit}"):
        lubdub.run(table)
    columns = f"t=t_s:{unit.replace('µ', 'u')},range=range_m"
    assert lubdub.run(table, columns=columns).duration_s == pytest.approx(9.9)


@pytest.mark.parametrize(("factor", "unit"), [(100, "cm"), (1000, "mm")])
def test_ranges_in_another_unit_are_told_in_files_too(factor, unit):
    table = {"t_s": np.arange(100) * 0.1, "range_m": np.full(100, 1.5 * factor)}
    text = "t_s,range_m\n" + "".join(f"{time:g},{value:g}\n" for time, value in zip(*table.values(), strict=True))
    for source in (table, text.encode()):
        with pytest.warns(lubdub.LubdubWarning, match=f"range_m lies around .* if it counts {unit}"):
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
    with pytest.warns(lubdub.LubdubWarning, match=r"time-ahead: 1 row \(row 50\)"):
        assert lubdub.run({"t_s": times, "range_m": np.full(200, 1.5)}).receptions["taken"] == 199


def test_warnings_point_at_the_line_of_the_caller(tmp_path):
    bad, truth = {"t_s": [0.0, 0.1, 0.2], "range_m": [1.0, -7, 1]}, {"truth_m": [1.0, 1, 1]}
    for work in (lambda: lubdub.read(bad), lambda: lubdub.run(bad), lambda: lubdub.run([bad, bad], jobs=2),
                 lambda: lubdub.score([bad | truth, bad | truth], jobs=2), lambda: lubdub.Pipeline().process_rows(bad),
                 lambda: lubdub.read(io.BytesIO(b"t_s,range_m\n0,1\n0.1,far\n"))):
        with pytest.warns(lubdub.LubdubWarning) as warned:
            work()
        assert {one.filename for one in warned} == {__file__}
