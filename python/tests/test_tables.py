"""Results are tables, and show themselves shortly."""

import numpy as np
import pytest

import lubdub
from conftest import DATASETS

PATH = DATASETS / "approach.csv"


def test_every_package_takes_a_result_as_the_table_that_it_is():
    pandas = pytest.importorskip("pandas")
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import interchange

    session = lubdub.run(PATH)
    for table in (session.estimates, session.beats, session.events, lubdub.read(PATH)):
        shape = table.shape
        assert shape == (len(table), len(table.columns)) and shape[0] == len(list(table))
        assert pandas.DataFrame(table).shape == shape
        assert pyarrow.table(table).num_rows == shape[0]
        assert interchange.from_dataframe(table).num_rows == shape[0]
        assert list(dict(table)) == table.columns
    polars = pytest.importorskip("polars")
    assert polars.DataFrame(session.estimates).shape == (721, 13)
    duckdb = pytest.importorskip("duckdb")
    estimates = session.estimates
    assert duckdb.sql("select count(*) from estimates").fetchall() == [(len(estimates),)]


def test_a_row_a_part_and_a_wrong_place():
    beats = lubdub.run(PATH).beats
    assert beats[0].t_s == beats["t_s"][0] and beats[-1].zone == beats["zone"][-1]
    np.testing.assert_array_equal(beats[2:5]["t_s"], beats["t_s"][2:5])
    with pytest.raises(IndexError, match="there is no row 9999"):
        beats[9999]
    with pytest.raises(KeyError, match="columns: t_s"):
        beats["x"]


def test_a_trace_is_made_by_reading_and_split_by_columns_of_any_name():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"ms": [0, 100, 0, 100], "range": [1.0, 2.0, 3.0, 4.0], "walk": ["a", "a", "b", "b"]})
    with pytest.raises(TypeError, match=r"lubdub.read makes a trace from a table or a file: lubdub.read\(table\)"):
        lubdub.Trace(frame)
    walks = lubdub.split(frame, columns={"t": ("ms", "ms"), "range": "range", "recording": "walk"})
    assert {name: list(walk["range_m"]) for name, walk in walks.items()} == {"a": [1, 2], "b": [3, 4]}
    assert [session.estimates.rows for session in lubdub.run(walks)] == [2, 2]


def test_what_is_shown_is_short():
    session = lubdub.run(PATH)
    shown = [session, session.estimates, session.beats, session.export("ahap"), lubdub.read(PATH),
             lubdub.score(PATH), lubdub.calibrate(PATH), lubdub.Settings(), lubdub.catalog is not None]
    assert all(len(repr(one)) < 500 for one in shown), [len(repr(one)) for one in shown]
    assert session._repr_html_().startswith("<figure") and "<svg" in session._repr_html_()
    assert len(session._repr_html_()) < 40_000
    assert session.estimates._repr_html_().count("<tr>") == 12
    with pytest.warns(lubdub.LubdubWarning, match="no rows"):
        empty = lubdub.run({"t_s": [], "range_m": []})
    assert "<svg" not in empty._repr_html_() and empty.estimates._repr_html_()


def test_a_session_is_drawn_and_heard():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    session = lubdub.run(PATH)
    axes = session.plot()
    assert {line.get_label() for line in axes.lines} >= {"distance", "beats", "change of zone"}
    assert 'src="data:audio/wav;base64,UklGR' in session.audio(8000)._repr_html_()
