import Lubdub
import LubdubExtras
import TestSupport
import Testing

@Suite(.enabled(if: SamplePositions.isPresent, SamplePositions.absence))
struct SampleFenceTests {
  private func ride(_ name: String) throws -> Track { try SamplePositions.ride(name) }

  private func events(_ track: Track, _ fence: Fence, _ rule: FenceRule) -> [FenceEvent] {
    var detector = FenceDetector(fence, rule: rule)
    return track.fixes.compactMap { detector.update($0) }
  }

  /// Circles of 50 m, one each kilometre along the ride.
  private func fences() throws -> [Fence] {
    let track = try ride("garmin605")
    var fences: [Fence] = []
    var way = 0.0
    for (first, second) in zip(track.fixes, track.fixes.dropFirst()) {
      way += try #require(first.place.distance(to: second.place)).value
      guard way >= 1000 * Double(fences.count + 1) else { continue }
      fences.append(
        Fence(id: "\(fences.count + 1)", shape: .circle(center: second.place, radius: 50)))
    }
    return fences
  }

  @Test
  func `along a ride the rule keeps every event, adds none, and each phone confirms the other`()
    throws
  {
    let phones = try ["motog3", "xiaomi"].map(ride)
    var count = 0
    for fence in try fences() {
      let found = phones.map { events($0, fence, FenceRule()) }
      for (phone, list) in zip(phones, found) {
        #expect(list.map(\.kind) == events(phone, fence, .bare).map(\.kind))
      }
      #expect(found[0].map(\.kind) == found[1].map(\.kind))
      for (left, right) in zip(found[0], found[1]) {
        #expect(abs((left.time - right.time).value) <= 10)
      }
      count += found[0].count + found[1].count
    }
    // Published: 124 for 31 fences; there are 32 whole kilometres.
    #expect(count == 128)
  }

  private static let bases: [(id: String, longitude: Double, latitude: Double)] = [
    ("base1", -0.12, 51.5), ("base3", -0.11395144, 51.50161771), ("base4", -0.1156797, 51.50053921),
  ]

  @Test(arguments: [("base1", 0, [92.0]), ("base3", 1, [122]), ("base4", 1, [602, 708])])
  func `players leave and enter the bases of the walk at the published seconds`(
    id: String, player: Int, times: [Double]
  ) throws {
    let track = try SamplePositions.log("walk_1.csv").tracks[player]
    let base = try #require(Self.bases.first { $0.id == id })
    let center = try #require(
      Coordinate(latitude: Degrees(base.latitude), longitude: Degrees(base.longitude)))
    let fence = Fence(id: id, shape: .circle(center: center, radius: 50))
    #expect(events(track, fence, .bare).map(\.time.value) == times)
    let sure = events(track, fence, FenceRule())
    #expect(sure.count == times.count)
    for (event, time) in zip(sure, times) { #expect(abs(event.time.value - time) <= 20) }
  }

  private func wire(_ places: [(Double, Double)]) throws -> Tripwire {
    Tripwire(
      id: "w",
      path: try places.map {
        try #require(Coordinate(latitude: Degrees($0.1), longitude: Degrees($0.0)))
      })
  }

  @Test func `a wire is crossed twice, and the noise between is not reported`() throws {
    let track = try SamplePositions.log("walk_1.csv").tracks[1]
    var detector = TripwireDetector(
      try wire([(-0.11733578, 51.50125831), (-0.11733573, 51.50197736)]))
    let found = track.fixes.compactMap { detector.update($0) }
    #expect(found.count == 2)
    for (event, truth) in zip(found, [329.471, 522.345]) {
      #expect(abs(event.time.value - truth) < 2)
    }
    #expect(detector.cancelled == 1)
    #expect(found.map(\.direction) == [.toLeft, .toRight])
  }

  @Test func `a chain of wires is crossed once at its corner`() throws {
    let track = try SamplePositions.log("walk_1.csv").tracks[0]
    var detector = TripwireDetector(
      try wire([
        (-0.11827187, 51.50080892), (-0.11827183, 51.50179761), (-0.1168317, 51.50179758),
      ]))
    let found = track.fixes.compactMap { detector.update($0) }
    #expect(found.map(\.kind) == [.cross])
    #expect(abs(found[0].time.value - 293.031) < 1e-2)
  }
}
