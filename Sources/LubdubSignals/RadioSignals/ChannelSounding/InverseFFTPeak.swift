public import Lubdub

/// The distance of the strongest path: the maximum of the inverse transform of the product response.
public struct InverseFFTPeak: ~Copyable {
  private var transform: ComplexFFT

  /// Prepares a transform of 2,048 points: one for every 7.3 cm.
  ///
  /// - Throws: `SpectraError` if memory runs out.
  public init() throws(SpectraError) { transform = try ComplexFFT(count: 2048) }

  /// The distance; above 95% of the span it counts as negative. `nil` with fewer than 15 tones.
  public mutating func distance(of response: ProductResponse) -> Meters? {
    guard response.toneCount >= ProductResponse.fewestTones else { return nil }
    let profile = transform.profile(response, span: ToneGrid.twoWaySpan.value)
    let distance = profile.peak(at: profile.strongest) * profile.step
    return Meters(distance > 0.95 * profile.span ? distance - profile.span : distance)
  }
}
