"""From UWB and Bluetooth ranging to proximity zones and lub-dub haptics: numpy in, numpy out.

    import lubdub

    session = lubdub.run("walk.csv")
    session.estimates["distance_m"], session.beats["t_s"]
    session.export("ahap").write("walk.ahap")
"""

from pathlib import Path as _Path

for _other in _Path(__file__).parents[1].glob("lubdub-*.dist-info"):
    raise ImportError(
        f"{_other.name} is another package, a toolkit for ECG, which shares the name of this one's module: "
        "pip uninstall lubdub, and install the wheel of lubdub-ranging again")

from . import tool
from ._close import CloseScores, close
from ._errors import FormatError, LubdubError, LubdubWarning, NothingToDoError, SettingsError, TraceError
from ._estimates import Estimates
from ._evaluate import Comparison, compare_filters, evaluate
from ._groups import catalog
from ._library import library as _library
from ._measure import Calibration, Scores, calibrate, score
from ._own import Ranger, heartbeat, zones
from ._pipeline import Pipeline, Update
from ._schema import Settings
from ._session import Session, estimate, run
from ._table import Table
from ._timeline import Export, Timeline, read_haptics
from ._trace import Trace, read, split
from ._tuning import Tuning, tune

__version__: str = _library.lubdub_version().decode()

__all__ = [
    "Calibration", "CloseScores", "Comparison", "Estimates", "Export", "FormatError", "LubdubError", "LubdubWarning",
    "NothingToDoError", "Pipeline", "Ranger", "Scores", "Session", "Settings", "SettingsError", "Table",
    "Timeline", "Trace", "TraceError", "Tuning", "Update", "calibrate", "catalog", "close", "compare_filters",
    "estimate", "evaluate", "heartbeat", "read", "read_haptics", "run", "score", "split", "tool", "tune", "zones",
]
