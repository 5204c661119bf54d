#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// SplitMix64 (Steele, Lea, Flood 2014) with the draws a simulator needs: the same numbers for the
/// same seed on every machine.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// A generator that starts from a seed.
  public init(seed: UInt64) {
    state = seed
  }

  /// A generator whose numbers have nothing to do with this one's; `stream` tells several apart.
  public func split(_ stream: UInt64) -> SplitMix64 {
    var mixed = SplitMix64(seed: state ^ (stream &* 0xD134_2543_DE82_EF95))
    return SplitMix64(seed: mixed.next())
  }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// A number in 0..<1, uniform.
  public mutating func unit() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// A number in a range, uniform.
  public mutating func uniform(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * unit()
  }

  /// A number in a range of positive numbers, uniform in its logarithm.
  public mutating func logUniform(_ range: ClosedRange<Double>) -> Double {
    exp(uniform(log(range.lowerBound)...log(range.upperBound)))
  }

  /// Whether something of this probability happens.
  public mutating func chance(_ probability: Double) -> Bool {
    unit() < probability
  }

  /// A standard normal number (Box and Muller 1958, the cosine branch).
  public mutating func normal() -> Double {
    let radius = sqrt(-2 * log(1 - unit()))
    return radius * cos(2 * .pi * unit())
  }

  /// The waiting time to the next of events that come at random with this mean distance.
  public mutating func wait(mean: Double) -> Double {
    -mean * log(1 - unit())
  }
}

/// A stationary first-order Gauss-Markov (Ornstein-Uhlenbeck) process: noise with a memory.
public struct GaussMarkov: Sendable {
  private let deviation: Double
  private let timeConstant: Double
  private var value: Double
  private var time: Double

  /// A process that starts in its stationary distribution.
  ///
  /// - Parameters:
  ///   - deviation: Stationary standard deviation.
  ///   - timeConstant: Time after which the correlation is 1/e, in seconds.
  ///   - time: Time of the first value, in seconds.
  ///   - random: Where the numbers come from.
  public init(
    deviation: Double, timeConstant: Double, at time: Double, random: inout SplitMix64
  ) {
    self.deviation = deviation
    self.timeConstant = timeConstant
    self.time = time
    value = deviation * random.normal()
  }

  /// The value at a later time.
  public mutating func advance(to time: Double, random: inout SplitMix64) -> Double {
    let decay = exp(-max(0, time - self.time) / timeConstant)
    value = decay * value + deviation * sqrt(1 - decay * decay) * random.normal()
    self.time = max(time, self.time)
    return value
  }
}
