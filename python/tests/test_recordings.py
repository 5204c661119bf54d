"""`tools/recordings` on repositories of two sets that are made here."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import lubdub
from conftest import ROOT

COMMAND = [sys.executable, "-B", ROOT / "tools" / "converters"]
PHONES = "device,elapsed,rss,dist\n" + "".join(
    f"pocket 1,{row},{-50 - row % 4},{distance}\n" for distance in (300, 100) for row in range(20))
TAGS = "Timestamp,MAC-Address,RSSI-Value,Distance\n" + "".join(
    f"2023-01-01 10:00:{row // 2:02d},AA:0{row % 2},{-60 - row},0.5\n" for row in range(8)) + "broken,row\n"


def convert(name: str, paths: list[str], content: str, folder: Path) -> dict[str, str]:
    """The traces of one set out of a repository with the same file at some paths, by name."""
    clone = folder / "clone"
    for path in paths:
        (clone / path).parent.mkdir(parents=True, exist_ok=True)
        (clone / path).write_text(content)
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b.c", "-C", clone]
    for words in [["init", "-q"], ["add", "."], ["commit", "-qm", "made"]]:
        subprocess.run([*git, *words], check=True)
    program = f"""
import pathlib, {name}
from repository import Repository
for path, table in {name}.traces(Repository("a/b", "HEAD", pathlib.Path({str(clone / '.git')!r}))):
    print("=", path)
    print(table.to_csv(index=False), end="")
"""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tools" / "converters"), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-c", program], env=environment, check=True, capture_output=True, text=True)
    parts = [part.split("\n", 1) for part in done.stdout.split("= ")[1:]]
    return dict(parts)


def test_blocks_that_were_recorded_one_by_one_follow_each_other(tmp_path: Path):
    (name, text), = convert("phones", ["data/RSS_humanHH.csv"], PHONES, tmp_path).items()
    assert name == "ble_human_phones/HH_pocket1"
    path = tmp_path / "walk.csv"
    path.write_text(text)
    trace = lubdub.read(path)
    assert list(trace["truth_m"]) == [3.0] * 20 + [1.0] * 20
    assert trace["t_s"][19:21].tolist() == [19, 20] and trace["rssi_dbm"][0] == -50


def test_readings_of_one_second_are_spread_over_it(tmp_path: Path):
    paths = [f"Experiments/Results/Data_CSV/Experiment_{number}.csv" for number in (3, 4, 6)]
    found = convert("airtags", paths, TAGS, tmp_path)
    lines = found["ble_airtag_staircase/experiment_3"].splitlines()
    assert lines[1:4] == ["0.000,ble,-60,0.5,tag01", "0.500,ble,-61,0.5,tag02", "1.000,ble,-62,0.5,tag01"]
    assert len(lines) == 9


def test_a_set_whose_clone_is_missing_is_skipped_with_a_note(tmp_path: Path):
    done = subprocess.run(
        [*COMMAND, tmp_path / "out", "--from", tmp_path], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.count("skipped: ") == 8 and "there is no clone of it" in done.stderr
    done = subprocess.run([*COMMAND, tmp_path, "walks"], capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "there is no set walks; the sets are " in done.stderr


def test_every_set_of_the_page_has_a_source():
    page = (ROOT / "docs" / "results" / "recordings.md").read_text()
    sources = (ROOT / "tools" / "converters" / "sets.py").read_text()
    named = set(re.findall(r"^\| `(\w+)`", page, re.MULTILINE))
    assert len(named) == 8 and all(f'"{name}"' in sources for name in named)
