internal import Dispatch

/// Feeds rows that one thread reads to a live player, and writes the player's output. The player's clock starts at zero with
/// the first row.
struct LiveFeed: Sendable {
  private let blocks: AsyncStream<Block>.Continuation
  private let work: Task<(SessionStatistics, LiveEnd), any Error>
  /// Limits the number of blocks that wait for processing, so that a fast stream does not fill the memory.
  private let places = DispatchSemaphore(value: 0)
  private let isDone: Locked<Bool>
  private let isStopped: @Sendable () -> Bool

  private static let capacity = 1

  private struct Block: Sendable {
    let records: [TraceRecord]
    let report: ReadReport
  }

  init(
    _ configuration: Configuration, lead: Seconds, pace: LiveRun.Pace, heart: IntervalPlayback?,
    clock: LiveRun.Clock, takesAllPeers: Bool, _ sink: any LiveSink, _ host: LiveHost
  ) throws(SettingError) {
    let (stream, continuation) = AsyncStream<Block>.makeStream()
    blocks = continuation
    isStopped = host.isStopped
    _ = try LiveSession(configuration, lead: lead)
    let places = places
    for _ in 0..<Self.capacity { places.signal() }
    let isDone = Locked(false)
    self.isDone = isDone
    work = Task {
      defer { isDone.withLock { $0 = true } }
      var session: (any LiveTask)?
      for await block in stream {
        await sink.read(block.report)
        for record in block.records {
          if session == nil {
            let origin = record.sample.time
            session =
              if takesAllPeers {
                LiveLinksTask(pace: pace.factor, sink, origin: origin)
              } else if pace == .unlimited {
                try LiveReadTask(configuration, heart: heart, sink, origin: origin)
              } else {
                try await LiveSessionTask(
                  configuration, lead: lead, pace: pace.factor, heart: heart, stamping: clock,
                  sink, host, origin: origin)
              }
            await sink.begin()
          }
          await session?.process(record, of: block.report.link(of: record))
          if await sink.failure != nil { break }
        }
        places.signal()
        if await sink.failure != nil { break }
      }
      let end = await session?.finish() ?? LiveEnd(heart: heart)
      return (try await sink.end(), end)
    }
  }

  var isOpen: Bool { isDone.withLock { !$0 } }

  /// Adds rows to the queue. If the queue is full, the call waits.
  func add(_ records: [TraceRecord], _ report: ReadReport) {
    guard !records.isEmpty else { return }
    while isOpen, places.wait(timeout: .now() + .milliseconds(250)) == .timedOut {
      if isStopped() { return }
    }
    blocks.yield(Block(records: records, report: report))
  }

  func waitUntilEmpty() {
    var taken = 0
    while isOpen, !isStopped(), taken < Self.capacity {
      if places.wait(timeout: .now() + .milliseconds(250)) == .success { taken += 1 }
    }
    for _ in 0..<taken { places.signal() }
  }

  func cancel() {
    work.cancel()
    blocks.finish()
    _ = try? work.waitForValue()
  }

  func finish() throws -> (statistics: SessionStatistics, end: LiveEnd) {
    blocks.finish()
    if isStopped() { work.cancel() }
    return try work.waitForValue()
  }
}
