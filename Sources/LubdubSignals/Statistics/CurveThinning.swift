package import Lubdub

/// Fewer points for the same curve: the algorithm of Ramer, Douglas, and Peucker, with the distance measured in intensity and
/// sharpness at one time.
package enum CurveThinning {
  package static func thinned(
    _ points: [HapticEvent.CurvePoint], tolerance: Double, piece: Int = 1024
  ) -> [HapticEvent.CurvePoint] {
    guard points.count > 2 else { return points }
    var isKept = points.map { _ in false }
    // In pieces, so that the work grows with the length instead of its square.
    var open: [(first: Int, last: Int)] = []
    for first in stride(from: 0, to: points.count - 1, by: piece) {
      let last = min(first + piece, points.count - 1)
      open.append((first, last))
      isKept[first] = true
      isKept[last] = true
    }
    while let (first, last) = open.popLast() {
      var farthest = (distance: tolerance, place: first)
      for place in first + 1..<max(last, first + 1) {
        let point = points[place]
        let straight = points[first].between(points[last], at: point.time.value)
        let distance = max(
          abs(point.intensity - straight.intensity), abs(point.sharpness - straight.sharpness))
        if distance > farthest.distance { farthest = (distance, place) }
      }
      guard farthest.place > first else { continue }
      isKept[farthest.place] = true
      open.append((first, farthest.place))
      open.append((farthest.place, last))
    }
    return points.indices.filter { isKept[$0] }.map { points[$0] }
  }
}

extension HapticEvent.CurvePoint {
  package func between(_ next: Self, at time: Double) -> Self {
    let length = (next.time - self.time).value
    let share = length > 0 ? (time - self.time.value) / length : 0
    return Self(
      time: Seconds(time), intensity: intensity + share * (next.intensity - intensity),
      sharpness: sharpness + share * (next.sharpness - sharpness))
  }
}
