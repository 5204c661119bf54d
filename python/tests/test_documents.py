"""What the documentation says runs."""

import json
import os
import re
import shutil
import subprocess

import numpy as np
import pytest

import lubdub
from conftest import DATASETS, ROOT, Tool
from run_readme import blocks


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder with the data sets in it."""
    (tmp_path / "datasets").symlink_to(DATASETS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.parametrize("name", ["python/README.md", "docs/how-to/use-from-python.md", "docs/how-to/enter-a-filter.md"])
def test_every_line_of_python_runs(name, folder, capsys):
    if name.startswith("docs"):
        pytest.importorskip("pyarrow")
    found = blocks((ROOT / name).read_text(encoding="utf-8"))
    assert found
    names: dict[str, object] = {}
    for block in found:
        exec(compile(block, name, "exec"), names)


def test_the_answers_without_the_wheel_get_scores(folder, tool: Tool):
    guide = (ROOT / "docs" / "how-to" / "enter-a-filter.md").read_text(encoding="utf-8")
    lines = [line.split()[1:] for line in re.findall(r"^lubdub bench close datasets/.*$", guide, re.M)]
    tasks, scores = lines
    tool(*tasks)
    exec(compile(blocks(guide)[-1], "answer.py", "exec"), {})
    tool(*scores)
    row, = json.loads((folder / "mine.json").read_bytes())["rows"]
    assert row["name"] == "mine"
    assert set(row["tracks"]) == {"ranges", "levels", "outages", "ranges-edge", "levels-edge"}


def test_the_recipe_with_duckdb_gives_the_timeline_of_the_file(folder, tool: Tool):
    datasets = pytest.importorskip("lubdub.dataset")
    if not shutil.which("duckdb"):
        pytest.skip("there is no duckdb; pip install duckdb-cli")
    guide = (ROOT / "docs" / "how-to" / "read-your-log.md").read_text(encoding="utf-8")
    line = re.search(r"^duckdb .*\| lubdub run -$", guide, re.M)
    assert line is not None
    datasets.write(DATASETS / "approach.csv", "recordings")
    (folder / "bin").mkdir()
    (folder / "bin" / "lubdub").symlink_to(os.environ.get("LUBDUB_TOOL") or shutil.which("lubdub"))
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {line[0]} -o out.json"], check=False,
        capture_output=True, env={**os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}"})
    assert done.returncode == 0, done.stderr.decode()
    timeline = lubdub.read_haptics(folder / "out.json")
    expected = lubdub.read_haptics(lubdub.run(DATASETS / "approach.csv").export("json").content)
    for name, column in expected.beats.items():
        np.testing.assert_array_equal(timeline.beats[name], column)
