"""How zones follow the true ones: one definition for the scripts beside it.

A lasting change stays for 10 s on its side. It is followed by a change of the same edge and direction from 2 s before to
10 s after it; every other change is false. Wrong is the share of the time in another zone than the true one.
"""
import collections
import csv
import json
import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOOL = os.environ.get("LUBDUB_TOOL", os.path.join(ROOT, ".build", "release", "lubdub"))


# The open sets with signal strength, and edges that suit them.
SETS = {"walks": ("ble_danis_moving", [2, 4, 8, 16]), "robot": ("ble_warsaw_robot", [1, 2, 4, 8]),
        "people": ("ble_human_phones", [0.5, 1, 2, 4]), "rig": ("ble_herald_cablecar", [0.5, 1, 2, 4]),
        "AirTags": ("ble_airtag_staircase", [0.05, 0.2, 1, 2])}


def there(recordings):
    """The names of those that a folder has."""
    return [name for name, (folder, _) in SETS.items() if os.path.isdir(os.path.join(recordings, folder))]


def truth(path, edges):
    """Times and true zones of a tidy trace."""
    with open(path) as file:
        lines = (line for line in file if not line.startswith("#"))
        return [(float(row["t_s"]), sum(float(row["truth_m"]) >= edge for edge in edges))
                for row in csv.DictReader(lines) if row["truth_m"]]


def changes(trace, folder, arguments, tool=TOOL):
    """Every change of zone that the tool makes of a trace: when, from which, to which; None for none."""
    out = os.path.join(folder, "run.json")
    subprocess.run([tool, "run", trace, "-o", out, *arguments], check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    with open(out) as file:
        return [(change["t_s"], change["from"], change["to"]) for change in json.load(file)["zone_changes"]]


def means(rows, span):
    """The mean of the levels of so many seconds, at the time of each row."""
    window = []
    for time, level, _ in rows:
        window = [(t, v) for t, v in window if time - t <= span] + [(time, level)]
        yield time, sum(v for _, v in window) / len(window)


def crossed(moves):
    """Every edge that is crossed: when, which, and whether outward."""
    found = []
    for time, before, after in moves:
        step = 1 if after > before else -1
        for edge in range(before, after, step):
            found.append((time, edge if step > 0 else edge - 1, step > 0))
    return found


def score(made, rows, start, longest=float("inf")):
    """Followed, lasting and false changes, and the seconds in a wrong zone and in all, from a time on. A row counts until
    the next one, for no longer than `longest`."""
    end = rows[-1][0]
    true = crossed([(time, last, now) for (_, last), (time, now) in zip(rows, rows[1:]) if now != last])
    lasting = []
    for time, edge, outward in true:
        back = [t for t, e, o in true if e == edge and o != outward and t > time]
        if time > start and (back[0] if back else end) - time >= 10:
            lasting.append((time, edge, outward))
    found = crossed([(time, int(before), int(after)) for time, before, after in made
                     if before is not None and after is not None and before != after and time > start])
    used = set()
    for time, edge, outward in lasting:
        index = next((index for index, (t, e, o) in enumerate(found)
                      if index not in used and e == edge and o == outward and time - 2 <= t <= time + 10), None)
        if index is not None:
            used.add(index)
    wrong = whole = 0.0
    place, current = 0, None
    for (time, now), (after, _) in zip(rows, rows[1:]):
        while place < len(made) and made[place][0] <= time:
            current = made[place][2]
            place += 1
        if time < start:
            continue
        weight = min(after - time, longest)
        whole += weight
        wrong += weight * (current is None or int(current) != now)
    return len(used), len(lasting), len(found) - len(used), wrong, whole


def links(path, folder):
    """Every link of a recording as a file of its own."""
    rows = collections.defaultdict(list)
    with open(path) as file:
        for row in csv.DictReader(file):
            if row["truth_m"] and row["rssi_dbm"]:
                rows[row.get("peer", "")].append((float(row["t_s"]), float(row["rssi_dbm"]), float(row["truth_m"])))
    for peer, found in rows.items():
        yield write(found, os.path.join(folder, f"{os.path.basename(path)}.{peer}.csv")), found


def write(rows, path, taught=None):
    """A tidy trace; `taught` is (time, distance), where a person says it."""
    with open(path, "w") as file:
        file.write("t_s,source,rssi_dbm,truth_m,event,range_m\n")
        for time, level, distance in rows:
            if taught and time > taught[0]:
                file.write(f"{taught[0]},ble,,,at,{taught[1]}\n")
                taught = None
            file.write(f"{time},ble,{level},{distance},,\n")
    return path
