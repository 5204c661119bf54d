internal import RealModule

/// What is done to an accumulator before a first path is looked for.
public enum ResponseShaping: String, Sendable, Hashable, CaseIterable {
  /// Nothing.
  case none
  /// The phases are left out, as in logs that hold magnitudes only.
  case magnitudes
  /// A filter that fits the pulse: a Gaussian with a deviation of 0.75 taps, about that of the DW1000's
  /// pulse on channel 2 (docs/signals.md).
  case matchedFilter = "matched filter"
}

extension Accumulator {
  /// The accumulator with its taps shaped. Taps are joined at the ends to a circle.
  public func shaped(_ shaping: ResponseShaping) -> Accumulator {
    let shaped: [Complex]
    switch shaping {
    case .none: return self
    case .magnitudes: shaped = taps.map { Complex($0.magnitude) }
    case .matchedFilter: shaped = filtered(deviation: 0.75)
    }
    return Accumulator(taps: shaped, firstTap: firstTap, deviceFirstPath: deviceFirstPath) ?? self
  }

  /// The taps behind a Gaussian of nine taps, whose squares sum up to 1.
  private func filtered(deviation: Double) -> [Complex] {
    let reach = 4
    let bell = (-reach...reach).map { tap in
      Double.exp(-Double(tap * tap) / (2 * deviation * deviation))
    }
    let size = bell.reduce(0) { $0 + $1 * $1 }.squareRoot()
    return taps.indices.map { place in
      bell.indices.reduce(Complex(0)) { sum, tap in
        let other = (place + tap - reach + taps.count) % taps.count
        return sum + taps[other] * (bell[tap] / size)
      }
    }
  }
}
