"""Surveyed pairs of DW1000 boards in a furnished flat: ranges and impulse responses, with sight, without, and without a direct path."""
import re

import numpy
import pandas

from repository import Missing

BEFORE, BEHIND = 16, 48
"""The samples of an impulse response that are kept, before and from its first path on."""
SHORTEST = 900
"""An impulse response with fewer samples is cut."""


def traces(repository):
    anchors, tags, pairs, labels = (repository.table(f"results/{name}.csv") for name in ("anchors", "tags", "pairs", "labels"))
    anchors, tags = anchors.set_index("location"), tags.set_index("location")
    labels = labels.set_index("file_id")["label"]
    rows = []
    for _, pair in pairs.iterrows():
        number = int(pair["file_number"])
        # Every second pair: the others are kept for tests on pairs that nobody has tuned on.
        if number % 2 != 0:
            continue
        anchor, tag = anchors.loc[pair["anchor_location"]], tags.loc[pair["tag_location"]]
        truth = round(numpy.hypot(anchor.x - tag.x, anchor.y - tag.y), 3)
        try:
            log = repository.read(f"results/{number}.log").decode(errors="replace").splitlines()
        except Missing:
            continue
        rows += frames(log, {"truth_m": truth, "file_id": number, "label": labels.get(number)})
    columns = ["t_s", "source", "range_m", "rssi_dbm", "truth_m", "fp_power_dbm", "file_id", "label", "nlos", "fp_index",
               "preamble", "noise_th", "noise_std", "peak_idx_after_fp", "peak", "fp_amp", "cir"]
    yield "cir_warsaw/cir_windows", pandas.DataFrame(rows)[columns]


def frames(log, pair):
    """The received frames of a log; a distance stands behind the frame that it belongs to."""
    found, place = [], 0
    while place < len(log):
        line = log[place]
        distance = re.search(r"Dist: ([-\d.]+) m", line)
        if line.startswith("RX OK"):
            count = int(re.findall(r"Accum Len (\d+)", log[place + 1])[0])
            response = numpy.array([
                [float(part) for part in text.split(",")] for text in log[place + 2:place + 2 + count]
                if re.match(r"^-?\d+, ?-?\d+$", text)])
            if len(response) >= SHORTEST:
                found.append(frame(line, response, len(found)) | pair | {"nlos": int(pair["label"] != "LOS")})
                place += 2 + count
                continue
        elif distance and found:
            found[-1]["range_m"] = float(distance[1])
        place += 1
    return found


def frame(line, response, number):
    values = dict(re.findall(r"(\w+)\(([^)]*)\)", line))
    first_path = float(values["HLP"])
    magnitudes = numpy.hypot(response[:, 0], response[:, 1])
    first = int(first_path)
    window = magnitudes[max(0, first - BEFORE):first + BEHIND]
    return {
        "t_s": number * 0.1, "source": "uwb", "range_m": numpy.nan, "rssi_dbm": level(values["RSL"]),
        "fp_power_dbm": level(values["FSL"]), "fp_index": first_path, "preamble": int(values["PSC"]),
        "noise_th": values["NTH"], "noise_std": numpy.std(response[:max(10, first - 30)]),
        "peak_idx_after_fp": int(numpy.argmax(window)) - BEFORE, "peak": magnitudes.max(),
        "fp_amp": magnitudes[first:first + 3].max(),
        "cir": " ".join(str(int(round(value))) for value in window)}


def level(text):
    return numpy.nan if "#" in text else float(text)
