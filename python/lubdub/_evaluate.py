"""Scores your own estimates like Lubdub's estimates, and compares them."""

from __future__ import annotations

import html
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ._calls import Progress, TruthShift, threads, warn, watched
from ._columns import column_names, numbers, times, words
from ._errors import LubdubError
from ._estimates import STATUSES
from ._groups import SettingsBase
from ._inputs import Recordings, is_one
from ._library import Answer, EstimateColumns, Floats, library, options
from ._measure import Call, Scores, report_notes, score
from ._session import Session
from ._schema import Preset
from ._settings import SettingsLike, known, settings_options, with_preset
from ._sources import PathLike
from ._table import Words
from ._trace import Trace, ratio_of_units

Estimates: TypeAlias = Any
"""Distances, one per row, or a table with `distance_m` and, if known, `low_m`, `high_m`, `sd_m`, `status`, and
`zone`, optionally with its own `t_s`; or a `Session`."""


def evaluate(
    recordings: Recordings, estimates: Estimates, settings: SettingsLike = None, *, preset: Preset | None = None,
    zones: Any = None, truth_edges: Sequence[float] | Floats | None = None, truth_shift_s: TruthShift = None,
    jobs: int | None = None, progress: Progress = None, **reading: Any,
) -> Scores:
    """Scores your own estimates instead of Lubdub's, with the rows, truths, and definitions of `score`.

    Args:
        recordings: As for `score`.
        estimates: Distances in m, one per row of the recording, NaN for none; or a table with `distance_m` and, where
            known, `low_m` and `high_m` (the 95% interval), `sd_m`, `status`, and `zone`. A table with as many rows as the
            recording belongs to them row by row; of any other, which needs `t_s`, each estimate holds until the next. A
            `Session` stands for its estimates and changes of zone. Or a function that takes the rows of a recording, a
            `Trace`, and returns one of these. For several recordings, a list or a mapping by their names.
        settings: The settings with the zones and edges; as for `run`.
        preset: As for `run`.
        zones: The zones, one per row, masked or below 0 for no zone; or zone changes like `Session.zone_changes`. By
            default the zones of a session or of a column `zone`; without these, the rule of the settings decides: it
            takes a distance below zero as zero, and a distance without an interval as exact. Only for one recording.
        truth_edges: As for `score`.
        truth_shift_s: As for `score`.
        jobs: As for `score`.
        progress: As for `score`.
        reading: The options for reading rows, such as ``sort=True``; see `lubdub.read`.

    Raises:
        LubdubError: The number of estimates differs from the number of rows, or an interval ends below its start.
        NothingToDoError: No recording has truth.
    """
    call = Call(recordings, reading, jobs)
    found = _matched(call, estimates, is_one(recordings))
    if zones is not None and len(found) != 1:
        raise LubdubError(f"zones are for one recording, and there are {len(found)}; give each recording its column zone")
    given = [_Given(trace, one, zones) for trace, one in found]
    array = (EstimateColumns * len(given))(*(one.as_c() for one in given))
    members = {"settings": settings_options(with_preset(settings, preset)), "jobs": threads(jobs), "truthEdges": truth_edges,
               "truthShift": truth_shift_s}
    answer = watched(lambda: Answer(library.lubdub_evaluate(
        call.array, array, len(call.array), *options(members))), progress)
    return Scores(answer.json("scores"), answer.json("total"), report_notes(answer, "notes"))


def _matched(call: Call, estimates: Any, is_single: bool) -> list[tuple[Trace, Any]]:
    """Returns each recording with its estimates."""
    traces = call.traces
    if callable(estimates):
        return [(trace, answered(estimates, trace)) for trace in traces.values()]
    if len(traces) == 1 and (is_single or not isinstance(estimates, (list, tuple, Mapping))):
        return [(trace, estimates) for trace in traces.values()]
    if isinstance(estimates, Mapping):
        found = []
        for (dataset, name), trace in traces.items():
            key = name if name in estimates else f"{dataset}/{name}"
            if key not in estimates:
                raise LubdubError(f"there are no estimates for {name}; there are those of {', '.join(map(str, estimates))}")
            found.append((trace, estimates[key]))
        return found
    if not isinstance(estimates, Iterable) or len(listed := list(estimates)) != len(traces):
        raise LubdubError(f"expected a list of estimates, one for each of {len(traces)} recordings, or a mapping by their names")
    return list(zip(traces.values(), listed, strict=True))


def answered(filter: Callable[[Trace], Any], trace: Trace, allows_none: bool = False) -> Any:
    """Returns the estimates of a function for a recording."""
    try:
        found = filter(trace)
    except Exception as error:
        raise LubdubError(f"{trace.name or 'the recording'}: the filter raised {type(error).__name__}: {error}") from error
    if found is None and not allows_none:
        raise LubdubError(f"{trace.name or 'the recording'}: the filter returned nothing, expected a distance for each row")
    return found


class _Given:
    """The estimates of a recording for the library; this object owns the memory."""

    def __init__(self, trace: Trace, estimates: Any, zones: Any) -> None:
        name = trace.name or "the recording"
        if isinstance(estimates, Session):
            zones = estimates.zone_changes if zones is None else zones
            estimates = estimates.estimates
        columns = column_names(estimates)
        if columns is None:
            columns, estimates = ["distance_m"], {"distance_m": estimates}
        if "distance_m" not in columns:
            raise LubdubError(f"{name}: estimates have no column distance_m; they have {', '.join(map(str, columns)) or 'none'}")
        if ("low_m" in columns) != ("high_m" in columns):
            raise LubdubError("an interval has two ends: give both low_m and high_m, or neither")
        count = len(_plain(estimates, "distance_m"))
        self.places = places = _places(trace, estimates, columns, count, name)
        self.columns: dict[str, NDArray[Any]] = {}
        for column, field in (("distance_m", "distances"), ("low_m", "lows"), ("high_m", "highs"), ("sd_m", "deviations")):
            if column in columns:
                self.columns[field] = _taken(_plain(estimates, column, count), places)
        ratio = ratio_of_units(trace["truth_m"], self.columns["distances"]) if "truth_m" in trace else None
        # A filter can be wrong by a small factor; a factor of ten is another unit.
        if ratio is not None and not 0.1 < ratio < 10:
            warn(f"{name}: the truth is {ratio:.3g} times the estimates; both are distances in m")
        if "status" in columns:
            self.columns["statuses"] = _taken(_statuses(estimates["status"], count), places, 255)
        if zones is None and "zone" in columns:
            zones = estimates["zone"]
        if zones is not None:
            self.columns["zone_times"], self.columns["zones"] = _changes(trace, zones, places, count)

    def as_c(self) -> EstimateColumns:
        found = EstimateColumns(zone_count=len(self.columns.get("zones", ())))
        for field, values in self.columns.items():
            # A list without changes also needs an address: without one, the rule of the settings would decide.
            self.columns[field] = values = np.ascontiguousarray(values if len(values) else np.zeros(1, values.dtype))
            setattr(found, field, values.ctypes.data)
        return found


def rows_of(trace: Trace, estimates: Any) -> dict[str, NDArray[np.float64]]:
    """Returns the distance of each row, and its interval and zone if they exist."""
    given = _Given(trace, estimates, None)
    names = {"distance_m": "distances", "low_m": "lows", "high_m": "highs"}
    found = {name: given.columns[field] for name, field in names.items() if field in given.columns}
    if "zone" in (column_names(estimates) or []):
        found["zone"] = _zones(estimates["zone"], given.places, len(_plain(estimates, "distance_m")))
    return found


def _places(trace: Trace, estimates: Any, columns: list[str], count: int, name: str) -> NDArray[np.int64]:
    """Returns the index of the estimate of each row of the recording; -1 for no estimate."""
    if count == trace.rows:
        return np.arange(count)
    if trace.places is not None and count == trace.table_rows:
        return trace.places.astype(np.int64)
    if "t_s" not in columns:
        raise LubdubError(f"{name} has {trace.rows} rows, and there are {count} estimates; give them a column t_s")
    own = times(estimates["t_s"], "t_s")
    if isinstance(own, Words) or np.isnan(own).any() or (np.diff(own) < 0).any():
        raise LubdubError(f"{name}: t_s of the estimates does not increase")
    # Times are rounded where they are written.
    return np.searchsorted(own, trace.t_s + 1e-9, side="right") - 1


def _plain(estimates: Any, column: str, count: int | None = None) -> NDArray[np.float64]:
    values = numbers(estimates[column], column)
    if isinstance(values, Words):
        raise LubdubError(f"{column} has texts, expected numbers")
    if count is not None and len(values) != count:
        raise LubdubError(f"{column} has {len(values)} rows, distance_m has {count}")
    return values


def _statuses(values: Any, count: int) -> NDArray[np.uint8]:
    found = words(values, "status")
    unknown = [name for name in found.names if name not in STATUSES]
    if unknown:
        raise LubdubError(f"status is {unknown[0]!r}, expected one of {', '.join(STATUSES)}")
    if len(found) != count:
        raise LubdubError(f"status has {len(found)} rows, distance_m has {count}")
    table = np.array([*map(STATUSES.index, found.names), 255], np.uint8)
    return table[np.where(found.has, found.places, -1)]


def _taken(values: NDArray[Any], places: NDArray[np.int64], missing: float = np.nan) -> NDArray[Any]:
    return np.where(places < 0, np.array(missing, values.dtype), values[places] if len(values) else missing)


def _zones(zones: Any, places: NDArray[np.int64], count: int) -> NDArray[np.float64]:
    """Returns the zone of each row; NaN for no zone."""
    own = numbers(np.ma.filled(np.ma.asarray(zones).astype(np.float64), np.nan) if isinstance(zones, np.ma.MaskedArray) else zones, "zone")
    if isinstance(own, Words) or len(own) != count:
        raise LubdubError(f"zone has {len(own)} values, expected {count} numbers, one per estimate")
    rows = _taken(own, places)
    if (~np.isnan(rows) & ((rows > 254) | (rows % 1 != 0))).any():
        raise LubdubError("zone has a value that is not a whole number from 0 to 254; use NaN, or a whole number below 0, for no zone")
    # Whole numbers have no NaN.
    return np.where(rows < 0, np.nan, rows)


def _changes(trace: Trace, zones: Any, places: NDArray[np.int64], count: int) -> tuple[NDArray[np.float64], NDArray[np.uint8]]:
    """Returns the zone changes, in seconds from the first row."""
    if isinstance(zones, (list, tuple)) and all(isinstance(one, Mapping) for one in zones):
        changes = [(float(one["t_s"]), one["to"]) for one in zones]
        return (np.array([time for time, _ in changes], np.float64),
                np.array([255 if zone is None else zone for _, zone in changes], np.uint8))
    rows = _zones(zones, places, count)
    numbered = np.where(np.isnan(rows), 255, rows).astype(np.uint8)
    starts = np.flatnonzero(np.diff(numbered, prepend=np.uint8(255)))
    return trace.t_s[starts] - trace.t_s[:1].sum(), numbered[starts]


FIGURES = (
    ("range.answered", "rows with an estimate", ""), ("range.p50_m", "median error", "m"), ("range.rmse_m", "RMSE", "m"), ("range.p95_m", "P95 of the error", "m"), ("range.coverage_95", "truth in the interval", ""),
    ("zones.right_share", "right zone", ""), ("zones.mean_delay_s", "delay", "s"),
    ("zones.false_per_min", "false changes per minute", ""), ("zones.contact_1s_share", "contacts felt within 1 s", ""),
    ("beat.interval_error_s", "error of the beat", "s"), ("beat.one_sided_share", "heartbeat wrongly on or off", ""),
)
"""The figures of a comparison: their keys in `Scores`, names, and units."""

Filter: TypeAlias = "Callable[[Trace], Any] | str | dict[str, Any] | SettingsBase | Any"
"""A filter of a comparison: a function from the rows of a recording to estimates; a list of estimates, one for each
recording; settings of Lubdub; or the name of one of its estimators, such as `one-euro`."""


@dataclass(frozen=True, repr=False)
class Comparison:
    """Filters side by side: for each figure the mean over the recordings, and its 95% interval."""

    scores: dict[str, Scores]
    """The scores of each filter."""
    rows: list[dict[str, Any]]
    """One row per filter and figure: `filter`, `figure`, `unit`, `mean`, `low`, `high`, and `recordings`, the number of
    recordings with the figure. From 4 recordings on, the interval is computed from 2,000 bootstrap samples of whole
    recordings."""

    def __repr__(self) -> str:
        return f"Comparison({', '.join(self.scores)})"

    def __str__(self) -> str:
        width = max([len(name) for name in self.scores] + [len(figure) for _, figure, _ in FIGURES])
        lines = [" " * width + "".join(f"  {name:>12}" for name in self.scores)]
        for _, figure, _ in FIGURES:
            means = [one["mean"] for one in self.rows if one["figure"] == figure]
            lines.append(f"{figure:{width}}" + "".join(f"  {'–' if mean is None else f'{mean:.3g}':>12}" for mean in means))
        return "\n".join(lines)

    def to_pandas(self) -> Any:
        """Returns the rows as a `pandas.DataFrame`."""
        import pandas

        return pandas.DataFrame(self.rows)

    def _repr_html_(self) -> str:
        cell = {(one["filter"], one["figure"]): one for one in self.rows}
        lines = ["<table><thead><tr><th></th>"]
        lines += [f"<th>{html.escape(name + (f', {unit}' if unit else ''))}</th>" for _, name, unit in FIGURES]
        lines.append("</tr></thead><tbody>")
        for name in self.scores:
            cells = "".join(f"<td>{_shown(cell[name, figure])}</td>" for _, figure, _ in FIGURES)
            lines.append(f"<tr><th>{html.escape(name)}</th>{cells}</tr>")
        count = max((one["recordings"] for one in self.rows), default=0)
        has_intervals = any(one["low"] is not None for one in self.rows)
        more = ", with 95% intervals by bootstrap over whole recordings" if has_intervals else "; intervals take 4 or more"
        lines.append(f"</tbody></table><p>Means over {count} recordings{more}.</p>")
        return "".join(lines)

    def write(self, path: PathLike) -> None:
        """Writes the table as an HTML page; `to_pandas` is for other files."""
        if not os.fspath(path).lower().endswith((".html", ".htm")):
            raise LubdubError(f"{os.fspath(path)}: a comparison is written as .html; to_pandas() gives the table for other files")
        style = "body{font:15px system-ui;margin:2em}td,th{padding:.3em .8em;text-align:right}small{color:#666;white-space:nowrap}"
        page = ("<!doctype html><html lang=en><meta charset=utf-8><title>Comparison of filters</title>"
                f"<style>{style}</style><body>{self._repr_html_()}</body></html>\n")
        with open(path, "w", encoding="utf-8") as file:
            file.write(page)


def _shown(one: Mapping[str, Any]) -> str:
    if one["mean"] is None:
        return "–"
    interval = "" if one["low"] is None else f"<br><small>{one['low']:.3g} to {one['high']:.3g}</small>"
    return f"{one['mean']:.3g}{interval}"


def compare_filters(
    filters: Mapping[str, Filter], recordings: Recordings, settings: SettingsLike = None, *, preset: Preset | None = None,
    truth_edges: Sequence[float] | Floats | None = None, truth_shift_s: TruthShift = None, jobs: int | None = None,
    seed: int = 1, **reading: Any,
) -> Comparison:
    """Scores your own filters, Lubdub, and other filters on the same rows.

        lubdub.compare_filters({"mine": my_filter, "lubdub": {}, "one-euro": "one-euro"}, "walks/*.csv")

    Args:
        filters: By name: a function that takes the rows of a recording (a `Trace`) and returns estimates for
            `evaluate`; a list of such estimates; settings of Lubdub; or the name of an estimator.
        recordings: As for `score`.
        settings: The settings with the zones and edges for every filter; as for `run`.
        preset: As for `run`.
        truth_edges: As for `score`.
        truth_shift_s: As for `score`.
        jobs: As for `score`.
        seed: The seed of the bootstrap samples.
        reading: The options for reading rows, such as ``sort=True``; see `lubdub.read`.

    Raises:
        LubdubError: Estimates do not fit their recording.
        SettingsError: A setting is invalid, or the estimator does not exist.
        NothingToDoError: No recording has truth.
    """
    before: Any = known(with_preset(settings, preset))
    if not isinstance(filters, Mapping):
        raise LubdubError(f"filters are {type(filters).__name__}, expected a mapping from names to filters")
    common: dict[str, Any] = {"truth_edges": truth_edges, "truth_shift_s": truth_shift_s, "jobs": jobs}
    # Read only once, because a stream delivers its rows only once.
    data = {f"{dataset}/{name}" if dataset else name: trace for (dataset, name), trace in Call(recordings, reading, jobs).traces.items()}
    scores = {}
    for name, one in filters.items():
        own: Any = one.changes() if isinstance(one, SettingsBase) else {"estimator": one} if isinstance(one, str) else one
        wanted: Any = {**before, **own} if isinstance(own, dict) else None
        try:
            scores[name] = evaluate(data, own, before, **common) if wanted is None else score(data, wanted, **common)
        except LubdubError as error:
            raise type(error)(f"{name}: {error}") from error
    random = np.random.default_rng(seed)
    rows = []
    for name, found in scores.items():
        flat = found.flat()
        for key, figure, unit in FIGURES:
            values = np.array([value for each in flat if (value := each.get(key)) is not None], np.float64)
            low: float | None = None
            high: float | None = None
            if len(values) >= 4:
                means = values[random.integers(0, len(values), (2000, len(values)))].mean(axis=1)
                low, high = map(float, np.quantile(means, (0.025, 0.975)))
            rows.append({"filter": name, "figure": figure, "unit": unit, "mean": float(values.mean()) if len(values) else None,
                         "low": low, "high": high, "recordings": len(values)})
    return Comparison(scores, rows)
