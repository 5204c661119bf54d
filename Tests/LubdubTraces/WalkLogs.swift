import Lubdub
import LubdubExtras
import LubdubGround
import Testing

@testable import LubdubTraces

/// Tests with logs of one walk, however they are written.
protocol WalkLogs {}

extension WalkLogs {
  typealias Row = (place: Int, time: Double, range: Double)

  /// Somebody who walks up and down, ten ranges a second for a minute.
  static var walk: [Row] {
    (0..<600).map { ($0, Double($0) / 10, 4.0 - Double(abs($0 % 100 - 50)) * 0.07) }
  }

  func read(
    _ bytes: [UInt8], _ mapping: String? = nil, _ change: (inout ReadOptions) -> Void = { _ in }
  ) throws -> (records: [TraceRecord], report: ReadReport) {
    var options = ReadOptions(formats: .all)
    options.columns = try mapping.map { (text) throws(ColumnMapping.Fault) in
      try ColumnMapping(text)
    }
    options.cures = [.columns: "say which columns they are", .order: "--reorder"]
    change(&options)
    let log = try ReadLog(bytes, options: options)
    return (log.records, log.report)
  }

  func table(_ header: String, _ rows: [Row], _ text: (Row) -> String) -> [UInt8] {
    Array((header + "\n" + rows.map { text($0) + "\n" }.joined()).utf8)
  }

  func refusal(_ bytes: [UInt8]) throws -> ReadError {
    let error = #expect(throws: ReadError.self) { try read(bytes) }
    return try #require(error)
  }

  func proposed(
    _ bytes: [UInt8]
  ) throws -> (records: [TraceRecord], proposal: ReadError.Proposal) {
    let refusal = try refusal(bytes)
    let proposal = try #require(refusal.proposal, "\(refusal.message)")
    let found = try read(bytes, proposal.columns) { options in
      options.sorts = proposal.sorts
      if proposal.needsRate { options.period = 0.1 }
      options.takesLinkClocks = true
    }
    return (found.records, proposal)
  }

  func expect(
    _ records: [TraceRecord], _ said: String, count: Int = 600, within tolerance: Double = 1e-3
  ) {
    #expect(records.count == count, "\(said)")
    let start = records.first?.sample.time.value ?? 0
    let isSame = zip(records, Self.walk).allSatisfy { record, row in
      (record.sample.time.value - start - row.time).magnitude < tolerance
        && ((record.sample.range?.value ?? 0) - row.range).magnitude < 6e-3
    }
    #expect(isSame, "\(said)")
  }

  static func whole(_ value: Double) -> Int { Int(value.rounded()) }
}
