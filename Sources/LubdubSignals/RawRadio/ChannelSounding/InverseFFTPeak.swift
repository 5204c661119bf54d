public import Lubdub

/// The distance of the strongest path: the maximum of the inverse transform of the product response, padded with zeros.
public struct InverseFFTPeak: ~Copyable {
  private var transform: ComplexFFT

  /// Prepares a transform of 2,048 points, one for every 7.3 cm.
  ///
  /// - Throws: `SpectraError` if memory runs out.
  public init() throws(SpectraError) { transform = try ComplexFFT(count: 2048) }

  /// The distance; above 95% of the span, it counts as negative. `nil` with fewer than 15 tones.
  public mutating func distance(of response: ProductResponse) -> Meters? {
    guard response.toneCount >= ProductResponse.fewestTones else { return nil }
    transform.load(response.tones.map { $0 ?? Complex(0) })
    transform.inverse()
    let count = transform.count
    let sizes = (0..<count).map { transform[$0].magnitude }
    let place = sizes.indices.reduce(0) { sizes[$1] > sizes[$0] ? $1 : $0 }
    let (left, right) = (sizes[(place + count - 1) % count], sizes[(place + 1) % count])
    let span = ToneGrid.twoWaySpan.value
    let distance = (Double(place) + parabolaTop(left, sizes[place], right)) * (span / Double(count))
    return Meters(distance > 0.95 * span ? distance - span : distance)
  }
}
