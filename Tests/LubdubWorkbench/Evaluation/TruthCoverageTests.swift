import LubdubTraces
import Testing

@testable import LubdubWorkbench

@Suite("The time in which the truth is known") struct TruthCoverageTests {
  private static func minute(truthUntil end: Double) -> Recording {
    let records = (0...600).map { index in
      let time = Double(index) / 10
      return TraceRecord(.uwb(Meters(2), at: Seconds(time)), truth: time <= end ? Meters(2) : nil)
    }
    return Recording(dataset: "walks", name: "walk", records: records)
  }

  @Test func `A truth for part of the time is reported with the time that the shares refer to`() {
    let coverage = TruthCoverage([Self.minute(truthUntil: 15), Self.minute(truthUntil: 60)])
    #expect(
      coverage.sentence
        == "truth not known for 37.5% of the time; shares of zones are of 75 s of 120 s")
  }

  @Test func `A truth for the whole time needs no note`() {
    #expect(TruthCoverage([Self.minute(truthUntil: 60)]).sentence == nil)
    #expect(TruthCoverage([]).sentence == nil)
  }
}
