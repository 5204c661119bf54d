/// The discrete Fourier transform of real samples, and its inverse.
///
/// `bins[k]` is the sum of `samples[n] * exp(-2πi k n / count)`; there are `count / 2 + 1` bins. With the package trait
/// `FFTW`, it uses FFTW, whose license is the GPL; without the trait, it uses a transform in Swift. Both implementations are
/// exact to rounding and give the same result for the same input in every run on one machine.
@safe public struct RealFFT: ~Copyable {
  /// The number of samples.
  public let count: Int
  let samples: UnsafeMutablePointer<Double>
  let bins: UnsafeMutablePointer<(Double, Double)>
  private let plan: FFTPlan

  /// Prepares a transform.
  ///
  /// - Throws: `SpectraError` if `count` is not in 1...2^28 or memory runs out.
  public init(count: Int) throws(SpectraError) {
    try SpectraError.require(count, in: 1...1 << 28, "transform length")
    guard let plan = FFTPlan(count: count) else {
      throw SpectraError(subject: "transform length", reason: "is \(count): no memory")
    }
    self.count = count
    self.plan = plan
    unsafe samples = plan.samples
    unsafe bins = plan.bins
    unsafe samples.update(repeating: 0, count: count)
    unsafe bins.update(repeating: (0, 0), count: count / 2 + 1)
  }

  /// The number of bins.
  public var binCount: Int { count / 2 + 1 }

  mutating func forward() { plan.forward() }

  mutating func inverse() { plan.inverse() }

  /// The bins of `count` samples.
  public mutating func forward(_ input: [Double]) -> [Complex] {
    precondition(input.count == count, "the number of samples is the transform's length")
    for index in 0..<count { unsafe samples[index] = input[index] }
    forward()
    return (0..<binCount).map { index in
      let bin = unsafe bins[index]
      return Complex(bin.0, bin.1)
    }
  }

  /// The `count` samples of `count / 2 + 1` bins: the inverse of `forward`, scaled.
  public mutating func inverse(_ input: [Complex]) -> [Double] {
    precondition(input.count == binCount, "the number of bins is half the transform's length + 1")
    for index in 0..<binCount { unsafe bins[index] = (input[index].real, input[index].imaginary) }
    inverse()
    let scale = 1 / Double(count)
    return (0..<count).map { index in unsafe samples[index] * scale }
  }
}
