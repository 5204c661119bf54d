"""A study in SQLite, as ``lubdub tune --study`` has it: what one began, the other can go on with."""

from __future__ import annotations

import base64
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np

from ._errors import LubdubError
from ._sources import PathLike

_BLOCK = 4096


class StudyFile:
    """Keeps the scores of a search for the tuner. It is used by one thread."""

    def __init__(self, path: PathLike) -> None:
        self._path = Path(path)
        self._connection: sqlite3.Connection | None = None

    def answer(self, message: dict[str, Any]) -> dict[str, Any]:
        try:
            if self._connection is None:
                self._connection = sqlite3.connect(self._path, timeout=5)
            return self._answer(self._connection, message)
        except (sqlite3.Error, LubdubError) as error:
            raise LubdubError(f"{self._path}: {error}") from error

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()

    def _answer(self, connection: sqlite3.Connection, message: dict[str, Any]) -> dict[str, Any]:
        if "study" in message:
            self._open(connection, message)
        elif "known" in message:
            return self._known(connection, message["known"])
        elif "keep" in message:
            self._keep(connection, message["keep"], message["scores"])
        else:
            self._note(connection, message["note"], message["value"])
        return {}

    def _open(self, connection: sqlite3.Connection, message: dict[str, Any]) -> None:
        connection.executescript(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;" + message["schema"])
        kept = connection.execute("SELECT value FROM study WHERE name = 'description'").fetchone()
        if kept is not None and not message["resume"]:
            raise LubdubError(f"{message['exists']}; resume=True goes on with it")
        if kept is not None and kept[0] != message["study"]:
            raise LubdubError(message["differs"])
        self._note(connection, "description", message["study"])
        self._columns = ", ".join(message["columns"])
        self._width = len(message["columns"])

    def _note(self, connection: sqlite3.Connection, name: str, value: str) -> None:
        with connection:
            connection.execute("INSERT OR REPLACE INTO study VALUES (?, ?)", (name, value))

    def _known(self, connection: sqlite3.Connection, start: int) -> dict[str, Any]:
        if start == 0:
            self._cursor = connection.execute(
                f"SELECT split, trial, point, {self._columns} FROM evaluation")
        rows = self._cursor.fetchmany(_BLOCK)
        scores = np.array([row[3:] for row in rows], dtype="<f8")
        return {"known": [row[:3] for row in rows], "scores": base64.b64encode(scores.tobytes()).decode()}

    def _keep(self, connection: sqlite3.Connection, keys: list[list[Any]], text: str) -> None:
        scores = np.frombuffer(base64.b64decode(text), "<f8").reshape(len(keys), self._width)
        marks = ", ".join("?" * (3 + self._width))
        # SQLite keeps NaN, of settings that contradict each other, as NULL.
        with connection:
            connection.executemany(
                f"INSERT OR REPLACE INTO evaluation (split, trial, point, {self._columns}) VALUES ({marks})",
                [(*key, *row) for key, row in zip(keys, scores.tolist(), strict=True)])


def read_study(path: PathLike) -> tuple[list[str], list[tuple[Any, ...]], list[str]]:
    try:
        with closing(sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=ro", uri=True)) as connection:
            description, = connection.execute(
                "SELECT value FROM study WHERE name = 'description'").fetchone() or ("",)
            found = connection.execute("SELECT * FROM evaluation ORDER BY split, trial, point")
            names = [column[0] for column in found.description]
            rows = found.fetchall()
    except sqlite3.Error as error:
        raise LubdubError(f"{path}: {error}") from error
    keys = [line.split(" ")[1] for line in description.splitlines() if line.startswith("over ")]
    return names, rows, keys
