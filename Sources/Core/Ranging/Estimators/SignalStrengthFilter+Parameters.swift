public import Observations
package import Quantities
internal import RealModule

extension SignalStrengthFilter {
  /// The constants of the signal-strength filter.
  ///
  /// The defaults are rounder and more careful than what a search on four open sets of BLE
  /// recordings finds with one set left out; all numbers within a factor of two are within 2.5 %.
  public struct Parameters: Sendable, Hashable {
    // MARK: What is known about the link

    /// Reference power and exponent.
    public var pathLoss = PathLoss()
    /// How far they may be trusted.
    public var trust: PathLossTrust = .unknown
    /// Where such links usually are: the median distance over several recordings or places, never
    /// that of a single calibration stop. `nil` takes the generic 2.7 m.
    package var typicalDistance: Meters?
    /// Spread of ln(distance) around the typical distance. `nil` takes 0.75 (a factor of 2.1) where
    /// a typical distance is given and 1.1 (a factor of 3) where it is not.
    package var spread: Double?
    /// How widely ln(distance) really lay around the typical distance where that was determined:
    /// the 95th percentile over 1.96. The spread above is chosen for the best estimate; this one
    /// scales the interval, so that it holds what it should. `nil` leaves the interval as it is.
    package var observedSpread: Double?

    // MARK: Noise and motion

    /// How fast the distance is pulled back to the typical one.
    package var relaxationTime: Seconds = 8
    /// Noise density of correlated fading, in dB² s: twice the residual variance times its
    /// correlation time. Ten readings in a second carry no more than one.
    package var fadingDensity = 200.0
    /// Noise of a reading however long the pause before it, in dB².
    package var floorVariance = 150.0
    /// Readings that come faster count as this far apart.
    package var shortestInterval: Seconds = 0.15
    /// Pauses longer than this do not make a reading any better; the first reading has it too.
    package var longestInterval: Seconds = .init(.infinity)
    /// Residual at which a weak reading's noise doubles: most are fades.
    package var weakScale: Decibels = 12
    /// Residual at which a strong reading's noise doubles: most are true.
    package var strongScale: Decibels = 25
    /// How long a learned offset of the reference power is remembered.
    package var referencePowerTime: Seconds = 1500

    // MARK: Status

    /// When silence makes an estimate a mere prediction, and when it is stale.
    public var silence = SilenceTimes.rssi

    /// The defaults: nothing is known about the link.
    public init() {}

    /// The constants for a link with a known path loss.
    package init(
      pathLoss: PathLoss, trust: PathLossTrust, typicalDistance: Meters? = nil,
      observedSpread: Double? = nil
    ) {
      self.pathLoss = pathLoss
      self.trust = trust
      self.typicalDistance = typicalDistance
      self.observedSpread = observedSpread
    }
  }
}

/// What is known about the distance before any reading, and again after a long silence.
package struct LogDistancePrior: Sendable {
  /// ln of the usual distance.
  package var mean: Double
  /// Variance of ln(distance) around it.
  package var variance: Double
  /// Variance of the reference power's offset, in dB².
  package var powerVariance: Double
  /// Rates of the pull on the distance and on the offset, per second.
  package var inverseRelaxationTime: Double
  package var inverseReferencePowerTime: Double
  /// Factor on the deviation of an estimate that makes its interval honest.
  package var widthFactor: Double

  package init(_ parameters: SignalStrengthFilter.Parameters) {
    let spread = parameters.spread ?? (parameters.typicalDistance == nil ? 1.1 : 0.75)
    let power = parameters.trust.powerDeviation.value
    mean = Double.log((parameters.typicalDistance ?? 2.7).value)
    variance = spread * spread
    powerVariance = power * power
    inverseRelaxationTime = 1 / parameters.relaxationTime.value
    inverseReferencePowerTime = 1 / parameters.referencePowerTime.value
    widthFactor = (parameters.observedSpread ?? spread) / spread
  }
}

/// The model of one signal-strength reading: its mean, and its noise.
struct SignalNoise: Sendable {
  var referencePower: Double
  var decibelsPerLogarithm: Double
  var fadingDensity: Double
  var floorVariance: Double
  var shortestInterval: Double
  var longestInterval: Double
  /// Inverse squares of the scales of doubt.
  var weakDoubt: Double
  var strongDoubt: Double

  init(_ parameters: SignalStrengthFilter.Parameters) {
    referencePower = parameters.pathLoss.referencePower.value
    decibelsPerLogarithm = parameters.pathLoss.decibelsPerLogarithm
    fadingDensity = parameters.fadingDensity
    floorVariance = parameters.floorVariance
    shortestInterval = parameters.shortestInterval.value
    longestInterval = parameters.longestInterval.value
    weakDoubt = 1 / (parameters.weakScale.value * parameters.weakScale.value)
    strongDoubt = 1 / (parameters.strongScale.value * parameters.strongScale.value)
  }

  /// Variance of a reading with a residual, so long after the one before.
  @inline(__always)
  func variance(residual: Double, after pause: Double) -> Double {
    // The first reading, with an endless pause before it, counts as two seconds after another.
    let pause = pause.isFinite ? min(pause, longestInterval) : 2
    let variance = floorVariance + fadingDensity / max(pause, shortestInterval)
    let doubt = residual < 0 ? weakDoubt : strongDoubt
    return variance * (1 + residual * residual * doubt)
  }
}

extension SignalStrengthFilter.Parameters {
  /// Silent for longer, the filter is coasting.
  package var coastAfter: Seconds {
    get { silence.coasting }
    set { silence.coasting = newValue }
  }

  /// Silent for longer, the estimate is stale.
  package var staleAfter: Seconds {
    get { silence.stale }
    set { silence.stale = newValue }
  }
}
