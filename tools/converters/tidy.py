"""Traces as `lubdub` reads them: the columns in their order, rows in the order of time, four decimals."""
import numpy
import pandas

COLUMNS = ["t_s", "source", "range_m", "rssi_dbm", "truth_m"]


def tidy(table: pandas.DataFrame) -> pandas.DataFrame:
    table = table.copy()
    for name in COLUMNS:
        if name not in table:
            table[name] = numpy.nan
    table = table[COLUMNS + [name for name in table.columns if name not in COLUMNS]]
    table = table.sort_values("t_s", kind="stable")
    for name in table.columns:
        if table[name].dtype.kind == "f":
            table[name] = table[name].round(4)
    return table


def distances(points: numpy.ndarray, place: numpy.ndarray) -> numpy.ndarray:
    """How far each of some points, one a row, is from a place, in m."""
    return numpy.linalg.norm(points - place, axis=1)


def interpolated(times: numpy.ndarray, known_times: numpy.ndarray, values: numpy.ndarray) -> numpy.ndarray:
    """Values, one column each, at other times, on straight lines between the times at which they are known."""
    columns = [numpy.interp(times, known_times, values[:, column]) for column in range(values.shape[1])]
    return numpy.stack(columns, -1)
