/// A stretch of a continuous event that one event of AHAP plays: its course, and the base for the controls.
///
/// The controls also act on the taps under the course. The control of the intensity is the course divided by the base, and a
/// tap cannot be stronger than the control at its moment, so the base is as low as the taps need, but at least the peak of
/// the course. The control of the sharpness is the course minus the base, which is chosen so that no tap needs a sharpness
/// below 0.
///
/// If no base suits a tap, the course is cut there, and the tap gets a separate piece.
struct AHAPPiece {
  let ramps: [EnvelopeSegment]
  let base: Level
  let variesIntensity: Bool
  let variesSharpness: Bool

  var start: Double { ramps.first?.start ?? 0 }
  var end: Double { ramps.last?.end ?? 0 }

  /// The length of a tap's separate control, if the course allows it: about the length of the tap.
  private static let tapLength = WaveformSteps.pulse
  /// The time for which a course that rises too steeply is held for a tap.
  static let hold = 0.001
  private static let tolerance = 1e-12

  private init(_ ramps: [EnvelopeSegment], under taps: ArraySlice<HapticEvent>) {
    self.ramps = ramps
    let first = ramps.first?.from ?? .silent(0)
    let levels = ramps.flatMap { [$0.from, $0.to] }
    variesIntensity = levels.contains { $0.intensity != first.intensity }
    variesSharpness = levels.contains { $0.sharpness != first.sharpness }
    var base = Level(
      intensity: variesIntensity ? 1 : first.intensity,
      sharpness: variesSharpness ? 0 : first.sharpness)
    let peak = levels.reduce(0) { max($0, $1.intensity) }
    for tap in taps where variesIntensity || variesSharpness {
      let level = Self.level(ramps, at: tap.time.value)
      let highest = level.intensity / tap.intensity
      if variesIntensity, highest >= peak { base.intensity = min(base.intensity, highest) }
      if variesSharpness {
        base.sharpness = toPicoUnit(max(base.sharpness, level.sharpness - tap.sharpness))
      }
    }
    self.base = base
  }

  func control(_ level: Level) -> Level {
    Level(
      intensity: variesIntensity ? level.intensity / base.intensity : 1,
      sharpness: variesSharpness ? toPicoUnit(level.sharpness - base.sharpness) : 0)
  }

  private func holds(_ tap: HapticEvent) -> Bool {
    let control = control(Self.level(ramps, at: tap.time.value))
    return tap.intensity <= control.intensity + Self.tolerance
      && tap.sharpness - control.sharpness >= -Self.tolerance
      && tap.sharpness - control.sharpness <= 1 + Self.tolerance
  }

  static func pieces(
    _ ramps: [EnvelopeSegment], under taps: [HapticEvent], loss: inout LossReport
  ) -> [AHAPPiece] {
    guard let start = ramps.first?.start, let end = ramps.last?.end else { return [] }
    let first = taps.partitioningIndex { $0.time.value >= start }
    let after = taps[first...].partitioningIndex { $0.time.value >= end }
    let whole = AHAPPiece(ramps, under: taps[first..<after])
    let windows = windows(of: whole, taps[first..<after], until: end)
    guard !windows.isEmpty else { return [whole] }
    let held = Set(windows.filter { $0.isHeld }.map { $0.start })
    let edges = Set(windows.flatMap { [$0.start, $0.end] }).inOrder()
    let parts = EnvelopeCurve.cut(ramps, at: edges)
    loss.note(.split, of: .continuous, count: parts.count - 1)
    loss.note(.resampledCurve, of: .continuous, by: hold, count: held.count)
    var next = first
    return parts.compactMap { part in
      guard var first = part.first, let end = part.last?.end else { return nil }
      let from = next
      while next < after, taps[next].time.value < end { next += 1 }
      guard held.contains(first.start) else {
        return part.allSatisfy { $0.isSilent } ? nil : AHAPPiece(part, under: taps[from..<next])
      }
      (first.end, first.to) = (end, first.from)
      return first.isSilent ? nil : AHAPPiece([first], under: [])
    }
  }

  /// A stretch that begins with a tap for which the base of the whole course is unsuitable.
  private struct Window {
    var start: Double
    var end: Double
    var isHeld: Bool
  }

  private static func windows(
    of whole: AHAPPiece, _ taps: ArraySlice<HapticEvent>, until end: Double
  ) -> [Window] {
    var windows: [Window] = []
    var next = taps.startIndex
    while next < taps.endIndex {
      let time = taps[next].time.value
      let first = next
      while next < taps.endIndex, taps[next].time.value == time { next += 1 }
      let together = taps[first..<next]
      guard !together.allSatisfy(whole.holds) else { continue }
      let follower = next < taps.endIndex ? taps[next].time.value : end
      let limit = min(toNanosecond(time + tapLength), follower)
      let strongest = together.reduce(0) { max($0, $1.intensity) }
      let level = Self.level(whole.ramps, at: time)
      let rise = firstRise(
        of: whole.ramps, above: level.intensity / strongest, from: time, to: limit)
      let isHeld = rise - time < min(hold, limit - time)
      let until = isHeld ? min(toNanosecond(time + hold), limit) : rise
      windows.append(Window(start: time, end: until, isHeld: isHeld))
    }
    return windows
  }

  private static func firstRise(
    of ramps: [EnvelopeSegment], above ceiling: Double, from start: Double, to end: Double
  ) -> Double {
    let first = ramps.partitioningIndex { $0.end > start }
    for ramp in ramps[first...] {
      guard ramp.start < end else { break }
      if ramp.start > start, ramp.from.intensity > ceiling { return ramp.start }
      guard ramp.to.intensity > ceiling, ramp.to.intensity > ramp.from.intensity else { continue }
      let share = (ceiling - ramp.from.intensity) / (ramp.to.intensity - ramp.from.intensity)
      let crossing = toNanosecond(ramp.start + (ramp.end - ramp.start) * share - 1e-9)
      return min(max(crossing, start), end)
    }
    return end
  }

  /// The level of a course at a time from its start to before its end; at a jump, the level after it.
  static func level(_ ramps: [EnvelopeSegment], at time: Double) -> Level {
    let index = ramps.partitioningIndex { $0.end > time }
    return index < ramps.endIndex ? ramps[index].level(at: time) : .silent(0)
  }
}
