"""Progress bars, by tqdm where it is installed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._errors import LubdubError

Show = Callable[[int, int], object]


def bar(progress: Any) -> tuple[Show | None, Callable[[], object]]:
    """What shows progress, and what ends it."""
    if progress is None or progress is False:
        return None, lambda: None
    if progress is not True:
        if not callable(progress):
            raise LubdubError(f"progress is {progress!r}, expected a function, True or None")
        return progress, lambda: None
    try:
        from tqdm.auto import tqdm
    except ImportError:
        raise LubdubError(
            "progress=True needs tqdm: pip install tqdm; a function of (done, total) needs nothing"
        ) from None
    shown = tqdm(total=None, unit_scale=True, leave=False)

    def show(done: int, total: int) -> None:
        if total and shown.total != total:
            shown.reset(total=total)
        shown.update(done - shown.n)

    return show, shown.close
