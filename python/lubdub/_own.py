"""Zones and beats of your own estimates, from any filter or model."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from ._columns import numbers, times
from ._errors import LubdubError
from ._inputs import is_one
from ._measure import calibrate, score
from ._session import Session, run, run_trace, announced
from ._settings import SettingsLike, known
from ._table import Table
from ._trace import take
from ._tuning import tune

Zones: TypeAlias = "np.ma.MaskedArray[Any, np.dtype[np.int8]]"
"""Zones, counted from the nearest, masked for no zone."""

_REACH = 3.919927969080108
"""The width of a 95% interval in standard deviations."""


def heartbeat(t_s: Any, distance_m: Any, low_m: Any = None, high_m: Any = None, settings: SettingsLike = None) -> Session:
    """Computes zones and beats from distances that you have estimated, to export, render, and show them.

    Lubdub does not filter, correct, or reject the distances: each row has one estimate, with the given distance and
    interval.
    For zones, a distance below zero is zero, and the width of the interval is 3.92 standard deviations.

    Args:
        t_s: Times: seconds, dates, or durations, in order.
        distance_m: Distances in m, also below zero; NaN for no estimate.
        low_m: The lower ends of the 95% intervals in m; without them, distances count as exact.
        high_m: The upper ends of the 95% intervals in m.
        settings: As for `run`; settings of estimators and calibration have no effect.

    Raises:
        TraceError: A row has no time, or an earlier time than the row before, or a number is not finite.
    """
    return _session(t_s, distance_m, low_m, high_m, settings)


def zones(t_s: Any, distance_m: Any, low_m: Any = None, high_m: Any = None, settings: SettingsLike = None) -> Zones:
    """Returns the zone after each of your estimated distances, by a rule that avoids rapid changes; see `heartbeat`.

    Returns:
        Zones, counted from the nearest, as a masked array of int8, shape (rows,).
    """
    return heartbeat(t_s, distance_m, low_m, high_m, settings).estimates["zone"]


def _session(t_s: Any, distance_m: Any, low_m: Any, high_m: Any, settings: SettingsLike) -> Session:
    if (low_m is None) != (high_m is None):
        raise LubdubError("an interval has two ends: give both low_m and high_m, or neither")
    found: dict[str, Any] = {"distance_m": numbers(distance_m, "distance_m")}
    found["low_m"] = found["distance_m"] if low_m is None else numbers(low_m, "low_m")
    found["high_m"] = found["distance_m"] if high_m is None else numbers(high_m, "high_m")
    if any(not isinstance(values, np.ndarray) for values in found.values()):
        raise LubdubError("distance_m, low_m, or high_m has texts, expected numbers")
    distance, low, high = found.values()
    if len({*map(len, found.values())}) > 1 or (high < low).any():
        raise LubdubError("high_m is below low_m, or they do not have as many values as distance_m")
    rows = {"t_s": times(t_s, "t_s"), "range_m": np.maximum(distance, 0)}
    if low_m is not None:
        with np.errstate(invalid="ignore"):  # Infinite ends are rejected below.
            rows["sd_m"] = (high - low) / _REACH
    trace = take(Table(rows), {"strict": True, "mend_clock": "keep"})
    # Options for reading tables are not arguments here.
    trace.notes = [note.replace("say so: columns=", "convert it, as would columns=") for note in trace.notes]
    return announced(run_trace(trace, "recording 1", _given(settings), given=found))


def _given(settings: SettingsLike) -> Any:
    return {**known(settings), "estimator": "given"}


class Ranger:
    """`run`, `calibrate`, and `tune` as an estimator for searches and cross-validation in scikit-learn.

    `X` is a recording or a list of recordings; `y` is the true distances of one recording, or `None` if recordings have
    `truth_m`.

        from sklearn.model_selection import cross_val_score
        cross_val_score(lubdub.Ranger(), walks, cv=5)
    """

    _names = ("settings", "over", "budget", "seed")
    settings_: Any
    """The settings that `fit` found, by dotted key."""

    def __init__(self, settings: SettingsLike = None, over: Any = None, budget: int = 50, seed: int = 1) -> None:
        """Creates a ranger with initial settings; `fit` searches the settings `over`, or calibrates without `over`."""
        self.settings: SettingsLike = settings
        self.over, self.budget, self.seed = over, budget, seed

    def __sklearn_tags__(self) -> Any:
        from sklearn.base import BaseEstimator

        return BaseEstimator().__sklearn_tags__()

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Returns the arguments of the constructor."""
        return {name: getattr(self, name) for name in self._names}

    def set_params(self, **params: Any) -> Ranger:
        """Changes arguments of the constructor."""
        for name, value in params.items():
            if name not in self._names:
                raise ValueError(f"there is no parameter {name}; there are {', '.join(self._names)}")
            setattr(self, name, value)
        return self

    def fit(self, X: Any, y: Any = None) -> Ranger:
        """Calibrates on recordings with truth, or tunes on them."""
        data = _with_truth(X, y)
        before: Any = known(self.settings)
        if self.over is None:
            self.settings_ = {**before, **calibrate(data).settings}
        else:
            tuned = tune(data, before, over=self.over, budget=self.budget, seed=self.seed)
            self.settings_ = {**before, **tuned.changes}
        return self

    def predict(self, X: Any) -> Any:
        """Returns the distance after each row in m, NaN for rejected rows of a table; for several recordings, a list.

        Before `fit`, it uses the settings of the constructor."""
        found: Any = run(X, getattr(self, "settings_", self.settings))
        return [_distances(one) for one in found] if isinstance(found, list) else _distances(found)

    def score(self, X: Any, y: Any = None) -> float:
        """Returns the negative root mean square of the errors in m, so that more is better."""
        found = score(_with_truth(X, y), getattr(self, "settings_", self.settings)).total["range"]
        return -float(found["rmse_m"]) if found else float("nan")


def _distances(session: Session) -> Any:
    places, estimates = session._rows.places, session.estimates
    if places is None or not len(places):
        return estimates["distance_m"]
    found = np.full(session._rows.table_rows, np.nan)
    found[places] = estimates["distance_m"]
    return found


def _with_truth(X: Any, y: Any) -> Any:
    if y is None:
        return X
    if not is_one(X):
        raise LubdubError("y is the truth of one recording; for several, give each a column truth_m")
    trace = take(X, {})
    return Table({**{name: trace.raw(name) for name in trace.keys()}, "truth_m": numbers(y, "y")})
