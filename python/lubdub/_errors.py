"""What can go wrong, and what is worth knowing."""

from __future__ import annotations

import importlib
from typing import Any


class LubdubError(ValueError):
    """A call that could not be done. The message says what, where and the rule."""


class SettingsError(LubdubError):
    """A setting that is unknown, out of range, or in contradiction to another."""


class TraceError(LubdubError):
    """A file that is not a trace, or a row that is refused where reading is strict."""


class FormatError(LubdubError):
    """A haptic file that cannot be read, or a format that cannot hold the timeline."""


class NothingToDoError(LubdubError):
    """No recording, no truth, or no rows of the radio: there is nothing to work on."""


class LubdubWarning(UserWarning):
    """Rows that were left out, a link that was chosen, a truth that is an estimate."""


def needed(module: str, need: str, kind: type[LubdubError] = LubdubError) -> Any:
    """A module of a package that this one does without; the error says what needs it, and how to get it."""
    try:
        return importlib.import_module(module)
    except ImportError:
        raise kind(need) from None
