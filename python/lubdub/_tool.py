"""Calls of the command-line tool, in a separate process."""

from __future__ import annotations

import functools
import json
import os
import shutil
import subprocess
import sysconfig
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ._errors import LubdubError
from ._groups import SettingsBase
from ._inputs import is_table
from ._library import library
from ._sources import content, is_path, is_source
from ._timeline import Timeline
from ._trace import take, warned


@dataclass(frozen=True, repr=False)
class Done:
    """The result of a command."""

    command: tuple[str, ...]
    """The words of the call."""
    output: bytes
    """The bytes on standard output."""
    files: dict[str, bytes] = field(default_factory=dict)
    """The files that were written to memory: `output`, or by their extensions."""
    notes: list[str] = field(default_factory=list)
    """The notes, one per line."""
    has_findings: bool = False
    """Whether a check found problems."""

    @property
    def text(self) -> str:
        """The text on standard output."""
        return self.output.decode("utf-8", "replace")

    def json(self) -> Any:
        """The JSON on standard output."""
        return json.loads(self.output)

    def write(self, path: Any) -> None:
        """Writes the output to a file."""
        Path(path).write_bytes(self.output)

    def __repr__(self) -> str:
        files = "".join(f", {name}: {len(found)} bytes" for name, found in self.files.items())
        notes = f", {len(self.notes)} notes" if self.notes else ""
        return f"Done({' '.join(self.command)}: {len(self.output)} bytes{files}{notes})"


def path() -> str:
    """Returns the path of the tool: `LUBDUB_TOOL`, the tool of the wheel, or the tool on `PATH`.

    Raises:
        LubdubError: The tool is not installed, or its version differs from this package.
    """
    brought = os.path.join(os.path.dirname(__file__), "lubdub-tool")
    found = os.environ.get("LUBDUB_TOOL") or (brought if os.path.exists(brought) else _on_path())
    if not found or not os.path.exists(found):
        raise LubdubError(
            "this wheel was built without the command-line tool; put lubdub on PATH, or its path into LUBDUB_TOOL")
    _require_version(found)
    return found


def _on_path() -> str | None:
    """Returns the tool next to Python's programs or on `PATH`, but not this package's script, which would call itself."""
    for folder in (sysconfig.get_path("scripts"), *os.environ.get("PATH", "").split(os.pathsep)):
        found = shutil.which("lubdub", path=folder)
        if found:
            with open(found, "rb") as file:
                if file.read(2) != b"#!":
                    return found
    return None


@functools.lru_cache(maxsize=8)
def _require_version(tool: str) -> None:
    said = subprocess.run([tool, "--version"], capture_output=True, check=False).stdout.decode("utf-8", "replace")
    mine = library.lubdub_version().decode()
    if said.split()[-1:] != [mine]:
        raise LubdubError(f"{tool} is {said.strip() or 'not a tool of lubdub'}, this package is {mine}")


def call(command: tuple[str, ...], flags: Sequence[str], options: Mapping[str, Any], inputs: Sequence[Any]) -> Done:
    """Runs a command of the tool.

    Args:
        command: The words of the command.
        flags: Words such as ``--strict``.
        options: Words such as ``--seed`` with their values. `None` omits an option; an output that is
            `True`, or an extension such as ``.wav``, is written to memory.
        inputs: The inputs: paths, bytes, open files, tables, traces, sessions, timelines, settings, or words.

    Raises:
        LubdubError: The command failed.
    """
    tool = path()
    with tempfile.TemporaryDirectory(prefix="lubdub-") as folder:
        place = _Place(Path(folder))
        words = [*flags, *(word for name, value in options.items() for word in place.option(name, value))]
        words += [word for one in inputs if one is not None for word in place.inputs(one)]
        done = subprocess.run([tool, *command, *words], stdin=subprocess.DEVNULL, capture_output=True, check=False)
        said = [line.removeprefix("lubdub: ") for line in done.stderr.decode("utf-8", "replace").splitlines()]
        if done.returncode not in (0, 1):
            reason = "\n".join(said).removeprefix("Error: ") or f"ended with status {done.returncode}"
            raise LubdubError(place.without_folder(f"lubdub {' '.join(command)}: {reason}"))
        files = {name: made.read_bytes() for name, made in place.wanted.items() if made.exists()}
        return Done(command, done.stdout, files, [place.without_folder(line) for line in said], done.returncode == 1)


class _Place:
    """The folder of one call, with the inputs and outputs that are in memory in Python."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._count = 0
        self.wanted: dict[str, Path] = {}

    def without_folder(self, text: str) -> str:
        return text.replace(f"{self._folder}/", "")

    def inputs(self, value: Any) -> list[str]:
        is_list = isinstance(value, (list, tuple))
        return [self._argument(one) for one in (value if is_list else [value])]

    def option(self, name: str, value: Any) -> list[str]:
        if value is None or value is False:
            return []
        if isinstance(value, (list, tuple)):
            return [word for one in value for word in self.option(name, one)]
        is_ending = name == "--output" and isinstance(value, str) and value.startswith(".") and value.count(".") == 1
        if value is True or is_ending and len(value) > 1 and "/" not in value:
            key = name.removeprefix("--") if value is True else value
            self.wanted[key] = self._folder / ("made" + ("" if value is True else value))
            return [name, str(self.wanted[key])]
        return [name, self._argument(value)]

    def _argument(self, value: Any) -> str:
        if isinstance(value, str):
            return value
        if is_path(value):
            return os.fspath(value)
        if isinstance(value, SettingsBase):
            return self._write(json.dumps(value.changes()).encode(), "settings.json")
        if isinstance(value, Timeline):
            return self._write(value.export("json").content, "timeline.json")
        if is_source(value):
            found, name = content(value)
            return self._write(found, name or "input")
        if is_table(value):
            return self._write(csv(value), "trace.csv")
        return repr(float(value)) if isinstance(value, float) else str(value)

    def _write(self, found: bytes, name: str) -> str:
        self._count += 1
        inside = self._folder / str(self._count)
        inside.mkdir()
        (inside / name).write_bytes(found)
        return str(inside / name)


def csv(data: Any) -> bytes:
    """Returns the rows of any table as a CSV trace, with every digit."""
    trace = warned(take(data, {}))
    found: dict[str, list[str]] = {}
    for name, column in trace.items():
        if name == "channel":
            found[name] = ["" if value < 0 else str(value) for value in column.tolist()]
        else:
            found[name] = ["" if value is None or value != value else value if isinstance(value, str) else repr(value)
                           for value in column.tolist()]
    lines = [",".join(found), *(",".join(row) for row in zip(*found.values(), strict=True))]
    return ("\n".join(lines) + "\n").encode()
