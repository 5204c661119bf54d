import LubdubExtras
import TestSupport
import Testing

@Suite(.recordings("sources/positions"))
struct SampleWireTests {
  private func wire(_ places: [(Double, Double)]) throws -> Tripwire {
    Tripwire(
      id: "w",
      path: try places.map {
        try #require(Coordinate(latitude: Degrees($0.1), longitude: Degrees($0.0)))
      })
  }

  @Test func `A wire is crossed twice, and noise between the crossings isn't reported`() throws {
    let track = try SamplePositions.log("walk_1.csv").tracks[1]
    let found = track.crossings(
      of: try wire([(-0.11733578, 51.50125831), (-0.11733573, 51.50197736)]))
    #expect(found.count == 2)
    for (event, truth) in zip(found, [329.471, 522.345]) {
      #expect(abs(event.time.value - truth) < 2)
    }
    #expect(found.map(\.direction) == [.toLeft, .toRight])
  }

  @Test func `A wire with a corner is crossed once at the corner`() throws {
    let track = try SamplePositions.log("walk_1.csv").tracks[0]
    let found = track.crossings(
      of: try wire([
        (-0.11827187, 51.50080892), (-0.11827183, 51.50179761), (-0.1168317, 51.50179758),
      ]))
    try #require(found.count == 1)
    #expect(abs(found[0].time.value - 293.031) < 1e-2)
  }
}
