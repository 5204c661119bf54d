extension SignalStrengthFilter {
  /// What is known about a link for the signal-strength filter: it comes from `lubdub calibrate`. What a setting without
  /// a comment means stands in `schema`.
  public struct Parameters: Sendable, Hashable {
    /// Reference power and exponent.
    public var pathLoss = PathLoss()
    /// How far they may be trusted.
    public var trust: PathLossTrust = .unknown
    package var powerDeviation: Decibels?
    package var typicalDistance: Meters?
    /// `nil` takes 0.75 (a factor of 2.1) where a typical distance is given, and that of the trust where it is not.
    package var spread: Double?
    package var shadow: Decibels?
    package var mobility: Double?
    package var distances: [Meters] = []
    package var places = 0.0
    package var contactLevel: DBm?
    package var contactLevelDeviation: Decibels = 3
    package var contactGap: Decibels?

    /// From recordings that a calibration was not fitted to. `nil` takes 1.1, and 1.2 where nothing is known.
    package var widthFactor: Double?
    /// When silence makes an estimate a mere prediction, and when it is stale.
    public var silence = Radio.ble.entry.silence

    /// The defaults: nothing is known about the link.
    public init() {}
  }
}

extension SignalStrengthFilter.Parameters {
  /// The same times for another link: what is known about it in place of what was known.
  package func calibrated(by other: Self) -> Self {
    var copy = other
    copy.silence = silence
    return copy
  }

  package var usualDistance: Meters { typicalDistance ?? 2.7 }

  package var usualSpread: Double { spread ?? (typicalDistance == nil ? trust.spread : 0.75) }
}

/// How far a path-loss model may be trusted for the link at hand.
public enum PathLossTrust: String, Sendable, Hashable, CaseIterable {
  /// Measured on this very link, at its usual distances.
  case thisLink
  /// Measured on this kind of device in this kind of place.
  case thisKind
  /// Measured elsewhere, or of unknown origin.
  case elsewhere
  /// Nothing is known.
  case unknown

  /// How wrong the reference power may be: one standard deviation (decision 4).
  package var powerDeviation: Decibels {
    switch self {
    case .thisLink: 1
    case .thisKind: 4
    case .elsewhere: 6
    case .unknown: 11
    }
  }

  /// What bodies take from the level: one standard deviation.
  var shadow: Decibels { self == .thisLink ? 1.5 : 4.5 }

  /// How widely ln(distance) lies around 2.7 m.
  var spread: Double { self == .thisLink ? 1.5 : 1.224_744_871_391_589 }
}
