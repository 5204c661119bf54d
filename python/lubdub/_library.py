"""The shared library: its functions and their results.

ctypes releases the interpreter lock during a call, so that threads run in parallel.
"""

from __future__ import annotations

import ctypes
import json
import os
import threading
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ._errors import FormatError, LubdubError, NothingToDoError, SettingsError, TraceError

INTERFACE = 1
"""The version of the C interface that this package needs."""

Floats: TypeAlias = NDArray[np.float64]
"""Numbers; NaN is an unknown value."""


def _fields(kind: Any, names: str) -> list[tuple[str, Any]]:
    return [(name, kind) for name in names.split()]


class Rows(ctypes.Structure):
    _fields_ = [("count", ctypes.c_size_t), *_fields(
        ctypes.c_void_p, "times kinds ranges powers first_path_powers channels truths deviations")]


class Recording(ctypes.Structure):
    _fields_ = [*_fields(ctypes.c_char_p, "dataset name session"), ("rows", Rows)]


class EstimateColumns(ctypes.Structure):
    """`lubdub_estimates`."""

    _fields_ = [*_fields(ctypes.c_void_p, "distances lows highs deviations statuses zone_times zones"),
                ("zone_count", ctypes.c_size_t)]


class Column(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), *_fields(ctypes.c_void_p, "numbers places"),
                ("texts", ctypes.POINTER(ctypes.c_char_p)), ("text_count", ctypes.c_size_t)]


class Watch(ctypes.Structure):
    stop: int
    done: int
    total: int
    _fields_ = [("stop", ctypes.c_int32), ("done", ctypes.c_int64), ("total", ctypes.c_int64)]


_ASK = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)


class Asking(ctypes.Structure):
    """`lubdub_host`, with a function that answers its questions."""

    _fields_ = [("context", ctypes.c_void_p), ("ask", _ASK)]

    def __init__(self, answer: Callable[[bytes], bytes]) -> None:
        self._kept = b""

        def ask(_context: Any, question: bytes) -> int | None:
            with forks.outside():
                self._kept = answer(question)
            return ctypes.cast(ctypes.c_char_p(self._kept), ctypes.c_void_p).value

        super().__init__(None, _ASK(ask))


_text = [ctypes.c_char_p, ctypes.c_size_t]
_pointer = ctypes.c_void_p
_recordings = [ctypes.POINTER(Recording), ctypes.c_size_t, *_text]
_ANSWERS: dict[str, list[Any]] = {
    "names": [], "settings": _text, "run_any": [ctypes.POINTER(Rows), *_text], "read": [*_text, *_text],
    "export": [_pointer, *_text], "render": [_pointer, *_text], "trace": [*_text, *_text], "trace_bytes": [*_text, *_text],
    "trace_table": [ctypes.POINTER(Column), ctypes.c_size_t, ctypes.c_size_t, *_text],
    "score": _recordings, "calibrate": _recordings, "unit": _recordings, "tune": [*_recordings, ctypes.POINTER(Asking)],
    "evaluate": [ctypes.POINTER(Recording), ctypes.POINTER(EstimateColumns), ctypes.c_size_t, *_text],
    "pipeline_make_any": [*_text, ctypes.POINTER(_pointer)], "pipeline_process": [_pointer, ctypes.POINTER(Rows)],
    "pipeline_advance": [_pointer, ctypes.c_double], "pipeline_finish": [_pointer],
    "pipeline_plan": [_pointer, ctypes.c_double], "pipeline_apply": [_pointer, *_text],
}
"""Calls that forks wait for, and their arguments; each returns a result."""
_FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "interface_version": (ctypes.c_int32, []), "version": (ctypes.c_char_p, []), "status": (ctypes.c_int32, [_pointer]),
    "part": (_pointer, [_pointer, ctypes.c_char_p, ctypes.POINTER(ctypes.c_size_t)]),
    "part_count": (ctypes.c_size_t, [_pointer]), "part_name": (ctypes.c_char_p, [_pointer, ctypes.c_size_t]),
    "release": (None, [_pointer]), "watched_by": (None, [ctypes.POINTER(Watch)]),
    "pipeline_next_deadline": (ctypes.c_double, [_pointer]), "pipeline_release": (None, [_pointer]),
    **{name: (_pointer, takes) for name, takes in _ANSWERS.items()},
}


def _load() -> ctypes.CDLL:
    path = Path(os.environ.get("LUBDUB_LIBRARY") or Path(__file__).with_name("liblubdub.so"))
    if not path.exists():
        raise ImportError(f"{path}: there is no such file; tools/wheel --library builds it")
    library = ctypes.CDLL(str(path))
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, f"lubdub_{name}")
        function.restype = result
        function.argtypes = arguments
    found = library.lubdub_interface_version()
    if found != INTERFACE:
        raise ImportError(f"{path}: its interface is version {found}, expected {INTERFACE}")
    return library


class _Forks:
    """The running calls of other threads. A fork waits for them: its child would never get the locks that they hold."""

    patience_s = 1.0

    def __init__(self) -> None:
        self.running: set[int] = set()
        self.is_broken = False
        self.is_child = False
        os.register_at_fork(before=self._wait, after_in_child=self._begin)

    def counted(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Returns a function that forks wait for."""
        running = self.running

        def call(*arguments: Any) -> Any:
            if self.is_broken:
                raise LubdubError(
                    "this process was forked while another thread was in a call of lubdub; let it end before, or "
                    "start processes by spawn or forkserver")
            thread = threading.get_ident()
            running.add(thread)
            try:
                return function(*arguments)
            finally:
                running.discard(thread)

        return call

    @contextmanager
    def outside(self) -> Generator[None]:
        """A callback to Python from a call on this thread; forks do not wait for it."""
        thread = threading.get_ident()
        self.running.discard(thread)
        try:
            yield
        finally:
            self.running.add(thread)

    def _wait(self) -> None:
        end = time.monotonic() + self.patience_s
        while self.running and time.monotonic() < end:
            time.sleep(0.001)

    def _begin(self) -> None:
        self.is_child = True
        self.is_broken = bool(self.running)


forks = _Forks()
library = _load()
for _name in _ANSWERS:
    setattr(library, f"lubdub_{_name}", forks.counted(getattr(library, f"lubdub_{_name}")))

_ERRORS: dict[int, type[LubdubError]] = {2: SettingsError, 3: FormatError, 4: TraceError, 5: NothingToDoError}


class Answer:
    """The result of a call: named parts in the library's memory, until they are no longer needed.

    A copy, and a result from another process, contains the bytes of the parts, and reads its timeline again for
    an export.
    """

    __slots__ = ("__weakref__", "_handle", "_kept", "_timeline")

    _handle: int | None
    _kept: dict[str, bytes] | None
    _timeline: bytes | Answer | None

    def __init__(self, handle: int | None) -> None:
        self._handle, self._kept, self._timeline = handle, None, None
        status = library.lubdub_status(handle)
        if status != 0:
            raise _ERRORS.get(status, LubdubError)(self.text("message") or "there is no memory")

    def __del__(self, release: Any = library.lubdub_release) -> None:
        release(getattr(self, "_handle", None))

    def __reduce__(self) -> tuple[Any, ...]:
        timeline = None
        if "session" in self.names:
            exported = Answer(library.lubdub_export(self.timeline.handle, *options({"format": "json"})))
            timeline = exported.bytes("file")
        return _restored, ({name: self.bytes(name) for name in self.names}, timeline)

    @property
    def handle(self) -> int | None:
        """The result in the library; `None` for a copy."""
        return self._handle

    @property
    def timeline(self) -> Answer:
        """Returns the result that the library can export: this result, or for a copy the timeline that it reads again."""
        if self._kept is None:
            return self
        if isinstance(self._timeline, bytes):
            content = self._timeline
            self._timeline = Answer(library.lubdub_read(content, len(content), b"", 0))
        return self._timeline or self

    def _find(self, name: str) -> tuple[int | None, int]:
        size = ctypes.c_size_t()
        place = library.lubdub_part(self._handle, name.encode(), size)
        return place, size.value

    @property
    def names(self) -> list[str]:
        if self._kept is not None:
            return list(self._kept)
        count = library.lubdub_part_count(self._handle)
        return [library.lubdub_part_name(self._handle, index).decode() for index in range(count)]

    def bytes(self, name: str) -> bytes:
        """Returns a copy of a part; empty if the part does not exist."""
        if self._kept is not None:
            return self._kept.get(name, b"")
        place, size = self._find(name)
        return ctypes.string_at(place, size) if place else b""

    def text(self, name: str) -> str:
        return self.bytes(name).decode()

    def json(self, name: str) -> Any:
        """Returns a part as JSON; `None` if the part does not exist."""
        content = self.bytes(name)
        return json.loads(content) if content else None

    def array(self, name: str, dtype: Any = np.float64) -> NDArray[Any] | None:
        """Returns a part as numbers in the library's memory, without a copy; `None` if the part does not exist."""
        if self._kept is not None:
            return np.frombuffer(self._kept[name], dtype).copy() if name in self._kept else None
        place, size = self._find(name)
        if place is None:
            return None
        kind = np.dtype(dtype)
        return np.asarray(_Memory(self, place, size // kind.itemsize, kind.str))

    def double(self, name: str) -> float:
        """Returns the first number of a part."""
        place, _ = self._find(name)
        return float(ctypes.c_double.from_address(place).value) if place else float("nan")

    def numbers(self, name: str, dtype: Any = np.float64) -> NDArray[Any]:
        """Returns a part that always exists, as numbers."""
        found = self.array(name, dtype)
        return np.empty(0, dtype) if found is None else found


class _Memory:
    """Numbers in the memory of a result, which this object keeps alive."""

    __slots__ = ("__array_interface__", "owner")

    def __init__(self, owner: Answer, place: int, count: int, kind: str) -> None:
        self.owner = owner
        self.__array_interface__ = {"data": (place, False), "shape": (count,), "typestr": kind, "version": 3}

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("this is memory of the library, which cannot be copied; copy the array that shows it")


def _restored(parts: dict[str, bytes], timeline: bytes | None) -> Answer:
    answer = Answer.__new__(Answer)
    answer._handle, answer._kept, answer._timeline = None, parts, timeline
    return answer


def options(members: Mapping[str, Any]) -> tuple[bytes, int]:
    """Returns options as JSON for the library, without those that are `None`."""
    wanted = {name: value for name, value in members.items() if value is not None}
    if not wanted:
        return b"", 0
    try:
        content = json.dumps(wanted, allow_nan=False, default=_plain).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise _unfit(wanted, error) from None
    return content, len(content)


def _plain(value: Any) -> Any:
    """Returns numpy numbers and arrays as Python objects."""
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError


def _unfit(members: Mapping[str, Any], error: Exception) -> LubdubError:
    """Returns an error that names the first value without a form in JSON."""
    for name, value in _leaves(members, ""):
        try:
            json.dumps(value, allow_nan=False, default=_plain)
        except (TypeError, ValueError, RecursionError):
            kind = SettingsError if name.startswith("settings.") else LubdubError
            name = name.removeprefix("settings.")
            return kind(f"{name} is {_short(value)}, expected finite numbers, texts, lists, or mappings")
    return LubdubError(f"the options cannot be written as JSON: {error}")


def _leaves(members: Mapping[Any, Any], prefix: str, depth: int = 0) -> Iterator[tuple[str, Any]]:
    for name, value in members.items():
        if isinstance(value, Mapping) and depth < 8:
            yield from _leaves(value, f"{prefix}{name}.", depth + 1)
        else:
            yield f"{prefix}{name}", value if isinstance(name, str) else object()


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
