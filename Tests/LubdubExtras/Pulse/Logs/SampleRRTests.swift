import Foundation
import LubdubExtras
import TestSupport
import Testing

/// Recordings of intervals next to the checkout.
enum SampleRR {
  static let folder = Recordings.folder("sources/rr")

  static func log(_ name: String) throws -> PulseLog {
    try PulseLog(path: try #require(folder).appending(path: name).path)
  }
}

@Suite(.recordings("sources/rr"))
struct SampleRRTests {
  @Test(arguments: [
    ("garmin-fenix-5-run.fit", 113, 75.005, [1093.0, 1165]),
    ("garmin-edge-820-bike.fit", 126, 66.289, [594.0, 588]),
  ])
  func `FIT gives the same intervals as fitparse`(
    name: String, count: Int, sum: Double, first: [Double]
  ) throws {
    let log = try SampleRR.log(name)
    let lengths = try #require(log.series()).intervals.intervals.map(\.length.value)
    #expect(log.format == .fit && lengths.count == count && log.report.rejected == 0)
    #expect(abs(lengths.reduce(0, +) / 1000 - sum) < 1e-9)
    #expect(Array(lengths.prefix(2)) == first)
  }

  @Test(arguments: [
    ("pyhrv_short.txt", 337), ("pyhrv_long.txt", 3122), ("welltory_01.txt", 100),
    ("welltory_02.txt", 101), ("artefacts_21.csv", 608), ("artefacts_22.csv", 608),
  ])
  func `Sample texts and tables are read without a fault`(name: String, count: Int) throws {
    let log = try SampleRR.log(name)
    #expect(log.report.rejected == 0)
    if name.hasSuffix(".txt") { #expect(log.report.accepted == count) }
    #expect(log.series.count == 1)
  }

  @Test func `A table of R peaks contains a series for each person, activity, and lead`() throws {
    let log = try SampleRR.log("gudb_rpeaks.csv")
    #expect(log.report.rejected == 0)
    let sitting = try #require(log.series("1 sitting cs")).intervals
    #expect(sitting.intervals.count == 182)
    #expect(abs(try #require(TimeDomain(sitting)).mean.value - 656.901099) < 1e-6)
  }

  @Test func `A table of camera colors isn't read as a pulse`() {
    #expect(throws: ReadError.self) { try SampleRR.log("welltory_01_ppg.csv") }
  }
}
