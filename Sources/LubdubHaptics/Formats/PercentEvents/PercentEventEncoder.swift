internal import Lubdub

struct PercentEventEncoder {
  let limits: PercentEvent.Limits
  private(set) var events: [PercentEvent] = []
  private var loss = LossReport()
  private var ticks = Ticks()

  init(_ encoding: inout TimelineEncoding, _ limits: PercentEvent.Limits) throws(FormatError) {
    self.limits = limits
    for event in encoding.timeline.events { try add(event) }
    guard !events.isEmpty || encoding.timeline.events.isEmpty else { throw .nothingLeft }
    loss.note(ticks)
    loss.noteSilence(of: encoding.timeline)
    encoding.loss.merge(loss)
    events = events.enumerated().sorted {
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }.map { $0.element }
  }

  private mutating func percent(
    _ value: Double, _ kind: LossReport.Loss, _ subject: LossReport.Subject
  ) -> Double {
    let rounded = (value * 100).rounded()
    let error = rounded / 100 - value
    if abs(error) > 1e-12 { loss.note(kind, of: subject, by: error) }
    return rounded
  }

  private mutating func add(_ event: HapticEvent) throws(FormatError) {
    let intensity = percent(event.intensity, .roundedIntensity, event.subject)
    let sharpness = percent(event.sharpness, .roundedSharpness, event.subject)
    let start = try ticks.index(of: event.time.value, in: event.subject)
    guard event.kind != .transient else {
      events.append(
        PercentEvent(start: start, duration: nil, intensity: intensity, frequency: sharpness))
      return
    }
    let ramps = event.ramps
    let end = try ticks.index(of: toNanosecond(event.end), in: .continuous)
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
      let errors = course.map {
        abs(($0.level.sharpness * 100).rounded() / 100 - $0.level.sharpness)
      }
      let largest = errors.max() ?? 0
      if largest > 1e-12 { loss.note(.roundedSharpness, of: .continuous, by: largest) }
    }
    // The points of a curve stand at different milliseconds.
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

  /// Lets a course come from rest and go back to it, each within a millisecond.
  private mutating func rest(_ course: inout [(time: Int, level: Level)]) {
    let first = course[0]
    if first.level.intensity > 0 {
      loss.note(.ramp, of: .continuous, by: 0.001)
      if course[1].time > 1 { course[0].time = 1 } else { course.removeFirst() }
      course.insert((first.time, .silent(first.level.sharpness)), at: 0)
    }
    let last = course[course.count - 1]
    if last.level.intensity > 0 {
      loss.note(.ramp, of: .continuous, by: 0.001)
      if course[course.count - 2].time < last.time - 1 {
        course[course.count - 1].time = last.time - 1
      } else {
        course.removeLast()
      }
      course.append((last.time, .silent(last.level.sharpness)))
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
    return (ramp ?? (isLast ? ramps.last : ramps.first))?.level(at: time) ?? .silent(0)
  }
}
