/// A normal distribution over two numbers, and the one step that a fixed-interval smoother needs.
struct PlanarGaussian: Sendable {
  var x: Double
  var y: Double
  var xx: Double
  var xy: Double
  var yy: Double

  /// The linear step between two times: x' = xx x + xy y, y' = yy y.
  struct Transition: Sendable {
    var xx: Double
    var xy: Double
    var yy: Double
  }

  /// One step backwards of the Rauch-Tung-Striebel smoother.
  /// Rauch, Tung, Striebel, "Maximum likelihood estimates of linear dynamic systems" (1965):
  /// G = P F' P'^-1, mean + G (next - predicted), P + G (P_next - P') G'.
  func smoothed(
    by next: PlanarGaussian, predicted: PlanarGaussian, _ transition: Transition
  ) -> PlanarGaussian {
    let determinant = predicted.xx * predicted.yy - predicted.xy * predicted.xy
    guard determinant > 1e-12 * predicted.xx * predicted.yy else { return self }
    let a11 = xx * transition.xx + xy * transition.xy
    let a12 = xy * transition.yy
    let a21 = xy * transition.xx + yy * transition.xy
    let a22 = yy * transition.yy
    let g11 = (a11 * predicted.yy - a12 * predicted.xy) / determinant
    let g12 = (a12 * predicted.xx - a11 * predicted.xy) / determinant
    let g21 = (a21 * predicted.yy - a22 * predicted.xy) / determinant
    let g22 = (a22 * predicted.xx - a21 * predicted.xy) / determinant
    let dx = next.x - predicted.x
    let dy = next.y - predicted.y
    let dxx = next.xx - predicted.xx
    let dxy = next.xy - predicted.xy
    let dyy = next.yy - predicted.yy
    var result = self
    result.x += g11 * dx + g12 * dy
    result.y += g21 * dx + g22 * dy
    result.xx += g11 * g11 * dxx + 2 * g11 * g12 * dxy + g12 * g12 * dyy
    result.xy += g11 * (g21 * dxx + g22 * dxy) + g12 * (g21 * dxy + g22 * dyy)
    result.yy += g21 * g21 * dxx + 2 * g21 * g22 * dxy + g22 * g22 * dyy
    return result
  }
}
