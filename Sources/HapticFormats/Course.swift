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

/// A straight piece of a course, from one level to another. Times are seconds on the timeline.
struct Ramp: Hashable {
  var start: Double
  var end: Double
  var from: Level
  var to: Level

  var isConstant: Bool { from == to }

  func level(at time: Double) -> Level {
    from.toward(to, (time - start) / (end - start))
  }

  /// The part between two times within the ramp.
  func part(_ start: Double, _ end: Double) -> Ramp {
    Ramp(start: start, end: end, from: level(at: start), to: level(at: end))
  }
}

/// The course of what one actuator does: ramps in the order of time that do not overlap; between them
/// it rests.
struct Course {
  private(set) var ramps: [Ramp] = []
  /// How many of the pieces put in overlapped an earlier one.
  private(set) var overlapCount = 0

  /// Joins pieces; each piece is one event's ramps. Where pieces overlap, the stronger is kept.
  init(_ pieces: [[Ramp]]) {
    var end = -Double.infinity
    for piece in pieces.sorted(by: { $0[0].start < $1[0].start }) {
      guard let last = piece.last else { continue }
      if piece[0].start < end { overlapCount += 1 }
      end = max(end, last.end)
    }
    let all = pieces.joined().sorted { $0.start < $1.start }
    ramps = overlapCount == 0 ? all : Self.strongest(all)
  }

  /// The ramps of a continuous event; empty for a transient.
  static func ramps(of event: HapticEvent) -> [Ramp] {
    guard case .continuous(let duration, let curve) = event.kind else { return [] }
    let start = event.time.value
    let end = toNanosecond(start + duration.value)
    guard let first = curve.first, let last = curve.last else {
      let level = Level(intensity: event.intensity, sharpness: event.sharpness)
      return [Ramp(start: start, end: end, from: level, to: level)]
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
      return Ramp(start: left.time, end: right.time, from: left.level, to: right.level)
    }
  }

  private static func strongest(_ ramps: [Ramp]) -> [Ramp] {
    let times = Set(ramps.flatMap { [$0.start, $0.end] }).sorted()
    var result: [Ramp] = []
    var active: [Ramp] = []
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
  private static func strongest(_ active: [Ramp], _ start: Double, _ end: Double) -> [Ramp] {
    guard !active.isEmpty else { return [] }
    let lines = active.map { $0.part(start, end) }
    var result: [Ramp] = []
    var time = start
    while time < end {
      let winner = lines.max { left, right in
        let (a, b) = (left.level(at: time).intensity, right.level(at: time).intensity)
        return a != b ? a < b : left.to.intensity - a < right.to.intensity - b
      }
      guard let winner else { break }
      let turn = lines.compactMap { crossing(winner, $0, after: time) }.min() ?? end
      result.append(turn >= end && time == start ? winner : winner.part(time, turn))
      time = turn
    }
    return result
  }

  /// Where the other line rises above the winner, in whole nanoseconds.
  private static func crossing(_ winner: Ramp, _ other: Ramp, after time: Double) -> Double? {
    let before = winner.level(at: time).intensity - other.level(at: time).intensity
    let after = winner.to.intensity - other.to.intensity
    guard before >= 0, after < 0 else { return nil }
    let crossing = toNanosecond(time + (winner.end - time) * before / (before - after))
    return crossing > time && crossing < winner.end ? crossing : nil
  }
}

/// Values are held to 10^-12, so that 0.7 times 0.6 reads 0.42.
func toPicoUnit(_ value: Double) -> Double {
  (value * 1e12).rounded() / 1e12
}
