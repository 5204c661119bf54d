"""A receiver and 2 to 15 AirTags that lie together, one minute a step, from contact to 2 m and more."""
import csv
import io
from datetime import datetime

import pandas

EXPERIMENTS = (3, 4, 6)
LONGEST_PAUSE = 2.0
"""Pauses between steps are cut to this, in s."""


def traces(repository):
    for number in EXPERIMENTS:
        text = repository.read(f"Experiments/Results/Data_CSV/Experiment_{number}.csv").decode()
        yield f"ble_airtag_staircase/experiment_{number}", converted(readings(text))


def readings(text):
    """The readings in order of their stamps of one second: the stamp, the place in the file, level, address, distance in m."""
    found = []
    for place, row in enumerate(csv.DictReader(io.StringIO(text))):
        try:
            found.append((
                datetime.fromisoformat(row["Timestamp"].strip()).timestamp(), place, float(row["RSSI-Value"]),
                row["MAC-Address"].strip().lower(), float(row["Distance"])))
        except ValueError:
            continue
    return sorted(found)


def converted(rows):
    """The readings of one second spread evenly over it, with the tags named in the order in which they are first heard."""
    names, table, time, last, start = {}, [], 0.0, None, 0
    while start < len(rows):
        stamp, end = rows[start][0], start
        while end < len(rows) and rows[end][0] == stamp:
            end += 1
        time += 0 if last is None else min(stamp - last, LONGEST_PAUSE)
        last = stamp
        for place in range(start, end):
            _, _, level, address, distance = rows[place]
            tag = names.setdefault(address, f"tag{len(names) + 1:02d}")
            moment = time + (place - start) / (end - start)
            table.append((f"{moment:.3f}", "ble", f"{level:.0f}", f"{distance:.1f}", tag))
        start = end
    return pandas.DataFrame(table, columns=["t_s", "source", "rssi_dbm", "truth_m", "peer"])
