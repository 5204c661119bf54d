"""Drawings of a session: a small HTML drawing for notebooks, and a matplotlib drawing."""

from __future__ import annotations

import base64
import html
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._errors import needed
from ._estimates import Estimates
from ._table import Table

_WIDTH, _HEIGHT, _MOST = 640, 160, 400


def drawing(estimates: Estimates, beats: Table, duration_s: float, title: str) -> str:
    """Returns the distance with its interval, the beats below it, and a title, as HTML with SVG."""
    step = max(1, len(estimates) // _MOST)
    times = estimates["t_s"][::step] - (estimates["t_s"][0] if len(estimates) else 0)
    low, middle, high = (estimates[name][::step] for name in ("low_m", "distance_m", "high_m"))
    known = np.isfinite(middle) & np.isfinite(low) & np.isfinite(high)
    title = html.escape(title)
    if not known.any():
        return f"<p>{title}</p>"
    end = max(duration_s, float(times[-1]), 1e-9)
    top = max(float(np.max(high[known])), 1e-9)
    across = times[known] / end * _WIDTH

    def up(values: NDArray[Any]) -> NDArray[Any]:
        share: NDArray[Any] = np.clip(values[known], 0, None) / top
        return _HEIGHT * (1 - share)

    band = [*_points(across, up(high)), *reversed(_points(across, up(low)))]
    ticks = "".join(f"M{x:.1f} {_HEIGHT + 4}v8" for x in beats["t_s"][:: max(1, len(beats) // _MOST)] / end * _WIDTH)
    return (
        f'<figure style="margin:0"><svg viewBox="0 0 {_WIDTH} {_HEIGHT + 14}" width="{_WIDTH}" role="img" '
        f'aria-label="{title}"><polygon points="{" ".join(band)}" fill="#3a7" opacity=".25"/>'
        f'<polyline points="{" ".join(_points(across, up(middle)))}" fill="none" stroke="#274"/>'
        f'<path d="{ticks}" stroke="#b33"/></svg><figcaption>{title}; distance 0 to {top:.3g} m, '
        f"{end:.3g} s, beats in red</figcaption></figure>")


def _points(across: NDArray[Any], up: NDArray[Any]) -> list[str]:
    return [f"{x:.1f},{y:.1f}" for x, y in zip(across, up, strict=True)]


def table_of(title: str, rows: Iterable[tuple[str, Any, str]]) -> str:
    """Returns a title and a table of names, values, and notes, as HTML."""
    def cell(value: Any) -> str:
        return html.escape("" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value))

    lines = "".join(f"<tr><th>{cell(name)}</th><td>{cell(value)}</td><td>{cell(more)}</td></tr>" for name, value, more in rows)
    return f"<p>{html.escape(title)}</p><table><tbody>{lines}</tbody></table>"


def plot(estimates: Estimates, zone_changes: list[dict[str, Any]], beats: Table, axes: Any = None) -> Any:
    """Draws distance, interval, zone changes, and beats on matplotlib axes."""
    pyplot = needed("matplotlib.pyplot", "a plot needs matplotlib: pip install matplotlib")
    axes = axes if axes is not None else pyplot.subplots(figsize=(9, 3.2), layout="constrained")[1]
    times = estimates["t_s"] - (estimates["t_s"][0] if len(estimates) else 0)
    axes.fill_between(
        times, estimates["low_m"], estimates["high_m"], color="tab:green", alpha=0.25, label="95% interval")
    axes.plot(times, estimates["distance_m"], color="tab:green", label="distance")
    for index, change in enumerate(zone_changes):
        axes.axvline(change["t_s"], color="0.6", linewidth=0.8, label=None if index else "change of zone")
    axes.plot(beats["t_s"], np.zeros(len(beats)), "|", color="tab:red", label="beats")
    known = estimates["high_m"][np.isfinite(estimates["high_m"])]
    # The first intervals are wide, so the scale fits the intervals after them.
    top = 1.2 * float(np.percentile(known, 95)) if len(known) else None
    axes.set(xlabel="s", ylabel="m", ylim=(0, top))
    axes.legend(loc="upper right")
    return axes


class Page:
    """A page in HTML. A notebook shows it; `write` saves it."""

    def __init__(self, content: bytes) -> None:
        self.content = content

    def write(self, path: Any) -> None:
        """Writes the page."""
        with open(path, "wb") as file:
            file.write(self.content)

    def __repr__(self) -> str:
        return f"Page({len(self.content)} bytes)"

    def _repr_html_(self) -> str:
        inside = html.escape(self.content.decode("utf-8", "replace"), quote=True)
        return f'<iframe srcdoc="{inside}" width="100%" height="720" style="border:0"></iframe>'


class Sound:
    """A sound as a WAV file. A notebook plays it."""

    def __init__(self, content: bytes) -> None:
        self.content = content

    def __repr__(self) -> str:
        return f"Sound({len(self.content)} bytes)"

    def _repr_html_(self) -> str:
        data = base64.b64encode(self.content).decode()
        return f'<audio controls src="data:audio/wav;base64,{data}"></audio>'
