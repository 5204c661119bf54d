"""A beacon on walks through a furnished room, 12 receivers, truth by a camera and AR tags (about 4 cm)."""
import ast
import io

import pandas

from tidy import distances, tidy


def traces(repository):
    settings = repository.read("cnf/tetam.dev").decode().splitlines()
    receivers = ast.literal_eval(next(line for line in settings if line.startswith("Dongles"))[8:])
    for path in repository.paths("trk"):
        if not path.endswith("_all_sensors.mbd"):
            continue
        walk = pandas.read_csv(io.BytesIO(repository.read(path)), header=None, dtype={1: str})
        name = path.split("/")[1].removesuffix("_all_sensors.mbd")
        for receiver, rows in walk.groupby(1):
            place, _, alias = receivers[receiver]
            yield f"ble_danis_moving/{name}_{alias}", tidy(pandas.DataFrame({
                "t_s": rows[0] - walk[0].min(), "source": "ble", "rssi_dbm": rows[3],
                "truth_m": distances(rows[[4, 5, 6]].values, place)}))
