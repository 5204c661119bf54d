/// The parameters of the range filter in the form of its recursion: bare numbers, squared once.
package struct RangeConstants<Number: BranchlessNumber>: Sendable {
  // Noise of a reading.
  let whiteVariance, correlatedVariance: Number
  /// The variance of a single reading, with a noise scale of one.
  package let readingVariance: Number
  let inverseCorrelationTime: Number
  /// The Student weight: 1 / w = (nu + m) / (nu + 1) = offset + slope m.
  let doubtOffset, doubtSlope: Number
  let positiveErrorScale: Number
  package let gateSquared: Number
  // Motion.
  let velocityVariance, velocityTime, inverseVelocityTime: Number

  init(_ number: ((RangeFilter.Parameters) -> Double) -> Number) {
    func square(_ value: @escaping (RangeFilter.Parameters) -> Double) -> Number {
      number { value($0) * value($0) }
    }
    whiteVariance = square { $0.whiteDeviation.value }
    correlatedVariance = square { $0.correlatedDeviation.value }
    readingVariance = whiteVariance + correlatedVariance
    inverseCorrelationTime = number { 1 / $0.correlationTime.value }
    doubtOffset = number { $0.studentDegrees / ($0.studentDegrees + 1) }
    doubtSlope = number { 1 / ($0.studentDegrees + 1) }
    positiveErrorScale = number { $0.positiveErrorScale }
    gateSquared = square { $0.gate }
    velocityVariance = square { $0.velocityDeviation.value }
    velocityTime = number { $0.velocityTime.value }
    inverseVelocityTime = number { 1 / $0.velocityTime.value }
  }
}

extension RangeConstants<Double> {
  init(_ parameters: RangeFilter.Parameters) { self.init { $0(parameters) } }
}

extension RangeConstants<SIMD8<Double>> {
  package init(_ parameters: [RangeFilter.Parameters]) {
    self.init { value in SIMD8(parameters.map(value)) }
  }
}
