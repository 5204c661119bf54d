internal import Synchronization

package actor RowBroadcaster: LiveSink {
  package nonisolated let name: String
  nonisolated let mailbox: RowMailbox
  /// Always `nil`, because there is always room for a row.
  let failure: FileError? = nil

  private var statistics = SessionStatistics()

  package init(name: String, hasLinks: Bool = false) throws(ReportFailure) {
    self.name = name
    mailbox = try RowMailbox(RowHistory(name: name, hasLinks: hasLinks))
  }

  func begin() {}

  func handedOut(_ event: LiveEvent) {
    if case .decided(let decision) = event { statistics.add(decision) }
  }

  func processed(_ record: TraceRecord, at time: Seconds, _ estimate: DistanceEstimate?) {
    statistics.add(record.sample, at: time, estimate)
    mailbox.add { $0.records.append(record) }
  }

  func read(_ report: ReadReport) { mailbox.add { $0.report = report } }

  func end() -> SessionStatistics {
    mailbox.add { $0.isOver = true }
    statistics.finish()
    return statistics
  }
}

struct RowHistory: Sendable {
  /// The most rows per message, so that one reader does not delay other readers.
  private static let mostRows = 4096

  let name: String
  let hasLinks: Bool
  var records: [TraceRecord] = []
  var report: ReadReport?
  var isOver = false

  mutating func append(_ newer: RowHistory) {
    records += newer.records
    report = newer.report ?? report
    isOver = newer.isOver
  }

  /// The next rows for a reader, in the reader's form; `nil` if the reader has all rows.
  func next(_ reader: inout StudioSite.Reader, _ site: StudioSite) -> [UInt8]? {
    guard reader.rows < records.count else { return nil }
    switch reader.form {
    case .events:
      guard let message = message(after: reader.rows) else { return nil }
      reader.rows = message.count
      return site.event("rows", message.count, message.line)
    case .lines:
      let rows = records[reader.rows...].prefix(Self.mostRows)
      var writer = TraceWriter(.ndjson)
      for row in rows { writer.write(row, peer: report?.link(of: row)) }
      reader.rows = rows.endIndex
      return writer.take()
    }
  }

  private func message(after count: Int) -> (line: String, count: Int)? {
    guard var report, count < records.count else { return nil }
    let rows = records[max(0, count)...].prefix(Self.mostRows)
    // A replayed recording was read ahead.
    report.accepted = records.count
    let data = ReportData.rows(rows, report, name: name, hasLinks: hasLinks)
    let line = JSONWriter.encode(data, lineLength: nil)
    return (String(decoding: line.prefix { $0 != 0x0A }, as: UTF8.self), rows.endIndex)
  }
}

/// Passes new rows from the session to the server. The session only appends, so a slow server does not delay it.
final class RowMailbox: Sendable {
  private let news: Mutex<RowHistory>
  private let empty: RowHistory
  let signal: WakeupPipe

  init(_ empty: RowHistory) throws(ReportFailure) {
    self.empty = empty
    news = Mutex(empty)
    signal = try WakeupPipe()
  }

  func add(_ change: @Sendable (inout RowHistory) -> Void) {
    news.withLock { change(&$0) }
    signal.wake()
  }

  func take() -> RowHistory {
    signal.clear()
    return news.withLock { news in
      let taken = news
      news = empty
      news.isOver = taken.isOver
      return taken
    }
  }
}
