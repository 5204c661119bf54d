import LubdubExtras
import TestSupport
import Testing

@Suite(.recordings("sources/positions"))
struct SamplePairTests {
  private func ride(_ name: String) throws -> Track { try SamplePositions.ride(name) }

  @Test(arguments: [
    ("garmin605", "motog3", 2362, 4.0043, 5.3757, 10.4705),
    ("garmin605", "xiaomi", 4057, 7.5376, 9.8472, 17.3500),
    ("motog3", "xiaomi", 3478, 8.0214, 9.8537, 17.3741),
  ])
  func `The distance between two receivers on one rider equals the published values`(
    first: String, second: String, rows: Int, p50: Double, p68: Double, p95: Double
  ) throws {
    let pair = TrackPair(try ride(first), try ride(second))
    // The table joins fixes across the segments of a track, and takes no fix after a gap.
    #expect(abs(pair.rows.count - rows) <= rows / 200)
    let ranges = pair.rows.map(\.range.value).sorted()
    for (share, expected) in [(0.5, p50), (0.68, p68), (0.95, p95)] {
      // Linear between the two nearest ranks, as numpy has it.
      let place = share * Double(ranges.count - 1)
      let low = Int(place)
      let value = ranges[low] + (place - Double(low)) * (ranges[low + 1] - ranges[low])
      #expect(abs(value - expected) < 0.02)
    }
  }

  @Test func `The clock lag of a phone is found`() throws {
    let shift = try #require(
      TrackPair.bestShift(try ride("garmin605"), try ride("xiaomi"), reach: 3))
    #expect(abs(shift.value - 1) <= 0.5)
  }

  @Test func `A walk of two players has the ranges of the published table`() throws {
    let log = try SamplePositions.log("walk_1.csv")
    let pair = TrackPair(log.tracks[0], log.tracks[1])
    let square = zip(pair.rows, log.truth).reduce(0) { sum, row in
      sum + (row.0.range.value - row.1.distance.value) * (row.0.range.value - row.1.distance.value)
    }
    #expect(abs((square / Double(pair.rows.count)).squareRoot() - 7.572) < 1e-3)
  }
}
