package import Observations
public import Quantities

extension ZoneDetector {
  /// What a detector goes by.
  public struct Parameters: Sendable, Hashable {
    /// Distances of the edges from the nearest; strictly increasing, positive and finite.
    public var edges: [Meters]
    /// One name for each zone from the nearest: one more than there are edges.
    public var names: [String]
    /// How zones are decided on measured ranges.
    public var uwb: ZoneRule
    /// How zones are decided on signal strength.
    public var rssi: ZoneRule

    /// Parameters for zones; the default rules are explained in docs/zones.md.
    public init(_ zones: Zones, uwb: ZoneRule = .uwb, rssi: ZoneRule = .rssi) {
      edges = zones.edges
      names = zones.names
      self.uwb = uwb
      self.rssi = rssi
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
      let test = RadioTest(radio == .ble ? rssi : uwb, edges: edges, radio: radio)
      return edges.indices.map { edge in
        test.distance(
          test.reference(of: edge, isInside: false))...test.distance(
            test.reference(of: edge, isInside: true))
      }
    }
  }
}
