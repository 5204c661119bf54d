import Lubdub
import LubdubRuns
import Testing

@Suite("Stated truth where no truth is measured")
struct StatedTruthTests {
  private static func truths(
    _ rows: [(sample: Sample, truth: Double?)]
  ) -> [Int: Double] {
    var stated = StatedTruth<Int>()
    var found: [Int: Double] = [:]
    for (index, row) in rows.enumerated() {
      stated.take(row.sample, truth: row.truth.map { Meters($0) }, as: index) {
        found[$0] = $1.value
      }
    }
    return found
  }

  @Test
  func
    `The truth is 0 from touched to released, and a taught distance is the truth of the last 10 s`()
  {
    var rows = (0..<30).map { (Sample.ble(-60, at: Seconds(Double($0))), Double?.none) }
    rows.insert((.event(.released, at: 25), nil), at: 25)
    rows.insert((.event(.touched, at: 20), nil), at: 20)
    rows.insert((.at(1, at: 15), nil), at: 15)
    let found = Self.truths(rows)
    // At 5 to 14 s, in rows 5 to 14; at 20 to 24 s, behind two events.
    #expect(found.keys.sorted() == Array(5...14) + Array(22...26))
    #expect((5...14).allSatisfy { found[$0] == 1 } && (22...26).allSatisfy { found[$0] == 0 })
  }

  @Test func `A row with only a truth counts`() {
    var silent = Sample.uwb(2, at: 1)
    silent.range = nil
    #expect(
      Self.truths([(.uwb(2, at: 0), 2), (silent, 3), (.uwb(2, at: 2), nil)]) == [0: 2, 1: 3])
  }

  @Test func `A measured truth has priority, and a stated truth applies only after it`() {
    var rows = (0..<10).map {
      (Sample.uwb(2, at: Seconds(Double($0))), $0 == 5 ? Double?.some(1.9) : nil)
    }
    rows.append((.at(2, at: 10), nil))
    #expect(Self.truths(rows) == [5: 1.9, 6: 2, 7: 2, 8: 2, 9: 2])
  }

  @Test func `A session counts touched contact that was not felt as missed`() throws {
    var run = try SessionRun(Preset.default.configuration, keeping: [])
    for index in 0..<300 {
      let time = Seconds(0.1 * Double(index))
      // Antennas that are covered read 0.5 m in contact; the touch itself is heard by nobody but the person.
      run.process(.uwb(index < 150 ? 2.5 : 0.5, at: time), truth: nil)
      if index == 290 { run.process(.at(0.5, at: time), truth: nil) }
    }
    run.finish()
    let score = try #require(run.recorder.comparison()?.score)
    #expect(score.totalTime > 9 && score.totalTime < 11)
    #expect((score.rightShare ?? 0) > 0.99)
  }
}
