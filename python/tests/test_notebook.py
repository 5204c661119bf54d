"""The notebook runs from its first cell to its last."""

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


def test_the_notebook_runs_and_shows_the_front(tmp_path, monkeypatch):
    (tmp_path / "datasets").symlink_to(DATASETS)
    monkeypatch.setenv("PYTHONPATH", os.path.dirname(os.path.dirname(lubdub.__file__)))
    notebook = nbformat.read(ROOT / "python" / "examples" / "tuning.ipynb", as_version=4)
    client = nbclient.NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}})
    done = client.execute()
    kinds = {kind for cell in done.cells if cell.cell_type == "code"
             for output in cell.outputs for kind in output.get("data", {})}
    assert "image/png" in kinds, "there is no plot"
    for name in ("study.sqlite", "study.parquet", "tuned.json"):
        assert (tmp_path / name).stat().st_size > 0
    settings = json.loads((tmp_path / "tuned.json").read_text())
    assert len(lubdub.run(DATASETS / "approach.csv", settings).beats) > 0
