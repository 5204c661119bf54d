"""The sources of a recording: a path, the bytes of a file, or an open file."""

from __future__ import annotations

import os
from typing import Any, TypeAlias, TypeGuard

from ._errors import LubdubError, TraceError

PathLike: TypeAlias = "str | os.PathLike[str]"
Bytes: TypeAlias = "bytes | bytearray | memoryview"

LONG_BYTES = 1 << 20
"""The number of bytes from which reading takes longer than a user waits."""


def is_path(source: Any) -> TypeGuard[PathLike]:
    return isinstance(source, (str, os.PathLike))


def is_source(source: Any) -> bool:
    """Returns whether an object is a path, bytes, or an open file, and not a table."""
    return is_path(source) or isinstance(source, (bytes, bytearray, memoryview)) or _is_open(source)


def place(path: PathLike) -> str:
    """Returns a path as text."""
    text = os.fspath(path)
    if "\n" in text:
        raise TraceError("this is the text of a file, expected its path; Lubdub also reads bytes and io.StringIO(text)")
    return text


def content(source: Any, kind: type[LubdubError] = LubdubError) -> tuple[bytes, str | None]:
    """Returns the bytes of a file, an open file, or memory, and the name of the file if it has one."""
    if is_path(source):
        try:
            with open(source, "rb") as file:
                return file.read(), os.path.basename(os.fspath(source))
        except OSError as error:
            raise kind(f"{os.fspath(source)}: {error.strerror or error}") from error
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source), None
    if not _is_open(source):
        raise LubdubError(f"{type(source).__name__} is not a path, an open file, or bytes")
    found = source.read()
    if isinstance(found, str):
        found = found.encode("utf-8", "surrogateescape")
    if not isinstance(found, (bytes, bytearray, memoryview)):
        raise LubdubError(f"a {type(source).__name__} reads {type(found).__name__}, expected bytes or text")
    name = getattr(source, "name", None)
    return bytes(found), os.path.basename(name) if isinstance(name, str) else None


def is_long_file(path: PathLike) -> bool:
    """Returns whether reading a file can take long: a large file, or a file of unknown size, such as a pipe."""
    try:
        size = os.stat(path).st_size
    except (OSError, ValueError):
        return False
    return size == 0 or size > LONG_BYTES


def _is_open(source: Any) -> bool:
    return callable(getattr(source, "read", None)) and not hasattr(source, "columns")
