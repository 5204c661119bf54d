"""Two phones on a cable rig, one of which moves in steps of 1 to 25 cm between 0 and 3.4 m."""
import pandas

from repository import Missing
from tidy import tidy

FOLDER = "reference-data/rssi-raw-edison/"
FEWEST = 100
"""A recording with fewer rows is left out."""


def traces(repository):
    for _, walk in repository.table(FOLDER + "metadata.csv").iterrows():
        names = {"a": walk["phoneaname"], "b": walk["phonebname"]}
        for side, other in ("ab", "ba"):
            file = walk[f"filenamephone{side}"]
            if not isinstance(file, str):
                continue
            try:
                table = repository.table(FOLDER + file)
            except Missing:
                continue
            if len(table) < FEWEST:
                continue
            times = pandas.to_datetime(table["time"])
            ends = f"_rx{names[side]}_tx{names[other]}".replace("+", "plus")
            yield f"ble_herald_cablecar/{file[:-4]}{ends}", tidy(pandas.DataFrame({
                "t_s": (times - times.iloc[0]).dt.total_seconds(), "source": "ble", "rssi_dbm": table["rssi"],
                "truth_m": table["distance"] / 100}))
