"""The commands of the tool as functions: the same bytes, from whatever is in memory."""

import inspect
import json
import pydoc
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pytest

import lubdub
from conftest import DATASETS, Tool

PATH = DATASETS / "approach.csv"
WALK = DATASETS / "walk-by.csv"


@pytest.fixture(autouse=True)
def _tool(tool: Tool) -> None:
    """Skips where there is no tool."""


def test_every_command_is_a_function_that_shows_what_it_takes(tool: Tool):
    shown = tool("--help").decode()
    for name in set(dir(lubdub.tool)) - {"Done", "path"}:
        function = getattr(lubdub.tool, name)
        assert function.__name__ == name
        assert name.rstrip("_").partition("_")[0] in shown
        assert function.__doc__.count("\n") >= len(inspect.signature(function).parameters)
    assert "\n    seed: " in pydoc.plaintext.document(lubdub.tool.simulate)


def test_what_a_command_does_not_take_is_refused_with_what_is_meant():
    with pytest.raises(TypeError, match=r"simulate\(\) has no option sed, did you mean seed\?; there are reverse, seed, "):
        lubdub.tool.simulate("approach", sed=3)
    with pytest.raises(AttributeError, match="no command simulat, did you mean simulate"):
        lubdub.tool.simulat  # noqa: B018
    with pytest.raises(TypeError, match="missing a required argument"):
        lubdub.tool.compare("eternal-loop")


PLACES = DATASETS / "positions"
POSITIONS = [PLACES / "anna.gpx", PLACES / "ben.gpx"]
ZONES, ACTIONS = PLACES / "zones.geojson", PLACES / "actions.ndjson"
HEART = DATASETS / "pulse" / "rr.txt"
DAY = DATASETS / "day"
LETTER = DATASETS / "strokes" / "heart.inkml"
AHAP = lubdub.run(PATH).export("ahap").write(Path(tempfile.mkdtemp()) / "walk.ahap")[0]
CALLS = {
    "simulate": (lambda t: t.simulate("approach", seed=3), ["simulate", "approach", "--seed", 3]),
    "import": (lambda t: t.import_(PATH), ["import", PATH]),
    "run": (lambda t: t.run(PATH, output="-"), ["run", PATH, "-o", "-"]),
    "estimate": (lambda t: t.estimate(PATH), ["estimate", PATH]),
    "preset": (lambda t: t.preset("sonar", json=True), ["preset", "sonar", "--json"]),
    "compare": (lambda t: t.compare("eternal-loop", "sonar", [PATH, WALK]), ["compare", "eternal-loop", "sonar", PATH, WALK]),
    "sweep": (lambda t: t.sweep(PATH, over="zones.range.lookAhead=0:1:3"), ["sweep", PATH, "--over", "zones.range.lookAhead=0:1:3"]),
    "calibrate": (lambda t: t.calibrate(PATH), ["calibrate", PATH]),
    "pattern": (lambda t: t.pattern("lub-dub", output="-"), ["pattern", "lub-dub", "-o", "-"]),
    "tune": (lambda t: t.tune(PATH, budget=8), ["tune", PATH, "--budget", 8]),
    "track-distance": (lambda t: t.track_distance(POSITIONS), ["track-distance", *POSITIONS]),
    "judge-tag": (lambda t: t.judge_tag(POSITIONS, zones=ZONES, actions=ACTIONS),
                  ["judge-tag", *POSITIONS, "--zones", ZONES, "--actions", ACTIONS]),
    "pulse": (lambda t: t.pulse(HEART, json=True), ["pulse", HEART, "--json"]),
    "stroke": (lambda t: t.stroke(LETTER, summary=True, json=True), ["stroke", LETTER, "--summary", "--json"]),
    "plan": (lambda t: t.plan(DAY / "readings.csv", pool=DAY / "pool.json", date="2026-11-22"),
             ["plan", DAY / "readings.csv", "--pool", DAY / "pool.json", "--date", "2026-11-22"]),
    "edit": (lambda t: t.edit(AHAP, ["--gain", "0.8", "--repeat", "2"], as_="json"),
             ["edit", "--as", "json", AHAP, "--gain", "0.8", "--repeat", "2"]),
    "convert": (lambda t: t.convert(AHAP, as_="hjif"), ["convert", AHAP, "--as", "hjif"]),
    "convert of a session": (lambda t: t.convert(lubdub.run(PATH), as_="hjif"), None),
    "preview": (lambda t: t.preview(AHAP), ["preview", AHAP]),
    "check": (lambda t: t.check(AHAP), ["check", AHAP]),
    "report": (lambda t: t.report(PATH, output="-"), ["report", PATH, "-o", "-"]),
    "bench accuracy": (lambda t: t.bench_accuracy(PATH, estimator="median-3"),
                       ["bench", "accuracy", PATH, "--estimator", "median-3"]),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_function_gives_the_bytes_of_its_command(name, tool: Tool):
    function, words = CALLS[name]
    expected = lubdub.run(PATH).export("hjif").content if words is None else tool(*words)
    assert function(lubdub.tool).output == expected


def test_what_is_in_memory_is_read_as_a_file(tool: Tool, tmp_path):
    session, settings = lubdub.run(PATH), lubdub.Settings({"zones.edges": [0.1, 0.5, 1, 2]})
    settings.write(tmp_path / "mine.yaml")
    expected = json.loads(tool("run", PATH, "-o", "-", "--config", tmp_path / "mine.yaml"))
    for rows in (lubdub.read(PATH), PATH.read_bytes(), lubdub.read(PATH).to_pandas()):
        found = lubdub.tool.run(rows, config=settings, output="-").json()
        assert found["beats"] == expected["beats"]
    assert lubdub.tool.convert(session, as_="ahap").output == session.export("ahap").content
    page = lubdub.tool.report(PATH, output=True)
    assert b"<html" in page.files["output"][:400]
    assert page.files["output"] != b"" and "bytes" in repr(page)
    made = lubdub.tool.run(PATH, output=[tmp_path / "walk.json", ".wav"])
    assert made.files[".wav"] == session.wav()
    assert (tmp_path / "walk.json").read_bytes() == session.export("json").content


def test_a_session_shows_its_page():
    page = lubdub.run(PATH).report()
    assert page._repr_html_().startswith("<iframe srcdoc=")
    import copy
    with pytest.raises(lubdub.LubdubError, match="without its rows"):
        copy.copy(lubdub.run(PATH)).report()


def test_a_command_that_cannot_be_done_says_why():
    with pytest.raises(lubdub.LubdubError, match="nowhere.csv"):
        lubdub.tool.run("/nowhere.csv")
    findings = lubdub.tool.check(b"t_s,range_m\n0,1\n1,far\n")
    assert findings.has_findings and "not" in findings.text
    with pytest.raises(lubdub.LubdubError) as caught:
        lubdub.tool.run(b"no trace")
    assert "/tmp" not in str(caught.value)


def test_without_the_tool_the_reason_is_given(monkeypatch):
    monkeypatch.setenv("LUBDUB_TOOL", "/nowhere/lubdub")
    with pytest.raises(lubdub.LubdubError, match="built without the command-line tool"):
        lubdub.tool.simulate("approach")
    monkeypatch.setenv("LUBDUB_TOOL", "/bin/echo")
    with pytest.raises(lubdub.LubdubError, match="this package is"):
        lubdub.tool.simulate("approach")


def test_the_package_as_a_program_is_the_tool(tool: Tool):
    done = subprocess.run([sys.executable, "-m", "lubdub", "--version"], capture_output=True, check=True)
    assert done.stdout == tool("--version")


def test_the_module_is_the_tool_that_lies_beside_python(tool, tmp_path, monkeypatch):
    where = lubdub.tool.path()
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv"], check=True)
    beside = tmp_path / "venv" / "bin" / "python"
    (beside.parent / "lubdub").symlink_to(where)
    monkeypatch.delenv("LUBDUB_TOOL", raising=False)
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    monkeypatch.setenv("PYTHONPATH", f"{Path(lubdub.__file__).parents[1]}:{Path(np.__file__).parents[1]}")
    done = subprocess.run([beside, "-m", "lubdub", "estimate", PATH], capture_output=True, check=True)
    assert done.stdout == tool("estimate", PATH)
    wrong = subprocess.run([beside, "-m", "lubdub", "estimate", tmp_path / "none.csv"], capture_output=True, check=False)
    assert wrong.returncode == 2
    (beside.parent / "lubdub").unlink()
    if (Path(lubdub.__file__).parent / "lubdub-tool").exists():
        return  # The wheel brings the tool.
    missing = subprocess.run([beside, "-m", "lubdub"], capture_output=True, text=True, check=False)
    assert missing.returncode == 1
    assert "put lubdub on PATH" in missing.stderr
