"""Settings: every threshold and constant of the pipeline, with its unit and range."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from ._errors import SettingsError
from ._groups import SettingsBase, yaml_keys
from ._schema import SettingsDict

SettingsLike: TypeAlias = SettingsBase | SettingsDict | None
"""Settings, or a mapping with nested or dotted keys, or `None` for the default preset. Type checkers know the keys;
a mapping that is made at run time goes through `Settings(mapping)`."""


def settings_options(settings: SettingsLike) -> Mapping[str, Any] | None:
    if isinstance(settings, SettingsBase):
        return yaml_keys(settings.changes()) or None
    if settings is not None and not isinstance(settings, Mapping):
        raise SettingsError(
            f"settings are {type(settings).__name__}, expected Settings, a mapping of keys, or None; "
            "Settings.read reads a file")
    return yaml_keys(settings) if settings else None
