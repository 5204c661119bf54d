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
    /// How zones are decided on wide ranges.
    public var wide: ZoneRule
    /// How likely the other side of an edge must be while ranges are silent and signal strength stands in, 0.5 to 0.99.
    public var outageConfidence = 0.65
    /// What counts while signal strength does not know the zone.
    public var whenUnknown = WhenUnknown.hold
    /// What lasting silence means.
    public var silence = Silence.unknown
    /// From here on nothing heard of the peer is silence; `nil` for the `staleAfter` of its radio.
    public var silenceAfter: Seconds?
    /// From here on a peer that is heard, but has no distance that can be trusted, counts as silent; `nil` for as soon.
    public var heardAfter: Seconds?
    /// Which way signal strength leans where it doubts, -1 (rather away) to 1 (rather near).
    public var lean = 0.0

    /// What lasting silence means for the zone.
    public enum Silence: String, Sendable, Hashable, CaseIterable {
      /// The device has left: it is in the last zone. Not while the own receiver is off.
      case leave
      /// The zone stays.
      case hold
      /// Nobody knows: there is no zone.
      case unknown
    }

    /// What counts while the zone that counts is not likely enough to be known.
    public enum WhenUnknown: String, Sendable, Hashable, CaseIterable {
      /// The zone from before, as long as something is heard.
      case hold
      /// No zone.
      case silent
    }

    /// Parameters for zones; the default rules are explained in docs/explanation/zones.md.
    public init(
      _ zones: Zones, range: ZoneRule = .range, rssi: ZoneRule = .rssi, wide: ZoneRule = .range
    ) {
      (edges, names) = (zones.edges, zones.names)
      (self.range, self.rssi, self.wide) = (range, rssi, wide)
    }

    /// The edge that a person names: the outer one of the zone `near`, or that between two, `near/far`.
    package func edge(named name: String) throws(SettingError) -> Meters {
      let found = edges.indices.first {
        let (inner, outer) = (names[$0], names[$0 + 1])
        return name == inner || name == "\(inner)/\(outer)" || name == "\(outer)/\(inner)"
      }
      guard let found else {
        throw SettingError(key: "edge", found: name, expected: "one of \(edgeNames)")
      }
      return edges[found]
    }

    package var edgeNames: String { names.dropLast().joined(separator: ", ") }

    package func rule(for family: Radio.Family) -> ZoneRule {
      switch family {
      case .range: range
      case .level: rssi
      case .wideRange: wide
      }
    }

    /// The band around each edge, from the nearest: in it, the zone keeps the side that it came from. A lower end may be
    /// below zero. It is as wide as the spread of the pair's ranges asks for, by default as wide as it ever is.
    package func bands(
      of radio: Radio, _ spread: RangeSpread = RangeSpread()
    ) -> [ClosedRange<Meters>] {
      let test = RadioTest(self, radio.family, .init())
      return edges.indices.map { edge in
        test.distance(
          test.reference(of: edge, isInside: false, spread))...test.distance(
            test.reference(of: edge, isInside: true, spread))
      }
    }
  }
}
