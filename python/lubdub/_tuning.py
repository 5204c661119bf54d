"""The search for settings."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from ._calls import Progress, TruthShift, threads, watched
from ._errors import LubdubError, SettingsError
from ._groups import snake, write_settings, yaml_key
from ._host import HERE, Host
from ._library import Answer, Asking, library
from ._inputs import Recordings
from ._measure import Call, report_notes
from ._pictures import table_of
from ._schema import Preset, Settings, SettingsDict
from ._settings import SettingsLike, settings_options, with_preset
from ._session import Session
from ._sources import PathLike


@dataclass(frozen=True, repr=False)
class Tuning:
    """What a search has found."""

    settings: Settings
    """All settings, tuned."""
    changes: SettingsDict
    """What was tuned and what it needs, by dotted key."""
    report: dict[str, Any]
    """The report that ``lubdub tune -o tune.json`` writes: verdict, costs, held-out costs, measures, fronts …"""
    report_json: bytes
    """The same as text: equal bytes for equal reports."""
    is_complete: bool
    """Whether the search came to its end."""
    notes: list[str]
    """What is worth knowing, and what to beware of."""

    def __repr__(self) -> str:
        end = "" if self.is_complete else ", cut short"
        return f"Tuning(cost {self.cost:.4g}, {len(self.changes)} settings{end})"

    def _repr_html_(self) -> str:
        return table_of(repr(self), [(key, value, "") for key, value in self.changes.items()])

    @property
    def cost(self) -> float:
        """The cost of the tuned settings; those before have 1."""
        return float(self.report["cost"])

    @property
    def is_advised(self) -> bool:
        """Whether these settings are advised: their gain holds beyond luck. `report` has the reasons."""
        return bool(self.report["advised"])

    def write(self, path: PathLike) -> None:
        """Writes the tuned settings as a settings file, in YAML where the name ends in .yaml or .yml, else in JSON."""
        write_settings(path, self.changes)


def tune(
    recordings: Recordings, settings: SettingsLike = None, *, preset: Preset | None = None,
    objective: str | Callable[[Session], float] = "balanced",
    want: str | None = None, over: Mapping[str, Sequence[float] | Sequence[str]] | None = None, budget: int = 200,
    seed: int = 1, jobs: int | None = None, calibrate: bool = True,
    truth_shift_s: TruthShift = None, client: Any = None, progress: Progress = None,
    **reading: Any,
) -> Tuning:
    """Searches for the settings that suit recordings best, as ``lubdub tune`` does.

    The same recordings and seed give the same result, with any number of jobs and workers.

    Args:
        recordings: With `truth_m`; those without are scored against the smoothed offline estimate.
        settings: Where the search begins.
        preset: As for `run`.
        objective: What is made small: `balanced`, a measure, a sum such as ``range=1,delay=0.5``, or a front
            such as ``front:range,false-changes``. Or a function of your own, of the session of one recording, that gives a cost
            from 0: its mean over the recordings is made small. The report calls that measure `range`.
        want: A bound that comes first, such as ``contact within 0.5 s``: felt so soon by nine of ten contacts. ``and``
            joins several. The objective decides what the rest may cost.
        over: What is searched: ``{"zones.range.falseChangeInterval": (10, 1000), "estimator": ["fusion", "range-filter"]}``; by
            default the usual settings of the radios.
        budget: How many candidates each search tries, at least 8.
        seed: Decides every random choice.
        jobs: How many recordings are run at the same time; by default one on each core.
        calibrate: Fit bias and path loss to the recordings first.
        truth_shift_s: How much later the truth comes, in s; by default found by itself.
        client: Makes the runs elsewhere: a `distributed.Client`, or any executor with `map`, such as those of
            `concurrent.futures`, whose processes are started before the search. `jobs` then counts for the rest alone.
        progress: Called with the runs that are done and their total, or `True` for a bar of tqdm. What it raises
            ends the search.
        reading: How rows are read, such as ``sort=True``; see `lubdub.read`.

    Raises:
        NothingToDoError: No recording can be used.
        SettingsError: A setting is refused.
        LubdubError: Runs could not be made.
    """
    own = objective if callable(objective) else None
    if want is not None and own is not None:
        raise LubdubError("a function computes the whole objective; leave out want")
    # Before there is any other thread: the executor may fork.
    if over is not None and not isinstance(over, Mapping):
        raise SettingsError(f"over is {type(over).__name__}, expected a mapping from keys to ranges or words")
    host = None if client is None and own is None else Host(HERE if client is None else client, own)
    call = Call(recordings, reading, jobs)
    members = {
        "settings": settings_options(with_preset(settings, preset)), "objective": "range" if own else objective, "want": want,
        "over": None if over is None else [[yaml_key(key), list(range_)] for key, range_ in over.items()],
        "budget": budget, "seed": seed, "jobs": threads(jobs),
        "calibrate": calibrate, "truthShift": truth_shift_s,
    }

    def search() -> Answer:
        if host is None:
            return Answer(library.lubdub_tune(*call.arguments(members), None))
        with closing(host):
            return Answer(library.lubdub_tune(*call.arguments(members), Asking(host.answer)))

    try:
        answer = watched(search, progress, stop=None if host is None else host.stop)
    except LubdubError as error:
        if host is not None and isinstance(host.error, (KeyboardInterrupt, SystemExit)):
            raise host.error from None
        raise error from host.error if host else None
    report = answer.bytes("report")
    changes: Any = {snake(key): value for key, value in answer.json("settings").items()}
    return Tuning(
        Settings(answer.json("tuned")), changes, json.loads(report), report,
        answer.bytes("complete") == b"\x01", report_notes(answer, "notes", "warnings"))
