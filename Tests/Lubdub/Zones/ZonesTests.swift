import Lubdub
import LubdubWorkbench
import Testing

@Suite("Zones")
struct ZonesTests {
  /// Distances to compare with the reference table.
  struct Sweep: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let distances: [Double]
  }

  static let edges: [Double] = [0.05, 0.2, 1, 2]
  static let sweeps = [
    Sweep(testDescription: "on the edges", distances: edges),
    Sweep(testDescription: "just below the edges", distances: edges.map(\.nextDown)),
    Sweep(testDescription: "just above the edges", distances: edges.map(\.nextUp)),
    Sweep(testDescription: "nothing and infinity", distances: [0, .infinity]),
    Sweep(testDescription: "by millimetres", distances: (0...3000).map { Double($0) / 1000 }),
  ]

  @Test(arguments: sweeps)
  func `Without margin and dwell the zone matches the reference table`(sweep: Sweep) throws {
    for distance in sweep.distances {
      let expected =
        switch distance {
        case ..<0.05: 0
        case ..<0.2: 1
        case ..<1: 2
        case ..<2: 3
        default: 4
        }
      #expect(Zones.eternalLoop.zone(at: Meters(distance)) == expected)
      for before: Double? in [nil, 0, 0.1, 0.5, 1.5, 9] {
        var detector = ZoneDetector(.init(.eternalLoop, range: ZoneRule.range.bare))
        if let before { _ = detector.update(.at(0, before)) }
        _ = detector.update(.at(1, distance))
        #expect(
          detector.zone == expected, "\(distance) m, coming from \(String(describing: before))")
      }
    }
  }

  @Test func `An empty list of edges gives one zone`() throws {
    let zones = try Zones(edges: [])
    #expect(zones.count == 1)
    #expect(zones.zone(at: 7) == 0)
    #expect(zones.names == ["0"])
  }

  @Test(arguments: [[0.0], [-1], [1, 1], [2, 1], [1, .infinity], [.nan], [0.5, 1, .nan]])
  func `Edges must increase and be positive and finite`(edges: [Double]) {
    #expect(throws: SettingError.self) { try Zones(edges: edges.map { Meters($0) }) }
  }

  @Test func `An error names the edge, its value, and the rule`() {
    do {
      _ = try Zones(edges: [1, 0.5])
      Issue.record("accepted")
    } catch {
      #expect(
        error.description == "edges[1] is 0.5 m, expected more than the edge before it, 1.0 m")
    }
  }

  @Test func `Each zone needs one name`() {
    #expect(throws: SettingError.self) { try Zones(edges: [1], names: ["in"]) }
    #expect(Zones.eternalLoop.names.count == Zones.eternalLoop.count)
  }
}
