"""Errors and warnings."""

from __future__ import annotations

import importlib
from typing import Any


class LubdubError(ValueError):
    """A call that failed. The message states the value, its place, and the rule."""


class SettingsError(LubdubError):
    """A setting that is unknown, out of range, or contradicts another setting."""


class TraceError(LubdubError):
    """A file that is not a trace, or a row that strict reading rejects."""


class FormatError(LubdubError):
    """A haptic file that cannot be read, or a format that cannot contain the timeline."""


class NothingToDoError(LubdubError):
    """Input without recordings, without a truth, or without rows of the radio."""


class LubdubWarning(UserWarning):
    """A warning, such as about rejected rows, a chosen link, or an estimated truth."""


def needed(module: str, need: str, kind: type[LubdubError] = LubdubError) -> Any:
    """Imports a module of an optional package; the error states what needs it, and how to install it."""
    try:
        return importlib.import_module(module)
    except ImportError:
        raise kind(need) from None
