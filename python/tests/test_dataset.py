"""Recordings as Parquet."""

import warnings
from urllib.parse import unquote

import numpy as np
import pytest

import lubdub
from conftest import TRACES

pytest.importorskip("pyarrow")
from lubdub import dataset as datasets  # noqa: E402


@pytest.fixture(scope="module")
def recordings(tmp_path_factory):
    return datasets.write(TRACES, tmp_path_factory.mktemp("parquet") / "recordings")


def test_what_is_written_is_read_back_with_the_same_timeline(recordings):
    assert set(recordings) == {path.stem for path in TRACES}
    for path in TRACES:
        trace = lubdub.read(path)
        back = recordings[path.stem]
        np.testing.assert_array_equal(back["t_s"], trace.t_s)
        ours, theirs = lubdub.run(back), lubdub.run(trace)
        for table in ("beats", "events"):
            for name, column in getattr(theirs, table).items():
                np.testing.assert_array_equal(getattr(ours, table)[name], column)


def test_blocks_give_the_estimates_of_the_whole(recordings, monkeypatch):
    whole = lubdub.estimate(recordings["ceremony"])
    monkeypatch.setattr(datasets, "BLOCK_ROWS", 100)
    blocks = [estimates for estimates, _ in recordings.estimate("ceremony")]
    assert [block.rows for block in recordings.blocks("ceremony", 100)][0] == 100
    for name in ("distance_m", "zone", "status"):
        np.testing.assert_array_equal(np.concatenate([block[name] for block in blocks]), whole[name])


def test_estimates_and_scores_are_opened_by_pandas(recordings, tmp_path):
    import pandas

    done = []
    datasets.write_estimates(recordings, tmp_path / "estimates",
                             progress=lambda index, count: done.append((index, count)))
    assert done[-1] == (len(recordings), len(recordings))
    frame = pandas.read_parquet(tmp_path / "estimates")
    one = frame[frame.recording == "walk-by"]
    expected = lubdub.estimate(recordings["walk-by"])
    np.testing.assert_array_equal(one["distance_m"], expected["distance_m"])
    assert set(one.status.dropna()) <= {"confirming", "tracking", "fallback", "coasting", "stale"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", lubdub.LubdubWarning)
        scores = lubdub.score(recordings)
        assert scores.total == lubdub.score({path.stem: lubdub.read(path) for path in
                                             sorted(TRACES)}).total
    datasets.write_scores(scores, tmp_path / "scores.parquet")
    table = pandas.read_parquet(tmp_path / "scores.parquet")
    assert list(table.name) == list(recordings) and table["range.rmse_m"].notna().any()


def test_any_table_is_written_and_names_may_hold_anything(tmp_path):
    table = {"t_s": [0.0, 1], "range_m": [1.0, None], "rssi_dbm": [None, -60], "channel": [None, 37]}
    made = datasets.write({"set/día 1": table}, tmp_path / "out")
    back = made["set/día 1"]
    assert list(back["channel"]) == [-1, 37]
    assert lubdub.run(back).receptions["taken"] == 2
    with pytest.raises(KeyError, match="no recording 'other'"):
        made["other"]


def test_a_broken_recording_is_named(tmp_path):
    made = datasets.write({"good": {"t_s": [0.0], "range_m": [1.0]},
                           "bad": {"t_s": [0.0], "range_m": [1.0]}}, tmp_path / "out")
    (tmp_path / "out" / "recording=bad" / "part-0.parquet").write_bytes(b"PAR1")
    assert made["good"]["t_s"].tolist() == [0]
    with pytest.raises(lubdub.TraceError, match="recording=bad/part-0.parquet"):
        made["bad"]
    with pytest.raises(lubdub.TraceError, match="no recordings"):
        datasets.Dataset(tmp_path / "nowhere")


@pytest.mark.filterwarnings("ignore::lubdub.LubdubWarning")
def test_broken_files_among_others_are_left_out_of_a_dataset(tmp_path):
    broken, empty = tmp_path / "broken.csv", tmp_path / "empty.csv"
    broken.write_text("t_s,range_m\n\0\0")
    empty.write_text("t_s,range_m\n0,far\n")
    with pytest.warns(lubdub.LubdubWarning, match="is left out"):
        written = datasets.write([broken, *TRACES, empty], tmp_path / "recordings")
    assert set(written) == {path.stem for path in TRACES}
    with pytest.raises(lubdub.TraceError):
        datasets.write([broken], tmp_path / "none")


def test_a_broken_recording_among_others_is_left_out_of_a_score(tmp_path):
    walk = {"t_s": [0.0, 1], "range_m": [1.0, 2], "truth_m": [1.0, 2]}
    made = datasets.write({"good": walk, "bad": walk}, tmp_path / "out")
    (tmp_path / "out" / "recording=bad" / "part-0.parquet").write_bytes(b"PAR1")
    with pytest.warns(lubdub.LubdubWarning, match="bad is left out: .*recording=bad/part-0.parquet"):
        assert [one["name"] for one in lubdub.score(made).recordings] == ["good"]
    (tmp_path / "out" / "recording=good" / "part-0.parquet").write_bytes(b"PAR1")
    with pytest.raises(lubdub.TraceError, match="recording=bad|recording=good"):
        lubdub.score(made)


def test_several_links_of_a_file_become_several_recordings(tmp_path):
    path = tmp_path / "log.csv"
    path.write_text("t_s,range_m,peer\n0,1,desk\n1,2,door\n2,1,desk\n")
    assert set(datasets.write(path, tmp_path / "out")) == {"log/desk", "log/door"}


def test_another_file_system_serves_as_well(tmp_path):
    from pyarrow import fs

    place = (fs.SubTreeFileSystem(str(tmp_path), fs.LocalFileSystem()), "bucket/recordings")
    made = datasets.write({"walk": {"t_s": [0.0, 1], "range_m": [1.0, 2]}}, place)
    assert made["walk"]["range_m"].tolist() == [1, 2]


def test_recordings_of_different_radios_are_one_table_for_every_reader(tmp_path):
    import duckdb
    import pandas
    import polars

    folder = tmp_path / "out"
    datasets.write({"ble": {"t_s": [0.0, 1], "rssi_dbm": [-60.0, -61]}}, folder)
    datasets.write({"uwb": {"t_s": [0.0, 1], "range_m": [1.0, 2], "battery": [80, 79]}}, folder)
    frames = [
        pandas.read_parquet(folder),
        polars.read_parquet(folder).to_pandas(),
        duckdb.sql(f"select * from read_parquet('{folder}/*/*.parquet', hive_partitioning=true)").df(),
    ]
    for frame in frames:
        assert len(frame) == 4
        assert sorted(frame["range_m"].dropna()) == [1, 2]
        assert sorted(frame["rssi_dbm"].dropna()) == [-61, -60]
        assert sorted(frame["battery"].dropna()) == [79, 80]
        assert set(frame["recording"].astype(str)) == {"ble", "uwb"}


def test_two_files_of_one_name_are_two_recordings(tmp_path):
    for place in ("a", "b"):
        (tmp_path / place).mkdir()
        (tmp_path / place / "walk.csv").write_text(f"t_s,range_m\n0,{1 if place == 'a' else 2}\n")
    with pytest.warns(lubdub.LubdubWarning, match="two recordings have the name walk; the second gets the name walk-2"):
        made = datasets.write([tmp_path / "a" / "walk.csv", tmp_path / "b" / "walk.csv"], tmp_path / "out")
    assert made["walk"]["range_m"].tolist() == [1]
    assert made["walk-2"]["range_m"].tolist() == [2]


def test_rows_are_put_in_the_order_of_time_or_refused(tmp_path):
    import pandas

    walk = {"t_s": [1.0, 0, 2], "range_m": [1.0, 2, 3], "note": ["b", "a", "c"]}
    with pytest.warns(lubdub.LubdubWarning, match=r"\[time-backwards\]|sort=True"):
        made = datasets.write({"walk": walk}, tmp_path / "out")
    assert made["walk"]["note"].tolist() == ["b", "c"]
    made = datasets.write({"walk": walk}, tmp_path / "out", sort=True)
    assert made["walk"]["t_s"].tolist() == [0, 1, 2]
    assert made["walk"]["note"].tolist() == ["a", "b", "c"]
    with pytest.warns(lubdub.LubdubWarning, match=r"row 1: warning: 1 rejected.*\[missing-time\]"):
        assert datasets.write({"gap": {"t_s": [0.0, None], "range_m": [1.0, 2]}}, tmp_path / "out")["gap"].rows == 1
    times = pandas.to_datetime(["2026-01-01", "2026-01-02"])
    made = datasets.write({"dates": pandas.DataFrame({"t_s": times, "range_m": [1.0, 2]})}, tmp_path / "days")
    assert (made["dates"]["t_s"][1] - made["dates"]["t_s"][0]) == 86400


def test_scores_are_joined_with_estimates_by_the_name_of_the_recording(tmp_path):
    pandas = pytest.importorskip("pandas")
    walk = {"t_s": np.arange(50) * 0.1, "range_m": np.full(50, 1.5), "truth_m": np.full(50, 1.5)}
    made = datasets.write({"b/c": walk, "c": walk}, tmp_path / "made")
    datasets.write_estimates(made, tmp_path / "estimates")
    datasets.write_scores(lubdub.score(made), tmp_path / "scores.parquet")
    names = pandas.read_parquet(tmp_path / "estimates")["recording"].unique()
    assert set(pandas.read_parquet(tmp_path / "scores.parquet")["recording"]) == {"b/c", "c"} == set(map(unquote, names))


def test_what_cannot_be_written_is_refused_as_everything_is(tmp_path):
    pandas = pytest.importorskip("pandas")
    walk = pandas.DataFrame({"t_s": np.arange(4.0), "range_m": np.ones(4)})
    with pytest.raises(lubdub.LubdubError, match="a column has a type that Parquet lacks"):
        datasets.write(walk.assign(note=[1, "a"] * 2), tmp_path / "mixed")
    (tmp_path / "file").touch()
    with pytest.raises(lubdub.LubdubError, match="file"):
        datasets.write(walk, tmp_path / "file")
