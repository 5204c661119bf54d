internal import Lubdub

/// The covariance of two tones by their distance in slots, if the first path arrives at distance zero: a share of the power
/// arrives on this path, and the rest on echoes whose power falls exponentially. The four lanes have different lengths of
/// the tail of echoes.
struct EchoKernel: Sendable {
  /// One covariance for each distance in slots, from 0.
  let lags: [ComplexLanes]

  /// The tails in m after which the power of the echoes has fallen by e.
  static let tails = SIMD4(1.5, 3, 6, 12)
  /// The shares of the first path in the power.
  static let shares = [0.03, 0.15, 0.4, 0.7, 0.95]

  /// The response whose tones have the covariance.
  enum Way: Sendable {
    /// The root of the product of both sides.
    case oneWay
    /// The product of both sides.
    case twoWay
  }

  init(tails: SIMD4<Double>, share: Double, _ way: Way) {
    let turns = tails * (2 * .pi / ToneGrid.oneWaySpan.value)
    lags = (0..<ToneGrid.count).map { lag in
      let angle = turns * Double(lag)
      let scale = (1 - share) / (1 + angle * angle)
      let oneWay = ComplexLanes(real: share + scale, imaginary: -angle * scale)
      return way == .twoWay ? oneWay * oneWay : oneWay
    }
  }
}
