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
