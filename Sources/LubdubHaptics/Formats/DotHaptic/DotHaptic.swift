/// The `.haptic` format 1.0 of Lofelt and Meta: one amplitude and one frequency envelope, with emphasis for transients.
///
/// Amplitude is the square of intensity and, in envelopes, frequency the square of sharpness, as in Meta's own conversion to
/// AHAP (meta-haptics-sdk). The frequency of an emphasis is the sharpness. Meta also plays the envelope 0.8 times as strong at
/// an emphasis; that is left to the player.
enum DotHaptic {
  static let coder = TimelineCoder(
    fileExtension: "haptic", otherExtension: "json", encode: encode, read: DotHapticReader.read,
    marks: [.object { $0["signals"] != nil || $0["version"]?["major"] != nil }], law: .root)

  private struct Point {
    var time: Double
    var level: Level
    var emphasis: Level?
  }

  private static func encode(
    _ encoding: inout TimelineEncoding
  ) throws(FormatError) -> [EncodedTimeline.Part] {
    let timeline = encoding.timeline
    let course = EnvelopeCurve(timeline.events.map { $0.ramps })
    encoding.loss.note(.mergedOverlap, of: .continuous, count: course.overlapCount)
    // A tap of intensity 0 would click at the strength of the envelope.
    let transients = timeline.events.transients.filter {
      $0.intensity > 0 || !course.apparent([$0], 0, loss: &encoding.loss).isEmpty
    }
    let straight = course.ramps.filter { !$0.isSilent }.flatMap(SquareLaw.bent)
    let ramps = cut(straight, at: transients.map { $0.time.value })
    noteBends(ramps, loss: &encoding.loss)
    // A duration above 0 is a rule of the format: a lone transient at 0 gets its own length.
    let envelope = points(ramps, until: max(timeline.duration.value, WaveformSteps.pulse))
    let points = emphasized(envelope, transients, loss: &encoding.loss)
    let needed = Course(
      points.map { .init(time: $0.time, value: $0.level.intensity) }, isRoot: true
    ).needed { points[$0].emphasis != nil }
    return [.init(bytes: bytes(needed.map { points[$0] }, ramps, encoding))]
  }

  private static func cut(_ ramps: [EnvelopeSegment], at times: [Double]) -> [EnvelopeSegment] {
    var times = times[...]
    return ramps.flatMap { ramp in
      times = times.drop { $0 <= ramp.start }
      return ramp.cut(at: times.prefix { $0 < ramp.end })
    }
  }

  private static func noteBends(_ ramps: [EnvelopeSegment], loss: inout LossReport) {
    for ramp in ramps where ramp.from.intensity != ramp.to.intensity {
      let (from, to) = (ramp.from.intensity, ramp.to.intensity)
      let middle = ((from * from + to * to) / 2).squareRoot()
      loss.note(.bentRamp, of: .continuous, by: middle - (from + to) / 2)
    }
  }

  private static func points(_ ramps: [EnvelopeSegment], until end: Double) -> [Point] {
    var points: [Point] = []
    func append(_ time: Double, _ level: Level) {
      if let last = points.last, last.time == time,
        square(last.level.intensity) == square(level.intensity)
      {
        return
      }
      points.append(Point(time: time, level: level))
    }
    func rest(_ time: Double) { append(time, .silent(0)) }
    var last = 0.0
    for ramp in ramps {
      if ramp.start > last {
        rest(last)
        rest(ramp.start)
      }
      append(ramp.start, ramp.from)
      append(ramp.end, ramp.to)
      last = ramp.end
    }
    if end > last {
      rest(last)
      rest(end)
    }
    return points
  }

  private static func emphasized(
    _ points: [Point], _ events: [HapticEvent], loss: inout LossReport
  ) -> [Point] {
    func emphasize(_ point: inout Point, _ event: HapticEvent) {
      let intensity = max(event.intensity, point.level.intensity)
      if intensity > event.intensity {
        loss.note(
          .clampedValue, of: .transient, by: intensity - event.intensity, at: event.time.value,
          meant: event.intensity)
      }
      point.emphasis = Level(intensity: intensity, sharpness: event.sharpness)
    }
    var result: [Point] = []
    result.reserveCapacity(points.count + events.count)
    var events = events[...]
    for (index, point) in points.enumerated() {
      while let event = events.first, event.time.value < point.time, let last = result.last {
        let ramp = EnvelopeSegment(
          start: last.time, end: point.time, from: last.level, to: point.level)
        let time = event.time.value
        var inserted = Point(time: time, level: ramp.level(at: time), emphasis: point.emphasis)
        emphasize(&inserted, event)
        result.append(inserted)
        events.removeFirst()
      }
      result.append(point)
      guard index + 1 == points.count || points[index + 1].time > point.time else { continue }
      while let event = events.first, event.time.value == point.time {
        // The weakest point of this time without an emphasis, otherwise a new point.
        let group = result.lastIndex { $0.time != point.time }.map { $0 + 1 } ?? 0
        let free = (group..<result.count).filter { result[$0].emphasis == nil }
        let weakest = free.min { result[$0].level.intensity < result[$1].level.intensity }
        if weakest == nil { result.append(point) }
        emphasize(&result[weakest ?? result.count - 1], event)
        events.removeFirst()
      }
    }
    return result
  }

  /// Squares are written to 10^-11, so that 0.2 remains 0.2 after conversion to its square root and back.
  private static func square(_ value: Double) -> JSONValue {
    .number((value * value * 1e11).rounded() / 1e11)
  }

  private static func bytes(
    _ points: [Point], _ ramps: [EnvelopeSegment], _ encoding: TimelineEncoding
  ) -> [UInt8] {
    var metadata: [String: JSONValue] = ["project": .string(encoding.options.name)]
    metadata["tags"] = AmplitudeLaw.tag(of: .init(encoding.annotations)).map { [.string($0)] }
    let amplitude = points.map { point -> JSONValue in
      var members: [String: JSONValue] = [
        "time": .number(point.time), "amplitude": square(point.level.intensity),
      ]
      if let emphasis = point.emphasis {
        members["emphasis"] = [
          "amplitude": square(emphasis.intensity), "frequency": .number(emphasis.sharpness),
        ]
      }
      return .object(members)
    }
    var tones: [Course.Point] = []
    for point in ramps.flatMap({ $0.points }) {
      let tone = Course.Point(time: point.time, value: point.level.sharpness)
      if tones.last != tone { tones.append(tone) }
    }
    let frequency = Course(tones, isRoot: true).needed().map { index -> JSONValue in
      ["time": .number(tones[index].time), "frequency": square(tones[index].value)]
    }
    return JSONWriter.encode([
      "version": ["major": 1, "minor": 0, "patch": 0],
      "metadata": .object(metadata),
      "signals": [
        "continuous": [
          "envelopes": ["amplitude": .array(amplitude), "frequency": .array(frequency)]
        ]
      ],
    ])
  }
}

/// `.haptic` is straight in amplitude and frequency between its points; timelines are straight in intensity and sharpness,
/// the square roots. So a ramp gets points until the file and the timeline agree within `tolerance`.
enum SquareLaw {
  /// The largest remaining difference of intensity or sharpness: half of a step of 1%.
  private static let tolerance = 0.005

  /// The number of parts that a ramp needs. The square root of a straight line from a² to b² differs from the straight line
  /// from a to b by at most (b - a)² / (4 (a + b)); the part at the weaker end differs most.
  private static func parts(_ from: Double, _ to: Double) -> Int {
    let (width, low) = (abs(to - from), min(from, to))
    func departure(_ count: Int) -> Double {
      let step = width / Double(count)
      return step > 0 ? step * step / (4 * (2 * low + step)) : 0
    }
    guard departure(1) > tolerance else { return 1 }
    // Slightly stricter than needed, so that rounding never requires another cut of the same ramp.
    return (2...64).first { departure($0) <= 0.9 * tolerance } ?? 64
  }

  /// A ramp with the points that it needs; a ramp shorter than a microsecond needs no points.
  static func bent(_ ramp: EnvelopeSegment) -> [EnvelopeSegment] {
    guard ramp.end - ramp.start > 1e-6 else { return [ramp] }
    let count = max(
      parts(ramp.from.intensity, ramp.to.intensity), parts(ramp.from.sharpness, ramp.to.sharpness))
    return ramp.cut(into: count)
  }

  /// The times, in addition to the times of the points, at which the straight lines that replace a course of roots bend. The
  /// squares of these roots are straight between the points.
  static func bends(_ points: [Course.Point]) -> [Double] {
    zip(points, points.dropFirst()).flatMap { from, to -> [Double] in
      let count = parts(from.value, to.value)
      let square = from.value * from.value
      return (1..<max(1, count)).map { index in
        let root = from.value + (to.value - from.value) * Double(index) / Double(count)
        let share = (root * root - square) / (to.value * to.value - square)
        return toNanosecond(from.time + (to.time - from.time) * share)
      }
    }
  }
}
