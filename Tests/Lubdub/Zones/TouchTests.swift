import TestSupport
import Testing

@Suite("Touch")
struct TouchTests {
  /// A detector that has followed a constant distance for 5 s, with ten readings per second.
  private static func detector(at distance: Double) throws -> ZoneDetector {
    var detector = ZoneDetector(ZoneDetector.Parameters(.eternalLoop))
    for step in 0...50 { detector.feed(.at(Double(step) / 10, distance, deviation: 0.06)) { _ in } }
    return detector
  }

  @Test(arguments: [0.03, 0.6, 3.0, 80])
  func `A touch is contact at once, from any distance or without a distance`(distance: Double)
    throws
  {
    var detector = try Self.detector(at: distance)
    let change = detector.handle(.touched, at: 5.05)
    #expect(detector.zone == 0)
    if distance == 0.03 {
      #expect(change == nil, "it was in contact before")
    } else {
      #expect(change?.reason == .touched)
      #expect(change?.to == 0)
      #expect(change?.time == 5.05)
    }
    var unheard = ZoneDetector(ZoneDetector.Parameters(.eternalLoop))
    let first = unheard.handle(.touched, at: 1)
    #expect(first?.from == nil)
    #expect(first?.to == 0)
  }

  @Test func `During a touch neither the radio nor its silence moves the zone`() throws {
    var detector = try Self.detector(at: 0.6)
    _ = detector.handle(.touched, at: 5.05)
    for step in 51...200 {
      detector.feed(.at(Double(step) / 10, 4, deviation: 0.06)) { Issue.record("moved: \($0)") }
    }
    #expect(detector.nextDeadline == nil)
    #expect(detector.zoneEnd == nil)
    #expect(detector.advance(to: 4000) == nil)
    #expect(detector.handle(.lost(.suspended), at: 4000) == nil)
    #expect(detector.handle(.lost(.peerLost), at: 4000) == nil)
    #expect(detector.zone == 0)
  }

  @Test func `The end of the link ends a touch`() throws {
    var detector = try Self.detector(at: 0.6)
    _ = detector.handle(.touched, at: 5.05)
    let change = detector.handle(.lost(.disconnected), at: 6)
    #expect(change?.reason == .disconnected)
    #expect(change?.from == 0)
    #expect(detector.zone == nil)
    #expect(detector.nextDeadline == nil)
  }

  @Test func `After the release the radio decides by evidence, starting from contact`() throws {
    var detector = try Self.detector(at: 0.6)
    _ = detector.handle(.touched, at: 5.05)
    #expect(detector.handle(.released, at: 5.06) == nil)
    #expect(detector.zone == 0)
    var changes: [ZoneChange] = []
    for step in 51...200 {
      detector.feed(.at(Double(step) / 10, 0.6, deviation: 0.06)) { changes.append($0) }
    }
    #expect(changes.map(\.to) == [2], "0.6 m")
    #expect(changes.first?.reason == .left)
    #expect((changes.first?.time.value ?? 0) > 5.3, "not on a single reading")
    // Within the band of contact it stays.
    var near = try Self.detector(at: 0.15)
    _ = near.handle(.touched, at: 5.05)
    _ = near.handle(.released, at: 5.06)
    for step in 51...600 {
      near.feed(.at(Double(step) / 10, 0.15, deviation: 0.06)) { Issue.record("moved: \($0)") }
    }
  }

  @Test func `Silence counts from the release, even without any radio`() throws {
    for distance in [0.6, nil] {
      var detector =
        try distance.map { try Self.detector(at: $0) }
        ?? ZoneDetector(ZoneDetector.Parameters(.eternalLoop))
      _ = detector.handle(.touched, at: 6)
      _ = detector.handle(.released, at: 20)
      #expect(detector.zoneEnd == 23)
      var changes: [ZoneChange] = []
      while let change = detector.advance(to: 100) { changes.append(change) }
      #expect(changes.map(\.reason) == [.coasting, .stale, .lost])
      #expect(changes.map(\.time) == [21, 23, 30])
      #expect(changes.map(\.waited) == [1, 3, 10])
    }
  }

  @Test func `A release without a touch changes nothing`() throws {
    var detector = try Self.detector(at: 0.6)
    let before = detector
    #expect(detector.handle(.released, at: 5.05) == nil)
    #expect(detector == before)
  }
}
