extension ZoneDetector {
  /// The settings of a detector.
  public struct Parameters: Sendable, Hashable {
    /// Distances of the edges from the nearest; strictly increasing, positive and finite.
    public var edges: [Meters]
    /// The names of the zones, from the nearest; one name more than there are edges.
    public var names: [String]
    /// The rule for zones by measured ranges: UWB and channel sounding.
    public var range: ZoneRule
    /// The rule for zones by signal strength.
    public var rssi: ZoneRule
    /// The rule for zones by wide ranges.
    public var wide: ZoneRule
    /// The least probability of the other side of an edge while signal strength replaces missing ranges, 0.5 to 0.99.
    public var outageConfidence = 0.65
    /// The zone to show while signal strength does not know the zone.
    public var whenUnknown = WhenUnknown.hold
    /// The effect of lasting silence.
    public var silence = Silence.unknown
    /// The time without a signal from the peer that counts as silence; `nil` for the `staleAfter` of the peer's radio.
    public var silenceAfter: Seconds?
    /// The time without a trusted distance after which a peer that is still heard counts as silent; `nil` for
    /// `silenceAfter`.
    public var heardAfter: Seconds?
    /// The side that doubtful signal strength prefers, from -1 (away) to 1 (near).
    public var lean = 0.0

    /// The effect of lasting silence on the zone.
    public enum Silence: String, Sendable, Hashable, CaseIterable {
      /// The device has left: it is in the last zone. This needs the local receiver to be on.
      case leave
      /// The zone stays.
      case hold
      /// The zone is unknown: there is no zone.
      case unknown
    }

    /// The zone to show while the zone in force is not likely enough to be known.
    public enum WhenUnknown: String, Sendable, Hashable, CaseIterable {
      /// The previous zone, as long as the peer is heard.
      case hold
      /// No zone.
      case silent
    }

    /// Creates parameters for zones; docs/explanation/zones.md explains the default rules.
    public init(
      _ zones: Zones, range: ZoneRule = .range, rssi: ZoneRule = .rssi, wide: ZoneRule = .range
    ) {
      (edges, names) = (zones.edges, zones.names)
      (self.range, self.rssi, self.wide) = (range, rssi, wide)
    }

    /// Returns the edge of a name: the outer edge of the zone `near`, or the edge between two zones, `near/far`.
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

    /// Returns the band around each edge, from the nearest: in the band, the zone keeps its previous side. A lower end may be
    /// below zero. The width depends on the spread of the pair's ranges; the default is the largest width.
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
