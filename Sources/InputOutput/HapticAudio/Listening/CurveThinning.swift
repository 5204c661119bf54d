internal import Haptics
internal import Quantities

/// Leaves out points of a curve that lie near the straight line between others (Ramer, Douglas and
/// Peucker).
enum CurveThinning {
  /// The largest change of intensity or sharpness that is allowed.
  private static let tolerance = 0.02

  static func thinned(_ points: [HapticEvent.CurvePoint]) -> [HapticEvent.CurvePoint] {
    guard points.count > 2 else { return points }
    var isKept = [Bool](repeating: false, count: points.count)
    isKept[0] = true
    isKept[points.count - 1] = true
    var open = [(0, points.count - 1)]
    while let (first, last) = open.popLast() {
      guard last - first > 1 else { continue }
      let errors = (first + 1..<last).map { ($0, error(points[$0], points[first], points[last])) }
      guard let worst = errors.max(by: { $0.1 < $1.1 }), worst.1 > tolerance else { continue }
      isKept[worst.0] = true
      open += [(first, worst.0), (worst.0, last)]
    }
    return zip(points, isKept).filter { $0.1 }.map { $0.0 }
  }

  private static func error(
    _ point: HapticEvent.CurvePoint, _ left: HapticEvent.CurvePoint,
    _ right: HapticEvent.CurvePoint
  ) -> Double {
    let share = (point.time - left.time) / (right.time - left.time)
    let intensity = left.intensity + (right.intensity - left.intensity) * share
    let sharpness = left.sharpness + (right.sharpness - left.sharpness) * share
    return max(abs(point.intensity - intensity), abs(point.sharpness - sharpness))
  }
}
