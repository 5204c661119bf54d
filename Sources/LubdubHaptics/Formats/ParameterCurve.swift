/// A control of AHAP over the whole pattern: its value just before and just after a time, and its bends.
struct ParameterCurve {
  /// The control from a moment on: a parameter has one point, a curve several; times are absolute.
  struct Piece {
    var start: Double
    var points: [Course.Point]
  }

  private let pieces: [Piece]
  private let neutral: Double
  private let times: [Double]

  init(pieces: [Piece], neutral: Double) {
    (self.pieces, self.neutral) = (pieces, neutral)
    times = pieces.flatMap { [$0.start] + $0.points.map { $0.time } }.inOrder()
  }

  func value(at time: Double, fromLeft: Bool) -> Double {
    value(at: time, fromLeft: fromLeft, before: pieces.count)
  }

  private func value(at time: Double, fromLeft: Bool, before count: Int) -> Double {
    let index = pieces[..<count].partitioningIndex { fromLeft ? $0.start >= time : $0.start > time }
    guard index > 0 else { return neutral }
    let piece = pieces[index - 1]
    guard let first = piece.points.first else { return neutral }
    if time < first.time || (time == first.time && fromLeft && first.time > piece.start) {
      return value(at: piece.start, fromLeft: false, before: index - 1)
    }
    return Course.value(of: piece.points, at: time, fromLeft: fromLeft) ?? neutral
  }

  func bends(in range: Range<Double>) -> ArraySlice<Double> {
    let first = times.partitioningIndex { $0 > range.lowerBound }
    let end = times.partitioningIndex { $0 >= range.upperBound }
    return first < end ? times[first..<end] : []
  }
}
