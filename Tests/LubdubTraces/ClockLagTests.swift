import Lubdub
import TestSupport
import Testing

@testable import LubdubTraces

/// Radios and links whose clocks differ.
@Suite struct ClockLagTests {
  /// A minute of ranges at 10 Hz and levels at 2 Hz, whose timestamps lag, in the order of writing.
  private static func radios(_ lag: Double, jitter: Double = 0) -> String {
    var random = SeededGenerator(seed: 3)
    return "t_s,source,range_m,rssi_dbm\n"
      + (0..<600).map { row in
        let time = 1000 + Double(row) / 10
        let range = "\(time),uwb,\(3 - Double(row) / 300),\n"
        let stamp = time - lag + jitter * random.unit()
        return row.isMultiple(of: 5) ? range + "\(stamp),ble,,-60\n" : range
      }.joined()
  }

  private func finding(_ text: String, _ options: ReadOptions = .init()) throws -> String? {
    try read(text, options: options).report.findings.first { $0.code == "two-clocks" }?.message
  }

  @Test(arguments: [
    (0.7, "0.7"), (0.72, "0.72"), (3, "3 "), (180, "180 "), (-0.7, "0.7"), (-400, "400 "),
  ])
  func `A constant lag of a radio is reported, and removing it keeps all rows`(
    lag: Double, said: String
  ) throws {
    for jitter in [0, 0.02] {
      let text = Self.radios(lag, jitter: jitter)
      let message = try #require(try finding(text), "\(lag) \(jitter)")
      #expect(message.contains("ble are \(said)"), "\(message)")
      #expect(message.contains(lag > 0 ? "behind" : "ahead"))
      #expect(try read(text).report.findings.allSatisfy { $0.code != "late-rows" })
      var options = ReadOptions()
      options.lags = [.init(of: "ble", Seconds(lag))]
      let mended = try read(text, options: options)
      #expect(mended.report.accepted == 720 && mended.report.rejected == 0)
      #expect(
        zip(mended.records, mended.records.dropFirst()).allSatisfy {
          $0.sample.time <= $1.sample.time
        })
      #expect(try finding(text, options) == nil)
    }
  }

  @Test func `The lag of a link or of unnamed rows is reported`() throws {
    let times = (0..<300).map { 1000 + Double($0) / 5 }
    let links = times.map { "\($0),2.5,near\n\($0 - 0.85),4,far\n" }.joined()
    var options = ReadOptions()
    #expect(try finding("t_s,range_m,peer\n" + links)?.contains("times of far are 0.8") == true)
    options.lags = [.init(of: "far", 0.9)]
    #expect(try read("t_s,range_m,peer\n" + links, options: options).report.accepted == 600)
    let both = times.map { "\($0),2.5\n\($0 - 179.9),2.6\n" }.joined()
    for sorts in [false, true] {
      options = ReadOptions()
      options.sorts = sorts
      #expect(
        try finding("t_s,range_m\n" + both, options)?.contains("times of some rows are 179.9")
          == true)
    }
  }

  @Test func `Ordered, randomly late, grouped, and batched rows report no second clock`() throws {
    var options = ReadOptions()
    options.sorts = true
    #expect(try finding(Self.radios(0), options) == nil)
    var random = SeededGenerator(seed: 4)
    let late = (0..<600).map { row in "\(Double(row) / 10 - 0.8 * random.unit()),2.5\n" }
    #expect(try finding("t_s,range_m\n" + late.joined()) == nil)
    let batches = (0..<600).map { row in
      "\(Double(row / 20) + Double(row % 10) / 10),2.5,\(row / 10 % 2 == 0 ? "a" : "b")\n"
    }
    #expect(try finding("t_s,range_m,peer\n" + batches.joined()) == nil)
    let links = (0..<600).map { "\(Double($0 % 300) / 10),2.5,\($0 < 300 ? "a" : "b")\n" }
    #expect(try finding("t_s,range_m,peer\n" + links.joined(), options) == nil)
  }

  @Test func `A lag is read with its unit, and an unknown name is reported`() throws {
    #expect(ReadOptions.lags("ble=0.72s,my=tag=-300ms")?.map(\.time) == [0.72, -0.3])
    #expect(ReadOptions.lags("ble=0.72s,my=tag=-300ms")?.map(\.name) == ["ble", "my=tag"])
    for text in ["", "ble", "ble=", "=1", "ble=x", "ble=1h"] {
      #expect(ReadOptions.lags(text) == nil)
    }
    var options = ReadOptions()
    options.lags = [.init(of: "cs", 1)]
    #expect(
      try read(Self.radios(0), options: options).report.warnings.contains {
        $0.contains("there are no rows of cs")
      })
  }
}
