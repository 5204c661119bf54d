extension SignalStrengthFilter {
  /// The constants of the signal-strength filter.
  ///
  /// The defaults of noise and motion come from four open sets of recordings and were rounded; what is
  /// known about a link comes from `lubdub calibrate`.
  public struct Parameters: Sendable, Hashable {
    // MARK: What is known about the link

    /// Reference power and exponent.
    public var pathLoss = PathLoss()
    /// How far they may be trusted.
    public var trust: PathLossTrust = .unknown
    /// How wrong the reference power may be: one standard deviation. `nil` takes that of the trust.
    package var powerDeviation: Decibels?
    /// Where such links usually are: the median distance over several recordings or places, never
    /// that of a single calibration stop. `nil` takes the generic 2.7 m.
    package var typicalDistance: Meters?
    /// Spread of ln(distance) around the typical distance: the 95th percentile over 1.96. `nil` takes 0.75
    /// (a factor of 2.1) where a typical distance is given and 1.1 (a factor of 3) where it is not.
    package var spread: Double?
    /// The probability that the reference power is off by more than its deviation allows: the larger, the
    /// sooner a lasting level counts as an offset, and the less as a distance. `nil` takes that of the trust.
    package var doubt: Double?
    /// The level while the devices touch, where it is known.
    package var contactLevel: DBm?
    /// How wrong that level may be: one standard deviation.
    package var contactLevelDeviation: Decibels = 3
    /// How much stronger contact is than 0.1 to 0.3 m, where it is known.
    package var contactGap: Decibels?

    /// Factor on the deviation that makes the interval hold what it should, from recordings that a
    /// calibration was not fitted to; at least 1.
    package var widthFactor = 1.0

    // MARK: Noise and motion

    /// How fast the level is pulled back to the usual one.
    package var relaxationTime: Seconds = 10
    /// Noise density of correlated fading, in dB² s: twice the residual variance times its
    /// correlation time. Ten readings in a second carry no more than one.
    package var fadingDensity = 100.0
    /// Noise of a reading however long the pause before it, in dB².
    package var floorVariance = 40.0
    /// Residual at which a weak reading's noise doubles: most are fades.
    package var weakScale: Decibels = 12
    /// Residual at which a strong reading's noise doubles: most are true.
    package var strongScale: Decibels = 25

    // MARK: Status

    /// When silence makes an estimate a mere prediction, and when it is stale.
    public var silence = Radio.ble.entry.silence

    /// The defaults: nothing is known about the link.
    public init() {}

    /// The constants for a link with a known path loss.
    package init(
      pathLoss: PathLoss, trust: PathLossTrust, powerDeviation: Decibels? = nil,
      typicalDistance: Meters? = nil, spread: Double? = nil
    ) {
      self.pathLoss = pathLoss
      self.trust = trust
      self.powerDeviation = powerDeviation
      self.typicalDistance = typicalDistance
      self.spread = spread
    }
  }
}

extension SignalStrengthFilter.Parameters {
  /// The same constants for another link: what is known about it in place of what was known. A spread that
  /// was set stays.
  package func calibrated(by other: Self) -> Self {
    var copy = self
    copy.pathLoss = other.pathLoss
    copy.trust = other.trust
    copy.powerDeviation = other.powerDeviation
    copy.typicalDistance = other.typicalDistance
    copy.spread = spread ?? other.spread
    copy.contactLevel = other.contactLevel
    copy.contactLevelDeviation = other.contactLevelDeviation
    copy.contactGap = other.contactGap
    copy.widthFactor = other.widthFactor
    return copy
  }

  /// Where such links usually are.
  package var usualDistance: Meters { typicalDistance ?? 2.7 }

  /// How widely ln(distance) lies around that.
  package var usualSpread: Double { spread ?? (typicalDistance == nil ? 1.1 : 0.75) }

  /// How wrong the reference power may be.
  package var usualPowerDeviation: Decibels { powerDeviation ?? trust.powerDeviation }

  /// The probability that it is off by more.
  package var usualDoubt: Double { doubt ?? trust.doubt }

  package var coastAfter: Seconds {
    get { silence.coasting }
    set { silence.coasting = newValue }
  }

  package var staleAfter: Seconds {
    get { silence.stale }
    set { silence.stale = newValue }
  }
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

  /// How wrong the reference power may be without being off: one standard deviation (decision 13). Where
  /// nothing is known, what posture changes; the rest is doubt.
  package var powerDeviation: Decibels {
    switch self {
    case .thisLink, .thisKind, .unknown: 4
    case .elsewhere: 6
    }
  }

  /// The probability that it is off by more. What was measured on this very link needs no doubt.
  package var doubt: Double {
    switch self {
    case .thisLink: 0
    case .thisKind, .elsewhere: 0.1
    case .unknown: 0.5
    }
  }
}
