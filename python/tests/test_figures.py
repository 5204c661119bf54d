"""`tools/bench/figures` on two sets that are made here."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from conftest import ROOT

FIGURES = ROOT / "tools" / "bench" / "figures"
PAGES = ROOT / "docs" / "results"
pytestmark = pytest.mark.usefixtures("tool")


@pytest.fixture
def recordings(tmp_path: Path) -> Path:
    """Walks between 0.5 and 4.5 m: three by ranges, five by signal strength."""
    random = np.random.default_rng(5)
    times = np.arange(0, 120, 0.25)
    for name, count, source in [("uwb_lias_mocap", 3, "uwb"), ("ble_danis_moving", 5, "ble")]:
        (tmp_path / "traces" / name).mkdir(parents=True)
        for number in range(count):
            truth = 2.5 + 2 * np.sin(times / 9 + number)
            measured = truth + random.normal(0, 0.05, len(times)) if source == "uwb" \
                else -60 - 20 * np.log10(truth) + random.normal(0, 3, len(times))
            column = "range_m" if source == "uwb" else "rssi_dbm"
            lines = [f"{t:.2f},{source},{m:.3f},{d:.3f}" for t, m, d in zip(times, measured, truth, strict=True)]
            text = "\n".join([f"t_s,source,{column},truth_m", *lines, ""])
            (tmp_path / "traces" / name / f"walk_{number}.csv").write_text(text)
    return tmp_path / "traces"


def figures(*words: object) -> subprocess.CompletedProcess[str]:
    environment = {"LUBDUB_TOOL": shutil.which("lubdub") or "", **os.environ}
    return subprocess.run([FIGURES, *words], env=environment, capture_output=True, text=True, check=False)


def test_the_tables_of_accuracy_are_written_with_the_commit_and_the_date(tmp_path, recordings):
    pages = tmp_path / "pages"
    shutil.copytree(PAGES, pages)
    before = (pages / "accuracy.md").read_text()
    done = figures(recordings, "--docs", pages, "accuracy", "readme")
    page = (pages / "accuracy.md").read_text()
    assert re.search(r"^Measured at [0-9a-f]{8}, 20\d\d-\d\d-\d\d\.$", page, re.MULTILINE)
    assert re.findall("^### (.*)$", page, re.MULTILINE) == [
        "ble_danis_moving, ble", "uwb_lias_mocap, uwb", "uwb_lias_mocap, uwb: zones", "hand-over"]
    head, _, tables = page.partition("### ")
    assert head.split("## ", 1)[1] == before.partition("### ")[0].split("## ", 1)[1]
    error, = re.findall(r"uwb_lias_mocap, uwb\n\n3 recordings.*?\| fusion \(default\) \| ([\d.]+) ", tables, re.DOTALL)
    assert 0 < float(error) < 0.05
    # The recordings are others than those of README.md.
    assert done.returncode == 1 and "README.md has other digits" in done.stderr
    assert f"| ultra-wideband, trolley in a room | {error} m |" in done.stdout
    assert "| Bluetooth, walks indoors | within a factor of two: " in done.stdout


def test_tables_that_are_only_quoted_are_printed_with_their_commands(recordings):
    done = figures(recordings, "tips")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("$ lubdub compare eternal-loop") == 4


def test_a_part_that_is_not_known_is_refused_with_the_list(recordings):
    done = figures(recordings, "accuracies")
    assert done.returncode == 64 and "accuracy   docs/results/accuracy.md" in done.stderr


def test_every_page_of_results_names_its_command_the_commit_and_the_date():
    for page in PAGES.glob("*.md"):
        head = page.read_text().split("\n## ")[0]
        # The table of former names has no figures.
        if page.name not in {"README.md", "recordings.md", "renamed.md"}:
            assert re.search(r"[Mm]easured\sat [0-9a-f]{8}, 20\d\d-\d\d-\d\d", head), page.name
            assert re.search(r"`(tools/bench|lubdub bench)|names its command", head), page.name
