internal import RealModule

/// SplitMix64 (Steele, Lea, Flood 2014) with the usual draws: the same numbers for the same seed on every machine.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  @usableFromInline var state: UInt64

  @inlinable package init(seed: UInt64) { state = seed }

  /// A generator whose numbers are unrelated to the numbers of this generator; `stream` distinguishes several generators.
  package func split(_ stream: UInt64) -> SplitMix64 {
    var mixed = SplitMix64(seed: state ^ (stream &* 0xD134_2543_DE82_EF95))
    return SplitMix64(seed: mixed.next())
  }

  @inlinable package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  @inlinable package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  package mutating func uniform(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * unit()
  }

  package mutating func logUniform(_ range: ClosedRange<Double>) -> Double {
    .exp(uniform(.log(range.lowerBound) ... .log(range.upperBound)))
  }

  /// A whole number from 0 to below a limit, uniform; for limits far below 2⁵³.
  package mutating func below(_ limit: Int) -> Int { Int(unit() * Double(limit)) }

  package mutating func chance(_ probability: Double) -> Bool { unit() < probability }

  /// A standard normal number (Box and Muller 1958, the cosine branch).
  package mutating func normal() -> Double {
    let radius = (-2 * Double.log(1 - unit())).squareRoot()
    return radius * .cos(2 * .pi * unit())
  }

  /// The time until the next of random events with a mean interval.
  package mutating func wait(mean: Double) -> Double { -mean * .log(1 - unit()) }
}
