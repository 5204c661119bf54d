"""The notebooks run from their first cell to their last."""

import json
import os

import pytest

import lubdub
from conftest import DATASETS, ROOT

nbformat = pytest.importorskip("nbformat", reason="pip install nbclient ipykernel")
nbclient = pytest.importorskip("nbclient", reason="pip install nbclient ipykernel")
pytest.importorskip("ipykernel", reason="pip install nbclient ipykernel")
pytest.importorskip("matplotlib", reason="pip install matplotlib")
pytest.importorskip("distributed")
pytestmark = pytest.mark.filterwarnings("ignore")


def executed(name, tmp_path, monkeypatch):
    (tmp_path / "datasets").symlink_to(DATASETS)
    monkeypatch.setenv("PYTHONPATH", os.path.dirname(os.path.dirname(lubdub.__file__)))
    notebook = nbformat.read(ROOT / "python" / "examples" / f"{name}.ipynb", as_version=4)
    client = nbclient.NotebookClient(
        notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}})
    done = client.execute()
    kinds = {kind for cell in done.cells if cell.cell_type == "code"
             for output in cell.outputs for kind in output.get("data", {})}
    assert "image/png" in kinds, "there is no plot"
    return done


def test_five_minutes_show_what_they_say(tmp_path, monkeypatch):
    done = executed("five-minutes", tmp_path, monkeypatch)
    said = "".join(output.get("text", "") for cell in done.cells for output in cell.get("outputs", []))
    kept = nbformat.read(ROOT / "python" / "examples" / "five-minutes.ipynb", as_version=4)
    assert said == "".join(output.get("text", "") for cell in kept.cells for output in cell.get("outputs", []))
    assert "599 rows are taken" in said and (tmp_path / "walk.ahap").stat().st_size > 0


def test_a_filter_of_ones_own_is_compared(tmp_path, monkeypatch):
    done = executed("compare-my-filter", tmp_path, monkeypatch)
    kept = nbformat.read(ROOT / "python" / "examples" / "compare-my-filter.ipynb", as_version=4)
    for name in ("text", "data"):
        said, shown = ([output.get(name, {}) for cell in book.cells for output in cell.get("outputs", [])] for book in (done, kept))
        if name == "data":
            said, shown = ([one.get("text/html") for one in found] for found in (said, shown))
        assert said == shown
    assert "one-euro" in (tmp_path / "filters.html").read_text(encoding="utf-8")


def test_the_notebook_runs_and_shows_the_front(tmp_path, monkeypatch):
    executed("tuning", tmp_path, monkeypatch)
    settings = json.loads((tmp_path / "tuned.json").read_text())
    assert len(lubdub.run(DATASETS / "approach.csv", settings).beats) > 0
