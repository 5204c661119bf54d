"""Writes lubdub/_commands.py from what the tool says about its commands: one function for each.

    python generate_commands.py path/to/lubdub > lubdub/_commands.py
"""

from __future__ import annotations

import json
import keyword
import subprocess
import sys
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

HEADER = '''"""The commands of the tool. Written by generate_commands.py from the tool's own description: not edited by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from ._tool import Done, Flag, Input, Option, Value, call

Inputs: TypeAlias = "Input | Sequence[Input]"
Values: TypeAlias = "Value | Sequence[Value]"
'''

LEFT_OUT = {"help", "version"}
SKIPPED = {"help"}
NAMES = {"import": "import_log"}


def commands(command: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The commands that do something, with the words that call them."""
    for inner in command.get("subcommands", []):
        name = inner["commandName"]
        if name in SKIPPED:
            continue
        if inner.get("subcommands"):
            yield from commands(inner, (*path, name))
        else:
            yield (*path, name), inner


def function(path: tuple[str, ...], command: Mapping[str, Any]) -> tuple[str, list[str]]:
    """The name of a command's function and its lines."""
    joined = "_".join(path)
    name = NAMES.get(joined, joined.replace("-", "_"))
    positional: list[str] = []
    parameters: list[str] = []
    options: list[str] = []
    documents: list[str] = []
    used: set[str] = set()
    for argument in command.get("arguments", []):
        is_positional = argument["kind"] == "positional"
        long = next((n["name"] for n in argument.get("names", []) if n["kind"] != "short"), None)
        word = argument["valueName"] if is_positional else long
        if word is None or word in LEFT_OUT or not argument.get("shouldDisplay", True):
            continue
        place = _identifier(word, used)
        documents.append(f"{place}: {_text(argument)}")
        if is_positional:
            kind = "Inputs" if argument["isRepeating"] else "Input"
            positional.append(f"{place}: {kind}" + (" | None = None" if argument["isOptional"] else ""))
            options.append(place)
        elif argument["kind"] == "flag":
            parameters.append(f"{place}: bool = False")
        else:
            parameters.append(f"{place}: {'Values' if argument['isRepeating'] else 'Value'} = None")
        if not is_positional:
            options.append(f'{"Flag" if argument["kind"] == "flag" else "Option"}("--{long}", {place})')
    lines = ["", "", f"def {name}("]
    if positional:
        lines += [f"    {', '.join(positional)}, /,"]
    if parameters:
        lines += _wrapped(["*", *parameters], "    ")
    lines += [") -> Done:", f'    """{_escaped(command["abstract"])}', "", "    Args:"]
    for document in documents:
        lines += textwrap.wrap(
            _escaped(document), 110, initial_indent="        ", subsequent_indent="            ", break_long_words=False,
            break_on_hyphens=False)
    lines += ['    """']
    lines += [f"    return call({path!r}, [".replace("'", '"')]
    lines += _wrapped(options, "        ")
    lines += ["    ])"]
    return name, lines


def _wrapped(items: list[str], indent: str) -> list[str]:
    """Items with commas, as many on a line as fit."""
    lines = [indent]
    for item in items:
        if len(lines[-1]) + len(item) > 108 and lines[-1] != indent:
            lines.append(indent)
        lines[-1] += f"{item}, "
    return [line.rstrip() for line in lines]


def _identifier(word: str, used: set[str]) -> str:
    name = "".join(letter if letter.isalnum() else "_" for letter in word).strip("_").lower()
    while keyword.iskeyword(name) or name in used:
        name += "_"
    used.add(name)
    return name


def _text(argument: Mapping[str, Any]) -> str:
    text = argument.get("abstract") or argument["valueName"]
    return " ".join(text.split())


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"""', "'''")


def module(tool: str) -> str:
    """The text of lubdub/_commands.py."""
    said = subprocess.run([tool, "--experimental-dump-help"], capture_output=True, check=True).stdout
    lines = [HEADER.rstrip("\n")]
    names = []
    for path, command in sorted(commands(json.loads(said)["command"])):
        name, found = function(path, command)
        names.append(name)
        lines += found
    listed = _wrapped([f'"{name}"' for name in sorted(names)], "    ")
    return "\n".join([*lines, "", "", "__all__ = [", *listed, "]"]) + "\n"


if __name__ == "__main__":
    sys.stdout.write(module(sys.argv[1]))
