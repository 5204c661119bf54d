typealias Lanes = SIMD8<Double>
typealias LaneMask = SIMDMask<SIMD8<Int64>>

/// What a reading needs of eight filters when no zone is about to change; it stays in registers.
struct FilterLanes {
  private let processNoise: Lanes
  private let variance: Lanes
  private var kernel: ConstantVelocityKernel<Lanes>
  private(set) var squaredError = Lanes.zero
  private(set) var squaredLogRatio = Lanes.zero

  init(_ candidates: [ConstantVelocityCandidate], first: Double) {
    processNoise = Lanes(candidates.map(\.processNoise))
    let deviation = Lanes(candidates.map(\.measurementDeviation.value))
    variance = deviation * deviation
    kernel = ConstantVelocityKernel(
      distance: Lanes(repeating: first), distanceVariance: variance,
      velocityVariance: Lanes(repeating: 1))
  }

  /// The distances, never negative.
  @inline(__always) var distance: Lanes {
    kernel.distance.replacing(with: 0, where: kernel.distance .< 0)
  }

  @inline(__always) mutating func update(_ reading: Double, step: Double) {
    kernel.predict(step: Lanes(repeating: step), processNoise: processNoise)
    kernel.fold(Lanes(repeating: reading), variance: variance)
  }

  @inline(__always) mutating func score(truth: Double) {
    let error = distance - truth
    squaredError += error * error
  }

  @inline(__always) mutating func scoreRatio(truth: Double, floor: Double) {
    let ratio = LogTwo.of(
      distance.replacing(with: floor, where: distance .< floor) / max(truth, floor))
    squaredLogRatio += ratio * ratio
  }
}
