"""Settings: every threshold and constant of the pipeline, with its unit and range."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from ._errors import SettingsError
from ._groups import SettingsBase, yaml_keys
from ._schema import PRESETS, Preset, SettingsDict

SettingsLike: TypeAlias = SettingsBase | SettingsDict | Preset | None
"""Settings, a mapping with nested or dotted keys, the name of a preset, or `None` for the default preset. Type checkers know
the keys; pass a mapping that is created at run time to `Settings(mapping)`."""


def settings_options(settings: SettingsLike) -> Mapping[str, Any] | None:
    if isinstance(settings, SettingsBase):
        return yaml_keys(settings.changes()) or None
    if isinstance(settings, str):
        if settings not in PRESETS:
            raise SettingsError(
                f"there is no preset {settings!r}; there are {', '.join(PRESETS)}; Settings.read reads a file")
        return {"preset": settings}
    if settings is not None and not isinstance(settings, Mapping):
        raise SettingsError(
            f"settings are {type(settings).__name__}, expected Settings, a mapping of keys, the name of a preset, or None; "
            "Settings.read reads a file")
    return yaml_keys(settings) if settings else None


def with_preset(settings: SettingsLike, preset: Preset | None) -> SettingsLike:
    """Settings that override a preset."""
    if preset is None:
        return settings
    if settings is not None and "preset" in (own := known(settings)):
        raise SettingsError(f"the preset is given twice: {own['preset']!r} in the settings, and {preset!r} as preset=")
    changed: SettingsDict = {"preset": preset}
    changed.update(known(settings))  # type: ignore[typeddict-item]
    return changed


def known(settings: SettingsLike) -> dict[str, Any]:
    """Returns the keys of settings, by name, to add other keys."""
    if isinstance(settings, SettingsBase):
        return settings.changes()
    return {"preset": settings} if isinstance(settings, str) else dict(settings or {})
