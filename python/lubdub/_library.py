"""The shared library: its functions, and what they answer.

ctypes lets go of the interpreter lock for as long as a call lasts, so that threads run side by side.
"""

from __future__ import annotations

import ctypes
import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ._errors import FormatError, LubdubError, NothingToDoError, SettingsError, TraceError

INTERFACE = 1
"""The version of the C interface that this package is written for."""

Floats: TypeAlias = NDArray[np.float64]
"""Numbers; NaN stands for a value that is not known."""
Bytes: TypeAlias = NDArray[np.uint8]
"""Numbers from 0 to 255."""


class Rows(ctypes.Structure):
    """`lubdub_rows`."""

    _fields_ = [
        ("count", ctypes.c_size_t),
        ("times", ctypes.c_void_p),
        ("kinds", ctypes.c_void_p),
        ("ranges", ctypes.c_void_p),
        ("powers", ctypes.c_void_p),
        ("first_path_powers", ctypes.c_void_p),
        ("channels", ctypes.c_void_p),
        ("truths", ctypes.c_void_p),
        ("deviations", ctypes.c_void_p),
    ]


class Recording(ctypes.Structure):
    """`lubdub_recording`."""

    _fields_ = [
        ("dataset", ctypes.c_char_p),
        ("name", ctypes.c_char_p),
        ("session", ctypes.c_char_p),
        ("rows", Rows),
    ]


Progress = ctypes.CFUNCTYPE(
    ctypes.c_int32, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t
)

_text = [ctypes.c_char_p, ctypes.c_size_t]
_recordings = [ctypes.POINTER(Recording), ctypes.c_size_t, *_text]
_FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "lubdub_interface_version": (ctypes.c_int32, []),
    "lubdub_version": (ctypes.c_char_p, []),
    "lubdub_settings": (ctypes.c_void_p, _text),
    "lubdub_run_any": (ctypes.c_void_p, [ctypes.POINTER(Rows), *_text]),
    "lubdub_read": (ctypes.c_void_p, [ctypes.c_char_p, ctypes.c_size_t, *_text]),
    "lubdub_export": (ctypes.c_void_p, [ctypes.c_void_p, *_text]),
    "lubdub_render": (ctypes.c_void_p, [ctypes.c_void_p, *_text]),
    "lubdub_status": (ctypes.c_int32, [ctypes.c_void_p]),
    "lubdub_part": (
        ctypes.c_void_p,
        [ctypes.c_void_p, ctypes.c_char_p, ctypes.POINTER(ctypes.c_size_t)],
    ),
    "lubdub_part_count": (ctypes.c_size_t, [ctypes.c_void_p]),
    "lubdub_part_name": (ctypes.c_char_p, [ctypes.c_void_p, ctypes.c_size_t]),
    "lubdub_release": (None, [ctypes.c_void_p]),
    "lubdub_trace": (ctypes.c_void_p, [*_text, *_text]),
    "lubdub_trace_bytes": (ctypes.c_void_p, [ctypes.c_char_p, ctypes.c_size_t, *_text]),
    "lubdub_score": (ctypes.c_void_p, _recordings),
    "lubdub_calibrate": (ctypes.c_void_p, _recordings),
    "lubdub_trials_make": (
        ctypes.c_void_p,
        [ctypes.POINTER(Recording), ctypes.c_size_t, ctypes.POINTER(ctypes.c_void_p)],
    ),
    "lubdub_trials_run": (ctypes.c_void_p, [ctypes.c_void_p, *_text]),
    "lubdub_trials_release": (None, [ctypes.c_void_p]),
    "lubdub_fingerprint": (ctypes.c_char_p, []),
    "lubdub_tune": (ctypes.c_void_p, [*_recordings, Progress, ctypes.c_void_p]),
    "lubdub_pipeline_make_any": (ctypes.c_void_p, [*_text, ctypes.POINTER(ctypes.c_void_p)]),
    "lubdub_pipeline_process": (ctypes.c_void_p, [ctypes.c_void_p, ctypes.POINTER(Rows)]),
    "lubdub_pipeline_advance": (ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_double]),
    "lubdub_pipeline_finish": (ctypes.c_void_p, [ctypes.c_void_p]),
    "lubdub_pipeline_plan": (ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_double]),
    "lubdub_pipeline_next_deadline": (ctypes.c_double, [ctypes.c_void_p]),
    "lubdub_pipeline_apply": (ctypes.c_void_p, [ctypes.c_void_p, *_text]),
    "lubdub_pipeline_release": (None, [ctypes.c_void_p]),
}


def _load() -> ctypes.CDLL:
    path = Path(
        os.environ.get("LUBDUB_LIBRARY") or Path(__file__).with_name("liblubdub.so")
    )
    if not path.exists():
        raise ImportError(f"{path}: there is no such file; tools/wheel --library builds it")
    library = ctypes.CDLL(str(path))
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments
    found = library.lubdub_interface_version()
    if found != INTERFACE:
        raise ImportError(f"{path}: its interface is version {found}, expected {INTERFACE}")
    return library


library = _load()

_ERRORS: dict[int, type[LubdubError]] = {
    2: SettingsError,
    3: FormatError,
    4: TraceError,
    5: NothingToDoError,
}


class Answer:
    """What a call made: parts with names, in the library's own memory until nobody needs them."""

    __slots__ = ("__weakref__", "handle")

    def __init__(self, handle: int | None) -> None:
        self.handle = handle
        status = library.lubdub_status(handle)
        if status != 0:
            raise _ERRORS.get(status, LubdubError)(self.text("message") or "there is no memory")

    def __del__(self) -> None:
        library.lubdub_release(self.handle)

    def _find(self, name: str) -> tuple[int | None, int]:
        size = ctypes.c_size_t()
        place = library.lubdub_part(self.handle, name.encode(), size)
        return place, size.value

    @property
    def names(self) -> list[str]:
        """The names of the parts."""
        count = library.lubdub_part_count(self.handle)
        return [library.lubdub_part_name(self.handle, index).decode() for index in range(count)]

    def bytes(self, name: str) -> bytes:
        """A part, copied; empty where there is none."""
        place, size = self._find(name)
        return ctypes.string_at(place, size) if place else b""

    def text(self, name: str) -> str:
        """A part as text."""
        return self.bytes(name).decode()

    def json(self, name: str) -> Any:
        """A part as JSON; `None` where there is none."""
        content = self.bytes(name)
        return json.loads(content) if content else None

    def array(self, name: str, dtype: Any = np.float64) -> NDArray[Any] | None:
        """A part as numbers, in the library's memory and not copied; `None` where there is none."""
        place, size = self._find(name)
        if place is None:
            return None
        kind = np.dtype(dtype)
        return np.asarray(_Memory(self, place, size // kind.itemsize, kind.str))

    def double(self, name: str) -> float:
        """The first number of a part that has one."""
        place, _ = self._find(name)
        return float(ctypes.c_double.from_address(place).value) if place else float("nan")

    def numbers(self, name: str, dtype: Any = np.float64) -> NDArray[Any]:
        """A part that is always there, as numbers."""
        found = self.array(name, dtype)
        return np.empty(0, dtype) if found is None else found


class _Memory:
    """Numbers in the memory of an answer, which lives as long as this."""

    __slots__ = ("__array_interface__", "owner")

    def __init__(self, owner: Answer, place: int, count: int, kind: str) -> None:
        self.owner = owner
        self.__array_interface__ = {
            "data": (place, False), "shape": (count,), "typestr": kind, "version": 3,
        }


def options(members: Mapping[str, Any]) -> tuple[bytes, int]:
    """Options as the library takes them, without those that are `None`."""
    wanted = {name: value for name, value in members.items() if value is not None}
    if not wanted:
        return b"", 0
    content = json.dumps(wanted, allow_nan=False, default=_plain).encode()
    return content, len(content)


def _plain(value: Any) -> Any:
    """numpy's numbers and arrays as those of Python."""
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    raise TypeError(f"{value!r} is no option: expected numbers, texts, lists or mappings")


def watching(
    progress: Callable[[int, int], object] | None,
) -> tuple[Any, list[BaseException]]:
    """A callback of the library that tells of progress, and the list of what it has raised.

    What is raised, `KeyboardInterrupt` among it, ends the search; the caller raises it again.
    """
    raised: list[BaseException] = []

    def tell(_context: object, done: int, total: int) -> int:
        try:
            if progress is not None:
                progress(done, total)
        except BaseException as error:
            raised.append(error)
            return 1
        return 0

    return Progress(tell), raised
