import LubdubExtras
import TestSupport
import Testing

/// The expected measures of a recording, computed with numpy from the definitions.
struct ExpectedMeasures: Sendable, CustomTestStringConvertible {
  let name: String
  let count: Int
  let time: [Double]

  var testDescription: String { name }

  func series() throws -> RRSeries {
    let parts = name.split(separator: " ").map(String.init)
    return parts.count == 3
      ? try SamplePulse.peaks(parts[0], parts[1], parts[2]) : try SamplePulse.series(name)
  }

  static let all = [
    ExpectedMeasures(
      name: "pyhrv_short.txt", count: 337,
      time: [888.955490, 95.690354, 101.300634, 48.511905]),
    ExpectedMeasures(
      name: "pyhrv_long.txt", count: 3122,
      time: [777.133248, 85.191171, 63.091393, 30.246716]),
    ExpectedMeasures(
      name: "welltory_01.txt", count: 100,
      time: [1101.730000, 113.915072, 127.007357, 77.777778]),
    ExpectedMeasures(
      name: "welltory_02.txt", count: 101,
      time: [724.277228, 45.201132, 26.164862, 7.000000]),
    ExpectedMeasures(
      name: "1 sitting cs", count: 182,
      time: [656.901099, 50.329973, 30.020251, 7.734807]),
    ExpectedMeasures(
      name: "1 jogging cs", count: 296,
      time: [403.364865, 26.691495, 19.634629, 1.694915]),
    ExpectedMeasures(
      name: "4 sitting cs", count: 147,
      time: [811.755102, 61.102608, 44.567941, 25.342466]),
  ]
}

@Suite(.recordings("sources/rr"))
struct ConformanceTests {
  @Test(arguments: ExpectedMeasures.all)
  func `The time-domain measures match their definitions to 1e-6`(
    expected: ExpectedMeasures
  ) throws {
    let measures = try #require(TimeDomain(try expected.series()))
    let found = [
      measures.mean.value, try #require(measures.sdnn).value, try #require(measures.rmssd).value,
      try #require(measures.pnn50),
    ]
    #expect(measures.count == expected.count)
    for (found, expected) in zip(found, expected.time) { #expect(abs(found - expected) <= 1e-6) }
  }

  @Test(arguments: [("artefacts_21.csv", 52.812), ("artefacts_22.csv", 72.752)])
  func
    `faults that were put in are found, hardly any other, and RMSSD is that of the clean recording`(
      name: String, clean: Double
    ) throws
  {
    let rows = try SamplePulse.rows(name)
    let series = RRSeries(try rows.map { Milliseconds(try #require(Double($0[1]))) })
    let correction = FaultCorrection(series)
    // A missed beat alters one interval, the other faults two; the mark may be one off.
    let altered = rows.indices.filter { rows[$0][2] != "n" }.map { index in
      (index - 1)...(index + (rows[index][2] == "after_missed" ? 1 : 2))
    }
    let marked = correction.labels.indices.filter { correction.labels[$0] != nil }
    #expect(altered.count == 24)
    #expect(altered.count { range in marked.contains { range.contains($0) } } >= 22)
    #expect(marked.count { mark in !altered.contains { $0.contains(mark) } } <= 3)
    let rmssd = try #require(TimeDomain(correction.corrected)?.rmssd).value
    #expect(isClose(rmssd, clean, within: 0.05), "\(rmssd) against \(clean)")
  }

  @Test func `The beats of a recorded pulse of forty minutes are exact to a millisecond`() throws {
    let series = try SamplePulse.series("pyhrv_long.txt")
    try expectExactBeats(of: series)
    #expect(series.duration.value > 2400)
  }
}
