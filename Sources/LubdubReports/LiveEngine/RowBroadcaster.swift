internal import Lubdub
internal import LubdubGround
internal import LubdubLive
internal import LubdubSessions
internal import LubdubTraces

/// The rows of a running session, for any number of pages that read along.
package actor RowBroadcaster: LiveSink {
  package nonisolated let name: String
  let failure: FileError? = nil

  private var records: [TraceRecord] = []
  private var report: ReadReport?
  private var statistics = SessionStatistics()
  /// Who of several links is felt from when on, on the trace's clock; `nil` where there is one.
  private var felt: [(link: String?, time: Seconds)]?
  private var isOver = false
  private var readers: [Int: AsyncStream<Void>.Continuation] = [:]
  private var readerCount = 0

  package init(name: String, hasLinks: Bool = false) {
    self.name = name
    felt = hasLinks ? [] : nil
  }

  func begin() {}

  func handedOut(_ event: LiveEvent) {
    guard case .decided(let decision) = event else { return }
    switch decision {
    case .zone(let change): statistics.add(change)
    case .beat(let beat, _): statistics.add(beat)
    case .ceremony(let action): statistics.add(action)
    case .considered, .cancelled, .sustained: break
    }
  }

  func processed(_ record: TraceRecord, at time: Seconds, _ estimate: DistanceEstimate?) {
    statistics.add(record.sample, at: time, estimate)
    records.append(record)
    wake()
  }

  func felt(_ link: String?, from time: Seconds) { felt?.append((link, time)) }

  func read(_ report: ReadReport) { self.report = report }

  func end() -> SessionStatistics {
    isOver = true
    wake()
    statistics.finish()
    return statistics
  }

  func message(after count: Int) -> (line: String?, count: Int) {
    guard var report, count < records.count else { return (nil, records.count) }
    // A recording that is replayed was read ahead.
    report.accepted = records.count
    let rows = ReportData.rows(records[max(0, count)...], report, name: name, felt: felt)
    let line = JSONWriter.encode(rows, lineLength: nil)
    return (String(decoding: line.prefix { $0 != 0x0A }, as: UTF8.self), records.count)
  }

  var hasEnded: Bool { isOver }

  /// Ticks when there is something new; ticks that are missed become one.
  func ticks() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    readerCount += 1
    let number = readerCount
    readers[number] = continuation
    continuation.onTermination = { _ in Task { await self.leave(number) } }
    continuation.yield()
    return stream
  }

  private func leave(_ number: Int) { readers[number] = nil }

  private func wake() {
    for reader in readers.values { reader.yield() }
  }
}
