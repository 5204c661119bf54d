extension SignalStrengthFilter {
  /// The knowledge about a link for the signal-strength filter, from `lubdub calibrate`. `schema` explains the settings that
  /// have no comment here.
  public struct Parameters: Sendable, Hashable {
    /// The reference power and the exponent.
    public var pathLoss = PathLoss()
    /// The trust in reference power and exponent.
    public var trust: PathLossTrust = .unknown
    package var powerDeviation: Decibels?
    package var typicalDistance: Meters?
    /// The spread; `nil` means 0.75 (a factor of 2.1) if a typical distance is given, and the spread of the trust otherwise.
    package var spread: Double?
    package var shadow: Decibels?
    package var mobility: Double?
    package var distances: [Meters] = []
    package var places = 0.0
    package var contactLevel: DBm?
    package var contactLevelDeviation: Decibels = 3
    package var contactGap: Decibels?

    /// The factor on the interval, from recordings outside the fit of the calibration. `nil` means 1.1, or 1.2 for an
    /// unknown link.
    package var widthFactor: Double?
    /// The times of silence after which an estimate is only predicted, and after which it is stale.
    public var silence = Radio.ble.entry.silence

    /// Creates the defaults, for an unknown link.
    public init() {}
  }
}

extension SignalStrengthFilter.Parameters {
  /// Returns the knowledge about another link with the times of silence of this link.
  package func calibrated(by other: Self) -> Self {
    var copy = other
    copy.silence = silence
    return copy
  }

  package var usualDistance: Meters { typicalDistance ?? 2.7 }

  package var usualSpread: Double { spread ?? (typicalDistance == nil ? trust.spread : 0.75) }
}

/// The trust in a path-loss model for a link.
public enum PathLossTrust: String, Sendable, Hashable, CaseIterable {
  /// Measured on this link, at its usual distances.
  case thisLink
  /// Measured on this kind of device in this kind of place.
  case thisKind
  /// Measured elsewhere, or of unknown origin.
  case elsewhere
  /// The link is unknown.
  case unknown

  /// The uncertainty of the reference power: one standard deviation (decision 4).
  package var powerDeviation: Decibels {
    switch self {
    case .thisLink: 1
    case .thisKind: 4
    case .elsewhere: 6
    case .unknown: 11
    }
  }

  /// The attenuation of the level by bodies: one standard deviation.
  var shadow: Decibels { self == .thisLink ? 1.5 : 4.5 }

  /// The deviation of ln(distance) around 2.7 m.
  var spread: Double { self == .thisLink ? 1.5 : 1.224_744_871_391_589 }
}
