"""The parts of the classes of settings."""

from __future__ import annotations

import functools
import json
import os
import re
from collections.abc import Iterator, KeysView, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from ._errors import SettingsError
from ._library import Answer, library, options
from ._settings_files import read_settings, settings_text


class Group:
    """Settings under one key. Reading a setting returns its value; setting an unknown name is an error."""

    _prefix = ""
    _groups: dict[str, type[Group]] = {}
    _keys: tuple[str, ...] = ()
    _values: dict[str, Any]

    def __init_subclass__(cls) -> None:
        annotated = cls.__dict__.get("__annotations__", {})
        cls._keys = tuple(
            name for name in annotated if name not in cls._groups and not name.startswith("_"))
        for name in cls._keys:
            setattr(cls, name, _Setting(cls._prefix + name))

    def __init__(self, values: dict[str, Any]) -> None:
        object.__setattr__(self, "_values", values)
        for name, kind in self._groups.items():
            object.__setattr__(self, name, kind(values))

    if not TYPE_CHECKING:  # Otherwise, a type checker would accept any name.

        def __setattr__(self, name: str, value: Any) -> None:
            name = snake(name)
            if name not in self._keys:
                known = ", ".join((*self._keys, *self._groups))
                raise AttributeError(f"there is no setting {self._prefix}{name}; there are {known}")
            object.__setattr__(self, name, value)

        def __getattr__(self, name: str) -> Any:
            if snake(name) == name:
                raise AttributeError(f"there is no setting {self._prefix}{name}")
            return getattr(self, snake(name))

    def __dir__(self) -> list[str]:
        return [*self._keys, *self._groups, *super().__dir__()]

    def __repr__(self) -> str:
        own = {key: value for key, value in self._values.items() if key.startswith(self._prefix)}
        return "\n".join(f"{key} = {value!r}" for key, value in own.items())


class _Setting:
    """One setting as an attribute of its group."""

    def __init__(self, key: str) -> None:
        self.key = key

    @property
    def __doc__(self) -> str:  # type: ignore[override]
        """Returns the text that `help` shows: summary, unit, range or choices, default."""
        entry = _entries()[self.key]
        unit = f", in {entry['unit']}" if entry.get("unit") else ""
        ends = f"; {entry['minimum']:g} to {entry['maximum']:g}" if "minimum" in entry else ""
        choices = f"; one of {', '.join(entry['choices'])}" if entry.get("choices") else ""
        return f"{entry['summary']}{unit}{ends}{choices}. Default: {json.dumps(load()[self.key])}."

    def __get__(self, group: Group | None, _owner: type[Group]) -> Any:
        return self if group is None else group._values[self.key]

    def __set__(self, group: Group, value: Any) -> None:
        group._values[self.key] = value


@functools.lru_cache(maxsize=1)
def _entries() -> dict[str, dict[str, Any]]:
    return {entry["key"]: entry for entry in catalog()}


def snake(name: str) -> str:
    """Returns a key in Python spelling: `zones.range.false_change_interval`."""
    return _CAPITAL.sub(lambda found: f"_{found[0].lower()}", name) if not name.islower() else name


def yaml_key(name: str) -> str:
    """Returns a key in the spelling of settings files: `zones.range.falseChangeInterval`; accepts both spellings."""
    return _UNDERSCORE.sub(lambda found: found[1].upper(), name)


def yaml_keys(members: Mapping[str, Any]) -> dict[str, Any]:
    """Returns nested or dotted keys as the dotted keys of settings files."""
    found: dict[str, Any] = {}
    for key, value in flat(members):
        if yaml_key(key) in found:
            raise SettingsError(f"{key} is given twice")
        found[yaml_key(key)] = value
    return found


_CAPITAL = re.compile("(?<=[a-z0-9])[A-Z]")
_UNDERSCORE = re.compile("(?<=[a-z0-9])_([a-z0-9])")


def load(source: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Returns all settings by dotted key: the settings of the preset, overridden by the given settings.

    Raises:
        SettingsError: A setting is invalid.
    """
    answer = Answer(library.lubdub_settings(*options({"settings": None if source is None else yaml_keys(source)})))
    return {snake(key): value for key, value in flat(answer.json("settings"))}


def catalog() -> list[dict[str, Any]]:
    """Returns a description of every setting: `key`, `summary`, `unit`, `level`, `kind`, and its range or choices."""
    found: list[dict[str, Any]] = Answer(library.lubdub_settings(b"", 0)).json("catalog")
    return [entry | {"key": snake(entry["key"])} for entry in found]


def flat(members: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Returns nested members with dotted keys."""
    for name, value in members.items():
        if isinstance(value, Mapping) and f"{prefix}{name}" != "heartbeat.pattern":
            yield from flat(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value


_Kind = TypeVar("_Kind", bound="SettingsBase")


class SettingsBase(Group):
    """The members of `Settings` in addition to its keys."""

    _defaults: dict[str, Any] | None = None

    def __init__(self, source: Mapping[str, Any] | SettingsBase | None = None, *, preset: str | None = None) -> None:
        """Creates the settings of a preset, overridden by the given settings.

        Args:
            source: Nested or dotted keys, such as ``{"zones.edges": [0.1, 0.5, 1, 2]}``.
            preset: The name of a preset; by default eternal-loop.

        Raises:
            SettingsError: A setting is invalid.
        """
        members = {} if source is None else dict(source._values if isinstance(source, SettingsBase)
                                                 else source)
        if preset is not None:
            members["preset"] = preset
        super().__init__(load(members))

    @staticmethod
    def presets() -> tuple[str, ...]:
        """Returns the names of the presets."""
        return tuple(Answer(library.lubdub_names()).json("names")["presets"])

    @classmethod
    def read(cls: type[_Kind], source: Any) -> _Kind:
        """Reads a settings file, YAML or JSON, such as a file from ``lubdub preset``.

        Args:
            source: A path, an open file, or the bytes of a file.

        Raises:
            SettingsError: The file is neither YAML nor JSON, or a setting is invalid. YAML needs pyyaml.
        """
        return cls(read_settings(source))

    def __getitem__(self, key: str) -> Any:
        """Returns a setting by its dotted key."""
        if snake(key) not in self._values:
            raise KeyError(f"there is no setting {key!r}")
        return self._values[snake(key)]

    def __setitem__(self, key: str, value: Any) -> None:
        self[key]
        self._values[snake(key)] = value

    def keys(self) -> KeysView[str]:
        """The dotted keys."""
        return self._values.keys()

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and snake(key) in self._values

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SettingsBase) and self._values == other._values

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), dict(self._values))

    def to_dict(self) -> dict[str, Any]:
        """Returns all settings by dotted key, after a check.

        Raises:
            SettingsError: A setting is invalid, or two settings contradict each other.
        """
        return load(self._values)

    def changes(self) -> dict[str, Any]:
        """Returns the settings that differ from the default preset, by dotted key, without a check."""
        if SettingsBase._defaults is None:
            SettingsBase._defaults = load()
        defaults = SettingsBase._defaults
        return {key: value for key, value in self._values.items() if value != defaults[key]}

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes a settings file, which ``--config`` of the tool also reads: in YAML with a comment on each setting
        if the name ends in .yaml or .yml, otherwise in JSON."""
        write_settings(path, self.to_dict())

    def __repr__(self) -> str:
        changes = ", ".join(f"{key}={value!r}" for key, value in self.changes().items())
        return f"Settings({changes})"


def write_settings(path: str | os.PathLike[str], values: Mapping[str, Any]) -> None:
    is_yaml = os.fspath(path).lower().endswith((".yaml", ".yml"))
    entries = {yaml_key(key): entry for key, entry in _entries().items()}
    text = settings_text({yaml_key(key): value for key, value in values.items()}, entries if is_yaml else None)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def _restored(kind: type[SettingsBase], values: dict[str, Any]) -> SettingsBase:
    settings = kind.__new__(kind)
    Group.__init__(settings, values)
    return settings
