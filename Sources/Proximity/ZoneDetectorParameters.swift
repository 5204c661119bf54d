public import Quantities

extension ZoneDetector {
  /// What a detector goes by.
  public struct Parameters: Sendable, Hashable {
    /// The zones to tell apart.
    public var zones: Zones
    /// How zones are decided on measured ranges.
    public var range: SourceRules
    /// How zones are decided on signal strength.
    public var signalStrength: SourceRules

    /// Parameters from their parts; the defaults are explained in docs/zones.md.
    public init(
      zones: Zones, range: SourceRules = .range, signalStrength: SourceRules = .signalStrength
    ) {
      self.zones = zones
      self.range = range
      self.signalStrength = signalStrength
    }

    /// Checks every setting.
    ///
    /// - Throws: `ParameterError` with a path such as `range.edges[1].dwell`.
    public func validate() throws(ParameterError) {
      for (name, rules) in [("range", range), ("signalStrength", signalStrength)] {
        do {
          try rules.validate(edgeCount: zones.edges.count)
        } catch {
          throw error.inside(name)
        }
      }
    }
  }
}

/// The rules for one source of distances.
public struct SourceRules: Sendable, Hashable {
  /// One rule for all edges, or one for each edge from the nearest.
  public var edges: [ZoneRule]
  /// What silence means.
  public var silence: SilenceTimes

  /// One rule for all edges.
  public init(_ rule: ZoneRule, silence: SilenceTimes) {
    self.init(edges: [rule], silence: silence)
  }

  /// One rule for each edge, from the nearest.
  public init(edges: [ZoneRule], silence: SilenceTimes) {
    self.edges = edges
    self.silence = silence
  }

  /// The defaults for measured ranges.
  public static let range = SourceRules(.posterior(.range), silence: .range)
  /// The defaults for signal strength.
  public static let signalStrength = SourceRules(
    .posterior(.signalStrength), silence: .signalStrength)

  func validate(edgeCount: Int) throws(ParameterError) {
    guard edges.count == 1 || edges.count == edgeCount else {
      throw ParameterError(
        path: "edges", found: "a list of \(edges.count) rules",
        expected: "one rule for all edges or one for each of the \(edgeCount)")
    }
    for (index, rule) in edges.enumerated() {
      do {
        try rule.validate()
      } catch {
        throw edges.count == 1 ? error : error.inside("edges[\(index)]")
      }
    }
    try silence.validate()
  }
}

/// What silence means, counted from the last posterior that could be trusted.
public struct SilenceTimes: Sendable, Hashable {
  /// From here on the zone is kept on trust.
  public var coasting: Seconds
  /// From here on there is no zone: silence is not distance.
  public var stale: Seconds
  /// From here on the peer is given up.
  public var lost: Seconds

  /// Times in their order: coasting ≤ stale ≤ lost.
  public init(coasting: Seconds, stale: Seconds, lost: Seconds) {
    self.coasting = coasting
    self.stale = stale
    self.lost = lost
  }

  /// For ranges, several a second: predicting is honest up to 3 s.
  public static let range = SilenceTimes(coasting: 1, stale: 3, lost: 10)
  /// For advertisements, which come seconds apart.
  public static let signalStrength = SilenceTimes(coasting: 3, stale: 10, lost: 30)

  func validate() throws(ParameterError) {
    try checkTime(coasting, "silence.coasting")
    try checkTime(stale, "silence.stale")
    try checkTime(lost, "silence.lost")
    guard stale.value > 0, coasting <= stale else {
      throw ParameterError(
        path: "silence.stale", found: "\(stale)",
        expected: "a positive time, not shorter than coasting (\(coasting))")
    }
    guard stale <= lost else {
      throw ParameterError(
        path: "silence.lost", found: "\(lost)", expected: "a time not shorter than stale (\(stale))"
      )
    }
  }
}
