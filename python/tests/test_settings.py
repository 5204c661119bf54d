"""Settings and their classes."""

import sys
from pathlib import Path

import pytest

import lubdub
from conftest import ROOT, Tool

sys.path.insert(0, str(ROOT / "python"))


def test_the_classes_are_up_to_date_with_the_schema():
    import generate_settings

    written = Path(lubdub.__file__).with_name("_schema.py").read_text(encoding="utf-8")
    assert written == generate_settings.module(), (
        "run: cd python && python generate_settings.py > lubdub/_schema.py")


def test_every_key_of_the_catalog_is_an_attribute_with_the_value_of_the_preset():
    settings = lubdub.Settings()
    for entry in lubdub.catalog():
        value = settings
        for name in entry["key"].split("."):
            assert name in dir(value)
            value = getattr(value, name)
        assert value == settings[entry["key"]]
    assert settings.changes() == {}


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
