"""Timelines: beats and haptic events, in every haptic format and as sound."""

from __future__ import annotations

import html
import operator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._calls import watched
from ._errors import FormatError, LubdubError
from ._library import Answer, library, options
from ._pictures import Sound, table_of
from ._schema import AndroidStyle, HapticFormat, Looping
from ._sources import PathLike, content
from ._table import Table


class Timeline:
    """Beats and haptic events, from a session or from a haptic file.

    You can export a timeline in any haptic format and render it as sound.
    """

    _answer: Answer

    def __init__(self, answer: Answer) -> None:
        self._answer = answer

    @property
    def beats(self) -> Table:
        """One row per beat: `t_s`, `interval_s`, `intensity` (0 to 1), `zone` (from the nearest); float64."""
        return beats_of(self._answer)

    @property
    def events(self) -> Table:
        """One row per event: `t_s`, `duration_s` (0: a transient), `intensity`, `sharpness`; float64."""
        return _table(self._answer, "event", {
            "t_s": "time", "duration_s": "duration", "intensity": "intensity", "sharpness": "sharpness"})

    @property
    def details(self) -> dict[str, Any]:
        """The other members of the timeline document: `duration_s`, `zone_changes`, `against_truth` …"""
        found: dict[str, Any] = self._answer.json("session")
        return found

    @property
    def duration_s(self) -> float:
        """The duration from the first row to the end, in s."""
        return float(self.details["duration_s"])

    def export(
        self, format: HapticFormat = "json", *, name: str | None = None, android_style: AndroidStyle | None = None,
        looping: Looping | None = None,
        curve_point_limit: int | None = None, separate_transients: bool = False,
    ) -> Export:
        """Returns the timeline in a haptic format, with the bytes that ``lubdub export`` writes.

        Args:
            format: `json`, `ahap`, `hjif`, `haptic` …; the error for an unknown format lists all.
            name: The name inside the file, for formats that have one.
            android_style: The form of effects for Android.
            looping: The loop, for formats that can loop.
            curve_point_limit: The largest number of points of a curve, for formats that have curves.
            separate_transients: Whether transients stay separate from continuous events.

        Raises:
            FormatError: The format cannot contain the timeline.
        """
        call = options({
            "format": format, "name": name, "androidStyle": android_style, "looping": looping,
            "curvePointLimit": curve_point_limit, "separateTransients": separate_transients or None})
        source = self._answer.timeline
        answer = watched(lambda: Answer(library.lubdub_export(source.handle, *call)))
        files = {part.partition(".")[2]: answer.bytes(part) for part in answer.names if part.partition(".")[0] == "file"}
        return Export(files, answer.text("extension"), answer.json("loss"))

    def render(self, sample_rate: int = 48000) -> NDArray[np.float32]:
        """Renders the timeline as sound, like ``lubdub run -o walk.wav``.

        Returns:
            Samples of one channel, -1 to 1, shape (samples,), float32.
        """
        return self._rendered(sample_rate, is_file=False).numbers("samples", np.float32)

    def wav(self, sample_rate: int = 48000) -> bytes:
        """Returns the timeline as the bytes of a WAV file, 16 bit, one channel; see `render`."""
        return self._rendered(sample_rate, is_file=True).bytes("wav")

    def audio(self, sample_rate: int = 48000) -> Sound:
        """Returns the timeline as a sound that a notebook plays."""
        return Sound(self.wav(sample_rate))

    def _rendered(self, sample_rate: int, is_file: bool) -> Answer:
        if isinstance(sample_rate, bool) or not hasattr(sample_rate, "__index__"):
            raise LubdubError(f"sample_rate is {sample_rate!r}, expected a whole number of samples per second")
        source, call = self._answer.timeline, options({"sampleRate": operator.index(sample_rate), "file": is_file})
        return watched(lambda: Answer(library.lubdub_render(source.handle, *call)))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.beats.rows} beats, {self.events.rows} events, {self.duration_s:g} s)"

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(repr(self))}</p>{self.events._repr_html_()}"


def beats_of(answer: Answer) -> Table:
    """Returns the beats of a result, in the form of `Timeline.beats`."""
    return _table(answer, "beat", {"t_s": "time", "interval_s": "interval", "intensity": "intensity", "zone": "zone"})


def _table(answer: Answer, kind: str, columns: dict[str, str]) -> Table:
    return Table({name: answer.numbers(f"{kind}_{part}") for name, part in columns.items()})


@dataclass(frozen=True, repr=False)
class Export:
    """A timeline in a haptic format."""

    files: dict[str, bytes]
    """The files by label; a single file has the label ``""``."""
    extension: str
    """The extension of the files."""
    loss: dict[str, Any]
    """The losses: the parts that the format cannot contain."""

    @property
    def content(self) -> bytes:
        """The only file, or the first."""
        return next(iter(self.files.values()))

    def __repr__(self) -> str:
        sizes = ", ".join(f"{label or 'file'}: {len(content)} bytes" for label, content in self.files.items())
        return f"Export({self.extension}; {sizes})"

    def _repr_html_(self) -> str:
        return table_of(repr(self), [(label or "file", len(found), "bytes") for label, found in self.files.items()])

    def write(self, path: PathLike) -> list[Path]:
        """Writes the file; several files get their labels before the extension. Returns the paths."""
        target = Path(path)
        written = []
        for label, content in self.files.items():
            place = target.with_name(f"{target.stem}.{label}{target.suffix}") if label else target
            place.write_bytes(content)
            written.append(place)
        return written


def read_haptics(source: PathLike | bytes | Any, name: str | None = None) -> Timeline:
    """Reads a haptic file of any known format: AHAP, HJIF, Android XML, JSON …

    Args:
        source: A path, an open file, or the content of a file.
        name: The name of the file; its extension decides if the content does not determine the format.

    Raises:
        FormatError: The file is not a haptic file, or is damaged.
    """
    found, label = content(source, FormatError)
    text = (name or label or "").encode("utf-8", "replace")
    return Timeline(Answer(library.lubdub_read(found, len(found), text, len(text))))
