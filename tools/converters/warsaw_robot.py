"""A robot in a furnished flat, six anchors, averaged levels three times a second, truth by LiDAR."""
import numpy
import pandas

from tidy import tidy

# The tables of single calibrations are in the coordinates of the map and not in those of the anchors.
TABLES = {"test_robot": "tests/test_robot_df.csv", "calibration": "calibration/calibration_df.csv"}
ANCHORS = [3, 4, 5, 8, 10, 11]
HEIGHT = 1.3
"""The height of the robot's antenna, in m."""


def traces(repository):
    anchors = repository.table("anchors.csv")
    for name, path in TABLES.items():
        table = repository.table(path, index_col=0)
        if "ts" not in table:
            table["ts"] = numpy.arange(len(table)) * 1e9 / 3
        are_counted = "rssi_1" in table and "rssi_2" in table
        for place, number in enumerate(ANCHORS):
            level = f"rssi_{place + 1}" if are_counted else f"rssi_{number}"
            if level not in table:
                continue
            anchor, rows = anchors.iloc[place], table[["ts", "x", "y", level]].dropna()
            truth = numpy.sqrt((rows.x - anchor.x) ** 2 + (rows.y - anchor.y) ** 2 + (HEIGHT - anchor.z) ** 2)
            yield f"ble_warsaw_robot/{name}_anchor{place + 1}", tidy(pandas.DataFrame({
                "t_s": (rows.ts - table.ts.min()) / 1e9, "source": "ble", "rssi_dbm": rows[level], "truth_m": truth}))
