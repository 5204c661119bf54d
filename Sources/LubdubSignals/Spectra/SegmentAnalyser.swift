internal import RealModule

struct SegmentAnalyser: ~Copyable {
  private var transform: RealFFT
  private let weights: [Double]
  private let scale: Double
  private let removesMean: Bool

  init(count: Int, sampleRate: Double, removesMean: Bool) throws(SpectraError) {
    transform = try RealFFT(count: count)
    // The Hann window, periodic, as spectra use it.
    weights = (0..<count).map { 0.5 - 0.5 * Double.cos(2 * .pi * Double($0) / Double(count)) }
    let energy = weights.reduce(0) { $0 + $1 * $1 }
    scale = energy > 0 ? 1 / (sampleRate * energy) : 0
    self.removesMean = removesMean
  }

  /// Adds the one-sided density of the segment that starts at `start` to `sum`.
  mutating func add(_ samples: [Double], from start: Int, to sum: inout [Double]) {
    let count = weights.count
    var mean = 0.0
    if removesMean { mean = samples[start..<start + count].reduce(0, +) / Double(count) }
    for index in 0..<count {
      unsafe transform.samples[index] = (samples[start + index] - mean) * weights[index]
    }
    transform.forward()
    for index in sum.indices {
      let bin = unsafe transform.bins[index]
      let power = (bin.0 * bin.0 + bin.1 * bin.1) * scale
      let isSingle = index == 0 || 2 * index == transform.count
      sum[index] += isSingle ? power : 2 * power
    }
  }
}
