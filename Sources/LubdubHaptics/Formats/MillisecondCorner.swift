/// A corner of a course for players that count milliseconds.
struct MillisecondCorner {
  var time: Int
  var level: Level

  /// The corners of a course, each at a different millisecond: simultaneous corners are moved apart. If this would move a
  /// corner by a distance that can be felt, only the first and the last corner of each millisecond are moved, by 1 ms; if
  /// there is no room, the course is read at the milliseconds of its corners, and next to milliseconds with several corners.
  static func corners(
    of ramps: [EnvelopeSegment], _ range: ClosedRange<Int>, _ loss: inout LossReport
  ) -> [MillisecondCorner] {
    var corners: [MillisecondCorner] = []
    for point in ramps.flatMap({ $0.points }) {
      let corner = MillisecondCorner(
        time: Int((point.time * 1000).rounded()), level: point.level)
      if let last = corners.last, last.time == corner.time, last.level == corner.level { continue }
      corners.append(corner)
    }
    if let apart = movedApart(corners, range, by: 3) { return apart }
    loss.note(.resampledCurve, of: .continuous, by: 0.001)
    if let apart = movedApart(ends(of: corners), range, by: 1) { return apart }
    let crowded = zip(corners, corners.dropFirst()).filter { $0.time == $1.time }.map { $0.0.time }
    let times = Set(
      (corners.map { $0.time } + crowded.flatMap { [$0 - 1, $0 + 1] })
        .map { min(max($0, range.lowerBound), range.upperBound) }
        + [range.lowerBound, range.upperBound])
    return times.inOrder { $0 < $1 }.map { time in
      let seconds = Double(time) / 1000
      let ramp = ramps.partitioningIndex { $0.end >= seconds }
      return MillisecondCorner(
        time: time, level: ramps[min(ramp, ramps.count - 1)].level(at: seconds))
    }
  }

  /// The first and the last corner of each millisecond.
  private static func ends(of corners: [MillisecondCorner]) -> [MillisecondCorner] {
    corners.indices.filter { index in
      index == 0 || index == corners.count - 1
        || corners[index - 1].time != corners[index].time
        || corners[index + 1].time != corners[index].time
    }.map { corners[$0] }
  }

  /// The corners at different milliseconds of a range, with the first and the last at its ends; `nil` when a corner would move
  /// by more than `most` milliseconds.
  static func movedApart(
    _ corners: [MillisecondCorner], _ range: ClosedRange<Int>, by most: Int
  ) -> [MillisecondCorner]? {
    guard corners.count > 1, corners.count <= range.count else { return nil }
    var times = corners.map { min(max($0.time, range.lowerBound), range.upperBound) }
    (times[0], times[times.count - 1]) = (range.lowerBound, range.upperBound)
    for index in times.indices.dropFirst() {
      times[index] = max(times[index], times[index - 1] + 1)
    }
    times[times.count - 1] = range.upperBound
    for index in times.indices.dropLast().reversed() {
      times[index] = min(times[index], times[index + 1] - 1)
    }
    guard times[0] == range.lowerBound,
      zip(corners, times).allSatisfy({ abs($0.time - $1) <= most })
    else { return nil }
    return zip(corners, times).map { MillisecondCorner(time: $1, level: $0.level) }
  }
}
