internal import Haptics

/// An event of AHAP before the controls act on it. Times are in seconds.
struct AHAPSounding {
  var time: Double
  /// `nil` for a transient.
  var duration: Double?
  var intensity = 1.0
  var sharpness = 0.5
  /// Where it stands in the file.
  var path: String

  /// The event as it is played.
  ///
  /// - Parameters:
  ///   - gain: A factor on the intensity over time.
  ///   - shift: What is added to the sharpness over time.
  /// - Returns: The event with both in it.
  func event(_ gain: ParameterCurve, _ shift: ParameterCurve) -> HapticEvent {
    func level(_ time: Double, fromLeft: Bool) -> Level {
      let intensity = self.intensity * gain.value(at: time, fromLeft: fromLeft)
      let sharpness = self.sharpness + shift.value(at: time, fromLeft: fromLeft)
      return Level(
        intensity: toPicoUnit(min(max(intensity, 0), 1)),
        sharpness: toPicoUnit(min(max(sharpness, 0), 1)))
    }
    let start = level(time, fromLeft: false)
    guard let duration else { return HapticEvent(at: time, start) }
    let end = toNanosecond(time + duration)
    let range = time..<max(time, end)
    var points = [EnvelopePoint(time, start)]
    var bends = Set(gain.bends(in: range) + shift.bends(in: range))
    bends.formUnion(clampings(of: sharpness, shift, Array(bends), range))
    for bend in bends.sorted() {
      let (left, right) = (level(bend, fromLeft: true), level(bend, fromLeft: false))
      points.append(EnvelopePoint(bend, left))
      if right != left { points.append(EnvelopePoint(bend, right)) }
    }
    points.append(EnvelopePoint(end, level(end, fromLeft: true)))
    return HapticEvent(through: points, duration: duration) ?? HapticEvent(at: time, start)
  }

  /// Where base plus control leaves 0...1 between two bends: the sum is clamped from there on, so the
  /// course bends there as well.
  private func clampings(
    of base: Double, _ shift: ParameterCurve, _ bends: [Double], _ range: Range<Double>
  ) -> [Double] {
    let times = ([range.lowerBound] + bends + [range.upperBound]).sorted()
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

/// A control of AHAP over the whole pattern: its value from the left and from the right at a time, and
/// where it bends.
struct ParameterCurve {
  /// The control from a moment on: a parameter has one point, a curve several; absolute times.
  struct Piece {
    var start: Double
    var points: [(time: Double, value: Double)]
  }

  /// In the order of their starts.
  private let pieces: [Piece]
  /// The value before the first piece.
  private let neutral: Double
  /// All starts and points, in order.
  private let times: [Double]

  init(pieces: [Piece], neutral: Double) {
    self.pieces = pieces
    self.neutral = neutral
    times = pieces.flatMap { [$0.start] + $0.points.map { $0.time } }.sorted()
  }

  func value(at time: Double, fromLeft: Bool) -> Double {
    value(at: time, fromLeft: fromLeft, before: pieces.count)
  }

  /// The value when only the first pieces are known.
  private func value(at time: Double, fromLeft: Bool, before count: Int) -> Double {
    let index = pieces[..<count].firstIndexSorted { fromLeft ? $0.start >= time : $0.start > time }
    guard index > 0 else { return neutral }
    let piece = pieces[index - 1]
    let points = piece.points
    guard let first = points.first, let last = points.last else { return neutral }
    if time < first.time || (time == first.time && fromLeft && first.time > piece.start) {
      return value(at: piece.start, fromLeft: false, before: index - 1)
    }
    let next = points[...].firstIndexSorted { fromLeft ? $0.time >= time : $0.time > time }
    let from = max(next - 1, 0)
    guard from + 1 < points.count else { return last.value }
    let (left, right) = (points[from], points[from + 1])
    guard right.time > left.time, time < right.time else { return right.value }
    let share = (time - left.time) / (right.time - left.time)
    return left.value + (right.value - left.value) * share
  }

  /// The times strictly within a range at which the control may bend or jump.
  func bends(in range: Range<Double>) -> ArraySlice<Double> {
    let first = times[...].firstIndexSorted { $0 > range.lowerBound }
    let end = times[...].firstIndexSorted { $0 >= range.upperBound }
    return first < end ? times[first..<end] : []
  }
}

extension ArraySlice {
  /// The first index at which a condition holds that, once it holds, holds to the end; else `endIndex`.
  func firstIndexSorted(where condition: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
