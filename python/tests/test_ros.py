"""Bags of ROS and MCAP, both ways."""

import numpy as np
import pytest

import lubdub
from conftest import DATASETS

pytest.importorskip("rosbags")
pytest.importorskip("mcap")
from lubdub import ros  # noqa: E402

TIMES = np.arange(50) / 10
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


def messages(store):
    Range, Header, Time = (store.types[f"{name}"] for name in (
        "sensor_msgs/msg/Range", "std_msgs/msg/Header", "builtin_interfaces/msg/Time"))
    for time in TIMES:
        stamp = Time(sec=int(time), nanosec=round((time % 1) * 1e9))
        fields = dict(header=Header(stamp=stamp, frame_id="uwb"), radiation_type=1, field_of_view=0.1,
                      min_range=0.0, max_range=50.0, range=1 + time)
        if "variance" in Range.__dataclass_fields__:
            fields["variance"] = 0.0
        yield round(time * 1e9) + 5_000_000_000, Range(**fields)


def bag2(folder, plugin):
    from rosbags.rosbag2 import StoragePlugin, Writer
    from rosbags.typesys import Stores, get_typestore

    store = get_typestore(Stores.ROS2_HUMBLE)
    with Writer(folder, version=9, storage_plugin=StoragePlugin[plugin]) as writer:
        connection = writer.add_connection("/uwb", "sensor_msgs/msg/Range", typestore=store)
        for time, message in messages(store):
            writer.write(connection, time, store.serialize_cdr(message, "sensor_msgs/msg/Range"))


def bag1(path):
    from rosbags.rosbag1 import Writer
    from rosbags.typesys import Stores, get_typestore

    store = get_typestore(Stores.ROS1_NOETIC)
    with Writer(path) as writer:
        connection = writer.add_connection("/uwb", "sensor_msgs/msg/Range", typestore=store)
        Range, Header, Time = (store.types[name] for name in (
            "sensor_msgs/msg/Range", "std_msgs/msg/Header", "builtin_interfaces/msg/Time"))
        for index, time in enumerate(TIMES):
            stamp = Time(sec=int(time), nanosec=round((time % 1) * 1e9))
            message = Range(Header(seq=index, stamp=stamp, frame_id="uwb"), 1, 0.1, 0.0, 50.0, 1 + time)
            writer.write(connection, round(time * 1e9), store.serialize_ros1(message, "sensor_msgs/msg/Range"))


@pytest.mark.parametrize("kind", ["SQLITE3", "MCAP", "file of MCAP", "ROS 1"])
def test_a_topic_of_any_bag_is_a_trace(kind, tmp_path):
    place = tmp_path / ("walk.bag" if kind == "ROS 1" else "walk")
    if kind == "ROS 1":
        bag1(place)
    else:
        bag2(place, "SQLITE3" if kind == "SQLITE3" else "MCAP")
    if kind == "file of MCAP":
        place = next(place.glob("*.mcap"))
    walk = ros.read_bag(place, "/uwb", range="range")
    np.testing.assert_allclose(walk["t_s"], TIMES)
    np.testing.assert_allclose(walk["range_m"], 1 + TIMES, rtol=1e-6)
    assert lubdub.run(walk).receptions["taken"] == 50
    far = ros.read_bag(place, "/uwb", range="range", range_scale=0.001, stamp=None)
    assert far["range_m"][0] == pytest.approx(0.001)
    assert far["t_s"][0] == (0 if kind == "ROS 1" else 5)
    with pytest.raises(lubdub.TraceError, match="there is no topic /ble; there are /uwb"):
        ros.read_bag(place, "/ble", range="range")
    with pytest.raises(lubdub.TraceError, match="no number distance; it has header"):
        ros.read_bag(place, "/uwb", range="distance")


def test_a_session_is_written_and_read_back(tmp_path):
    from mcap.reader import make_reader

    session = lubdub.run(DATASETS / "approach.csv")
    ros.write_mcap(session, tmp_path / "walk.mcap")
    known = np.isfinite(session.estimates["distance_m"])
    back = ros.read_bag(tmp_path / "walk.mcap", "/lubdub/distance_m", range="data")
    np.testing.assert_array_equal(back["range_m"], session.estimates["distance_m"][known])
    np.testing.assert_allclose(back["t_s"], session.estimates["t_s"][known], atol=1e-9)
    zones = ros.read_bag(tmp_path / "walk.mcap", "/lubdub/zone", range="data")["range_m"]
    np.testing.assert_array_equal(zones, session.estimates["zone"].compressed())
    with open(tmp_path / "walk.mcap", "rb") as file:
        summary = make_reader(file).get_summary()
    assert summary is not None and summary.statistics is not None
    assert {schema.encoding for schema in summary.schemas.values()} == {"ros2msg"}
    assert not list(tmp_path.glob("*.part"))


def test_a_broken_file_and_a_missing_field_are_refused(tmp_path):
    (tmp_path / "broken.mcap").write_bytes(b"no bag")
    with pytest.raises(lubdub.TraceError, match="broken.mcap"):
        ros.read_bag(tmp_path / "broken.mcap", "/uwb", range="range")
    with pytest.raises(lubdub.TraceError, match="nowhere"):
        ros.read_bag(tmp_path / "nowhere", "/uwb", range="range")
    with pytest.raises(lubdub.LubdubError, match="name the field"):
        ros.read_bag(tmp_path / "broken.mcap", "/uwb")
    with pytest.raises(lubdub.LubdubError, match="is before 0"):
        ros.write_mcap(lubdub.run({"t_s": [-1.0, 0, 1, 2, 3, 4], "range_m": [1.0] * 6}), tmp_path / "x.mcap")
