/// One value over time as files state it: points in the order of time, with straight lines between them, or the roots of
/// straight lines. Two points at the same time are a jump.
struct Course {
  struct Point: Hashable {
    var time: Double
    var value: Double
  }

  private(set) var points: [Point] = []
  private let isRoot: Bool

  /// Sorts points by time; simultaneous points keep their order. The squares of roots are straight between them.
  init(_ points: [Point] = [], isRoot: Bool = false) {
    self.points = points
    self.isRoot = isRoot
    self.points.sortByTime { $0.time }
  }

  /// The times at which straight lines end; roots are split into straight lines within their tolerance.
  private var bends: [Double] { points.map { $0.time } + (isRoot ? SquareLaw.bends(points) : []) }

  /// The value just before or just after a time. Before the first point and after the last point, the value is constant;
  /// `nil` if there are no points.
  func value(at time: Double, fromLeft: Bool) -> Double? {
    Self.value(of: points, at: time, fromLeft: fromLeft, isRoot: isRoot)
  }

  static func value(
    of points: [Point], at time: Double, fromLeft: Bool, isRoot: Bool = false
  ) -> Double? {
    let next = points.partitioningIndex { fromLeft ? $0.time >= time : $0.time > time }
    guard next > 0 else { return points.first?.value }
    let left = points[next - 1]
    guard next < points.count else { return left.value }
    let right = points[next]
    guard right.time > time else { return right.value }
    return between(left, right, at: time, isRoot)
  }

  private static func between(
    _ from: Point, _ to: Point, at time: Double, _ isRoot: Bool
  ) -> Double {
    let value = line(from, to, at: time, isRoot)
    return isRoot ? max(value, 0).squareRoot() : value
  }

  /// The value of the straight line through two points; for roots, of the straight line through the squares of the roots.
  private static func line(
    _ from: Point, _ to: Point, at time: Double, _ isRoot: Bool
  ) -> Double {
    let (first, last) = (plain(from.value, isRoot), plain(to.value, isRoot))
    return first + (last - first) * (time - from.time) / (to.time - from.time)
  }

  private static func plain(_ value: Double, _ isRoot: Bool) -> Double {
    isRoot ? value * value : value
  }

  /// The indices of the points that a file needs. Omits points that a reader finds again, to the last digit, on the straight
  /// line between two others, and then points of the file itself that are on a line except for their rounding. So a course that
  /// was read keeps the points of its file, and is written identically.
  func needed(always isKept: (Int) -> Bool = { _ in false }) -> [Int] {
    guard !points.isEmpty else { return [] }
    func plain(_ index: Int) -> Double { Self.plain(points[index].value, isRoot) }
    var kept = [0]
    while let start = kept.last, start + 1 < points.count {
      let from = points[start]
      var (least, most) = (-Double.infinity, Double.infinity)
      // The next needed point is not beyond the first point that a line through all previous points misses.
      var next = start + 1
      while next < min(points.count, start + Self.longestLine), points[next].time > from.time {
        let (run, rise) = (points[next].time - from.time, plain(next) - plain(start))
        least = max(least, (rise - Self.rounding) / run)
        most = min(most, (rise + Self.rounding) / run)
        guard least <= most else { break }
        next += 1
        if isKept(next - 1) { break }
      }
      let end = (start + 1..<max(next, start + 2)).last { end in
        (start + 1..<end).allSatisfy { index in
          let found = Self.between(from, points[end], at: points[index].time, isRoot)
          return toPicoUnit(found) == points[index].value
        }
      }
      kept.append(end ?? start + 1)
    }
    var needed: [Int] = []
    for (index, next) in zip(kept, kept.dropFirst()) {
      let time = points[index].time
      if let before = needed.last, !isKept(index), points[before].time < time,
        time < points[next].time,
        abs(Self.line(points[before], points[next], at: time, isRoot) - plain(index))
          <= 5 * Self.rounding
      {
        continue
      }
      needed.append(index)
    }
    return needed + kept.suffix(1)
  }

  /// The maximum error of a value, or of its square, from rounding, and the maximum number of points of one line.
  private static let (rounding, longestLine) = (4e-12, 4096)

  /// Intensity and sharpness at every time of a span at which the intensity or the sharpness bends, with both sides of a
  /// jump. Without a point, the intensity is 1 and the sharpness 0.5.
  static func joined(
    _ intensity: Course, _ sharpness: Course, from start: Double, to end: Double
  ) -> [EnvelopePoint] {
    let inner = intensity.bends + sharpness.bends
    let times = [start] + Set(inner.filter { $0 > start && $0 < end }).inOrder() + [end]
    return times.flatMap { time in
      let sides = [true, false].map { fromLeft in
        EnvelopePoint(
          time,
          Level(
            intensity: toPicoUnit(intensity.value(at: time, fromLeft: fromLeft) ?? 1),
            sharpness: toPicoUnit(sharpness.value(at: time, fromLeft: fromLeft) ?? 0.5)))
      }
      if time == start { return [sides[1]] }
      return time == end || sides[0] == sides[1] ? [sides[0]] : sides
    }
  }
}

extension Array {
  /// Sorts elements by time; simultaneous elements keep their order.
  ///
  /// - Returns: The index of the first element that came after a later element; `nil` if the elements were in order.
  @discardableResult package mutating func sortByTime(_ time: (Element) -> Double) -> Int? {
    guard let late = indices.dropFirst().first(where: { time(self[$0]) < time(self[$0 - 1]) })
    else { return nil }
    self = inOrder { time($0) < time($1) }
    return late
  }
}

extension ReadingLog {
  mutating func sort<Keyframe>(
    _ keyframes: inout [Keyframe], at path: String, by time: (Keyframe) -> Double
  ) {
    guard let late = keyframes.sortByTime(time) else { return }
    warn(
      "keyframe-order", at: "\(path)[\(late)]",
      "the keyframe comes after a later one; keyframes are played in the order of time",
      cure: "sort the keyframes")
  }
}
