internal import Haptics
internal import Quantities

/// A course as Android's envelope effects play it: from rest, each point is reached in a straight line
/// after its duration in whole milliseconds.
struct Envelope {
  struct Point: Hashable {
    var milliseconds: Int
    var level: Level
  }

  /// Rise and fall of a transient, and of a jump: 20 ms per point is what a platform test relies on.
  static let edge = 0.02
  /// The longest point that a platform test relies on, in milliseconds.
  static let longestPoint = 1000
  /// The points that every device with envelope support takes.
  static let pointBudget = 16

  private(set) var points: [Point] = []
  /// The sharpness at the start, where the intensity is 0.
  let initialSharpness: Double

  /// - Throws: `FormatError` when the timeline is longer than can be counted in milliseconds.
  init(_ timeline: Timeline, loss: inout LossReport) throws(FormatError) {
    let ramps = Self.course(timeline, loss: &loss).ramps.filter { !$0.isSilent }
    initialSharpness = ramps.first?.from.sharpness ?? 0
    let vertices = Self.vertices(ramps, until: timeline.duration.value, loss: &loss)
    try append(vertices, from: initialSharpness)
  }

  /// How many milliseconds it lasts.
  var milliseconds: Int { points.reduce(0) { $0 + $1.milliseconds } }

  /// The corners of a course, with ramps in place of jumps and from the start of the timeline to its
  /// end.
  private static func vertices(
    _ ramps: [EnvelopeSegment], until duration: Double, loss: inout LossReport
  ) -> [(time: Double, level: Level)] {
    var vertices: [(time: Double, level: Level)] = []
    var last = Level(intensity: 0, sharpness: ramps.first?.from.sharpness ?? 0)
    var end = 0.0
    for ramp in ramps {
      var start = ramp.start
      if ramp.start > end {
        let rest = Level(intensity: 0, sharpness: last.sharpness)
        if last.intensity > 0 {
          let foot = min(end + edge, ramp.start)
          vertices.append((foot, rest))
          end = foot
          loss.note(.ramp, of: .continuous, by: edge)
        }
        let next = Level(intensity: 0, sharpness: ramp.from.sharpness)
        if ramp.start > end { vertices.append((ramp.start, next)) }
        last = next
      }
      if ramp.from.intensity != last.intensity || ramp.from.sharpness != last.sharpness {
        start = min(ramp.start + edge, ramp.end)
        if start < ramp.end { vertices.append((start, ramp.level(at: start))) }
        if ramp.from.intensity != last.intensity {
          loss.note(.ramp, of: .continuous, by: edge)
        }
      }
      vertices.append((ramp.end, ramp.to))
      (last, end) = (ramp.to, ramp.end)
    }
    if last.intensity > 0 {
      loss.note(.ramp, of: .continuous, by: edge)
      vertices.append((end + edge, Level(intensity: 0, sharpness: last.sharpness)))
      end += edge
    }
    if duration > end {
      vertices.append((duration, Level(intensity: 0, sharpness: last.sharpness)))
    }
    return vertices
  }

  private mutating func append(
    _ vertices: [(time: Double, level: Level)], from sharpness: Double
  ) throws(FormatError) {
    var ticks = Ticks(perSecond: 1000)
    var position = 0
    var last = Level(intensity: 0, sharpness: sharpness)
    var jump: Level?
    for vertex in vertices {
      let tick = try ticks.require(vertex.time)
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
    if last.intensity > 0 || points.isEmpty {
      let rest = Level(intensity: 0, sharpness: last.sharpness)
      points.append(Point(milliseconds: 1, level: rest))
    }
  }

  /// A straight line in points of at most the longest length.
  private mutating func appendLine(to level: Level, from start: Level, milliseconds: Int) {
    let count = (milliseconds + Self.longestPoint - 1) / Self.longestPoint
    for index in 1...count {
      let (first, last) = (milliseconds * (index - 1) / count, milliseconds * index / count)
      let share = Double(last) / Double(milliseconds)
      let isRest = start.intensity == 0 && level.intensity == 0
      let reached = isRest ? level : start.toward(level, share)
      points.append(Point(milliseconds: last - first, level: reached))
    }
  }

  private static func course(_ timeline: Timeline, loss: inout LossReport) -> EnvelopeCurve {
    var (sharp, dull) = (Ticks(perSecond: 1000), Ticks(perSecond: 1000))
    var pieces: [[EnvelopeSegment]] = []
    for event in timeline.events {
      guard event.kind == .transient else {
        _ = dull.index(of: event.time.value)
        pieces.append(EnvelopeCurve.ramps(of: event))
        continue
      }
      _ = sharp.index(of: event.time.value)
      loss.note(.pulse, of: .transient, by: 2 * edge)
      let foot = Level(intensity: 0, sharpness: event.sharpness)
      let peak = Level(intensity: event.intensity, sharpness: event.sharpness)
      let start = event.time.value
      let (top, end) = (toNanosecond(start + edge), toNanosecond(start + 2 * edge))
      pieces.append([
        EnvelopeSegment(start: start, end: top, from: foot, to: peak),
        EnvelopeSegment(start: top, end: end, from: peak, to: foot),
      ])
    }
    loss.note(sharp, of: .transient)
    loss.note(dull, of: .continuous)
    let course = EnvelopeCurve(pieces)
    loss.note(.mergedOverlap, of: .timeline, count: course.overlapCount)
    return course
  }

  /// The timeline that points stand for. From rest to rest is one event; a rise and a fall of exactly a
  /// transient's length are one.
  static func timeline(_ points: [Point], initialSharpness: Double?) -> Timeline {
    var events: [HapticEvent] = []
    var vertices: [(time: Double, level: Level)] = []
    let first = initialSharpness ?? points.first?.level.sharpness ?? 0
    var last = Level(intensity: 0, sharpness: first)
    var position = 0
    for point in points {
      let start = Double(position) / 1000
      position += point.milliseconds
      if last.intensity > 0 || point.level.intensity > 0 {
        if vertices.isEmpty { vertices.append((start, last)) }
        vertices.append((Double(position) / 1000, point.level))
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

  private static func event(_ vertices: [(time: Double, level: Level)]) -> HapticEvent? {
    guard let first = vertices.first, let last = vertices.last, vertices.count > 1,
      let peak = vertices.map({ $0.level }).max(by: { $0.intensity < $1.intensity })
    else { return nil }
    let rise = toNanosecond(vertices[1].time - first.time)
    let fall = toNanosecond(last.time - vertices[1].time)
    if vertices.count == 3, rise == edge, fall == edge,
      Set(vertices.map({ $0.level.sharpness })).count == 1
    {
      return HapticEvent(
        time: Seconds(first.time), intensity: peak.intensity, sharpness: peak.sharpness)
    }
    let curve = vertices.map {
      HapticEvent.CurvePoint(
        time: Seconds(toNanosecond($0.time - first.time)), intensity: $0.level.intensity,
        sharpness: $0.level.sharpness)
    }
    let duration = Seconds(toNanosecond(last.time - first.time))
    return HapticEvent(
      time: Seconds(first.time), intensity: peak.intensity, sharpness: peak.sharpness,
      kind: .continuous(duration: duration, curve: curve))
  }
}
