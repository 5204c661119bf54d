"""Settings files in YAML and JSON, like those of the tool."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from typing import Any

from ._errors import SettingsError, needed
from ._sources import content, is_path


def read_settings(source: Any) -> dict[str, Any]:
    found, label = content(source, SettingsError)
    name = os.fspath(source) if is_path(source) else label or "the settings"
    try:
        text = found.decode("utf-8")
    except UnicodeDecodeError:
        raise SettingsError(f"{name}: the file is not UTF-8 text") from None
    if name.endswith(".json") or text.lstrip().startswith("{"):
        try:
            document = json.loads(text)
        except json.JSONDecodeError as error:
            raise SettingsError(f"{name}:{error.lineno}: this is not JSON: {error.msg}") from None
    else:
        document = _yaml(text, name)
    if document is None:
        return {}
    if not isinstance(document, dict) or not all(isinstance(key, str) for key in document):
        raise SettingsError(f"{name}: expected keys with values, such as zones.edges: [0.1, 0.5, 1, 2]")
    return document


def settings_text(values: Mapping[str, Any], catalog: Mapping[str, Any] | None) -> str:
    if catalog is None:
        return json.dumps(dict(values), indent=2, sort_keys=True) + "\n"
    lines = []
    for key in sorted(values):
        entry = catalog.get(key, {})
        if entry:
            unit = f", in {entry['unit']}" if entry.get("unit") else ""
            lines.append(f"# {entry['summary']}{unit}")
        # JSON on one line is YAML.
        lines.append(f"{key}: {json.dumps(values[key])}")
    return "\n".join(lines) + "\n"


def _yaml(text: str, name: str) -> Any:
    yaml = needed("yaml", f"{name}: YAML needs pyyaml: pip install pyyaml; JSON works without it", SettingsError)

    class Loader(yaml.SafeLoader):  # type: ignore[name-defined, misc]
        """A loader for YAML 1.2, like the tool's: 1e7 is a number, and a key occurs once."""

        def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
            seen: set[Any] = set()
            for key, _ in node.value:
                if key.value in seen:
                    raise SettingsError(f"{name}:{key.start_mark.line + 1}: {key.value} appears twice")
                seen.add(key.value)
            found: dict[Any, Any] = super().construct_mapping(node, deep)
            return found

    Loader.yaml_implicit_resolvers = {
        first: [pair for pair in pairs if pair[0] not in _RESOLVED]
        for first, pairs in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
    for kind, pattern in _RESOLVED.items():
        Loader.add_implicit_resolver(kind, re.compile(pattern), None)
    try:
        return yaml.load(text, Loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f":{mark.line + 1}" if mark else ""
        raise SettingsError(f"{name}{line}: this is not YAML: {getattr(error, 'problem', None) or error}") from None


_RESOLVED = {
    "tag:yaml.org,2002:bool": r"^(?:true|false)$",
    "tag:yaml.org,2002:int": r"^[-+]?[0-9]+$",
    "tag:yaml.org,2002:float": r"^[-+]?(?:[0-9]+\.?[0-9]*(?:[eE][-+]?[0-9]+)?|\.[0-9]+(?:[eE][-+]?[0-9]+)?)$",
    "tag:yaml.org,2002:timestamp": r"^(?!)",
}
"""The scalars that are not text, by the core schema of YAML 1.2."""
