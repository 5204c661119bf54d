"""Writes lubdub/_schema.py from the settings schema of the library: one class for each group of keys.

    python generate_settings.py lubdub/liblubdub.so > lubdub/_schema.py

tools/wheel does so. It imports nothing of the package, which needs that file.
"""

from __future__ import annotations

import ctypes
import json
import re
import sys
from collections.abc import Mapping
from typing import Any

HEADER = '''"""The settings by name. Written by generate_settings.py when the wheel is built."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias, TypedDict

from numpy.typing import NDArray

from ._groups import Group, SettingsBase
'''


def annotation(entry: Mapping[str, Any]) -> str:
    """The type of a setting."""
    kind = entry["kind"]
    if kind in ("choice", "pattern"):
        words = "Literal[" + ", ".join(f'"{word}"' for word in entry["choices"]) + "]"
        return words if kind == "choice" else f"{words} | Sequence[Mapping[str, Any]]"
    return {
        "number": "float", "optional": "float | None", "count": "int",
        "numbers": "float | Sequence[float | None] | NDArray[Any]", "flag": "bool", "texts": "Sequence[str]",
    }[kind]


def doc(entry: Mapping[str, Any]) -> str:
    """What a setting is, with unit and range."""
    text = entry["summary"]
    if entry["unit"]:
        text += f", in {entry['unit']}"
    if "minimum" in entry:
        text += f"; {entry['minimum']:g} to {entry['maximum']:g}"
    return text + "."


def class_name(path: tuple[str, ...]) -> str:
    return "".join(word.capitalize() for part in path for word in part.split("_")) or "Settings"


def group(path: tuple[str, ...], entries: list[dict[str, Any]], lines: list[str]) -> None:
    """Writes the class of a group, after those inside of it."""
    depth = len(path)
    own = [entry for entry in entries if len(entry["key"].split(".")) == depth + 1]
    inner = list(dict.fromkeys(
        entry["key"].split(".")[depth] for entry in entries if entry not in own))
    for name in inner:
        prefix = ".".join((*path, name)) + "."
        group((*path, name), [e for e in entries if e["key"].startswith(prefix)], lines)
    base = "Group" if path else "SettingsBase"
    title = f"The keys of `{'.'.join(path)}`." if path else "All settings of the pipeline."
    lines += ["", "", f"class {class_name(path)}({base}):", f'    """{title}"""', ""]
    names = [entry["key"].split(".")[-1] for entry in own]
    if path:
        lines.append(f'    _prefix = "{".".join(path)}."')
    if inner:
        lines.append("    _groups = {")
        lines += [f'        "{name}": {class_name((*path, name))},' for name in inner]
        lines.append("    }")
    for name in inner:
        lines.append(f"    {name}: {class_name((*path, name))}")
    for name, entry in zip(names, own):
        lines.append(f"    {name}: {annotation(entry)}")
        lines.append(f"    {json.dumps(doc(entry), ensure_ascii=False)}")


def mapping(entries: list[dict[str, Any]], lines: list[str]) -> None:
    """Writes the type of a mapping with nested or dotted keys, and those of the mappings inside of it."""
    groups: dict[tuple[str, ...], dict[str, str]] = {(): {"preset": "Preset"}}
    for entry in entries:
        parts = tuple(entry["key"].split("."))
        for depth in range(len(parts)):
            groups.setdefault(parts[:depth], {})[".".join(parts[depth:])] = annotation(entry)
        for depth in range(1, len(parts)):
            for start in range(depth):
                groups[parts[:start]][".".join(parts[start:depth])] = f'"{class_name(parts[:depth])}Dict"'
    for path in sorted(groups, key=len, reverse=True):
        lines += ["", "", f'{class_name(path)}Dict = TypedDict("{class_name(path)}Dict", {{']
        # Type checkers take the spelling of settings files, too.
        both = {**groups[path], **{re.sub("_([a-z])", lambda one: one[1].upper(), key): kind for key, kind in groups[path].items()}}
        lines += [f'    "{key}": {_quoted(kind)},' for key, kind in both.items()]
        lines.append("}, total=False)")


def _quoted(kind: str) -> str:
    """An annotation that is evaluated by type checkers alone."""
    return kind if kind.startswith('"') else json.dumps(kind).replace('\\"', "'")


def catalog(path: str) -> list[dict[str, Any]]:
    """What the library says about every setting."""
    library, size = ctypes.CDLL(path), ctypes.c_size_t()
    library.lubdub_settings.restype = library.lubdub_part.restype = ctypes.c_void_p
    library.lubdub_settings.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
    library.lubdub_part.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.POINTER(ctypes.c_size_t)]
    place = library.lubdub_part(library.lubdub_settings(b"", 0), b"catalog", size)
    found: list[dict[str, Any]] = json.loads(ctypes.string_at(place, size.value))
    return [entry | {"key": re.sub("(?<=[a-z0-9])[A-Z]", lambda one: f"_{one[0].lower()}", entry["key"])} for entry in found]


def names(path: str) -> dict[str, list[str]]:
    """The names that options take."""
    library, size = ctypes.CDLL(path), ctypes.c_size_t()
    library.lubdub_names.restype = library.lubdub_part.restype = ctypes.c_void_p
    library.lubdub_part.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.POINTER(ctypes.c_size_t)]
    place = library.lubdub_part(library.lubdub_names(), b"names", size)
    found: dict[str, list[str]] = json.loads(ctypes.string_at(place, size.value))
    return found


def literals(words: Mapping[str, list[str]], lines: list[str]) -> None:
    """Writes the names as types and as tuples."""
    for kind, found in words.items():
        title = kind[0].upper() + kind[1:].removesuffix("ies").removesuffix("s") + ("y" if kind.endswith("ies") else "")
        listed = ", ".join(json.dumps(word) for word in found)
        constant = re.sub("([A-Z])", r"_\1", kind).upper()
        lines += ["", f"{title}: TypeAlias = Literal[{listed}]", f"{constant} = ({listed})"]


def module(entries: list[dict[str, Any]], words: Mapping[str, list[str]]) -> str:
    """The text of lubdub/_schema.py."""
    lines = [HEADER.rstrip("\n")]
    literals(words, lines)
    group((), entries, lines)
    mapping(entries, lines)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(module(catalog(sys.argv[1]), names(sys.argv[1])))
