import LubdubExtras
import TestSupport
import Testing

@Suite(.recordings("sources/positions"))
struct SampleRegionTests {
  /// Circles of 50 m, one per kilometer along the ride.
  private func regions(along track: Track) throws -> [Region] {
    var regions: [Region] = []
    var way = 0.0
    for (first, second) in zip(track.fixes, track.fixes.dropFirst()) {
      way += try #require(first.place.distance(to: second.place)).value
      guard way >= 1000 * Double(regions.count + 1) else { continue }
      regions.append(Region(id: "\(regions.count + 1)", center: second.place, radius: 50))
    }
    return regions
  }

  @Test func `On a ride, both phones enter and leave each region once and agree`() throws {
    let phones = try ["motog3", "xiaomi"].map { try SamplePositions.ride($0) }
    var bare = GameRules()
    bare.accuracyScale = 0
    var count = 0
    for region in try regions(along: try SamplePositions.ride("garmin605")) {
      let found = phones.map { $0.passages(through: region).events }
      for (phone, list) in zip(phones, found) {
        let threshold = phone.passages(through: region, rules: bare).events
        #expect(list.map(\.mark) == threshold.map(\.mark), "\(region.id)")
      }
      #expect(found[0].map(\.mark) == found[1].map(\.mark), "\(region.id)")
      for (left, right) in zip(found[0], found[1]) {
        #expect(abs((left.time - right.time).value) <= 10)
      }
      count += found[0].count + found[1].count
    }
    // Published: 124 for 31 regions; there are 32 whole kilometres.
    #expect(count == 128)
  }

  @Test(arguments: [
    (-0.12, 51.5, 0, [92.0]), (-0.11395144, 51.50161771, 1, [122]),
    (-0.1156797, 51.50053921, 1, [602, 708]),
  ])
  func `Players pass the bases of the walk near the published seconds`(
    longitude: Double, latitude: Double, player: Int, times: [Double]
  ) throws {
    let track = try SamplePositions.log("walk_1.csv").tracks[player]
    let center = try #require(
      Coordinate(latitude: Degrees(latitude), longitude: Degrees(longitude)))
    let found = track.passages(through: Region(id: "b", center: center, radius: 50)).events
    #expect(found.count == times.count)
    for (passage, time) in zip(found, times) { #expect(abs(passage.time.value - time) <= 20) }
  }

  /// Every fix of a walk in turn is the first of a series with five minutes between fixes.
  @Test func `Few wires crossed between rare positions get a probability below 0.05`() throws {
    let tracks = try ["walk_1.csv", "walk_2.csv"].flatMap { try SamplePositions.log($0).tracks }
    var (crossed, missed, sum, tried) = (0, 0, 0.0, 0)
    for track in tracks {
      for start in stride(from: 0, to: 300, by: 60) {
        let places = stride(from: start, to: track.fixes.count, by: 300)
        for (first, second) in zip(places, places.dropFirst()) {
          let middle = track.fixes[(first + second) / 2].place
          guard
            let north = Coordinate(
              latitude: middle.latitude + 0.0005, longitude: middle.longitude + 0.0002),
            let south = Coordinate(
              latitude: middle.latitude - 0.0005, longitude: middle.longitude + 0.0002)
          else { continue }
          let wire = Tripwire(id: "w", path: [south, north])
          var dense = Track(name: "dense")
          var rare = Track(name: "rare")
          for place in first...second { _ = dense.append(track.fixes[place]) }
          for place in [first, second] { _ = rare.append(track.fixes[place]) }
          let truth = !dense.crossings(of: wire).isEmpty
          let found = rare.crossings(of: wire).first?.probability ?? 0
          (tried, sum) = (tried + 1, sum + found)
          if truth { crossed += 1 }
          if truth, found < 0.05 { missed += 1 }
        }
      }
    }
    #expect(crossed > 10 && Double(missed) <= 0.1 * Double(crossed), "\(crossed) \(missed)")
    // Said as often as it happened, within a factor of two.
    #expect(
      sum > 0.5 * Double(crossed) && sum < 2 * Double(crossed), "\(sum) \(crossed) of \(tried)")
  }
}
