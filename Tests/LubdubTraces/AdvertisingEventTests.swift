import Lubdub
import TestSupport
import Testing

@testable import LubdubTraces

/// Levels of one advertising event count once.
@Suite struct AdvertisingEventTests {
  /// A level each second followed by others after the given delays, in s.
  private static func table(_ after: [Double], start: Double = 0) -> String {
    "t_s,source,rssi_dbm\n"
      + (0..<60).map { row in
        ([0] + after).enumerated().map { place, delay in
          "\(start + Double(row) + delay),ble,\(-60 - row % 5 - place)\n"
        }.joined()
      }.joined()
  }

  @Test(
    "Scan responses, fragments, and repeats on three channels count as one reading",
    arguments: [[0.0006], [0.0001, 0.0002, 0.0004], [0.0004, 0.0008], [0.005, 0.0095]])
  func merged(after: [Double]) throws {
    for start in [0, 1_766_000_000.0] {
      let text = Self.table(after, start: start)
      let whole = try read(text)
      #expect(
        whole.records.compactMap(\.sample.rssi?.value) == (0..<60).map { Double(-60 - $0 % 5) })
      #expect(whole.report.accepted == 60 && whole.report.duplicates == 60 * after.count)
      let found = whole.report.findings.filter { $0.severity != .note }
      #expect(found.isEmpty && whole.report.findings.contains { $0.code == "merged" })
      for pieces in [1, 7, 100] {
        let cut = try read(text, pieces: pieces)
        #expect(cut.records == whole.records && cut.report == whole.report)
      }
    }
  }

  @Test
  func `Levels of other events or links, or on coarse clocks, and ranges are never merged`() throws
  {
    #expect(try read(Self.table([0.02])).records.count == 120)
    let coarse = (0..<60).map { "\($0 / 4),ble,\(-60 - $0 % 9)\n" }.joined()
    #expect(try read("t_s,source,rssi_dbm\n" + coarse).records.count == 60)
    let times = (0..<60).map { Double($0 / 2) + 0.001 * Double($0 % 2) }
    let links = (0..<60).map { "\(times[$0]),-60,\($0 % 2)\n" }
    #expect(try read("t_s,rssi_dbm,peer\n" + links.joined()).records.count == 60)
    let ranges = (0..<60).map { "\(times[$0]),\(100 + $0)e-2\n" }
    #expect(try read("t_s,range_m\n" + ranges.joined()).records.count == 60)
  }
}
