internal import Haptics
internal import Quantities

/// Intensity and sharpness at one moment.
struct Level: Hashable {
  var intensity: Double
  var sharpness: Double

  /// The level a share of the way to another one.
  func toward(_ other: Level, _ share: Double) -> Level {
    if share <= 0 { return self }
    if share >= 1 { return other }
    return Level(
      intensity: toPicoUnit(intensity + (other.intensity - intensity) * share),
      sharpness: toPicoUnit(sharpness + (other.sharpness - sharpness) * share))
  }
}

/// A straight segment of an envelope curve, from one level to another. Times are seconds on the timeline.
struct EnvelopeSegment: Hashable {
  var start: Double
  var end: Double
  var from: Level
  var to: Level

  var isConstant: Bool { from == to }
  var isSilent: Bool { from.intensity == 0 && to.intensity == 0 }

  func level(at time: Double) -> Level {
    from.toward(to, (time - start) / (end - start))
  }

  /// The part between two times within the ramp.
  func part(_ start: Double, _ end: Double) -> EnvelopeSegment {
    EnvelopeSegment(start: start, end: end, from: level(at: start), to: level(at: end))
  }
}

/// The envelope curve of one actuator: segments in the order of time that do not overlap; between them
/// the actuator is at rest.
struct EnvelopeCurve {
  private(set) var ramps: [EnvelopeSegment] = []
  /// How many of the pieces put in overlapped an earlier one.
  private(set) var overlapCount = 0

  /// Joins pieces; each piece is one event's ramps. Where pieces overlap, the stronger is kept.
  init(_ pieces: [[EnvelopeSegment]]) {
    var end = -Double.infinity
    let pieces = pieces.filter { !$0.isEmpty }
    for piece in pieces.sorted(by: { $0[0].start < $1[0].start }) {
      guard let last = piece.last else { continue }
      if piece[0].start < end { overlapCount += 1 }
      end = max(end, last.end)
    }
    let all = pieces.joined().sorted { $0.start < $1.start }
    ramps = overlapCount == 0 ? all : Self.strongest(all)
  }

  /// The ramps of a continuous event; empty for a transient.
  static func ramps(of event: HapticEvent) -> [EnvelopeSegment] {
    guard case .continuous(let duration, let curve) = event.kind else { return [] }
    let start = event.time.value
    let end = toNanosecond(start + duration.value)
    guard let first = curve.first, let last = curve.last else {
      let level = Level(intensity: event.intensity, sharpness: event.sharpness)
      return [EnvelopeSegment(start: start, end: end, from: level, to: level)]
    }
    var points = curve.map {
      (
        time: toNanosecond(start + $0.time.value),
        level: Level(intensity: $0.intensity, sharpness: $0.sharpness)
      )
    }
    if first.time.value > 0 { points.insert((start, points[0].level), at: 0) }
    if toNanosecond(start + last.time.value) < end {
      points.append((end, points[points.count - 1].level))
    }
    return zip(points, points.dropFirst()).compactMap { left, right in
      guard right.time > left.time else { return nil }
      return EnvelopeSegment(start: left.time, end: right.time, from: left.level, to: right.level)
    }
  }

  /// A course in parts of at most a length in seconds that follow each other without a gap.
  static func cut(_ ramps: [EnvelopeSegment], every length: Double) -> [[EnvelopeSegment]] {
    guard let start = ramps.first?.start, let end = ramps.last?.end,
      toNanosecond(end - start) > length
    else { return [ramps] }
    var parts: [[EnvelopeSegment]] = []
    var (from, left) = (start, ramps[...])
    while from < end {
      let until = min(toNanosecond(from + length), end)
      let part = left.prefix { $0.start < until }.map { ramp in
        let (first, last) = (max(ramp.start, from), min(ramp.end, until))
        return first == ramp.start && last == ramp.end ? ramp : ramp.part(first, last)
      }
      parts.append(part)
      left = left.drop { $0.end <= until }
      from = until
    }
    return parts
  }

  private static func strongest(_ ramps: [EnvelopeSegment]) -> [EnvelopeSegment] {
    let times = Set(ramps.flatMap { [$0.start, $0.end] }).sorted()
    var result: [EnvelopeSegment] = []
    var active: [EnvelopeSegment] = []
    var next = 0
    for (start, end) in zip(times, times.dropFirst()) {
      active.removeAll { $0.end <= start }
      while next < ramps.count, ramps[next].start <= start {
        active.append(ramps[next])
        next += 1
      }
      result += strongest(active, start, end)
    }
    return result
  }

  /// The upper edge of straight lines between two times.
  private static func strongest(_ active: [EnvelopeSegment], _ start: Double, _ end: Double)
    -> [EnvelopeSegment]
  {
    guard !active.isEmpty else { return [] }
    let lines = active.map { $0.part(start, end) }
    var turns: Set<Double> = [start, end]
    for (index, line) in lines.enumerated() {
      for other in lines[..<index] { crossing(line, other).map { _ = turns.insert($0) } }
    }
    let times = turns.sorted()
    return zip(times, times.dropFirst()).compactMap { from, until in
      let middle = from + (until - from) / 2
      let winner = lines.max {
        $0.level(at: middle).intensity < $1.level(at: middle).intensity
      }
      return times.count == 2 ? winner : winner?.part(from, until)
    }
  }

  /// Where two lines cross, in whole nanoseconds.
  private static func crossing(_ line: EnvelopeSegment, _ other: EnvelopeSegment) -> Double? {
    let before = line.from.intensity - other.from.intensity
    let after = line.to.intensity - other.to.intensity
    guard before * after < 0 else { return nil }
    let time = toNanosecond(line.start + (line.end - line.start) * before / (before - after))
    return time > line.start && time < line.end ? time : nil
  }
}

/// Values are held to 10^-12, so that 0.7 times 0.6 reads 0.42.
func toPicoUnit(_ value: Double) -> Double {
  (value * 1e12).rounded() / 1e12
}
