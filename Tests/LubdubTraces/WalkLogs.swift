import Lubdub
import LubdubSupport
import Testing

@testable import LubdubTraces

/// Tests with logs of one walk, in any form.
protocol WalkLogs {}

extension WalkLogs {
  typealias Row = (place: Int, time: Double, range: Double)

  /// A person who walks up and down, with ten ranges per second for a minute.
  static var walk: [Row] {
    (0..<600).map { ($0, Double($0) / 10, 4.0 - Double(abs($0 % 100 - 50)) * 0.07) }
  }

  /// The walk with a pause after every 40 rows.
  static var pausedWalk: [Row] {
    walk.map { ($0.place, Double($0.place + 9 * ($0.place / 40)) / 10, $0.range) }
  }

  /// The walk with rows that come up to 0.3 s late.
  static var lateWalk: [Row] {
    walk.map { (key: 2 * $0.place + ($0.place % 4 == 0 ? 7 : 0), row: $0) }
      .sorted { ($0.key, $0.row.place) < ($1.key, $1.row.place) }.map { $0.row }
  }

  /// The rows with pauses in random order, the same each time.
  static var shuffledWalk: [Row] {
    let rows = pausedWalk
    return rows.indices.map { rows[$0 * 7919 % 600] }
  }

  func read(
    _ bytes: [UInt8], _ mapping: String? = nil, pieces: Int = .max,
    _ change: (inout ReadOptions) -> Void = { _ in }
  ) throws -> (records: [TraceRecord], report: ReadReport) {
    var options = ReadOptions(formats: .deviceLogs)
    options.columns = try mapping.map { (text) throws(ColumnMapping.Fault) in
      try ColumnMapping(text)
    }
    options.cures = [.columns: "name the columns", .order: "--reorder"]
    change(&options)
    let log = try ReadLog(bytes, chunk: pieces, options: options)
    return (log.records, log.report)
  }

  func read(
    _ text: String, _ mapping: String? = nil, pieces: Int = .max,
    _ change: (inout ReadOptions) -> Void = { _ in }
  ) throws -> (records: [TraceRecord], report: ReadReport) {
    try read(Array(text.utf8), mapping, pieces: pieces, change)
  }

  func table(_ header: String, _ rows: [Row], _ text: (Row) -> String) -> [UInt8] {
    Array((header + "\n" + rows.map { text($0) + "\n" }.joined()).utf8)
  }

  func rows(_ count: Int, _ row: (Int) -> String) -> String {
    (0..<count).map { row($0) + "\n" }.joined()
  }

  func refusal(_ bytes: [UInt8]) throws -> ReadError {
    let error = #expect(throws: ReadError.self) { try read(bytes) }
    return try #require(error)
  }

  func refusal(_ text: String) throws -> ReadError { try refusal(Array(text.utf8)) }

  func proposed(
    _ bytes: [UInt8]
  ) throws -> (records: [TraceRecord], report: ReadReport, proposal: ReadError.Proposal) {
    let refusal = try refusal(bytes)
    let proposal = try #require(refusal.proposal, "\(refusal.message)")
    let found = try read(bytes, proposal) { $0.takesLinkClocks = true }
    return (found.records, found.report, proposal)
  }

  func proposed(
    _ text: String
  ) throws -> (records: [TraceRecord], report: ReadReport, proposal: ReadError.Proposal) {
    try proposed(Array(text.utf8))
  }

  /// Reads a log as a proposal says.
  func read(
    _ bytes: [UInt8], _ proposal: ReadError.Proposal,
    _ change: (inout ReadOptions) -> Void = { _ in }
  ) throws -> (records: [TraceRecord], report: ReadReport) {
    try read(bytes, proposal.columns) { options in
      options.columns?.usesDecimalComma = proposal.usesDecimalComma
      options.columns?.thousandsMark = proposal.thousandsMark
      options.sorts = proposal.sorts
      if proposal.needsRate { options.period = 0.1 }
      change(&options)
    }
  }

  func expect(
    _ records: [TraceRecord], _ said: String, of rows: [Row] = walk, within tolerance: Double = 1e-3
  ) {
    #expect(records.count == rows.count, "\(said)")
    let start = records.first?.sample.time.value ?? 0
    let isSame = zip(records, rows).allSatisfy { record, row in
      (record.sample.time.value - start - row.time).magnitude < tolerance
        && ((record.sample.range?.value ?? 0) - row.range).magnitude < 6e-3
    }
    #expect(isSame, "\(said)")
  }

  /// The proposal for a log, which reads the rows of the walk.
  @discardableResult
  func proposal(
    for log: [UInt8], of rows: [Row] = walk, within tolerance: Double = 1e-3
  ) throws -> ReadError.Proposal {
    let found = try proposed(log)
    expect(found.records, found.proposal.columns, of: rows, within: tolerance)
    return found.proposal
  }

  static func whole(_ value: Double) -> Int { Int(value.rounded()) }
}
