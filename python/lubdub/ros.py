"""ROS bags and MCAP: needs the packages rosbags and mcap.

    import lubdub
    from lubdub import ros

    walk = ros.read_bag("walk.mcap", "/uwb/range", range="range")
    session = lubdub.run(walk)
    ros.write_mcap(session, "walk.out.mcap")      # Foxglove, PlotJuggler and Rerun open it
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ._errors import LubdubError, TraceError, needed
from ._session import Session
from ._sources import PathLike
from ._table import Table

_SCHEMAS = {"std_msgs/msg/Float64": "float64 data\n", "std_msgs/msg/UInt8": "uint8 data\n"}


def read_bag(
    path: PathLike, topic: str, *, range: str | None = None, rssi: str | None = None, truth: str | None = None,
    range_scale: float = 1.0, stamp: str | None = "header.stamp",
) -> Table:
    """Reads a topic of a ROS 1 bag, a ROS 2 bag, or an MCAP file as a trace.

    Args:
        path: The file, or the folder of a ROS 2 bag.
        range: The field of the range, such as ``range`` or ``measurement.distance``.
        rssi: The field of the received power in dBm.
        truth: The field of the true distance.
        range_scale: The factor from the fields of distances to meters: 0.001 for millimeters.
        stamp: The field of the time; a message without it, and `None`, use the time of recording.

    Returns:
        The columns `t_s` (s since 1970, or since the start of the robot's clock), and the requested `range_m`,
        `rssi_dbm`, and `truth_m`, in the order of time.

    Raises:
        TraceError: The bag cannot be read, or lacks the topic or a field.
        LubdubError: rosbags is not installed, or no field is named.
    """
    fields = {"range_m": (range, range_scale), "rssi_dbm": (rssi, 1.0), "truth_m": (truth, range_scale)}
    wanted = {name: (field.split("."), scale) for name, (field, scale) in fields.items() if field}
    if not wanted:
        raise LubdubError("name the field of the range or of the received power: range=… or rssi=…")
    times: list[float] = []
    columns: dict[str, list[float]] = {name: [] for name in wanted}
    for recorded, message in _messages(path, topic):
        moment = _member(message, stamp.split(".")) if stamp else None
        # Seconds and the rest are added as whole numbers: a float64 cannot represent nanoseconds since 1970.
        times.append((recorded if moment is None else moment.sec * 1_000_000_000 + moment.nanosec) / 1e9)
        for name, (parts, scale) in wanted.items():
            value = _member(message, parts)
            if value is None or np.ndim(value):
                raise TraceError(f"{path}: {topic} has no number {'.'.join(parts)}; it has {_names(message)}")
            columns[name].append(float(value) * scale)
    order = np.argsort(np.array(times), kind="stable")
    return Table({"t_s": np.array(times)[order]} | {name: np.array(found)[order] for name, found in columns.items()})


def write_mcap(session: Session, path: PathLike, *, topic: str = "/lubdub") -> None:
    """Writes estimates and beats as an MCAP file with ROS 2 messages.

    Args:
        path: The path of the file, which is written completely or not at all.
        topic: The prefix of the topics: `distance_m`, `low_m`, `high_m`, `velocity_mps`, and `beat` (the intensity) are
            std_msgs/Float64; `zone` is std_msgs/UInt8, if a zone exists.

    Raises:
        LubdubError: mcap is not installed, or a time is before 0.
    """
    mcap = needed("mcap.writer", "an MCAP file needs mcap: pip install mcap")
    rows = sorted(_rows(session), key=lambda row: row[0])
    if rows and rows[0][0] < 0:
        raise LubdubError(f"the time {rows[0][0] / 1e9} s is before 0; MCAP counts times from 0")
    part = f"{os.fspath(path)}.part"
    try:
        with open(part, "wb") as file:
            writer = mcap.Writer(file)
            writer.start("ros2", "lubdub")
            schemas = {kind: writer.register_schema(kind, "ros2msg", text.encode()) for kind, text in _SCHEMAS.items()}
            channels: dict[str, int] = {}
            for time, name, value in rows:
                kind = "std_msgs/msg/UInt8" if name == "zone" else "std_msgs/msg/Float64"
                if name not in channels:
                    channels[name] = writer.register_channel(f"{topic}/{name}", "cdr", schemas[kind])
                writer.add_message(channels[name], time, _cdr(kind, value), time)
            writer.finish()
        os.replace(part, path)
    finally:
        if os.path.exists(part):
            os.remove(part)


def _cdr(kind: str, value: float) -> bytes:
    """Returns a message of one number, in little-endian CDR."""
    header = b"\x00\x01\x00\x00"
    return header + (bytes([int(value)]) if kind.endswith("UInt8") else np.float64(value).astype("<f8").tobytes())


def _rows(session: Session) -> Iterator[tuple[int, str, float]]:
    estimates = session.estimates
    moments = [round(time * 1e9) for time in estimates["t_s"].tolist()]
    for name in ("distance_m", "low_m", "high_m", "velocity_mps"):
        for time, value in zip(moments, estimates[name].tolist(), strict=True):
            if np.isfinite(value):
                yield time, name, value
    for time, zone in zip(moments, estimates["zone"].tolist(), strict=True):
        if zone is not None:
            yield time, "zone", zone
    start = moments[0] if moments else 0
    for beat in session.beats:
        yield start + round(beat.t_s * 1e9), "beat", float(beat.intensity)


def _messages(path: PathLike, topic: str) -> Iterator[tuple[int, Any]]:
    """Returns the times of recording in ns and the messages of a topic."""
    bags = needed("rosbags.highlevel", "a bag needs rosbags: pip install rosbags")
    from rosbags.typesys import Stores, get_typestore

    place = Path(path)
    if place.is_file() and place.suffix == ".mcap":
        yield from _mcap(place, topic)
        return
    try:
        with bags.AnyReader([place], default_typestore=get_typestore(Stores.ROS2_HUMBLE)) as reader:
            connections = [one for one in reader.connections if one.topic == topic]
            if not connections:
                raise TraceError(_missing(place, topic, {one.topic for one in reader.connections}))
            for connection, time, data in reader.messages(connections):
                yield time, reader.deserialize(data, connection.msgtype)
    except (TraceError, MemoryError):
        raise
    except Exception as error:  # rosbags passes errors of its readers through.
        raise TraceError(f"{place}: {error}") from error


def _mcap(path: Path, topic: str) -> Iterator[tuple[int, Any]]:
    """Returns the times and messages of a single MCAP file: ROS 2 messages or JSON."""
    import json
    from types import SimpleNamespace

    from mcap.reader import make_reader
    from rosbags.typesys import Stores, get_types_from_msg, get_typestore

    store = get_typestore(Stores.ROS2_HUMBLE)
    try:
        with open(path, "rb") as file:
            reader = make_reader(file)
            summary = reader.get_summary()
            topics = {channel.topic for channel in summary.channels.values()} if summary else set()
            if summary and topic not in topics:
                raise TraceError(_missing(path, topic, topics))
            for schema, channel, message in reader.iter_messages(topics=[topic]):
                if channel.message_encoding == "json":
                    yield message.log_time, json.loads(
                        message.data, object_hook=lambda members: SimpleNamespace(**members))
                    continue
                if schema is None or channel.message_encoding != "cdr":
                    raise TraceError(f"{path}: {topic} is written in {channel.message_encoding}, expected cdr or json")
                if schema.name not in store.types:
                    store.register(get_types_from_msg(schema.data.decode(), schema.name))
                yield message.log_time, store.deserialize_cdr(message.data, schema.name)
    except (TraceError, MemoryError):
        raise
    except Exception as error:  # mcap passes errors of its readers through.
        raise TraceError(f"{path}: {error}") from error


def _missing(path: Path, topic: str, topics: set[str]) -> str:
    return f"{path}: there is no topic {topic}; there are {', '.join(sorted(topics)) or 'none'}"


def _member(message: Any, parts: list[str]) -> Any:
    for part in parts:
        message = getattr(message, part, None)
    return message


def _names(message: Any) -> str:
    return ", ".join(name for name in vars(message) if not name.startswith("_"))
