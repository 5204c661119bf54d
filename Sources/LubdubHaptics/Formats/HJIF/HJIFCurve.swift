/// The interpolation between the keyframes of a band of the type Curve. The rules come from `Band::EvaluationBand` and
/// Tools.cpp of MPEG's reference software; two keyframes are always joined by a line.
enum HJIFCurve: String, CaseIterable {
  case cubic = "Cubic"
  case linear = "Linear"
  case akima = "Akima"
  case bezier = "Bezier"
  case bSpline = "Bspline"

  init(_ member: JSONPlace?, _ log: inout ReadingLog) {
    let name = member?.value.string
    self = name.flatMap(Self.init) ?? .cubic
    guard let member, name.flatMap(Self.init) == nil, name != "Unknown" else { return }
    log.fail(
      "curve-type", at: member.path,
      "the curve type must be one of \(Self.allCases.map { $0.rawValue }.joined(separator: ", "))")
  }

  /// The number of straight parts between two keyframes: the chord of a cubic is then off by at most 0.003 of its height.
  private static let partCount = 16
  private static let shares = (0..<partCount).map { Double($0) / Double(partCount) }

  func polyline(_ points: [Course.Point]) -> [Course.Point] {
    let isRising = zip(points, points.dropFirst()).allSatisfy { $0.time < $1.time }
    guard points.count > 2, isRising, let last = points.last else { return points }
    switch self {
    case .linear: return points
    case .cubic: return hermite(points, slopes: points.map { _ in 0 })
    case .akima: return hermite(points, slopes: Self.akimaSlopes(points))
    case .bezier:
      // Each three points are the start, the control point, and the end of a parabola. Remaining points are not played.
      let ends = stride(from: 0, to: points.count - 2, by: 2)
      return ends.flatMap { start in
        Self.shares.map { Self.mixed(points[start...start + 2], at: $0) }
      } + [points.count % 2 == 1 ? last : points[points.count - 2]]
    case .bSpline:
      let spans = points.count - 2
      return (0..<spans).flatMap { span in
        Self.shares.map { share in
          // The knots: three at 0, one at each span, and three at the end.
          func blend(_ left: Int) -> Course.Point {
            let (from, to) = (points[span + left], points[span + left + 1])
            let start = Double(max(span + left - 1, 0))
            let end = Double(min(span + left + 1, spans))
            return Self.between(from, to, (Double(span) + share - start) / (end - start))
          }
          return Self.between(blend(0), blend(1), share)
        }
      } + [last]
    }
  }

  /// The strength of a signal, which is 0 at the zero crossings of the signal.
  static func rectified(_ points: [Course.Point]) -> [Course.Point] {
    let crossings = zip(points, points.dropFirst()).compactMap { left, right in
      left.value * right.value < 0 && left.time < right.time
        ? between(left, right, left.value / (left.value - right.value)) : nil
    }
    return Course(points + crossings).points.map {
      .init(time: toNanosecond($0.time), value: min(abs($0.value), 1))
    }
  }

  private static func between(
    _ from: Course.Point, _ to: Course.Point, _ share: Double
  ) -> Course.Point {
    .init(
      time: from.time + (to.time - from.time) * share,
      value: from.value + (to.value - from.value) * share)
  }

  /// The parabola of three points, by de Casteljau.
  private static func mixed(_ three: ArraySlice<Course.Point>, at share: Double) -> Course.Point {
    let first = three.startIndex
    return between(
      between(three[first], three[first + 1], share),
      between(three[first + 1], three[first + 2], share), share)
  }

  private func hermite(_ points: [Course.Point], slopes: [Double]) -> [Course.Point] {
    points.indices.dropLast().flatMap { index -> [Course.Point] in
      let (from, to) = (points[index], points[index + 1])
      let width = to.time - from.time
      return Self.shares.map { share in
        let rest = 1 - share
        let value =
          from.value * rest * rest * (1 + 2 * share) + to.value * share * share * (1 + 2 * rest)
          + width * share * rest * (slopes[index] * rest - slopes[index + 1] * share)
        return .init(time: from.time + width * share, value: value)
      }
    } + points.suffix(1)
  }

  /// The slopes of the curve at the points: H. Akima, "A new method of interpolation and smooth curve fitting based on local
  /// procedures", JACM 17 (1970).
  private static func akimaSlopes(_ points: [Course.Point]) -> [Double] {
    let inner = zip(points, points.dropFirst()).map { ($1.value - $0.value) / ($1.time - $0.time) }
    let count = inner.count
    let slopes =
      [3 * inner[0] - 2 * inner[1], 2 * inner[0] - inner[1]] + inner
      + [2 * inner[count - 1] - inner[count - 2], 3 * inner[count - 1] - 2 * inner[count - 2]]
    let turns = zip(slopes, slopes.dropFirst()).map { abs($1 - $0) }
    let most = points.indices.map { turns[$0] + turns[$0 + 2] }.max() ?? 0
    return points.indices.map { index in
      let weight = turns[index] + turns[index + 2]
      // If the course is straight on both sides, the reference software uses the slope before the point.
      guard weight > 1e-8 * most else { return slopes[index + 1] }
      return (turns[index + 2] * slopes[index + 1] + turns[index] * slopes[index + 2]) / weight
    }
  }
}
