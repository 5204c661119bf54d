public import Quantities

/// When a distance counts as having changed sides of an edge.
public enum ZoneRule: Sendable, Hashable {
  /// By the probability of being inside: for estimates that know their width.
  case posterior(PosteriorRule)
  /// By a margin around the edge: for point estimates.
  case hysteresis(HysteresisRule)
}

/// A change of sides that is decided by probability, of the short-term posterior.
public struct PosteriorRule: Sendable, Hashable {
  /// Inside counts from this probability of being inside; 0.5 ..< 1.
  public var enter: Double
  /// Outside counts from this probability of being inside downward; above 0, at most 0.5.
  public var leave: Double
  /// How long every reading must agree.
  public var dwell: Seconds
  /// How far the median is carried ahead along its velocity, to make up for the dwell while walking.
  public var lead: Seconds
  /// Speed that is taken off before leading, so that noise at rest does not lead.
  public var deadband: MetersPerSecond
  /// Inside counts, too, when the led median stays at or below half the edge for this long: else a
  /// zone smaller than the posterior could never be entered. `nil` for never.
  public var reach: Seconds?
  /// Sides change, too, when the led median stays beyond the edge for this long: bounds the time in
  /// which any constant input is followed. `nil` for never.
  public var settle: Seconds?
  /// How many independent readings must agree; at least 1.
  public var minimumSamples: Int

  /// A rule from its parts.
  public init(
    enter: Double, leave: Double, dwell: Seconds, lead: Seconds = 0,
    deadband: MetersPerSecond = 0.1, reach: Seconds? = nil, settle: Seconds? = nil,
    minimumSamples: Int = 1
  ) {
    self.enter = enter
    self.leave = leave
    self.dwell = dwell
    self.lead = lead
    self.deadband = deadband
    self.reach = reach
    self.settle = settle
    self.minimumSamples = minimumSamples
  }

  /// For measured ranges: certain, quick and led. Its limits and times are explained in docs/zones.md.
  public static let range = PosteriorRule(
    enter: 0.995, leave: 0.005, dwell: 0.4, lead: 0.5, deadband: 0.1, reach: 4, settle: 15,
    minimumSamples: 2)

  /// For signal strength: its posterior never gets as certain as that of a range.
  public static let signalStrength = PosteriorRule(
    enter: 0.75, leave: 0.25, dwell: 1, lead: 0, reach: nil, settle: 60, minimumSamples: 3)
}

/// A change of sides that is decided by a margin around the edge.
public struct HysteresisRule: Sendable, Hashable {
  /// Half the width of the band around an edge in which nothing changes.
  public enum Margin: Sendable, Hashable {
    /// The same distance at every edge.
    case meters(Meters)
    /// A share of the edge's distance, in per cent: 10 for a tenth.
    case percent(Double)
  }

  /// Inside counts below the edge less the margin, outside from the edge plus the margin.
  public var margin: Margin
  /// How long every reading must agree.
  public var dwell: Seconds
  /// Sides change, too, when the distance stays beyond the edge for this long. `nil` for never.
  public var settle: Seconds?
  /// How many independent readings must agree; at least 1.
  public var minimumSamples: Int

  /// A rule from its parts.
  public init(
    margin: Margin, dwell: Seconds, settle: Seconds? = 15, minimumSamples: Int = 1
  ) {
    self.margin = margin
    self.dwell = dwell
    self.settle = settle
    self.minimumSamples = minimumSamples
  }

  /// What most products use: a tenth of the edge, half a second.
  public static let usual = HysteresisRule(margin: .percent(10), dwell: 0.5, minimumSamples: 2)

  /// Neither margin nor dwell: the zone is that of the bare distance, reading by reading.
  public static let none = HysteresisRule(margin: .meters(0), dwell: 0, settle: nil)
}

extension ZoneRule {
  /// How long every reading must agree.
  public var dwell: Seconds {
    switch self {
    case .posterior(let rule): rule.dwell
    case .hysteresis(let rule): rule.dwell
    }
  }

  /// How many independent readings must agree.
  public var minimumSamples: Int {
    switch self {
    case .posterior(let rule): rule.minimumSamples
    case .hysteresis(let rule): rule.minimumSamples
    }
  }

  /// Checks every setting.
  ///
  /// - Throws: `ParameterError` with the setting's name as the path.
  public func validate() throws(ParameterError) {
    try checkTime(dwell, "dwell")
    guard minimumSamples >= 1 else {
      throw ParameterError(
        path: "minimumSamples", found: "\(minimumSamples)", expected: "at least 1")
    }
    switch self {
    case .posterior(let rule): try rule.validate()
    case .hysteresis(let rule): try rule.validate()
    }
  }
}

extension PosteriorRule {
  fileprivate func validate() throws(ParameterError) {
    guard (0.5..<1).contains(enter) else {
      throw ParameterError(
        path: "enter", found: "\(enter)", expected: "a probability from 0.5 to below 1")
    }
    guard leave > 0, leave <= 0.5 else {
      throw ParameterError(
        path: "leave", found: "\(leave)", expected: "a probability above 0, at most 0.5")
    }
    try checkTime(lead, "lead")
    guard deadband.isFinite, deadband.value >= 0 else {
      throw ParameterError(
        path: "deadband", found: "\(deadband)", expected: "a finite speed that is not negative")
    }
    if let reach { try checkTime(reach, "reach") }
    if let settle { try checkTime(settle, "settle") }
  }
}

extension HysteresisRule {
  fileprivate func validate() throws(ParameterError) {
    let (width, text) =
      switch margin {
      case .meters(let meters): (meters.value, "\(meters)")
      case .percent(let percent): (percent, "\(percent) %")
      }
    guard width.isFinite, width >= 0 else {
      throw ParameterError(
        path: "margin", found: text, expected: "a finite margin that is not negative")
    }
    if let settle { try checkTime(settle, "settle") }
  }
}

/// Refuses a duration that is negative, infinite or not a number.
func checkTime(_ time: Seconds, _ path: String) throws(ParameterError) {
  guard time.isFinite, time.value >= 0 else {
    throw ParameterError(
      path: path, found: "\(time)", expected: "a finite time that is not negative")
  }
}
