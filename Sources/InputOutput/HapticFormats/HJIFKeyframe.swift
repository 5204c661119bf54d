internal import Haptics
internal import Quantities

/// One keyframe of MPEG haptics, as intensity and sharpness.
struct HJIFKeyframe {
  /// Seconds from the start of the file.
  var time: Double
  /// The intensity, 0...1; `nil` where the keyframe has none.
  var amplitude: Double?
  /// The sharpness, 0...1; `nil` where the keyframe has none.
  var sharpness: Double?

  /// The event of keyframes in the order of time; `nil` when they have no length.
  static func continuous(_ frames: [HJIFKeyframe]) -> HapticEvent? {
    guard let first = frames.first, let last = frames.last, last.time > first.time else {
      return nil
    }
    let amplitudes = filled(frames.map { $0.amplitude }, frames.map { $0.time }, none: 1)
    let tones = filled(frames.map { $0.sharpness }, frames.map { $0.time }, none: 0.5)
    let levels = zip(amplitudes, tones).map { Level(intensity: $0, sharpness: $1) }
    let curve = zip(frames, levels).map { frame, level in
      HapticEvent.CurvePoint(
        time: Seconds(toNanosecond(frame.time - first.time)), intensity: level.intensity,
        sharpness: level.sharpness)
    }
    let peak = levels.max { $0.intensity < $1.intensity } ?? levels[0]
    let isFlat = levels.count == 2 && levels[0] == levels[1]
    return HapticEvent(
      time: Seconds(first.time), intensity: peak.intensity, sharpness: peak.sharpness,
      kind: .continuous(
        duration: Seconds(toNanosecond(last.time - first.time)), curve: isFlat ? [] : curve))
  }

  /// Missing values between known ones lie on a straight line; outside them the nearest holds.
  private static func filled(
    _ values: [Double?], _ times: [Double], none: Double
  ) -> [Double] {
    let known = values.indices.filter { values[$0] != nil }
    guard !known.isEmpty else { return values.map { _ in none } }
    var next = 0
    return values.indices.map { index in
      if let value = values[index] { return value }
      while next < known.count, known[next] < index { next += 1 }
      let right = next < known.count ? values[known[next]] ?? none : nil
      let left = next > 0 ? values[known[next - 1]] ?? none : nil
      guard let left, let right else { return left ?? right ?? none }
      let (start, end) = (times[known[next - 1]], times[known[next]])
      guard end > start else { return right }
      return toPicoUnit(left + (right - left) * (times[index] - start) / (end - start))
    }
  }
}
