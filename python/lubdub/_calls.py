"""Long calls of the library: Ctrl-C ends them, and they show how far they are.

Python looks for Ctrl-C between its own instructions, so that a call of C holds it up. A long call therefore goes on
in a thread of its own, while the main thread waits and can be interrupted.
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
"""Called with what is done and its total, which is 0 where it is not known; `True` for a bar of tqdm."""

TruthShift: TypeAlias = "float | Literal['auto'] | None"
"""How much later the truth comes, in s; or found by itself."""

_Value = TypeVar("_Value")
_Item = TypeVar("_Item")

_PATIENCE_S = 0.1
"""How long an interrupted call may take to end before it is left alone. It goes on unseen, and its result is lost."""
_EXIT_PATIENCE_S = 60.0
"""How long the interpreter waits at its end for calls that were left alone: what they work with would be taken away."""
_LOOK_S = 0.05

_running: set[_Call] = set()


def threads(wanted: int | None) -> int | None:
    """How many threads a call may take: one in a forked process, where the system's queues have no threads left."""
    return 1 if forks.is_child else wanted


def _bar(progress: Progress) -> tuple[Callable[[int, int], object] | None, Callable[[], object]]:
    """What shows progress, and what ends it."""
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
    """Does work of the library that Ctrl-C may end; `stop` ends what it has others do.

    Work that does not end at once goes on without its caller: it must hold whatever memory it reads."""
    show, close = _bar(progress)
    if show is None and not (is_long and threading.current_thread() is threading.main_thread()):
        return work()
    call = _Call(work)
    try:
        call.start()
        while not call.finished.wait(None if show is None else _LOOK_S):
            if show is not None and call.watch.done:
                show(call.watch.done, call.watch.total)
        if show is not None and call.error is None:  # The total is the most that there may be: at the end it is reached.
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
    """Does work on each item, so many at the same time, in their order. Ctrl-C ends what goes on."""
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
    """Warns at the line outside of this package that made the call."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and os.path.dirname(frame.f_code.co_filename) == _HERE:
        frame, level = frame.f_back, level + 1
    warnings.warn(message, LubdubWarning, stacklevel=level)


_HERE = os.path.dirname(__file__)


@contextmanager
def unwatched() -> Generator[None]:
    """Calls that a call of this thread makes of its own: they are no progress of it."""
    library.lubdub_watched_by(None)
    try:
        yield
    finally:
        library.lubdub_watched_by(getattr(_thread, "watch", None))


_thread = threading.local()


class _Call:
    """Work in a thread of its own."""

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
        except RuntimeError:  # There are too many threads, or the interpreter ends.
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
            self.error = None  # An error that holds its own frame is never let go.


@atexit.register
def _end() -> None:
    """Has calls that were left alone end before the interpreter does."""
    calls = list(_running)
    for call in calls:
        call.watch.stop = 1
    for call in calls:
        call.finished.wait(_EXIT_PATIENCE_S)


os.register_at_fork(after_in_child=_running.clear)
