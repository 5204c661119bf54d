extension ZoneDetector {
  /// What a detector goes by.
  public struct Parameters: Sendable, Hashable {
    /// Distances of the edges from the nearest; strictly increasing, positive and finite.
    public var edges: [Meters]
    /// One name for each zone from the nearest: one more than there are edges.
    public var names: [String]
    /// How zones are decided on measured ranges: UWB and channel sounding.
    public var range: ZoneRule
    /// How zones are decided on signal strength.
    public var rssi: ZoneRule
    /// How zones are decided on distances between positions.
    public var position: ZoneRule

    /// Parameters for zones; the default rules are explained in docs/zones.md.
    public init(
      _ zones: Zones, range: ZoneRule = .range, rssi: ZoneRule = .rssi, position: ZoneRule = .range
    ) {
      edges = zones.edges
      names = zones.names
      self.range = range
      self.rssi = rssi
      self.position = position
    }

    /// The rule for the distances of a radio.
    package func rule(for radio: Radio) -> ZoneRule {
      switch radio {
      case .uwb, .cs, .reported: range
      case .ble: rssi
      case .gnss: position
      }
    }

    /// The same zones with every rule changed in the same way.
    package func mappingRules(_ change: (ZoneRule) -> ZoneRule) -> Self {
      var copy = self
      copy.range = change(range)
      copy.rssi = change(rssi)
      copy.position = change(position)
      return copy
    }

    /// The zones between the edges.
    ///
    /// - Throws: `SettingError` as `Zones` does.
    package func zones() throws(SettingError) -> Zones {
      try Zones(edges: edges, names: names)
    }

    /// The band around each edge: in it, the zone keeps the side that it came from.
    ///
    /// - Parameter radio: The radio whose rule counts.
    /// - Returns: One band for each edge, from the nearest; a lower end may be below zero.
    /// - Throws: `SettingError` as `validate()` does.
    package func bands(of radio: Radio) throws(SettingError) -> [ClosedRange<Meters>] {
      try validate()
      let test = RadioTest(rule(for: radio), edges: edges, radio: radio)
      return edges.indices.map { edge in
        test.distance(
          test.reference(of: edge, isInside: false))...test.distance(
            test.reference(of: edge, isInside: true))
      }
    }
  }
}
