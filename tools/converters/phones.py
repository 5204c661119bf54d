"""Two people with phones, in the hand, a pocket, or a backpack, at fixed distances from 0.2 to 5 m."""
import re

import numpy
import pandas

from tidy import tidy

LONGEST_TICK = 5
"""Clocks whose stamps lie farther apart, in s, were logged too coarsely; packets are spread over each stamp."""


def traces(repository):
    for path in repository.paths():
        found = re.match(r"\w+/RSS_human(\w\w)\.csv", path)
        if not found:
            continue
        table = repository.table(path)
        table.columns = [name.strip() for name in table.columns]
        for phone, rows in table.groupby("device"):
            rows = spread(rows.sort_values("elapsed", kind="stable"))
            name = f"{found[1]}_{phone}".replace(" ", "")
            yield f"ble_human_phones/{name}", tidy(one_after_the_other(rows) if overlap(rows) else as_recorded(rows))


def spread(rows):
    step = float(numpy.median(numpy.diff(numpy.unique(rows["elapsed"]))))
    if step <= LONGEST_TICK:
        return rows
    stamps = rows.groupby("elapsed")
    return rows.assign(elapsed=rows["elapsed"] + stamps.cumcount() / stamps["rss"].transform("size") * step)


def overlap(rows):
    """Whether the blocks of some distances overlap in time, so that they were recorded one by one."""
    spans = rows.groupby("dist")["elapsed"].agg(["min", "max"]).sort_values("min")
    return (spans["max"].shift() > spans["min"]).any()


def as_recorded(rows):
    return pandas.DataFrame({
        "t_s": rows["elapsed"] - rows["elapsed"].min(), "source": "ble", "rssi_dbm": rows["rss"],
        "truth_m": rows["dist"] / 100})


def one_after_the_other(rows):
    """The blocks from far to near, each at its own pace, a second apart."""
    blocks, start = [], 0.0
    for distance, block in sorted(rows.groupby("dist"), key=lambda block: -block[0]):
        step = max(0.05, min(1.0, numpy.median(numpy.diff(numpy.unique(block["elapsed"])))))
        blocks.append(pandas.DataFrame({
            "t_s": numpy.arange(len(block)) * step + start, "source": "ble", "rssi_dbm": block["rss"].values,
            "truth_m": distance / 100}))
        start = blocks[-1].t_s.max() + 1
    return pandas.concat(blocks)
