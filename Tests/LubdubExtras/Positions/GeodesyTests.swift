import LubdubExtras
import TestSupport
import Testing

@Suite struct GeodesyTests {
  /// Places with the geodesic, the local plane and the haversine distance, in m (geographiclib 2.1).
  static let cases:
    [(
      from: (Double, Double), to: (Double, Double), geodesic: Double, plane: Double,
      haversine: Double
    )] = [
      ((40.7128, -74.0060), (40.7589, -73.9851), 5415.207751, 5415.207802, 5420.115640),
      ((51.5, -0.12), (51.50072, -0.12), 80.105645, 80.105645, 80.060347),
      ((51.5, -0.12), (51.5, -0.11885), 79.856594, 79.856594, 79.603540),
      ((60, 24.9), (60.001, 24.902), 157.692373, 157.692373, 157.252185),
      ((0, 179.9995), (0.0003, -179.9995), 116.156917, 116.156917, 116.090912),
      ((-33.86, 151.21), (-33.8592, 151.2108), 115.561150, 115.561150, 115.628115),
    ]

  private func place(_ angles: (Double, Double)) throws -> Coordinate {
    try #require(Coordinate(latitude: Degrees(angles.0), longitude: Degrees(angles.1)))
  }

  @Test func `Distances up to a kilometer equal the geodesic to a millimeter`() throws {
    for row in Self.cases {
      let (from, to) = (try place(row.from), try place(row.to))
      let distance = try #require(from.distance(to: to)).value
      #expect(abs(distance - row.geodesic) < (row.geodesic < 1000 ? 1e-3 : 1e-2))
      #expect(abs(distance - row.plane) < 1e-6)
      let offset = try #require(LocalPlane.offset(from: from, to: to))
      #expect(abs(offset.distance.value - row.plane) < 1e-6)
      #expect(abs(from.haversine(to: to).value - row.haversine) < 1e-6)
    }
  }

  @Test func `The length of an offset is rounded once, so it is the same on every machine`() {
    /// x · x as a rounded value and the rounding error.
    func square(_ x: Double) -> (value: Double, rest: Double) {
      (x * x, (-(x * x)).addingProduct(x, x))
    }
    var random = SeededGenerator(seed: 3)
    for _ in 0..<20_000 {
      let small = random.uniform(0...1) < 0.5 ? 1e-3 : 1e4
      let (east, north) = (random.normal() * 1e4, random.normal() * small)
      let length = PlaneOffset(east: Meters(east), north: Meters(north)).distance.value
      let (whole, first, second) = (square(length), square(east), square(north))
      let (larger, smaller) = (max(first.value, second.value), min(first.value, second.value))
      let sum = larger + smaller
      let excess =
        (whole.value - sum) - (smaller - (sum - larger)) + whole.rest - first.rest - second.rest
      #expect(abs(excess) <= 1.001 * length * length.ulp, "\(east), \(north)")
    }
    for (east, north, length) in [
      (3.0, 4.0, 5.0), (-5, 12, 13), (8, -15, 17), (0, -0.1, 0.1), (20_000_000, 0, 20_000_000),
    ] {
      #expect(PlaneOffset(east: Meters(east), north: Meters(north)).distance.value == length)
    }
    // The bits that every machine gives.
    #expect(PlaneOffset(east: 0.1, north: 0.7).distance.value.bitPattern == 0x3FE6_A09E_667F_3BCC)
  }

  @Test func `Distances beyond ten kilometers use Vincenty's formula`() throws {
    // Flinders Peak to Buninyong, the line of Geoscience Australia: 54972.271 m on GRS 80.
    let flinders = try place((-37.951033416667, 144.424867888889))
    let buninyong = try place((-37.652821138889, 143.926495527778))
    #expect(abs(try #require(flinders.distance(to: buninyong)).value - 54972.271) < 0.05)
  }

  @Test func `Beyond 89 degrees there is a distance but no local plane`() throws {
    let first = try place((89.5, 0))
    let second = try place((89.5, 90))
    #expect(LocalPlane.offset(from: first, to: second) == nil)
    #expect(LocalPlane(origin: first) == nil)
    #expect(try #require(first.distance(to: second)).value > 70_000)
  }

  @Test func `The shorter path can cross the 180th meridian`() throws {
    let plane = try #require(LocalPlane(origin: try place((51.5, 179.9999))))
    let west = plane.offset(to: try place((51.498, 179.9899)))
    let east = plane.offset(to: try place((51.498, -179.9901)))
    #expect(west.east < 0 && abs(east.east.value + west.east.value) < 1e-7)
    #expect(east.north == west.north && east.north < 0)
  }

  @Test func `Coordinates out of range are rejected`() {
    #expect(Coordinate(latitude: 90.1, longitude: 0) == nil)
    #expect(Coordinate(latitude: Degrees(.nan), longitude: 0) == nil)
    #expect(Coordinate(latitude: 0, longitude: 361) == nil)
    #expect(Coordinate(latitude: 0, longitude: 350)?.longitude == -10)
  }
}
