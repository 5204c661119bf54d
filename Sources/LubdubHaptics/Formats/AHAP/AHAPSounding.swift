/// An event of AHAP before the controls act on it. Times are in seconds.
struct AHAPSounding {
  var time: Double
  var duration: Double?
  var intensity = 1.0
  var sharpness = 0.5
  /// The stated values of attack, decay, release, and sustaining, by name.
  var adjusters: [String: Double] = [:]
  var envelope: AHAPEnvelope?
  var path: String

  func event(_ gain: ParameterCurve, _ shift: ParameterCurve) -> HapticEvent {
    func level(_ time: Double, fromLeft: Bool) -> Level {
      let share = envelope.map { $0.share(at: time - self.time, of: duration ?? 0) } ?? 1
      let intensity = self.intensity * share * gain.value(at: time, fromLeft: fromLeft)
      let sharpness = self.sharpness + shift.value(at: time, fromLeft: fromLeft)
      return Level(
        intensity: toPicoUnit(min(max(intensity, 0), 1)),
        sharpness: toPicoUnit(min(max(sharpness, 0), 1)))
    }
    let start = level(time, fromLeft: false)
    guard let duration else { return HapticEvent(at: time, start) }
    let end = toNanosecond(time + duration + (envelope?.release ?? 0))
    let range = time..<max(time, end)
    var points = [EnvelopePoint(time, start)]
    var bends = Set(gain.bends(in: range) + shift.bends(in: range))
    bends.formUnion(clampings(of: sharpness, shift, Array(bends), range))
    let corners = (envelope?.corners(of: duration) ?? []).map { toNanosecond(time + $0) }
    bends.formUnion(corners.filter { $0 > time && $0 < end })
    for bend in bends.inOrder() {
      let (left, right) = (level(bend, fromLeft: true), level(bend, fromLeft: false))
      points.append(EnvelopePoint(bend, left))
      if right != left { points.append(EnvelopePoint(bend, right)) }
    }
    points.append(EnvelopePoint(end, level(end, fromLeft: true)))
    return HapticEvent(through: points, duration: toNanosecond(end - time))
      ?? HapticEvent(at: time, start)
  }

  /// The times between two bends at which base plus control leaves 0...1: the sum is clamped from these times on, so the
  /// course also bends at these times.
  private func clampings(
    of base: Double, _ shift: ParameterCurve, _ bends: [Double], _ range: Range<Double>
  ) -> [Double] {
    let times = ([range.lowerBound] + bends + [range.upperBound]).inOrder()
    return zip(times, times.dropFirst()).flatMap { start, end -> [Double] in
      let first = base + shift.value(at: start, fromLeft: false)
      let last = base + shift.value(at: end, fromLeft: true)
      return [0.0, 1].compactMap { limit in
        guard (first - limit) * (last - limit) < 0 else { return nil }
        let time = toNanosecond(start + (end - start) * (limit - first) / (last - first))
        return time > start && time < end ? time : nil
      }
    }
  }
}
