internal import CFFTW3
internal import Synchronization

/// The discrete Fourier transform of real samples, and back.
///
/// `bins[k]` is the sum of `samples[n] * exp(-2πi k n / count)`; there are `count / 2 + 1` bins.
/// The plan is the library's estimate, which does not measure: the same input gives the same result
/// in every run on one machine.
@safe
public struct RealFFT: ~Copyable {
  /// Number of samples.
  public let count: Int
  /// The samples, aligned for vector instructions. `inverse` leaves its result here.
  let samples: UnsafeMutablePointer<Double>
  /// The bins. `inverse` destroys them.
  let bins: UnsafeMutablePointer<fftw_complex>
  private let plans: Plans

  /// Making and destroying plans is not thread-safe, running them is.
  private static let planner = Mutex(())

  /// Prepares a transform.
  ///
  /// - Throws: `SpectraError` when `count` is not in 1...2^28 or there is no memory.
  public init(count: Int) throws(SpectraError) {
    try SpectraError.require(count, in: 1...1 << 28, "transform length")
    guard let plans = Self.planner.withLock({ _ in Plans(count: count) }) else {
      throw SpectraError(subject: "transform length", reason: "is \(count): no memory")
    }
    self.count = count
    self.plans = plans
    unsafe samples = plans.samples
    unsafe bins = plans.bins
    unsafe samples.update(repeating: 0, count: count)
    unsafe bins.update(repeating: (0, 0), count: count / 2 + 1)
  }

  deinit {
    let plans = plans
    Self.planner.withLock { _ in plans.destroy() }
  }

  /// Number of bins.
  public var binCount: Int { count / 2 + 1 }

  /// From `samples` to `bins`, in place.
  mutating func forward() { unsafe fftw_execute(plans.forward) }

  /// From `bins` to `samples`, in place and `count` times too large.
  mutating func inverse() { unsafe fftw_execute(plans.inverse) }

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
    for index in 0..<binCount {
      unsafe bins[index] = (input[index].real, input[index].imaginary)
    }
    inverse()
    let scale = 1 / Double(count)
    return (0..<count).map { index in unsafe samples[index] * scale }
  }
}

/// What FFTW gives for one length. Made and destroyed under the planner's lock, and used by its one
/// owner only, so that it may cross the lock's boundary.
@safe
private struct Plans: @unchecked Sendable {
  let samples: UnsafeMutablePointer<Double>
  let bins: UnsafeMutablePointer<fftw_complex>
  let forward: fftw_plan
  let inverse: fftw_plan

  init?(count: Int) {
    let length = Int32(count)
    guard let samples = unsafe fftw_alloc_real(count),
      let bins = unsafe fftw_alloc_complex(count / 2 + 1),
      let forward = unsafe fftw_plan_dft_r2c_1d(length, samples, bins, FFTW_ESTIMATE),
      let inverse = unsafe fftw_plan_dft_c2r_1d(length, bins, samples, FFTW_ESTIMATE)
    else { return nil }
    unsafe self.samples = samples
    unsafe self.bins = bins
    unsafe self.forward = forward
    unsafe self.inverse = inverse
  }

  func destroy() {
    unsafe fftw_destroy_plan(forward)
    unsafe fftw_destroy_plan(inverse)
    unsafe fftw_free(samples)
    unsafe fftw_free(bins)
  }
}
