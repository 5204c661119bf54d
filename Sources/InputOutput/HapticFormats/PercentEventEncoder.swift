internal import Haptics
internal import Quantities

/// Turns events of a timeline into events in whole milliseconds and percent.
struct PercentEventEncoder {
  let limits: PercentEvent.Limits
  private(set) var events: [PercentEvent] = []
  private(set) var loss = LossReport()
  private var sharp = Ticks(perSecond: 1000)
  private var dull = Ticks(perSecond: 1000)

  init(_ limits: PercentEvent.Limits) {
    self.limits = limits
  }

  /// - Throws: `FormatError` for a time that cannot be counted in milliseconds.
  mutating func encode(_ timeline: Timeline) throws(FormatError) {
    for event in timeline.events { try add(event) }
    loss.note(sharp, of: .transient)
    loss.note(dull, of: .continuous)
    loss.noteSilence(of: timeline, after: timeline.events.map { $0.end }.max() ?? 0)
    events = events.enumerated().sorted {
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }.map { $0.element }
  }

  private mutating func percent(
    _ value: Double, _ kind: LossReport.Loss, _ subject: LossReport.Subject
  ) -> Double {
    let rounded = (value * 100).rounded()
    if abs(rounded / 100 - value) > 1e-12 {
      loss.note(kind, of: subject, by: rounded / 100 - value)
    }
    return rounded
  }

  private mutating func add(_ event: HapticEvent) throws(FormatError) {
    let intensity = percent(event.intensity, .roundedIntensity, event.subject)
    let sharpness = percent(event.sharpness, .roundedSharpness, event.subject)
    guard event.kind != .transient else {
      let start = try sharp.require(event.time.value)
      events.append(
        PercentEvent(start: start, duration: nil, intensity: intensity, frequency: sharpness))
      return
    }
    let ramps = EnvelopeCurve.ramps(of: event)
    let start = try dull.require(event.time.value)
    let end = try dull.require(toNanosecond(event.end))
    guard end > start else { return loss.note(.dropped, of: .continuous) }
    var pieces = (end - start + limits.longestEvent - 1) / limits.longestEvent
    let bends = Set(ramps.flatMap { [$0.start, $0.end] }).count
    let isFlat = ramps.allSatisfy { $0.from == ramps[0].from && $0.to == ramps[0].from }
    if !isFlat, bends > capacity(ramps, start, end) { pieces = max(pieces, (bends + 10) / 12) }
    pieces = min(pieces, end - start)
    loss.note(.split, of: .continuous, count: pieces - 1)
    for index in 0..<pieces {
      let from = start + (end - start) * index / pieces
      let until = start + (end - start) * (index + 1) / pieces
      addPiece(ramps, from, until)
    }
  }

  /// How many points of a course fit: two are needed to come from rest and to go back to it.
  private func capacity(_ ramps: [EnvelopeSegment], _ from: Int, _ until: Int) -> Int {
    guard limits.startsAtRest else { return limits.points.upperBound }
    let isAtRest =
      level(ramps, at: Double(from) / 1000, isLast: false).intensity == 0
      && level(ramps, at: Double(until) / 1000, isLast: true).intensity == 0
    return limits.points.upperBound - (isAtRest ? 0 : 2)
  }

  private mutating func addPiece(_ ramps: [EnvelopeSegment], _ from: Int, _ until: Int) {
    let times = points(ramps, from, until)
    var course = times.map { time in
      (time: time - from, level: level(ramps, at: Double(time) / 1000, isLast: time == until))
    }
    let first = course[0].level
    let base = (first.sharpness * 100).rounded()
    let isFlat = course.allSatisfy {
      $0.level.intensity == first.intensity && ($0.level.sharpness * 100).rounded() == base
    }
    if !isFlat {
      let errors = course.map { ($0.level.sharpness * 100).rounded() / 100 - $0.level.sharpness }
      let largest = errors.max { abs($0) < abs($1) } ?? 0
      if abs(largest) > 1e-12 { loss.note(.roundedSharpness, of: .continuous, by: largest) }
    }
    // A curve needs so many moments, and moments are whole milliseconds.
    let holdsCurve = until - from >= limits.points.lowerBound - 1
    guard holdsCurve || !limits.startsAtRest else {
      return loss.note(.dropped, of: .continuous)
    }
    if !holdsCurve, !isFlat {
      loss.note(.resampledCurve, of: .continuous, by: Double(until - from) / 1000)
    }
    if limits.startsAtRest { rest(&course) }
    let peak = course.map { $0.level.intensity }.max() ?? 0
    // The peak of a curve is rounded up, so that the factors stay within 1.
    let intensity =
      isFlat && !limits.startsAtRest
      ? (peak * 100).rounded() : min(100, (peak * 100 - 1e-9).rounded(.up))
    var event = PercentEvent(
      start: from, duration: until - from, intensity: intensity, frequency: base)
    if holdsCurve, !isFlat || limits.startsAtRest {
      event.curve = course.map { time, level in
        let factor = intensity > 0 ? level.intensity * 100 / intensity : 0
        return .init(
          time: time, intensity: toPicoUnit(min(factor, 1)),
          frequency: (level.sharpness * 100).rounded() - base)
      }
    }
    events.append(event)
  }

  /// A course that comes from rest and goes back to it, each within a millisecond.
  private mutating func rest(_ course: inout [(time: Int, level: Level)]) {
    func silent(_ point: (time: Int, level: Level)) -> (time: Int, level: Level) {
      (point.time, Level(intensity: 0, sharpness: point.level.sharpness))
    }
    if course[0].level.intensity > 0 {
      loss.note(.ramp, of: .continuous, by: 0.001)
      let rest = silent(course[0])
      if course[1].time > 1 { course[0].time = 1 } else { course.removeFirst() }
      course.insert(rest, at: 0)
    }
    let last = course.count - 1
    if course[last].level.intensity > 0 {
      loss.note(.ramp, of: .continuous, by: 0.001)
      let rest = silent(course[last])
      if course[last - 1].time < rest.time - 1 {
        course[last].time = rest.time - 1
      } else {
        course.removeLast()
      }
      course.append(rest)
    }
  }

  /// Different moments from the start to the end, as few and as many as are allowed, at the course's
  /// bends where there is room.
  private mutating func points(_ ramps: [EnvelopeSegment], _ from: Int, _ until: Int) -> [Int] {
    var bends = Set([from, until])
    for ramp in ramps {
      for time in [ramp.start, ramp.end] {
        let tick = Int((time * 1000).rounded())
        if tick > from, tick < until { bends.insert(tick) }
      }
    }
    var sorted = bends.sorted()
    let most = capacity(ramps, from, until)
    if sorted.count > most {
      let count = most - 1
      sorted = (0...count).map { sorted[(sorted.count - 1) * $0 / count] }
      loss.note(.resampledCurve, of: .continuous, by: Double(until - from) / 1000)
    }
    while sorted.count < limits.points.lowerBound {
      let gaps = zip(sorted, sorted.dropFirst()).map { $1 - $0 }
      guard let widest = gaps.indices.max(by: { gaps[$0] < gaps[$1] }), gaps[widest] > 1 else {
        break
      }
      sorted.insert(sorted[widest] + gaps[widest] / 2, at: widest + 1)
    }
    return sorted
  }

  private func level(_ ramps: [EnvelopeSegment], at time: Double, isLast: Bool) -> Level {
    let ramp =
      isLast
      ? ramps.first { $0.end >= time - 1e-9 } : ramps.last { $0.start <= time + 1e-9 }
    guard let ramp = ramp ?? (isLast ? ramps.last : ramps.first) else {
      return Level(intensity: 0, sharpness: 0)
    }
    return ramp.level(at: time)
  }
}
