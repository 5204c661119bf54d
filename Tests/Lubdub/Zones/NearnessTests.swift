import Lubdub
import Testing

/// The near test decides the edges up to 0.1 m, and the distance the others.
@Suite("Zones by nearness")
struct NearnessTests {
  static func signal(_ distance: Double, _ nearness: Nearness, at time: Double) -> DistanceEstimate
  {
    DistanceEstimate(
      time: Seconds(time), distance: Meters(distance), standardDeviation: 0.5, low: 0,
      high: Meters(3 * distance), velocity: nil, radio: .ble, status: .tracking,
      shape: .logNormal, shortTermDeviation: 0.5, nearness: nearness)
  }

  static func range(_ distance: Double, at time: Double) -> DistanceEstimate {
    DistanceEstimate(
      time: Seconds(time), distance: Meters(distance), standardDeviation: 0.05, low: 0,
      high: Meters(distance + 0.1), velocity: 0, radio: .uwb, status: .tracking, shape: .normal,
      shortTermDeviation: 0.05)
  }

  static func detector() throws -> ZoneDetector { ZoneDetector(.init(.eternalLoop)) }

  @Test(
    "A contact level sets contact at once, then touch, and a level apart the next zone")
  func enters() throws {
    var detector = try Self.detector()
    for step in 0..<20 { _ = detector.update(Self.signal(3, .apart, at: Double(step) / 2)) }
    #expect(detector.zone == 4)
    let contact = detector.update(Self.signal(0.03, .contact, at: 10))
    #expect(contact?.from == 4 && contact?.to == 0 && contact?.reason == .entered)
    let touch = detector.update(Self.signal(0.1, .touch, at: 11))
    #expect(touch?.from == 0 && touch?.to == 1 && touch?.reason == .left)
    let again = detector.update(Self.signal(0.03, .contact, at: 12))
    #expect(again?.to == 0)
    let apart = detector.update(Self.signal(0.3, .apart, at: 13))
    #expect(apart?.to == 2)
  }

  @Test func `The near test sets a first zone with one reading`() throws {
    var detector = try Self.detector()
    let first = detector.update(Self.signal(0.03, .contact, at: 0))
    #expect(first?.to == 0)
  }

  @Test func `Without the near test, even a small distance does not set contact`() throws {
    var detector = try Self.detector()
    for step in 0..<600 {
      _ = detector.update(Self.signal(0.05, .apart, at: Double(step) / 5))
      #expect(detector.zone != 0)
    }
  }

  @Test("Contact by ranges lasts until signal strength is clearly apart")
  func rangesStay() throws {
    var detector = try Self.detector()
    for step in 0..<50 { _ = detector.update(Self.range(0.02, at: Double(step) / 10)) }
    #expect(detector.zone == 0)
    for step in 0..<10 { _ = detector.update(Self.signal(0.05, .apart, at: 5 + Double(step) / 5)) }
    #expect(detector.zone == 0)
    for step in 0..<200 { _ = detector.update(Self.signal(2.5, .apart, at: 8 + Double(step) / 5)) }
    #expect(detector.zone != 0)
  }

  @Test(
    "Evidence of ranges for contact outlasts a few readings of signal strength",
    arguments: [true, false])
  func evidenceStays(hasNearTest: Bool) throws {
    var near = try Self.detector()
    for step in 0..<20 { _ = near.update(Self.range(0.12, at: Double(step) / 10)) }
    #expect(near.zone == 1)
    var whole = near
    var needed = 0
    while whole.zone != 0, needed < 50 {
      _ = whole.update(Self.range(0.04, at: 2 + Double(needed) / 10))
      needed += 1
    }
    #expect((5..<40).contains(needed))
    for step in 0..<needed - 1 { _ = near.update(Self.range(0.04, at: 2 + Double(step) / 10)) }
    let pause = 2 + Double(needed) / 10
    for step in 0..<3 {
      var estimate = Self.signal(0.2, .apart, at: pause + Double(step) / 5)
      if !hasNearTest { estimate.nearness = nil }
      _ = near.update(estimate)
    }
    for step in 1...2 { _ = near.update(Self.range(0.04, at: pause + 0.4 + Double(step) / 10)) }
    #expect(near.zone == (hasNearTest ? 0 : 1))
  }

  @Test func `An estimate without a near test is decided by its distance`() throws {
    var detector = try Self.detector()
    for step in 0..<100 {
      var estimate = Self.signal(0.03, .apart, at: Double(step) / 5)
      estimate.nearness = nil
      _ = detector.update(estimate)
    }
    #expect(detector.zone == 0)
  }
}
