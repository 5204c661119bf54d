import Lubdub
import LubdubWorkbench
import Testing

/// The reference table: distance → zone, interval, intensity. Edges belong to the farther zone.
private func reference(_ distance: Double) -> (zone: Int, interval: Double?, intensity: Double) {
  switch distance {
  case ..<0.05: (0, 0.2, 1.0)
  case ..<0.2: (1, 0.5, 0.8)
  case ..<1: (2, 1.0, 0.6)
  case ..<2: (3, 2.0, 0.4)
  default: (4, nil, 0)
  }
}

@Suite struct ReferenceTableTests {
  static let edges = [0.05, 0.2, 1.0, 2.0]

  /// A fine sweep with every edge exactly, just below and just above, 0 and a very large distance.
  static let distances: [Double] =
    (0...1000).map { Double($0) * 0.0025 } + edges + edges.map(\.nextDown) + edges.map(\.nextUp)
    + [0, 50, .greatestFiniteMagnitude, .infinity]

  private static func estimate(_ distance: Double) -> DistanceEstimate {
    DistanceEstimate(
      time: 0, distance: Meters(distance), standardDeviation: 0, low: Meters(distance),
      high: Meters(distance), velocity: nil, radio: .uwb, status: .tracking, shape: .normal,
      shortTermDeviation: 0)
  }

  @Test func `Without margin and dwell, zones and beats match the table`() throws {
    var configuration = Preset.eternalLoop.configuration
    configuration.zones.range = configuration.zones.range.bare
    let zones = configuration.zones
    let heartbeat = configuration.heartbeat
    for distance in Self.distances {
      var detector = ZoneDetector(zones)
      let change = detector.update(Self.estimate(distance))
      let expected = reference(distance)
      #expect(change?.to == expected.zone, "\(distance)")
      var scheduler = HeartbeatScheduler(heartbeat)
      scheduler.enter(zone: change?.to, at: 0)
      var beats: [Beat] = []
      scheduler.advance(to: 10) { output in
        if case .beat(let beat) = output { beats.append(beat) }
      }
      #expect(beats.first?.interval.value == expected.interval, "\(distance)")
      #expect(beats.first?.intensity ?? 0 == expected.intensity, "\(distance)")
      let intervals = zip(beats, beats.dropFirst()).map { $1.time.value - $0.time.value }
      for interval in intervals {
        #expect(abs(interval - (expected.interval ?? 0)) < 1e-12, "\(distance)")
      }
    }
  }
}
