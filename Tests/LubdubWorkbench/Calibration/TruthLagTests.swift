import LubdubTraces
import LubdubWorkbench
import TestSupport
import Testing

@testable import LubdubWorkbench

@Suite("Late truths and transferred calibrations")
struct TruthLagTests {
  /// Walks at 1 m/s between 1 and 6 m, whose truth is 0.15 s late; the pair reads 0.1 m too long.
  private static func walk(isBothWays: Bool, seed: UInt64 = 1) -> Recording {
    var random = SeededGenerator(seed: seed)
    let samples = (0..<(isBothWays ? 100 : 50)).map { step in
      let time = Double(step) / 10
      let place = { (time: Double) in isBothWays && time > 5 ? 11 - time : 1 + time }
      let range = place(time) + 0.1 + 0.03 * random.sumOfTwelve()
      return TraceRecord(
        .uwb(Meters(range), at: Seconds(time)), truth: Meters(place(time - 0.15)))
    }
    return Recording(dataset: "", name: "walk", records: samples)
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `Walks in both directions separate the lag of a truth from a bias`(seed: UInt64) throws {
    let found = RangeCalibration([Self.walk(isBothWays: true, seed: seed)], prior: .constant)
    #expect(abs((found.constant.value ?? 0) - 0.1) < 0.03)
    #expect(try #require(found.lag).error.value < 0.02)
  }

  @Test func `A walk in one direction widens the interval by its lag, with a note`() throws {
    let recording = Self.walk(isBothWays: false)
    let found = RangeCalibration([recording], prior: .constant)
    let error = try #require(found.lag).error.value
    #expect((0.1...0.16).contains(error))
    let off = abs((found.constant.value ?? 0) - 0.1)
    #expect(off < 2 * (found.constant.standardError ?? 0))
    #expect((found.calibrationDeviation.value ?? 0) >= error)
    let records = recording.records.map { TraceRecord($0.sample, truth: $0.truth) }
    let notes = CalibrationResult([Recording(dataset: "a", name: "walk", records: records)]).notes
    #expect(notes.contains { $0.contains("one way") })
    #expect(notes.contains { $0.contains("there are no ranges below 0.5 m") })
  }

  @Test func `Devices at rest have no lag`() throws {
    let samples = Self.walk(isBothWays: true).records.map { sample in
      TraceRecord(.uwb(2.1, at: sample.sample.time), truth: 2)
    }
    let found = RangeCalibration([Recording(dataset: "", name: "rest", records: samples)])
    #expect(found.lag == TruthLag(errors: [0.1], rates: [0], lasting: 1))
  }

  @Test func `Calibrations for other devices have fewer settings and wider intervals`() throws {
    let records = Self.walk(isBothWays: true).records.map {
      TraceRecord($0.sample, truth: $0.truth)
    }
    let result = CalibrationResult([Recording(dataset: "a", name: "walk", records: records)])
    func range(_ reach: CalibrationReach) -> RangeFilter.Parameters {
      result.settings(changing: Preset.default.configuration, for: reach).configuration.ranging
        .range
    }
    let (own, kind, other) = (range(.thisLink), range(.thisKind), range(.elsewhere))
    #expect(own.bias == kind.bias && other.bias == RangeBias())
    let widths = [own, kind, other].map { $0.calibrationDeviation.value }
    #expect(widths == widths.sorted() && widths[0] < widths[1] && other.calibrationDeviation >= 0.2)
  }

  @Test func `The level of one make isn't used for other devices, and a note states the reason`()
    throws
  {
    let records = (0..<300).map { index in
      TraceRecord(
        .ble(-60, at: Seconds(Double(index) * 0.3)), truth: Meters(1 + Double(index / 100)))
    }
    let result = CalibrationResult([Recording(dataset: "a", name: "rest", records: records)])
    let base = Preset.default.configuration
    #expect(
      result.settings(changing: base, for: .thisKind).settings.contains { $0.key == "rssi.trust" })
    let (configuration, settings, refused) = result.settings(changing: base, for: .elsewhere)
    #expect(settings.isEmpty && configuration == base)
    #expect(
      refused == ["the reference power, which differs between makes; teach it with `at`"])
  }
}
