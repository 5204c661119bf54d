/// One value over time as files state it: points in the order of time, straight between them. Two points of one
/// time are a jump.
struct Course {
  struct Point: Hashable {
    var time: Double
    var value: Double
  }

  private(set) var points: [Point] = []

  /// Points in any order; those of one time keep theirs.
  init(_ points: [Point] = []) {
    self.points = points
    self.points.sortByTime { $0.time }
  }

  /// The value just before or just after a time. Before the first point and after the last its value holds; `nil`
  /// without a point.
  func value(at time: Double, fromLeft: Bool) -> Double? {
    Self.value(of: points, at: time, fromLeft: fromLeft)
  }

  static func value(of points: [Point], at time: Double, fromLeft: Bool) -> Double? {
    let next = points.partitioningIndex { fromLeft ? $0.time >= time : $0.time > time }
    guard next > 0 else { return points.first?.value }
    let left = points[next - 1]
    guard next < points.count else { return left.value }
    let right = points[next]
    guard right.time > time else { return right.value }
    return left.value + (right.value - left.value) * (time - left.time) / (right.time - left.time)
  }

  /// Intensity and sharpness at every time of a span at which one of them bends, both sides where one jumps.
  /// Without a point the intensity is 1, the sharpness 0.5.
  static func joined(
    _ intensity: Course, _ sharpness: Course, from start: Double, to end: Double
  ) -> [EnvelopePoint] {
    let inner = (intensity.points + sharpness.points).map { $0.time }
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
  /// Puts elements in the order of time; those of one time keep their order.
  ///
  /// - Returns: The index of the first that stood after a later one; `nil` where they were in order.
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
      "the keyframe stands after a later one; they are played in the order of time",
      cure: "sort the keyframes")
  }
}
