/// The strength of a response over distance: the magnitude of its inverse transform, padded with zeros.
struct DelayProfile: Sendable {
  /// The magnitudes; place k is at distance k · `step`.
  let sizes: [Double]
  /// The distance after which the profile repeats, in m.
  let span: Double

  /// The distance from one place to the next, in m.
  var step: Double { span / Double(sizes.count) }

  /// The magnitude at a place, counted around the circle.
  subscript(place: Int) -> Double {
    let rest = place % sizes.count
    return sizes[rest < 0 ? rest + sizes.count : rest]
  }

  var strongest: Int { sizes.indices.reduce(0) { sizes[$1] > sizes[$0] ? $1 : $0 } }

  func peak(at place: Int) -> Double {
    Double(place) + parabolaTop(self[place - 1], self[place], self[place + 1])
  }
}

extension ComplexFFT {
  mutating func profile(_ response: ProductResponse, span: Double) -> DelayProfile {
    load(response.tones.map { $0 ?? Complex(0) })
    inverse()
    return DelayProfile(sizes: (0..<count).map { self[$0].magnitude }, span: span)
  }
}
