"""A trolley with three tags among eight anchors in a room, motion capture."""
import numpy
import pandas
from scipy.optimize import minimize

from tidy import interpolated, tidy

FOLDER = "Planar_Dataset/Dynamic/"
DAY = pandas.Timestamp("2022-08-15")
TAGS = numpy.array([[-0.0689, -0.1423, 0.0011], [-0.0750, 0.1402, 0.0016], [0.2034, 0.1451, -0.0008]])
"""The tags in the frame of the trolley, in m."""
ANCHORS = numpy.array([
    [-3.4203, 3.0053, 1.0442], [0.0016, 3.0110, 1.0446], [3.6056, 2.9795, 1.0463], [3.6011, -0.0008, 1.0422],
    [3.5674, -3.0087, 1.0443], [-0.0072, -2.9652, 1.0444], [-3.4673, -2.9587, 1.0445], [-3.4858, -0.0098, 1.0457]])
"""The anchors in the room, in m."""
# The quaternion is logged with Y upwards and the position with Z: two of its members make the heading.
HEADINGS = [(1, 3), (0, 3), (2, 3), (3, 0), (3, 1), (2, 1)]


def traces(repository):
    for pace in ("fast", "mid"):
        yield from walk(repository, pace)


def seconds(column):
    return (pandas.to_datetime(column) - DAY).dt.total_seconds().values


def walk(repository, pace):
    logged = repository.table(f"{FOLDER}UWB_dynamic_exp_{pace}.csv", header=None)
    captured = repository.table(f"{FOLDER}motion_capture_dynamic_exp_{pace}.csv", header=None, skiprows=1)
    ranges = logged[list(range(1, 25))].apply(pandas.to_numeric, errors="coerce").values
    place, turn = captured[[1, 2, 3]].values.astype(float), captured[[4, 5, 6, 7]].values.astype(float)
    is_known = numpy.isfinite(place).all(1) & numpy.isfinite(turn).all(1)
    course = Course(seconds(logged[0]), seconds(captured[0])[is_known], place[is_known], ranges)
    heading, sign, turned, shift = course.fit(turn[is_known])
    times, known = course.times, course.known_times
    truth = course.distances((turned, shift), heading, sign, numpy.arange(len(times)))
    is_inside = (times + shift >= known[0]) & (times + shift <= known[-1])
    for tag in range(len(TAGS)):
        for anchor in range(len(ANCHORS)):
            column = anchor * len(TAGS) + tag
            rows = is_inside & numpy.isfinite(ranges[:, column])
            yield f"uwb_lias_mocap/{pace}_a{anchor}_t{tag}", tidy(pandas.DataFrame({
                "t_s": times[rows] - times[0], "source": "uwb", "range_m": ranges[rows, column],
                "truth_m": truth[rows, column]}))


class Course:
    """The trolley by motion capture, and the ranges that it is fitted to: its heading and the shift of its clock are not logged."""

    def __init__(self, times, known_times, places, ranges):
        self.times, self.known_times, self.places, self.ranges = times, known_times, places, ranges
        self.sample = numpy.linspace(0, len(times) - 1, 1500).astype(int)

    def distances(self, change, heading, sign, rows):
        """The distance of each anchor and tag at some rows, with the heading turned by an angle and the clock moved by a shift."""
        angle = sign * heading + change[0]
        cosine, sine = numpy.cos(angle), numpy.sin(angle)
        found = numpy.empty((len(rows), len(ANCHORS) * len(TAGS)))
        for number, tag in enumerate(TAGS):
            offset = numpy.stack(
                [cosine * tag[0] - sine * tag[1], sine * tag[0] + cosine * tag[1], 0 * angle + tag[2]], -1)
            places = interpolated(self.times[rows] + change[1], self.known_times, self.places + offset)
            for anchor, place in enumerate(ANCHORS):
                found[:, anchor * len(TAGS) + number] = numpy.linalg.norm(places - place, axis=1)
        return found

    def spread(self, change, heading, sign):
        errors = self.ranges[self.sample] - self.distances(change, heading, sign, self.sample)
        return numpy.nanmean(numpy.abs(errors - numpy.nanmedian(errors, 0)))

    def fit(self, turns):
        """The heading, its sign, the angle that it is turned by, and the shift in s, at which the errors spread least."""
        best = None
        for first, second in HEADINGS:
            heading = numpy.unwrap(2 * numpy.arctan2(turns[:, first], turns[:, second]))
            for sign in (1, -1):
                for angle in numpy.arange(0, 2 * numpy.pi, numpy.pi / 4):
                    spread = self.spread((angle, 0.0), heading, sign)
                    if best is None or spread < best[0]:
                        best = (spread, heading, sign, angle)
        _, heading, sign, angle = best
        simplex = [(angle, 0), (angle + 0.2, 0.05), (angle - 0.1, -0.2)]
        found = minimize(self.spread, (angle, 0.0), args=(heading, sign), method="Nelder-Mead",
                         options={"initial_simplex": simplex})
        return heading, sign, found.x[0], found.x[1]
