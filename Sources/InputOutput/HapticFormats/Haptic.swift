internal import JSON
internal import Haptics
internal import Quantities

/// The `.haptic` format 1.0 of Lofelt and Meta: one amplitude and one frequency envelope, with
/// emphasis for transients.
///
/// Amplitude is the square of intensity and, in envelopes, frequency the square of sharpness, as in
/// Meta's own conversion to AHAP (meta-haptics-sdk); the frequency of an emphasis is the sharpness. Meta also plays the envelope 0.8 times as strong at an
/// emphasis; that is left to the player.
enum Haptic {
  static let features = FormatFeatures(
    title: ".haptic 1.0 (Lofelt, Meta)", fileExtension: "haptic", timeResolution: 1e-9,
    transients: .kept, continuous: .approximated("events that touch become one"),
    intensity: .kept, sharpness: .kept,
    curves: .approximated("kept to 0.005: ramps get points, for they are straight in amplitude"),
    overlaps: .approximated("joined; a transient is never below the envelope"),
    annotations: .dropped, limits: "one actuator", isReadable: true)

  private struct Point {
    var time: Double
    var level: Level
    var emphasis: Level?
  }

  static let coder = TimelineCoder(features, encode: encode, read: read)

  static func encode(
    _ document: TimelineDocument, _ options: ExportOptions
  ) throws(FormatError) -> EncodedTimeline {
    var loss = LossReport()
    let timeline = try NormalizedTimeline.normalize(document.timeline, loss: &loss)
    loss.noteAnnotations(of: document)
    let course = EnvelopeCurve(timeline.events.map(EnvelopeCurve.ramps).filter { !$0.isEmpty })
    loss.note(.mergedOverlap, of: .continuous, count: course.overlapCount)
    let transients = timeline.events.filter { $0.kind == .transient }
    let straight = course.ramps.filter { !$0.isSilent }.flatMap(SquareLaw.bent)
    let ramps = cut(straight, at: transients.map { $0.time.value })
    noteBends(ramps, loss: &loss)
    // A duration above 0 is a rule of the format: a lone transient at 0 gets its own length.
    let end = max(timeline.duration.value, Steps.pulse)
    var points = points(ramps, until: end)
    emphasize(transients, in: &points, loss: &loss)
    let frequencies = ramps.flatMap {
      [($0.start, $0.from.sharpness), ($0.end, $0.to.sharpness)]
    }
    return EncodedTimeline(
      bytes(points, distinct(frequencies), options), loss: loss)
  }

  /// The ramps with a point at each of the times, which are in order.
  private static func cut(_ ramps: [EnvelopeSegment], at times: [Double]) -> [EnvelopeSegment] {
    var times = times[...]
    return ramps.flatMap { ramp -> [EnvelopeSegment] in
      times = times.drop { $0 <= ramp.start }
      let inner = times.prefix { $0 < ramp.end }
      guard !inner.isEmpty else { return [ramp] }
      let edges = [ramp.start] + Set(inner).sorted() + [ramp.end]
      return zip(edges, edges.dropFirst()).map { ramp.part($0, $1) }
    }
  }

  private static func noteBends(_ ramps: [EnvelopeSegment], loss: inout LossReport) {
    for ramp in ramps where ramp.from.intensity != ramp.to.intensity {
      let (from, to) = (ramp.from.intensity, ramp.to.intensity)
      let middle = ((from * from + to * to) / 2).squareRoot()
      loss.note(.bentRamp, of: .continuous, by: middle - (from + to) / 2)
    }
  }

  /// The amplitude envelope from 0 to the end, at 0 between ramps.
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
    func rest(_ time: Double) {
      append(time, Level(intensity: 0, sharpness: 0))
    }
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

  /// Puts transients into the envelope, at a point of their time.
  private static func emphasize(
    _ events: [HapticEvent], in points: inout [Point], loss: inout LossReport
  ) {
    var result: [Point] = []
    result.reserveCapacity(points.count + events.count)
    var events = events[...]
    for (index, point) in points.enumerated() {
      while let event = events.first, event.time.value < point.time, let last = result.last {
        var inserted = point
        inserted.time = event.time.value
        let ramp = EnvelopeSegment(
          start: last.time, end: point.time, from: last.level, to: point.level)
        inserted.level = ramp.level(at: event.time.value)
        result.append(emphasized(inserted, event, loss: &loss))
        events.removeFirst()
      }
      result.append(point)
      guard index + 1 == points.count || points[index + 1].time > point.time else { continue }
      while let event = events.first, event.time.value == point.time {
        let group = result.indices.suffix(while: { result[$0].time == point.time })
        let free = group.filter { result[$0].emphasis == nil }
        let target = free.min { result[$0].level.intensity < result[$1].level.intensity }
        if let target {
          result[target] = emphasized(result[target], event, loss: &loss)
        } else {
          result.append(emphasized(result[result.count - 1], event, loss: &loss))
        }
        events.removeFirst()
      }
    }
    points = result
  }

  private static func emphasized(
    _ point: Point, _ event: HapticEvent, loss: inout LossReport
  ) -> Point {
    var point = point
    let intensity = max(event.intensity, point.level.intensity)
    if intensity > event.intensity {
      loss.note(.clampedValue, of: .transient, by: intensity - event.intensity)
    }
    point.emphasis = Level(intensity: intensity, sharpness: event.sharpness)
    return point
  }

  private static func distinct(_ points: [(Double, Double)]) -> [(Double, Double)] {
    var result: [(Double, Double)] = []
    for point in points where result.last.map({ $0 != point }) ?? true { result.append(point) }
    return result
  }

  /// Squares are written to 10^-11, so that 0.2 stays 0.2 on the way through its square root.
  private static func square(_ value: Double) -> JSONValue {
    .number((value * value * 1e11).rounded() / 1e11)
  }

  private static func bytes(
    _ points: [Point], _ frequencies: [(Double, Double)], _ options: ExportOptions
  ) -> [UInt8] {
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
    let frequency = frequencies.map { time, sharpness -> JSONValue in
      ["time": .number(time), "frequency": square(sharpness)]
    }
    return JSONWriter.encode([
      "version": ["major": 1, "minor": 0, "patch": 0],
      "metadata": ["project": .string(options.name)],
      "signals": [
        "continuous": [
          "envelopes": ["amplitude": .array(amplitude), "frequency": .array(frequency)]
        ]
      ],
    ])
  }
}

extension RandomAccessCollection {
  /// The longest run at the end whose elements all satisfy the condition.
  func suffix(while condition: (Element) -> Bool) -> SubSequence {
    var start = endIndex
    while start > startIndex, condition(self[index(before: start)]) { start = index(before: start) }
    return self[start...]
  }
}
