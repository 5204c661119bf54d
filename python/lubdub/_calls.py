"""Long calls of the library: Ctrl-C ends them, and they show their progress.

Python checks for Ctrl-C between its own instructions, so a C call delays it. A long call therefore runs
in a separate thread, while the main thread waits and can be interrupted.
"""

from __future__ import annotations

import atexit
import os
import sys
import threading
import warnings
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Literal, TypeAlias, TypeVar

from ._errors import LubdubError, LubdubWarning, needed
from ._library import Watch, forks, library

Progress: TypeAlias = "Callable[[int, int], object] | bool | None"
"""Called with the progress and the total, which is 0 if it is unknown; `True` for a tqdm bar."""

TruthShift: TypeAlias = "float | Literal['auto'] | None"
"""The delay of the truth in s, or `"auto"` to find it."""

_Value = TypeVar("_Value")
_Item = TypeVar("_Item")

_PATIENCE_S = 0.1
"""The time for an interrupted call to end. After this time, it continues unobserved, and its result is lost."""
_EXIT_PATIENCE_S = 60.0
"""The time that the interpreter waits at exit for abandoned calls, because they still use its memory."""
_LOOK_S = 0.05

_running: set[_Call] = set()


def threads(wanted: int | None) -> int | None:
    """Returns the number of threads of a call: one in a forked process, where the system's queues have no threads."""
    return 1 if forks.is_child else wanted


def _bar(progress: Progress) -> tuple[Callable[[int, int], object] | None, Callable[[], object]]:
    """Returns the function that shows progress, and the function that ends the display."""
    if progress is None or progress is False:
        return None, lambda: None
    if progress is not True:
        if not callable(progress):
            raise LubdubError(f"progress is {progress!r}, expected a function, True, or None")
        return progress, lambda: None
    bars = needed("tqdm.auto", "progress=True needs tqdm: pip install tqdm; a function of (done, total) needs nothing")
    shown = bars.tqdm(total=None, unit_scale=True, leave=False)

    def show(done: int, total: int) -> None:
        if total and shown.total != total:
            shown.reset(total=total)
        shown.update(done - shown.n)

    return show, shown.close


def watched(
    work: Callable[[], _Value], progress: Progress = None, *, is_long: bool = True, stop: Callable[[], object] | None = None,
) -> _Value:
    """Performs work of the library that Ctrl-C can end; `stop` ends the work that it delegates.

    Work that does not end at once continues without its caller, so it must keep the memory that it reads."""
    show, close = _bar(progress)
    if show is None and not (is_long and threading.current_thread() is threading.main_thread()):
        return work()
    call = _Call(work)
    try:
        call.start()
        while not call.finished.wait(None if show is None else _LOOK_S):
            if show is not None and call.watch.done:
                show(call.watch.done, call.watch.total)
        if show is not None and call.error is None:  # The total is an upper bound; at the end, the bar reaches it.
            for done in sorted({call.watch.done, call.watch.total or call.watch.done}):
                show(done, call.watch.total)
    except BaseException as error:
        call.watch.stop = 1
        if stop is not None:
            stop()
        call.finished.wait(_PATIENCE_S if isinstance(error, KeyboardInterrupt) else None)
        raise
    finally:
        close()
    value: _Value = call.result()
    return value


def mapped(
    work: Callable[[_Item], _Value], items: Sequence[_Item], jobs: int | None = None, progress: Progress = None
) -> list[_Value]:
    """Processes each item in order, `jobs` items at the same time. Ctrl-C ends the running work."""
    if jobs is not None and (isinstance(jobs, bool) or not isinstance(jobs, int) or jobs < 1):
        raise LubdubError(f"jobs is {jobs!r}, expected a whole number from 1")
    show, close = _bar(progress)
    watch, found, count = Watch(), [], min(threads(jobs) or 1, len(items))

    def one(item: _Item) -> _Value:
        library.lubdub_watched_by(watch)
        try:
            if watch.stop:
                raise KeyboardInterrupt
            return work(item)
        finally:
            library.lubdub_watched_by(None)

    pool = ThreadPoolExecutor(count) if count > 1 else None
    try:
        for value in map(work, items) if pool is None else pool.map(one, items):
            found.append(value)
            if show is not None:
                show(len(found), len(items))
    except BaseException:
        watch.stop = 1
        raise
    finally:
        close()
        if pool is not None:
            pool.shutdown(cancel_futures=True)
    return found


def warn(message: str) -> None:
    """Warns at the line outside this package that made the call."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and os.path.dirname(frame.f_code.co_filename) == _HERE:
        frame, level = frame.f_back, level + 1
    warnings.warn(message, LubdubWarning, stacklevel=level)


_HERE = os.path.dirname(__file__)


@contextmanager
def unwatched() -> Generator[None]:
    """Inner calls of a call on this thread; they do not count as its progress."""
    library.lubdub_watched_by(None)
    try:
        yield
    finally:
        library.lubdub_watched_by(getattr(_thread, "watch", None))


_thread = threading.local()


class _Call:
    """Work in a separate thread."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self.watch = Watch()
        self.finished = threading.Event()
        self.error: BaseException | None = None
        self._work = work
        self._value: Any = None

    def start(self) -> None:
        _running.add(self)
        try:
            threading.Thread(target=self._run, name="lubdub call", daemon=True).start()
        except RuntimeError:  # The process has too many threads, or the interpreter is exiting.
            self._run()

    def _run(self) -> None:
        library.lubdub_watched_by(self.watch)
        _thread.watch = self.watch
        try:
            self._value = self._work()
        except BaseException as error:
            self.error = error
        finally:
            library.lubdub_watched_by(None)
            _running.discard(self)
            self.finished.set()

    def result(self) -> Any:
        if self.error is None:
            return self._value
        try:
            raise self.error
        finally:
            self.error = None  # An error that references its own frame is never freed.


@atexit.register
def _end() -> None:
    """Waits for abandoned calls before the interpreter exits."""
    calls = list(_running)
    for call in calls:
        call.watch.stop = 1
    for call in calls:
        call.finished.wait(_EXIT_PATIENCE_S)


os.register_at_fork(after_in_child=_running.clear)
