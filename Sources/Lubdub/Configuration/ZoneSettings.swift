public import Proximity
public import Quantities

/// Where the zones lie and when they change.
public struct ZoneSettings: Sendable, Hashable {
  /// How a change is decided.
  public enum Rule: String, Sendable, Hashable, CaseIterable {
    /// By the probability of being inside.
    case posterior
    /// By a margin around the edge, on the distance alone.
    case hysteresis
  }

  /// The unit of the margin.
  public enum MarginUnit: String, Sendable, Hashable, CaseIterable {
    /// Metres.
    case meters
    /// Per cent of the edge's distance.
    case percent
  }

  /// What decides on one source of distances. A list holds one value for all edges, or one for each
  /// edge from the nearest.
  public struct Decision: Sendable, Hashable {
    /// How a change is decided.
    public var rule: Rule = .posterior
    /// Inside from this probability, 0.5 to below 1.
    public var enter: [Double]
    /// Outside from this probability of being inside downward, above 0 to 0.5.
    public var leave: [Double]
    /// How long every reading must agree, in s.
    public var dwell: [Double]
    /// How far the distance is carried ahead along its velocity, in s.
    public var lead: [Double]
    /// How long below half the edge counts as inside, in s; 0 for never.
    public var reach: [Double]
    /// How long beyond the edge counts as a change whatever the certainty, in s; 0 for never.
    public var settle: [Double]
    /// The margin around an edge, in `marginUnit`.
    public var margin: [Double]
    /// The unit of the margin.
    public var marginUnit: MarginUnit = .percent
    /// How many independent readings must agree.
    public var minimumSamples: Int

    /// The defaults for a source.
    init(_ rule: PosteriorRule) {
      enter = [rule.enter]
      leave = [rule.leave]
      dwell = [rule.dwell.value]
      lead = [rule.lead.value]
      reach = [rule.reach?.value ?? 0]
      settle = [rule.settle?.value ?? 0]
      margin = [10]
      minimumSamples = rule.minimumSamples
    }

    /// The rule of an edge, counted from the nearest.
    func rule(edge: Int) -> ZoneRule {
      func pick(_ values: [Double]) -> Double {
        values.indices.contains(edge) ? values[edge] : values.first ?? 0
      }
      func time(_ values: [Double]) -> Seconds? {
        pick(values) > 0 ? Seconds(pick(values)) : nil
      }
      switch rule {
      case .posterior:
        return .posterior(
          PosteriorRule(
            enter: pick(enter), leave: pick(leave), dwell: Seconds(pick(dwell)),
            lead: Seconds(pick(lead)), reach: time(reach), settle: time(settle),
            minimumSamples: minimumSamples))
      case .hysteresis:
        let width = pick(margin)
        return .hysteresis(
          HysteresisRule(
            margin: marginUnit == .percent ? .percent(width) : .meters(Meters(width)),
            dwell: Seconds(pick(dwell)), settle: time(settle), minimumSamples: minimumSamples))
      }
    }

    func validate(_ prefix: String, edgeCount: Int) throws(SettingError) {
      let lists = [
        ("enter", enter), ("leave", leave), ("dwell", dwell), ("lead", lead), ("reach", reach),
        ("settle", settle), ("margin", margin),
      ]
      for (name, list) in lists where list.count != 1 && list.count != edgeCount {
        throw SettingError(
          key: "\(prefix).\(name)",
          rule: "has \(list.count) values, expected one for all edges or one for each of the "
            + "\(edgeCount)")
      }
    }
  }

  /// Distances of the edges from the nearest, in m; strictly increasing.
  public var edges: [Double]
  /// One name for each zone from the nearest, one more than there are edges.
  public var names: [String]
  /// What decides on measured ranges.
  public var uwb = Decision(.range)
  /// What decides on signal strength.
  public var rssi = Decision(.signalStrength)
  /// Silent for longer, a peer heard by UWB is given up.
  public var uwbLostAfter: Seconds = 10
  /// Silent for longer, a peer heard by Bluetooth is given up.
  public var rssiLostAfter: Seconds = 60

  /// Zones with the default rules.
  public init(_ zones: Zones) {
    edges = zones.edges.map(\.value)
    names = zones.names
  }
}
