/// A course as Android's envelope effects play it: from rest, each point is reached in a straight line after its duration in
/// whole milliseconds.
struct EnvelopeEffect {
  struct Point: Hashable {
    var milliseconds: Int
    var level: Level
  }

  /// The rise and fall of a transient, and of a jump: a platform test uses 20 ms per point.
  static let edge = 0.02
  /// The longest point that a platform test uses, in milliseconds, and the number of points that every device accepts
  /// (`VibratorEnvelopeEffectInfo.getMaxSize`).
  static let (longestPoint, pointBudget) = (1000, 16)

  private(set) var points: [Point] = []
  let initialSharpness: Double

  /// Creates an effect from a timeline. Basic envelopes must end at rest; other envelopes may stop at any level.
  init(_ timeline: Timeline, endsAtRest: Bool, loss: inout LossReport) throws(FormatError) {
    let length = 2 * Self.edge
    let taps = timeline.events.transients.map { event in
      let (start, foot) = (event.time.value, Level.silent(event.sharpness))
      return EnvelopeSegment.joining([
        EnvelopePoint(start, foot), EnvelopePoint(toNanosecond(start + Self.edge), event.level),
        EnvelopePoint(toNanosecond(start + length), foot),
      ])
    }
    let course = try EnvelopeCurve(timeline, transientLength: length, taps: taps, loss: &loss)
    let ramps = course.ramps.filter { !$0.isSilent }
    initialSharpness = ramps.first?.from.sharpness ?? 0
    let duration = timeline.duration.value
    let stops = !endsAtRest && ramps.last.map { $0.end >= duration } ?? false
    try append(Self.vertices(ramps, until: duration, stops: stops, loss: &loss), stops: stops)
  }

  var milliseconds: Int { points.reduce(0) { $0 + $1.milliseconds } }

  private static func vertices(
    _ ramps: [EnvelopeSegment], until duration: Double, stops: Bool, loss: inout LossReport
  ) -> [EnvelopePoint] {
    var vertices: [EnvelopePoint] = []
    var last = Level.silent(ramps.first?.from.sharpness ?? 0)
    var end = 0.0
    for ramp in ramps {
      if ramp.start > end {
        if last.intensity > 0 {
          end = min(end + edge, ramp.start)
          vertices.append(EnvelopePoint(end, .silent(last.sharpness)))
          loss.note(.ramp, of: .continuous, by: edge)
        }
        last = .silent(ramp.from.sharpness)
        if ramp.start > end { vertices.append(EnvelopePoint(ramp.start, last)) }
      }
      if ramp.from != last {
        let top = min(ramp.start + edge, ramp.end)
        if top < ramp.end { vertices.append(EnvelopePoint(top, ramp.level(at: top))) }
        if ramp.from.intensity != last.intensity { loss.note(.ramp, of: .continuous, by: edge) }
      }
      vertices.append(EnvelopePoint(ramp.end, ramp.to))
      (last, end) = (ramp.to, ramp.end)
    }
    if last.intensity > 0, !stops {
      loss.note(.ramp, of: .continuous, by: edge)
      end += edge
      vertices.append(EnvelopePoint(end, .silent(last.sharpness)))
    }
    if duration > end { vertices.append(EnvelopePoint(duration, .silent(last.sharpness))) }
    return vertices
  }

  private mutating func append(_ vertices: [EnvelopePoint], stops: Bool) throws(FormatError) {
    var position = 0
    var last = Level.silent(initialSharpness)
    var jump: Level?
    for vertex in vertices {
      let tick = try Ticks.index(of: vertex.time)
      guard tick > position else {
        jump = vertex.level
        continue
      }
      if let level = jump, tick > position + 1 {
        points.append(Point(milliseconds: 1, level: level))
        (position, last) = (position + 1, level)
      }
      jump = nil
      appendLine(to: vertex.level, from: last, milliseconds: tick - position)
      (position, last) = (tick, vertex.level)
    }
    if last.intensity > 0 && !stops || points.isEmpty {
      points.append(Point(milliseconds: 1, level: .silent(last.sharpness)))
    }
  }

  private mutating func appendLine(to level: Level, from start: Level, milliseconds: Int) {
    let count = (milliseconds + Self.longestPoint - 1) / Self.longestPoint
    let isRest = start.intensity == 0 && level.intensity == 0
    for index in 1...count {
      let (first, last) = (milliseconds * (index - 1) / count, milliseconds * index / count)
      let share = Double(last) / Double(milliseconds)
      let reached = isRest ? level : start.toward(level, share)
      points.append(Point(milliseconds: last - first, level: reached))
    }
  }

  /// The timeline of points. From rest to rest is one event; a rise and a fall of exactly a transient's length are a transient.
  static func timeline(_ points: [Point], initialSharpness: Double?) -> Timeline {
    var events: [HapticEvent] = []
    var vertices: [EnvelopePoint] = []
    var last = Level.silent(initialSharpness ?? points.first?.level.sharpness ?? 0)
    var position = 0
    for point in points {
      let start = Double(position) / 1000
      position += point.milliseconds
      if last.intensity > 0 || point.level.intensity > 0 {
        if vertices.isEmpty { vertices.append(EnvelopePoint(start, last)) }
        vertices.append(EnvelopePoint(Double(position) / 1000, point.level))
      }
      if point.level.intensity == 0 {
        if let event = event(vertices) { events.append(event) }
        vertices = []
      }
      last = point.level
    }
    if let event = event(vertices) { events.append(event) }
    return Timeline(duration: Seconds(Double(position) / 1000), events: events)
  }

  private static func event(_ vertices: [EnvelopePoint]) -> HapticEvent? {
    guard vertices.count > 1 else { return nil }
    let lengths = zip(vertices, vertices.dropFirst()).map { toNanosecond($1.time - $0.time) }
    guard lengths == [edge, edge], Set(vertices.map { $0.level.sharpness }).count == 1 else {
      return HapticEvent(through: vertices, isFlat: false)
    }
    let peak = vertices.max { $0.level.intensity < $1.level.intensity } ?? vertices[1]
    return HapticEvent(at: vertices[0].time, peak.level)
  }
}
