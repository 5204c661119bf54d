extension RangeMotion<Double> {
  /// One backward step of the Rauch-Tung-Striebel smoother for x' = x + reach v, v' = memory v.
  ///
  /// Rauch, Tung, Striebel, "Maximum likelihood estimates of linear dynamic systems" (1965): G = P F' P'^-1, mean + G (next
  /// - predicted), P + G (P_next - P') G'.
  func smoothed(
    by next: Self, predicted: Self, _ step: RangeCoefficients<Double>
  ) -> Self {
    let (xx, xy) = (predicted.distanceVariance, predicted.covariance)
    let yy = predicted.velocityVariance
    let determinant = xx * yy - xy * xy
    guard determinant > 1e-12 * xx * yy else { return self }
    let a11 = distanceVariance + covariance * step.reach
    let a12 = covariance * step.memory
    let a21 = covariance + velocityVariance * step.reach
    let a22 = velocityVariance * step.memory
    let g11 = (a11 * yy - a12 * xy) / determinant
    let g12 = (a12 * xx - a11 * xy) / determinant
    let g21 = (a21 * yy - a22 * xy) / determinant
    let g22 = (a22 * xx - a21 * xy) / determinant
    let dx = next.distance - predicted.distance
    let dy = next.velocity - predicted.velocity
    let (dxx, dxy) = (next.distanceVariance - xx, next.covariance - xy)
    let dyy = next.velocityVariance - yy
    var result = self
    result.distance += g11 * dx + g12 * dy
    result.velocity += g21 * dx + g22 * dy
    result.distanceVariance += g11 * g11 * dxx + 2 * g11 * g12 * dxy + g12 * g12 * dyy
    result.covariance += g11 * (g21 * dxx + g22 * dxy) + g12 * (g21 * dxy + g22 * dyy)
    result.velocityVariance += g21 * g21 * dxx + 2 * g21 * g22 * dxy + g22 * g22 * dyy
    return result
  }
}
