/// A long filter applied to a stream, block by block, in the frequency domain.
///
/// The cost of one sample is about the cost of two transforms divided by their useful part, for any length of the filter.
/// The output is exactly the convolution, without further delay.
public struct OverlapSave: ~Copyable {
  /// The number of samples that `process` accepts and returns.
  public let blockCount: Int
  private var transform: RealFFT
  private let response: [Complex]
  private var history: [Double]

  /// Prepares a filter.
  ///
  /// - Throws: `SpectraError` if there are no taps or more than 2^24.
  public init(taps: [Double]) throws(SpectraError) {
    try SpectraError.require(taps.count, in: 1...1 << 24, "number of taps")
    var size = 256
    while size < 4 * taps.count { size *= 2 }
    transform = try RealFFT(count: size)
    blockCount = size - taps.count + 1
    let padded = taps + [Double](repeating: 0, count: size - taps.count)
    let scale = 1 / Double(size)
    response = transform.forward(padded).map { $0 * scale }
    history = [Double](repeating: 0, count: taps.count - 1)
  }

  /// Filters the next `blockCount` samples in place.
  public mutating func process(_ block: inout [Double]) {
    precondition(block.count == blockCount, "a block has blockCount samples")
    let past = history.count
    for index in 0..<past { unsafe transform.samples[index] = history[index] }
    for index in 0..<blockCount { unsafe transform.samples[past + index] = block[index] }
    for index in 0..<past { history[index] = unsafe transform.samples[blockCount + index] }
    transform.forward()
    for index in response.indices {
      let (bin, factor) = unsafe (transform.bins[index], response[index])
      let real = bin.0 * factor.real - bin.1 * factor.imaginary
      let imaginary = bin.0 * factor.imaginary + bin.1 * factor.real
      unsafe transform.bins[index] = (real, imaginary)
    }
    transform.inverse()
    for index in 0..<blockCount { block[index] = unsafe transform.samples[past + index] }
  }
}
