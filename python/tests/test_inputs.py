"""What can be passed: every function by every form of input, as the table in python/README.md says."""

import io
import re
import shutil
import warnings

import numpy as np
import pytest

import lubdub
from conftest import DATASETS, ROOT

pandas, polars, pyarrow, duckdb = (pytest.importorskip(name) for name in ("pandas", "polars", "pyarrow", "duckdb"))
from lubdub import dataset  # noqa: E402

pytest.importorskip("pyarrow.dataset")

pytestmark = pytest.mark.filterwarnings("ignore")
TIMES = np.arange(300) * 0.1
TRUTH = np.abs(2 * np.sin(TIMES * 0.3)) + 0.3
WALK = {"t_s": TIMES, "range_m": TRUTH + 0.05 * np.sin(TIMES * 40), "truth_m": TRUTH}
NAMED = {name: np.concatenate([column, column]) for name, column in WALK.items()} | {"recording": ["a"] * 300 + ["b"] * 300}


class Point:
    """A record as an object with `_asdict`."""

    def __init__(self, row):
        self.row = row

    def _asdict(self):
        return self.row


class Exchanged:
    """Columns by the device interface of Arrow alone."""

    def __init__(self, batch):
        self.batch = batch

    def __arrow_c_device_array__(self, requested_schema=None, **kwargs):
        return self.batch.__arrow_c_device_array__(requested_schema, **kwargs)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("inputs")
    (folder / "walks").mkdir()
    for name in ("approach", "retreat"):
        shutil.copy(DATASETS / f"{name}.csv", folder / "walks")
    pandas.DataFrame(WALK).to_parquet(folder / "walk.parquet")
    pandas.DataFrame(NAMED).to_parquet(folder / "named.parquet")
    pandas.DataFrame(NAMED).to_csv(folder / "named.csv", index=False)
    dataset.write({"one": WALK, "two": WALK}, folder / "dataset")
    return folder


def records():
    return [dict(zip(WALK, row, strict=True)) for row in zip(*(column.tolist() for column in WALK.values()), strict=True)]


INPUTS = {
    "path": lambda folder: DATASETS / "approach.csv",
    "open file, bytes": lambda folder: io.BytesIO((DATASETS / "approach.csv").read_bytes()),
    "folder": lambda folder: folder / "walks",
    "pattern": lambda folder: str(folder / "walks" / "*.csv"),
    "Parquet": lambda folder: folder / "walk.parquet",
    "Parquet with `recording`": lambda folder: str(folder / "named.parquet"),
    "CSV with `recording`": lambda folder: folder / "named.csv",
    "folder of `dataset.write`": lambda folder: str(folder / "dataset"),
    "`Dataset`": lambda folder: dataset.Dataset(folder / "dataset"),
    "dict of arrays": lambda folder: WALK,
    "pandas": lambda folder: pandas.DataFrame(WALK),
    "pandas with `recording`": lambda folder: pandas.DataFrame(NAMED),
    "polars": lambda folder: polars.DataFrame(WALK),
    "polars (lazy)": lambda folder: polars.LazyFrame(WALK),
    "Arrow": lambda folder: pyarrow.table(WALK),
    "DuckDB": lambda folder: duckdb.from_arrow(pyarrow.table(WALK)),
    "Arrow stream": lambda folder: pyarrow.table(WALK).to_reader(),
    "Arrow record batch": lambda folder: pyarrow.table(WALK).to_batches()[0],
    "C stream, C array or C device array of Arrow": lambda folder: Exchanged(pyarrow.table(WALK).to_batches()[0]),
    "pyarrow `Dataset`, `Scanner`": lambda folder: pyarrow.dataset.dataset(pyarrow.table(WALK)).scanner(),
    "numpy records": lambda folder: pandas.DataFrame(WALK).to_records(index=False),
    "list of records": lambda folder: records(),
    "generator of records": lambda folder: (Point(row) for row in records()),
    "`Trace`": lambda folder: lubdub.read(DATASETS / "approach.csv"),
    "mapping from names": lambda folder: {"one": WALK, "two": DATASETS / "approach.csv"},
    "list": lambda folder: [pandas.DataFrame(WALK), DATASETS / "approach.csv"],
    "generator of paths": lambda folder: (path for path in sorted((folder / "walks").iterdir())),
    "`Series` of paths": lambda folder: pandas.Series(sorted(map(str, (folder / "walks").iterdir()))),
    "`groupby` of pandas": lambda folder: pandas.DataFrame(NAMED).groupby("recording"),
    "`group_by` of polars": lambda folder: polars.DataFrame(NAMED).group_by("recording", maintain_order=True),
}
SMALL = {"over": {"zones.range.half_band": (0.05, 0.5)}, "budget": 8, "calibrate": False, "jobs": 1}


def runs(data, folder):
    found = lubdub.run(data)
    return f"{len(found)} sessions" if isinstance(found, list) else "session"


def written(data, folder):
    shutil.rmtree(folder / "written", ignore_errors=True)
    return str(len(dataset.write(data, folder / "written")))


FUNCTIONS = {
    "run, estimate": runs,
    "score": lambda data, folder: str(len(lubdub.score(data).recordings)),
    "calibrate": lambda data, folder: "yes" if lubdub.calibrate(data).settings else "no",
    "tune": lambda data, folder: "yes" if lubdub.tune(data, **SMALL).is_complete else "no",
    "dataset.write": written,
}


def table(folder) -> list[str]:
    """Forms with the same outcome share a line."""
    lines: dict[tuple[str, ...], list[str]] = {}
    for name, make in INPUTS.items():
        session, scored, calibrated, tuned, kept = (work(make(folder), folder) for work in FUNCTIONS.values())
        assert (kept, calibrated, tuned) == (scored, "yes", "yes"), name
        lines.setdefault((session, scored), []).append(name)
    return ["| | `run`, `estimate` | `score`, `dataset.write` |", "|---|---|---|"] + [
        f"| {', '.join(names)} | {' | '.join(outcome)} |" for outcome, names in lines.items()]


def test_every_function_takes_what_the_readme_says(files):
    said = (ROOT / "python" / "README.md").read_text(encoding="utf-8")
    found = table(files)
    assert "\n".join(found) in said, "\n".join(found)


def test_every_form_of_the_same_rows_gives_the_same_session(files):
    expected = lubdub.run(WALK).estimates["distance_m"]
    for name in ("Parquet", "pandas", "polars", "polars (lazy)", "Arrow", "DuckDB", "Arrow stream", "Arrow record batch",
                 "C stream, C array or C device array of Arrow", "pyarrow `Dataset`, `Scanner`", "numpy records", "list of records",
                 "generator of records", "pandas with `recording`", "Parquet with `recording`"):
        np.testing.assert_array_equal(lubdub.run(INPUTS[name](files)).estimates["distance_m"], expected, name)
    scores = lubdub.score(files / "dataset")
    assert [one["name"] for one in scores.recordings] == ["one", "two"]
    encoded = pyarrow.compute.run_end_encode(pyarrow.array(WALK["range_m"]))
    with pytest.raises(lubdub.LubdubError, match="range_m is run-end encoded; pyarrow.compute.run_end_decode turns"):
        lubdub.run(pyarrow.table({"t_s": WALK["t_s"], "range_m": encoded}))
    assert [one.name for one in lubdub.run(INPUTS["`groupby` of pandas"](files))] == ["a", "b"]
    assert [one.name for one in lubdub.run(INPUTS["`Series` of paths"](files))] == ["approach", "retreat"]
    assert scores.total == lubdub.score(dataset.Dataset(files / "dataset")).total == lubdub.score([WALK, WALK]).total


@pytest.mark.parametrize(("data", "rule"), [
    (pandas.DataFrame([[0.0, 1.0, 2.0]], columns=["t_s", "range_m", "range_m"]), "the table has 2 columns range_m"),
    ([{"t_s": 0.0, "range_m": 1.0}, 5], "record 1 is int, expected a mapping"),
    (5, "int is not a table"), ([], "no recordings are given"), ("walks/*.nothing", "no file has this name"),
    (pandas.read_csv(DATASETS / "approach.csv"), "read_csv(path, comment=\"#\")"),
    ("missing.csv", "missing.csv"), ("missing.parquet", "missing.parquet"),
])
def test_what_is_no_recording_is_refused(data, rule):
    with pytest.raises(lubdub.LubdubError, match=re.escape(rule)):
        lubdub.run(data)


def test_jobs_make_the_same_of_several_recordings_and_show_how_far_they_are(files, tmp_path):
    paths = sorted(DATASETS.glob("*.csv"))
    seen: list[tuple[int, int]] = []
    one = lubdub.run(paths)
    two = lubdub.run(paths, jobs=3, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(index + 1, len(paths)) for index in range(len(paths))]
    for left, right in zip(one, two, strict=True):
        assert left.name == right.name
        np.testing.assert_array_equal(left.estimates["distance_m"], right.estimates["distance_m"])
    assert lubdub.score(paths, jobs=3) == lubdub.score(paths)
    seen.clear()
    made = dataset.write(paths, tmp_path / "out", jobs=3, progress=lambda done, total: seen.append((done, total)))
    assert len(made) == len(paths) and seen[-1] == (len(paths), len(paths))
    dataset.write_estimates(made, tmp_path / "estimates", jobs=2)
    assert pandas.read_parquet(tmp_path / "estimates").zone.dtype in ("float64", "Int8", "int8")
    with pytest.raises(lubdub.LubdubError, match="jobs is 0"):
        lubdub.run(paths, jobs=0)


def test_a_broken_file_among_several_is_named_and_one_alone_is_refused(tmp_path):
    shutil.copy(DATASETS / "approach.csv", tmp_path)
    (tmp_path / "broken.csv").write_bytes(b"\0\0\0")
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        assert len(lubdub.run(tmp_path)) == len(lubdub.score(tmp_path).recordings) == 1
    assert sum("broken is left out" in str(one.message) for one in warned) == 2
    (tmp_path / "empty").mkdir()
    with pytest.raises(lubdub.NothingToDoError, match="empty: no file in it"):
        lubdub.run(tmp_path / "empty")
    assert len(lubdub.run(str(tmp_path / "*.csv"))) == 1
    named = lubdub.run({"one": tmp_path / "approach.csv", "two": tmp_path / "approach.csv"})
    assert [session.name for session in named] == ["one", "two"]
    with pytest.raises(lubdub.TraceError, match="broken.csv"):
        lubdub.run([tmp_path / "approach.csv", tmp_path / "broken.csv"])


def odd_tables():
    """Tables that hold what no recording does, or hold it in an odd form."""
    import decimal
    import fractions

    n, times, ranges = 50, np.arange(50) * 0.1, np.full(50, 1.5)
    stamps = [pandas.Timestamp("2026-01-01", tz=zone) for zone in ("UTC", "Europe/Berlin")]
    walk = {"t_s": times, "range_m": ranges}
    yield "periods", pandas.DataFrame(walk | {"t_s": pandas.period_range("2026-01-01", periods=n, freq="s")})
    yield "intervals", pandas.DataFrame(walk | {"range_m": pandas.arrays.IntervalArray.from_arrays(ranges, ranges + 1)})
    yield "columns in two levels", pandas.DataFrame({("a", "t_s"): times, ("a", "range_m"): ranges})
    yield "categories of numbers", pandas.DataFrame(walk | {"t_s": pandas.Categorical(times), "range_m": pandas.Categorical(ranges)})
    yield "sparse numbers", pandas.DataFrame(walk | {"range_m": pandas.arrays.SparseArray(ranges)})
    yield "lists", pandas.DataFrame(walk | {"range_m": [[1.0]] * n})
    yield "mappings", pandas.DataFrame(walk | {"range_m": [{"a": 1}] * n})
    yield "nullable numbers", pandas.DataFrame(walk | {"range_m": pandas.array([1, None] * (n // 2), dtype="Int64")})
    yield "nullable flags", pandas.DataFrame(walk | {"range_m": pandas.array([True] * n, dtype="boolean")})
    yield "complex numbers", pandas.DataFrame(walk | {"range_m": ranges + 0j})
    yield "two time zones", pandas.DataFrame(walk | {"t_s": stamps * (n // 2)})
    yield "no times", pandas.DataFrame(walk | {"t_s": [pandas.NaT] * n})
    yield "far dates", pandas.DataFrame(walk | {"t_s": np.array(["9999-01-01"] * n, dtype="datetime64[s]")})
    yield "a mixture", pandas.DataFrame(walk | {"range_m": [1, "a", None, 2.5, b"x"] * (n // 5)})
    yield "decimals", pandas.DataFrame(walk | {"range_m": [decimal.Decimal("1.5")] * n})
    yield "fractions", pandas.DataFrame(walk | {"range_m": [fractions.Fraction(3, 2)] * n})
    yield "radios by number", pandas.DataFrame(walk | {"source": [1] * n})
    yield "peers of every kind", pandas.DataFrame(walk | {"peer": [1, "a", None, 2.5, ("x",)] * (n // 5)})
    yield "peers in lists", pandas.DataFrame(walk | {"peer": [[1]] * n})
    yield "no rows", pandas.DataFrame({"t_s": [], "range_m": []})
    yield "no columns", pandas.DataFrame()
    yield "a Series of numbers", pandas.Series(ranges, index=times, name="range_m")
    yield "columns by number", pandas.DataFrame(np.c_[times, ranges])
    yield "a matrix", {"t_s": times, "range_m": np.c_[ranges, ranges]}
    yield "numbers alone", {"t_s": 1.0, "range_m": 1.0}
    yield "columns of two lengths", {"t_s": times, "range_m": ranges[:-1]}
    yield "numbers beyond a double", pandas.DataFrame(walk | {"range_m": [10**400] * n})
    yield "channels by name", pandas.DataFrame(walk | {"channel": ["a"] * n})
    yield "times beyond a signed number", pandas.DataFrame(walk | {"t_s": np.full(n, 2**64 - 1, dtype=np.uint64)})
    yield "half and long precision", {"t_s": times.astype(np.longdouble), "range_m": ranges.astype("f2")}
    yield "durations as ranges", pandas.DataFrame(walk | {"range_m": pandas.to_timedelta(ranges, unit="s")})
    yield "no groups", pandas.DataFrame({"t_s": [], "range_m": [], "g": []}).groupby("g")
    yield "a rolling window", pandas.DataFrame(walk).rolling(2)
    yield "samples by time", pandas.DataFrame({"range_m": ranges}, index=pandas.to_datetime(times, unit="s")).resample("1s")
    yield "a module", np
    yield "a class", dict
    yield "a key that is no name", walk | {float("nan"): ranges}


@pytest.mark.parametrize("function", [
    lubdub.read, lubdub.run, lubdub.score, lubdub.calibrate, lubdub.split, lambda data: lubdub.tune(data, budget=8),
    lambda data: lubdub.evaluate(data, np.full(50, 1.5))], ids="read run score calibrate split tune evaluate".split())
def test_whatever_a_table_holds_what_cannot_be_done_is_an_error_of_lubdub(function):
    refused = 0
    for name, data in odd_tables():
        try:
            function(data)
        except lubdub.LubdubError as error:
            refused += 1
            assert len(str(error)) < 600 and " object at 0x" not in str(error), name
    assert refused >= 5
