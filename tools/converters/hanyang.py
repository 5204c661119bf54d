"""A ground robot outdoors with RTK-GNSS and four anchors, and a grid of surveyed places."""
import re

import numpy
import pandas

from tidy import interpolated, tidy

HIGHEST = 0.5
"""Rows where the robot seems higher than this over the ground, in m, have no fix."""
FEWEST = 5
"""A place with fewer rows is left out."""


def traces(repository):
    yield from walks(repository)
    yield from places(repository)


def walks(repository):
    for path in repository.paths("Dynamic_measurements"):
        found = re.match(r"Dynamic_measurements/(LOS|NLOS)/Trajectory_(.)/Case_(\d)/A(\d+)\.csv", path)
        if not found:
            continue
        sight, trajectory, case, anchor = found.groups()
        rows = repository.table(path)
        rows = rows[rows["field.distanceFromTag"] > 0]
        course = repository.table(path.rsplit("/", 1)[0] + "/trajectory.csv")
        times, known = rows["%time"].values / 1e9, course["timestamp"].values / 1e9
        robot = interpolated(times, known, course[["x", "y", "z"]].values)
        truth = numpy.linalg.norm(robot - rows[["field.x", "field.y", "field.z"]].values, axis=1)
        has_fix = (times >= known[0]) & (times <= known[-1]) & (numpy.abs(robot[:, 2]) < HIGHEST)
        rows, times, truth = rows[has_fix], times[has_fix], truth[has_fix]
        yield f"uwb_hanyang_outdoor/{sight.lower()}_{trajectory}{case}_a{anchor}", tidy(pandas.DataFrame({
            "t_s": times - times[0], "source": "uwb", "range_m": rows["field.distanceFromTag"].values,
            "rssi_dbm": finite(rows["field.rssi"]), "truth_m": truth, "fp_power_dbm": finite(rows["field.rssi_fp"]),
            "nlos": int(sight == "NLOS")}))


def finite(column):
    return numpy.where(numpy.isfinite(column.values), column.values, numpy.nan)


def places(repository):
    found = []
    for path in repository.paths("Static_measurements"):
        name = re.match(r"Static_measurements/(LOS|NLOS)/height_([\d.]+)cm/(\d+)m\.csv", path)
        if not name:
            continue
        sight, height, distance = name[1], float(name[2]), float(name[3])
        rows = repository.table(path).apply(pandas.to_numeric, errors="coerce")
        rows = rows.replace([numpy.inf, -numpy.inf], numpy.nan)
        rows = rows[rows["Distance"].notna() & rows["timestamp"].notna()]
        if len(rows) < FEWEST:
            continue
        found.append(pandas.DataFrame({
            "t_s": rows["timestamp"] - rows["timestamp"].iloc[0], "source": "uwb", "range_m": rows["Distance"],
            "rssi_dbm": rows["RSSI(dBm)"], "truth_m": numpy.hypot(distance, (height - 100) / 100),
            "fp_power_dbm": rows["RSSI_fp(dBm)"], "nlos": int(sight == "NLOS"), "anchor_h_m": height / 100,
            "preamble": rows["Rx Preamble Count"], "std_noise": rows["Standard Noise"],
            "recording": f"{sight.lower()}_h{height:g}_{distance:g}m"}))
    for is_blocked, rows in pandas.concat(found).groupby("nlos"):
        yield f"uwb_hanyang_static/{'nlos' if is_blocked else 'los'}", tidy(rows.reset_index(drop=True))
