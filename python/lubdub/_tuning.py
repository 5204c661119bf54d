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
    """The result of a search."""

    settings: Settings
    """All settings, after tuning."""
    changes: SettingsDict
    """The tuned settings and the settings that they need, by dotted key."""
    report: dict[str, Any]
    """The report that ``lubdub tune -o tune.json`` writes: verdict, costs, held-out costs, measures, fronts …"""
    report_json: bytes
    """The report as text: equal bytes for equal reports."""
    is_complete: bool
    """Whether the search was completed."""
    notes: list[str]
    """Notes and warnings."""

    def __repr__(self) -> str:
        end = "" if self.is_complete else ", cut short"
        return f"Tuning(cost {self.cost:.4g}, {len(self.changes)} settings{end})"

    def _repr_html_(self) -> str:
        return table_of(repr(self), [(key, value, "") for key, value in self.changes.items()])

    @property
    def cost(self) -> float:
        """The cost of the tuned settings; the cost of the initial settings is 1."""
        return float(self.report["cost"])

    @property
    def is_advised(self) -> bool:
        """Whether Lubdub advises these settings: their gain is more than chance. `report` contains the reasons."""
        return bool(self.report["advised"])

    def write(self, path: PathLike) -> None:
        """Writes the tuned settings as a settings file, in YAML if the name ends in .yaml or .yml, otherwise in JSON."""
        write_settings(path, self.changes)


def tune(
    recordings: Recordings, settings: SettingsLike = None, *, preset: Preset | None = None,
    objective: str | Callable[[Session], float] = "balanced",
    want: str | None = None, over: Mapping[str, Sequence[float] | Sequence[str]] | None = None, budget: int = 200,
    seed: int = 1, jobs: int | None = None, calibrate: bool = True,
    truth_shift_s: TruthShift = None, client: Any = None, progress: Progress = None,
    **reading: Any,
) -> Tuning:
    """Searches for the settings that suit recordings best, like ``lubdub tune``.

    The same recordings and seed give the same result, with any number of jobs and workers.

    Args:
        recordings: Recordings with `truth_m`; recordings without it are scored against the smoothed offline estimate.
        settings: The settings at the start of the search.
        preset: As for `run`.
        objective: The objective to minimize: `balanced`, a measure, a sum such as ``range=1,delay=0.5``, or a front
            such as ``front:range,false-changes``. Or your own function from the session of one recording to a cost
            from 0: the search minimizes the mean cost over the recordings. The report names this measure `range`.
        want: A bound with priority, such as ``contact within 0.5 s``: nine of ten contacts are felt within this time.
            ``and`` joins several bounds. The objective chooses among candidates that meet them.
        over: The settings to search: ``{"zones.range.falseChangeInterval": (10, 1000), "estimator": ["fusion", "range-filter"]}``; by
            default the usual settings of the radios.
        budget: The number of candidates of each search, at least 8.
        seed: The seed of all random choices.
        jobs: The number of recordings that run at the same time; by default one per core.
        calibrate: Whether to fit bias and path loss to the recordings first.
        truth_shift_s: The delay of the truth in s; by default found automatically.
        client: Performs the runs elsewhere: a `distributed.Client`, or any executor with `map`, such as the executors of
            `concurrent.futures`, whose processes start before the search. `jobs` then applies only to the other work.
        progress: Called with the number of completed runs and the total, or `True` for a tqdm bar. An exception that it
            raises ends the search.
        reading: The options for reading rows, such as ``sort=True``; see `lubdub.read`.

    Raises:
        NothingToDoError: No recording can be used.
        SettingsError: A setting is invalid.
        LubdubError: Runs failed.
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
