"""Zones, beats and scores of estimates of one's own, from any filter or model."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._columns import numbers, times
from ._errors import LubdubError
from ._groups import SettingsBase
from ._measure import Scores, calibrate, score
from ._session import Session, run
from ._settings import SettingsLike
from ._table import Table
from ._trace import take
from ._tuning import tune

_REACH = 3.919927969080108
"""How many standard deviations a 95 % interval is wide."""


def heartbeat(
    t_s: Any, distance_m: Any, low_m: Any = None, high_m: Any = None, settings: SettingsLike = None
) -> Session:
    """Zones and beats of distances that you have estimated: what is felt of them, to export, render and show.

    Nothing is filtered or corrected: distances are taken as they are, with what you know of their errors.

    Args:
        t_s: Times: seconds, dates or durations, in order.
        distance_m: Distances in m; NaN for none.
        low_m: The lower end of their 95 % interval in m; without it they count as exact.
        high_m: The upper end.
        settings: As for `run`; what they say of estimators and calibration is left alone.

    Warns:
        LubdubWarning: Rows were refused.
    """
    return run(_rows(t_s, distance_m, low_m, high_m), _given(settings))


def zones(t_s: Any, distance_m: Any, low_m: Any = None, high_m: Any = None, settings: SettingsLike = None) -> Any:
    """The zone after each of the distances that you have estimated, by the rule that does not flap; see `heartbeat`.

    Returns:
        Zones, counted from the nearest, as a masked array of int8, shape (rows,).
    """
    return heartbeat(t_s, distance_m, low_m, high_m, settings).estimates.zone


def evaluate(
    t_s: Any, distance_m: Any, truth_m: Any, low_m: Any = None, high_m: Any = None, settings: SettingsLike = None
) -> Scores:
    """Scores distances that you have estimated against the truth, by the definitions of `score`; see `heartbeat`."""
    table = _rows(t_s, distance_m, low_m, high_m)
    return score(Table({**dict(table.items()), "truth_m": numbers(truth_m, "truth_m")}), _given(settings))


def _rows(t_s: Any, distance_m: Any, low_m: Any, high_m: Any) -> Table:
    if (low_m is None) != (high_m is None):
        raise LubdubError("an interval has two ends: give both low_m and high_m, or neither")
    found = {"t_s": times(t_s, "t_s"), "range_m": numbers(distance_m, "distance_m")}
    if low_m is not None:
        low, high = numbers(low_m, "low_m"), numbers(high_m, "high_m")
        if len(low) != len(high) or (high < low).any():  # type: ignore[operator]
            raise LubdubError("high_m lies below low_m, or they have not as many values")
        found["sd_m"] = (high - low) / _REACH  # type: ignore[operator]
    for name, values in found.items():
        if not isinstance(values, np.ndarray):
            raise LubdubError(f"{name} holds texts, expected numbers")
    return Table(found)


def _known(settings: SettingsLike) -> dict[str, Any]:
    return settings.changes() if isinstance(settings, SettingsBase) else dict(settings or {})


def _given(settings: SettingsLike) -> Any:
    return {**_known(settings), "estimator": "given"}


class Ranger:
    """`run`, `calibrate` and `tune` in the manner of scikit-learn, for its searches and cross-validation.

    `X` is a recording or a list of them; `y` the true distances of one, or `None` where recordings have `truth_m`.

        from sklearn.model_selection import cross_val_score
        cross_val_score(lubdub.Ranger(), walks, cv=5)
    """

    _names = ("settings", "over", "budget", "seed")
    settings_: Any
    """What `fit` has found, by dotted key."""

    def __init__(self, settings: SettingsLike = None, over: Any = None, budget: int = 50, seed: int = 1) -> None:
        """Takes settings to begin with, and with `over` what `tune` searches; without, `fit` calibrates."""
        self.settings, self.over, self.budget, self.seed = settings, over, budget, seed

    def __sklearn_tags__(self) -> Any:
        from sklearn.base import BaseEstimator

        return BaseEstimator().__sklearn_tags__()

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The arguments of the constructor."""
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
        known = _known(self.settings)
        if self.over is None:
            self.settings_ = {**known, **calibrate(data).settings}
        else:
            tuned = tune(data, known, over=self.over, budget=self.budget, seed=self.seed, folds=0)  # type: ignore[arg-type]
            self.settings_ = {**known, **tuned.changes}
        return self

    def predict(self, X: Any) -> Any:
        """The distance after each row in m, or of several recordings a list of such arrays."""
        found: Any = run(X, getattr(self, "settings_", self.settings))
        return [one.estimates.distance_m for one in found] if isinstance(found, list) else found.estimates.distance_m

    def score(self, X: Any, y: Any = None) -> float:
        """The root mean square of the errors in m, below 0 so that more is better."""
        found = score(_with_truth(X, y), getattr(self, "settings_", self.settings)).total["range"]
        return -float(found["rmse_m"]) if found else float("nan")


def _with_truth(X: Any, y: Any) -> Any:
    if y is None:
        return X
    trace = take(X, {})
    return Table({**{name: trace.raw(name) for name in trace.keys()}, "truth_m": numbers(y, "y")})
