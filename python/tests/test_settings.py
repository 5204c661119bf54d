"""Settings and their classes."""

import pytest

import lubdub
from conftest import DATASETS, ROOT, Tool


def test_every_key_of_the_catalog_is_an_attribute_with_the_value_of_the_preset():
    settings = lubdub.Settings()
    for entry in lubdub.catalog():
        value = settings
        for name in entry["key"].split("."):
            assert name in dir(value)
            value = getattr(value, name)
        assert value == settings[entry["key"]]
    assert settings.changes() == {}


def test_a_preset_is_said_by_its_name_wherever_settings_are_taken():
    walk = {"t_s": [0.0, 0.1, 0.2], "range_m": [1.0, 1.0, 1.0], "truth_m": [1.0, 1.0, 1.0]}
    assert "sonar" in lubdub.Settings.presets() and "eternal-loop" in lubdub.Settings.presets()
    for preset in lubdub.Settings.presets():
        assert lubdub.run(walk, preset).details == lubdub.run(walk, lubdub.Settings(preset=preset)).details
    assert lubdub.score(walk, "sonar") == lubdub.score(walk, {"preset": "sonar"})
    assert lubdub.zones([0.0, 0.1], [1.0, 1.0], settings="sonar").shape == (2,)
    mixed = {"preset": "sonar", "uwb": {"gate": 2.5}}
    for function in (lubdub.run, lubdub.score, lambda walk, own, **given: lubdub.evaluate(walk, lubdub.run(walk), own, **given)):
        one, other = function(walk, {"uwb": {"gate": 2.5}}, preset="sonar"), function(walk, mixed)
        assert getattr(one, "details", one) == getattr(other, "details", other)
    updates = [pipeline.process(0, range_m=0.3) for pipeline in (lubdub.Pipeline(preset="sonar"), lubdub.Pipeline("sonar"))]
    assert updates[0] == updates[1]
    with pytest.raises(lubdub.SettingsError, match="the preset is given twice: 'sonar' in the settings, and 'pocket' as preset="):
        lubdub.run(walk, "sonar", preset="pocket")
    with pytest.raises(lubdub.SettingsError, match="there is no preset 'sonarr'; there are eternal-loop, .*; Settings.read reads"):
        lubdub.run(walk, "sonarr")


def test_presets_and_files_are_those_of_the_tool(tool: Tool, tmp_path):
    path = tmp_path / "sonar.json"
    path.write_bytes(tool("preset", "sonar", "--json", "--all"))
    assert lubdub.Settings.read(path) == lubdub.Settings(preset="sonar")
    settings = lubdub.Settings(preset="sonar")
    settings.zones.edges = [0.1, 0.5, 1, 2]
    settings.write(path)
    assert lubdub.Settings.read(path) == settings
    trace = ROOT / "datasets" / "approach.csv"
    expected = tool("run", trace, "--config", path, "-o", "-")
    assert lubdub.run(trace, settings).export("json").content == expected


def test_contradictions_are_found_when_settings_are_used():
    settings = lubdub.Settings({"zones.edges": [0.1, 0.5, 1, 2]})
    settings["zones.edges"] = [2, 1]
    with pytest.raises(lubdub.SettingsError, match=r"zones\.edges\[1\] is 1"):
        settings.to_dict()
    with pytest.raises(KeyError, match="zones.edgse"):
        settings["zones.edgse"] = 1


def test_yaml_and_json_are_read_and_written(tool: Tool, tmp_path):
    pytest.importorskip("yaml")
    for preset in ("eternal-loop", "sonar"):
        for words in ([], ["--all"], ["--json"]):
            place = tmp_path / f"{preset}{len(words)}"
            place.write_bytes(tool("preset", preset, *words))
            assert lubdub.Settings.read(place) == lubdub.Settings(preset=preset), words
    mine = lubdub.Settings({"zones.edges": [0.1, 0.5, 1, 2], "zones.range.falseChangeInterval": 1e7})
    for name in ("mine.yaml", "mine.yml", "mine.json"):
        mine.write(tmp_path / name)
        assert lubdub.Settings.read(tmp_path / name) == mine
        with open(tmp_path / name, "rb") as file:
            assert lubdub.Settings.read(file) == mine
        tool("run", DATASETS / "approach.csv", "-o", "-", "--config", tmp_path / name)


@pytest.mark.parametrize(("content", "rule"), [
    (b"zones:\n  edges: [0.1, 0.5", "this is not YAML"),
    (b"{\"zones.edges\": [", "this is not JSON"),
    (b"zones.edges: 1\nzones.edges: 2\n", "the settings:2: zones.edges appears twice"),
    (b"- 1\n", "expected keys with values"),
    (b"\xff\xfe", "not UTF-8"),
    (b"zones.egdes: [1]\n", "zones.egdes"),
])
def test_a_broken_settings_file_is_refused_with_its_line(content, rule):
    pytest.importorskip("yaml")
    with pytest.raises(lubdub.SettingsError, match=rule):
        lubdub.Settings.read(content)


def test_a_number_that_is_not_finite_is_refused_with_its_key():
    for given in ({"zones.range.halfBand": float("nan")}, {"zones": {"range": {"halfBand": float("nan")}}}):
        with pytest.raises(lubdub.SettingsError, match="zones.range.halfBand is nan"):
            lubdub.run({"t_s": [0.0], "range_m": [1.0]}, given)


def test_a_misspelt_key_fails_the_type_checker(tmp_path):
    api = pytest.importorskip("mypy.api")
    script = tmp_path / "mine.py"
    good = """
import lubdub
import numpy
import numpy.typing
settings = lubdub.Settings.read("x.json")
settings.zones.edges = [0.1, 0.5]
settings.zones.edges = numpy.array([0.1, 0.5])
lubdub.run("x.csv", settings)
lubdub.run("x.csv", {"zones.edges": [0.1, 0.5], "zones": {"range": {"rule": "cusum"}}})
lubdub.run("x.csv", lubdub.calibrate("x.csv").settings)
session: lubdub.Session = lubdub.run("x.csv")
sessions: list[lubdub.Session] = lubdub.run(["x.csv"])
sessions = lubdub.run({"one": "x.csv"})
sessions = lubdub.run(lubdub.split({}))
distances: numpy.typing.NDArray[numpy.float64] = session.estimates["distance_m"]
words: numpy.typing.NDArray[numpy.object_] = lubdub.read("x.csv")["source"]
quick = lubdub.run("x.csv", preset="sonar")
"""
    script.write_text(good)
    assert api.run(["--strict", str(script)])[2] == 0, api.run(["--strict", str(script)])[0]
    for bad in ("settings.zones.egdes = [1.0]", 'lubdub.run("x.csv", {"zones.egdes": [0.1]})',
                'lubdub.run("x.csv", {"zones": {"egdes": [0.1]}})', 'settings.zones.edges = "far"',
                'settings.zones.range.rule = "cussum"', 'distances = session.estimates["status"]',
                'lubdub.run("x.csv", preset="sonnar")', 'session.export("ahpa")', 'lubdub.read("x.csv", format="rinex")'):
        script.write_text(good + bad + "\n")
        assert api.run(["--strict", str(script)])[2] == 1, bad


@pytest.mark.parametrize("given", [
    {"uwb.stale_after": 5, "uwb.staleAfter": 7}, {"uwb": {"bias": 0.1}, "uwb.bias": 0.2},
    {"zones": {"range": {"half_band": 0.1}}, "zones.range.halfBand": 0.1},
])
def test_a_key_that_is_given_twice_is_refused(given):
    for work in (lubdub.Settings, lambda settings: lubdub.run({"t_s": [0.0], "range_m": [1.0]}, settings)):
        with pytest.raises(lubdub.SettingsError, match="is given twice"):
            work(given)


def test_settings_are_read_as_a_mapping():
    settings = lubdub.Settings()
    assert dict(settings) == settings.to_dict() and list(settings) == list(settings.keys())
    assert "uwb.bias" in settings and "uwb.staleAfter" in settings and "uwb.foo" not in settings and 5 not in settings


def test_a_file_that_is_missing_is_refused_in_the_same_way_everywhere():
    for work, kind in ((lubdub.read, lubdub.TraceError), (lubdub.read_haptics, lubdub.FormatError),
                       (lubdub.Settings.read, lubdub.SettingsError)):
        with pytest.raises(kind, match="nowhere.json: .*No such file"):
            work("nowhere.json")
