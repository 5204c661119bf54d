/// Patterns of Pulsar (Software Mansion): one curve of amplitude and one of frequency, straight between points, and taps.
///
/// Times are whole milliseconds, because Android's player cuts fractions off. The player for iOS creates one continuous
/// event from both curves, with the frequency as its sharpness, and plays it with the taps (the bundle format and
/// PatternComposer.swift of software-mansion/pulsar at f61b7ea).
enum Pulsar {
  static let coder = TimelineCoder(
    fileExtension: "json", timeResolution: 0.001, encode: encode, read: PulsarReader.read,
    marks: [.object { $0["continuousPattern"] != nil && $0["discretePattern"] != nil }])

  private static func encode(
    _ encoding: inout TimelineEncoding
  ) throws(FormatError) -> [EncodedTimeline.Part] {
    let timeline = encoding.timeline
    var ticks = Ticks()
    var taps: [JSONValue] = []
    for event in timeline.events {
      let time = try ticks.index(of: event.time.value, in: event.subject)
      guard event.kind == .transient else { continue }
      taps.append([
        "time": .number(Double(time)), "amplitude": .number(event.intensity),
        "frequency": .number(event.sharpness),
      ])
    }
    let course = EnvelopeCurve(timeline.events.map { $0.ramps })
    encoding.loss.note(.mergedOverlap, of: .continuous, count: course.overlapCount)
    // Taps at the end need no curve.
    let duration = timeline.duration.value
    let ramps = course.rested(until: duration > timeline.events.end ? duration : 0)
    let jumps = zip(ramps, ramps.dropFirst()).count { $0.to != $1.from }
    encoding.loss.note(.ramp, of: .continuous, by: 0.001, count: jumps)
    let end = try ticks.index(of: ramps.last?.end ?? 0, in: .continuous)
    encoding.loss.note(ticks)
    if end == 0 { encoding.loss.note(.dropped, of: .continuous, count: course.ramps.count) }
    let corners =
      end > 0 ? MillisecondCorner.corners(of: ramps, 0...end, &encoding.loss) : []
    let times = corners.map { toNanosecond(Double($0.time) / 1000) }
    let amplitude = needed(zip(times, corners).map { .init(time: $0, value: $1.level.intensity) })
    // The frequency matters only at amplitudes above 0 for a reader.
    let frequency = Course(zip(times, corners).map { .init(time: $0, value: $1.level.sharpness) })
    let length = times.last ?? 0
    let events = EnvelopeSegment.sounding(
      Course.joined(amplitude, frequency, from: 0, to: length))
    let points = EnvelopeCurve(events.map { $0.ramps }).rested(until: length).flatMap { $0.points }
    let tones = needed(points.map { .init(time: $0.time, value: $0.level.sharpness) })
    return [
      .init(
        bytes: JSONWriter.encode([
          "name": .string(encoding.options.name),
          "continuousPattern": [
            "amplitude": json(amplitude), "frequency": json(tones),
          ],
          "discretePattern": .array(taps),
        ]))
    ]
  }

  /// The points that a reader needs: all other points are on the lines between them.
  private static func needed(_ points: [Course.Point]) -> Course {
    var course = Course(
      points.enumerated().filter { $0 == 0 || $1 != points[$0 - 1] }.map { $0.element })
    while true {
      let needed = course.needed()
      guard needed.count < course.points.count else { return course }
      course = Course(needed.map { course.points[$0] })
    }
  }

  private static func json(_ course: Course) -> JSONValue {
    .array(
      course.points.map {
        ["time": .number(($0.time * 1000).rounded()), "value": .number($0.value)]
      })
  }
}
