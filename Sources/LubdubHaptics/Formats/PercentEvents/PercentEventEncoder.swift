struct PercentEventEncoder {
  let limits: PercentEvent.Limits
  private(set) var events: [PercentEvent] = []
  private var loss = LossReport()
  private var ticks = Ticks()
  private var index = 0

  private typealias Corner = MillisecondCorner

  init(_ encoding: inout TimelineEncoding, _ limits: PercentEvent.Limits) throws(FormatError) {
    self.limits = limits
    for (motor, place) in encoding.places.enumerated() {
      index = motor + 1
      try add(place.timeline.events)
    }
    if encoding.places.isEmpty { try add(encoding.timeline.events) }
    let isLeft = events.contains { $0.intensity > 0 }
    guard isLeft || encoding.timeline.isSilent else { throw .nothingLeft }
    loss.note(ticks)
    loss.noteSilence(of: encoding.timeline)
    encoding.loss.merge(loss)
    events.sortByTime { Double($0.start) }
  }

  private mutating func percent(
    _ value: Double, _ kind: LossReport.Loss, _ subject: LossReport.Subject
  ) -> Double {
    let rounded = (value * 100).rounded()
    let error = rounded / 100 - value
    if abs(error) > 1e-12 { loss.note(kind, of: subject, by: error) }
    return rounded
  }

  /// Adds events, and joins overlapping vibrations: OpenHarmony's `CustomVibrationMatcher`, of devices without HD haptics,
  /// rejects overlapping vibrations ("Vibration events overlap").
  private mutating func add(_ events: [HapticEvent]) throws(FormatError) {
    let (apart, overlapCount) = EnvelopeCurve.joined(events)
    loss.note(.mergedOverlap, of: .continuous, count: overlapCount)
    for event in apart { try add(event) }
  }

  private mutating func add(_ event: HapticEvent) throws(FormatError) {
    let start = try ticks.index(of: event.time.value, in: event.subject)
    guard event.kind != .transient else {
      let intensity = percent(event.intensity, .roundedIntensity, .transient)
      let sharpness = percent(event.sharpness, .roundedSharpness, .transient)
      return events.append(
        PercentEvent(
          start: start, duration: nil, intensity: intensity, frequency: sharpness, index: index))
    }
    let end = try ticks.index(of: toNanosecond(event.end), in: .continuous)
    guard end > start else { return loss.note(.dropped, of: .continuous) }
    let pieces = pieces(Corner.corners(of: event.ramps, start...end, &loss))
    loss.note(.split, of: .continuous, count: pieces.count - 1)
    for piece in pieces { add(piece) }
  }

  // MARK: Courses

  private func pieces(_ corners: [Corner]) -> [[Corner]] {
    let (start, end) = (corners[0].time, corners[corners.count - 1].time)
    let count = (end - start + limits.longestEvent - 1) / limits.longestEvent
    var pieces: [[Corner]] = []
    for index in 0..<count {
      let from = start + (end - start) * index / count
      let until = start + (end - start) * (index + 1) / count
      let inner = corners.filter { $0.time > from && $0.time < until }
      let piece = [Self.corner(corners, at: from)] + inner + [Self.corner(corners, at: until)]
      let most = capacity(piece) - 1
      let parts = (piece.count - 1 + most - 1) / most
      for part in 0..<parts {
        let (first, last) = (
          (piece.count - 1) * part / parts, (piece.count - 1) * (part + 1) / parts
        )
        pieces.append(Array(piece[first...last]))
      }
    }
    return pieces
  }

  private static func corner(_ corners: [Corner], at time: Int) -> Corner {
    let next = corners.partitioningIndex { $0.time >= time }
    guard next > 0, corners[next].time > time else { return corners[next] }
    let (left, right) = (corners[next - 1], corners[next])
    let share = Double(time - left.time) / Double(right.time - left.time)
    return Corner(time: time, level: left.level.toward(right.level, share))
  }

  /// The number of corners of a course that fit: two points are needed to start from rest and to return to it.
  private func capacity(_ corners: [Corner]) -> Int {
    let isAtRest =
      corners.count <= limits.points.upperBound
      && corners.first?.level.intensity == 0 && corners.last?.level.intensity == 0
    return limits.points.upperBound - (limits.startsAtRest && !isAtRest ? 2 : 0)
  }

  // MARK: Events

  private mutating func add(_ corners: [Corner]) {
    let (first, start) = (corners[0].level, corners[0].time)
    let length = corners[corners.count - 1].time - start
    var course = corners.map { Corner(time: $0.time - start, level: $0.level) }
    func frequency(_ level: Level) -> Double { (level.sharpness * 100).rounded() }
    let isFlat = course.allSatisfy {
      $0.level.intensity == first.intensity && frequency($0.level) == frequency(first)
    }
    for corner in course { _ = percent(corner.level.sharpness, .roundedSharpness, .continuous) }
    // The points of a curve are at different milliseconds.
    let holdsCurve = length >= limits.points.lowerBound - 1
    guard holdsCurve || !limits.startsAtRest else { return loss.note(.dropped, of: .continuous) }
    if !holdsCurve, !isFlat {
      loss.note(.resampledCurve, of: .continuous, by: Double(length) / 1000)
    }
    if limits.startsAtRest { rest(&course, length) }
    // If there is no room for all corners, the course starts with another corner than the first.
    let base = frequency(course[0].level)
    let peak = course.map { $0.level.intensity }.max() ?? 0
    // The peak of a curve is rounded up, so that the factors stay within 1.
    let intensity =
      isFlat && !limits.startsAtRest
      ? percent(peak, .roundedIntensity, .continuous) : min(100, (peak * 100 - 1e-9).rounded(.up))
    var event = PercentEvent(
      start: start, duration: length, intensity: intensity, frequency: base, index: index)
    if holdsCurve, !isFlat || limits.startsAtRest {
      fill(&course)
      event.curve = course.map { corner in
        let factor = intensity > 0 ? corner.level.intensity * 100 / intensity : 0
        return .init(
          time: corner.time, intensity: toPicoUnit(min(factor, 1)),
          frequency: frequency(corner.level) - base)
      }
    }
    events.append(event)
  }

  /// Extends a course to start from rest and return to rest, each within a millisecond if there is room.
  private mutating func rest(_ course: inout [Corner], _ length: Int) {
    var points = course
    for (isStart, corner) in [(true, course[0]), (false, course[course.count - 1])]
    where corner.level.intensity > 0 {
      loss.note(.ramp, of: .continuous, by: 0.001)
      let silent = Corner(time: corner.time, level: .silent(corner.level.sharpness))
      points.insert(silent, at: isStart ? 0 : points.count)
    }
    let apart = Corner.movedApart(points, 0...length, by: .max)
    if apart == nil {
      // There are more corners than milliseconds, so the strongest corner stays.
      loss.note(.resampledCurve, of: .continuous, by: Double(length) / 1000)
      let peak = course.max { $0.level.intensity < $1.level.intensity } ?? course[0]
      points = [
        Corner(time: 0, level: .silent(peak.level.sharpness)), peak, points[points.count - 1],
      ]
    }
    course = apart ?? Corner.movedApart(points, 0...length, by: .max) ?? course
  }

  private func fill(_ course: inout [Corner]) {
    while course.count < limits.points.lowerBound {
      let gaps = zip(course, course.dropFirst()).map { $1.time - $0.time }
      guard let widest = gaps.indices.max(by: { gaps[$0] < gaps[$1] }), gaps[widest] > 1 else {
        return
      }
      let time = course[widest].time + gaps[widest] / 2
      course.insert(Self.corner(course, at: time), at: widest + 1)
    }
  }
}
