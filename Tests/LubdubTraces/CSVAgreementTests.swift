import TestSupport
import Testing

@testable import LubdubTraces

/// Rows that are read in blocks, compared with the rows read one by one.
@Suite struct CSVAgreementTests {
  /// The selections of rows.
  static let choices: [Choice] = [
    Choice(name: "all") { _ in },
    Choice(name: "one link") { $0.peer = "A1:B2" },
    Choice(name: "a link that is not there") { $0.peer = "nobody" },
    Choice(name: "the first link") { $0.takesFirstPeer = true },
    Choice(name: "each recording") { $0.recordingColumns = ["walk"] },
    Choice(name: "one recording") {
      $0.recordingColumns = ["walk"]
      $0.recording = "two"
    },
    Choice(name: "the first recording of one link") {
      $0.recordingColumns = ["walk"]
      $0.takesFirstRecording = true
      $0.peer = "A1:B2"
    },
    Choice(name: "late rows") { $0.reorderingWindow = 0.2 },
    Choice(name: "late rows of recordings") {
      $0.recordingColumns = ["walk"]
      $0.reorderingWindow = 0.2
    },
    Choice(name: "other units") {
      $0.columns = ColumnMapping([
        .time: .init("t_s", unit: .milliseconds), .range: .init("range_m", unit: .centimetres),
        .rssi: .init("rssi_dbm"), .truth: .init("truth_m", unit: .feet), .source: .init("source"),
      ])
    },
    Choice(name: "dates") {
      $0.columns = ColumnMapping([
        .time: .init("t_s", unit: .iso), .range: .init("range_m"), .rssi: .init("rssi_dbm"),
      ])
    },
    Choice(name: "decimal commas") { $0.columns = .tidyWithDecimalComma },
    Choice(name: "quotes") { _ in },
    Choice(name: "quotes of one link") { $0.peer = "A1:B2" },
    Choice(name: "strict") { $0.strict = true },
    Choice(name: "strict recordings") {
      $0.recordingColumns = ["walk"]
      $0.strict = true
    },
  ]

  @Test(
    "The plain reader and the fast paths give the same records and report",
    arguments: choices)
  func fastAndPlain(choice: Choice) throws {
    let share: UInt64 = Thoroughness.isFull ? 1 : 3
    let seeds = 1...(choice.name == "all" ? 60 : 15) / share
    for seed in seeds {
      var generator = SeededGenerator(seed: seed)
      // No nasty rows for one that ends a strict reading at once.
      var trace = RandomTrace.make(
        rows: 300, nastiness: choice.name.hasPrefix("strict") ? 0.0005 : 0.1,
        hasDates: choice.name == "dates", using: &generator)
      var options = ReadOptions()
      choice.change(&options)
      if options.columns?.usesDecimalComma == true {
        let marks: [UInt8: UInt8] = [0x2C: 0x3B, 0x2E: 0x2C]
        trace = trace.map { marks[$0] ?? $0 }
      }
      if choice.name.hasPrefix("quotes") {
        let quoted: [UInt8: [UInt8]] = [0x2C: [0x22, 0x2C, 0x22], 0x0A: [0x22, 0x0A, 0x22]]
        trace = [0x22] + trace.flatMap { quoted[$0] ?? [$0] }
      }
      var plain = options
      plain.readsSingly = true
      let slow = Result { () throws(ReadError) in try read(trace, options: plain) }
      for pieces in [1, 100, 1 << 20] {
        let fast = Result { () throws(ReadError) in
          try read(trace, options: options, pieces: pieces)
        }
        let place = "seed \(seed), pieces of \(pieces)"
        switch (fast, slow) {
        case (.success(let fast), .success(let slow)):
          let first = zip(fast.records, slow.records).first { $0 != $1 }
          #expect(fast.records.count == slow.records.count, "\(place)")
          #expect(first == nil, "\(place): \(String(describing: first))")
          #expect(fast.report == slow.report, "\(place)")
        case (.failure(let fast), .failure(let slow)): #expect(fast == slow, "\(place)")
        default: Issue.record("\(place): \(fast) and \(slow)")
        }
      }
    }
  }
}

/// A named selection of the rows of a trace.
struct Choice: CustomTestStringConvertible, Sendable {
  let name: String
  let change: @Sendable (inout ReadOptions) -> Void
  var testDescription: String { name }
}
