import Dispatch
import Files
import Lubdub
import LubdubLive
import Quantities
import Reports
import Sessions
import Synchronization
import Text
import Traces

/// Feeds rows that one thread reads to a live player, and writes what the player hands out.
///
/// The player's clock starts at zero with the first row.
struct LiveFeed: Sendable {
  private let blocks: AsyncStream<Block>.Continuation
  private let work: Task<Result, any Error>
  /// Blocks that may wait to be processed, so that a fast stream does not fill the memory.
  private let places = DispatchSemaphore(value: 0)
  private let isDone: Flag

  private static let capacity = 1

  /// Rows, and how far the reader has come with them.
  private struct Block: Sendable {
    let records: [TraceRecord]
    let report: ReadReport
  }

  /// What came of a session.
  struct Result: Sendable {
    /// What was counted.
    let statistics: SessionStatistics
    /// What became of the rows.
    let receptions: ReceptionCounts
    /// What became of the heart.
    let heart: HeartFeed?
  }

  /// A feed that is open.
  ///
  /// - Parameters:
  ///   - configuration: What the pipeline is told.
  ///   - lead: How long before its time a beat is handed out.
  ///   - pace: How many seconds of the trace pass in one; `nil` takes rows as they come.
  ///   - heart: A heart that gives the tempo; `nil` for none.
  ///   - writer: Takes what is handed out.
  /// - Throws: `SettingError` when the configuration contradicts itself.
  init(
    _ configuration: Configuration, lead: Seconds, pace: Double?, heart: HeartFeed?,
    _ writer: any LiveSink
  ) throws(SettingError) {
    let (stream, continuation) = AsyncStream<Block>.makeStream()
    blocks = continuation
    _ = try LiveSession(configuration, lead: lead)
    let places = places
    for _ in 0..<Self.capacity { places.signal() }
    let isDone = Flag()
    self.isDone = isDone
    work = Task {
      defer { isDone.set() }
      var session: Playing?
      for await block in stream {
        await writer.read(block.report)
        for record in block.records {
          if session == nil {
            session = try Playing(
              configuration, lead, pace, heart, writer, start: record.observation.time)
            await writer.begin()
          }
          try await session?.process(record)
          if await writer.failure != nil { break }
        }
        places.signal()
        if await writer.failure != nil { break }
      }
      let receptions = await session?.finish() ?? ReceptionCounts()
      let told = await session?.heart?.feed ?? heart
      return Result(statistics: try await writer.end(), receptions: receptions, heart: told)
    }
  }

  /// Whether rows are still taken.
  var isOpen: Bool { !isDone.isSet }

  /// Hands rows over; waits while too many are waiting already.
  func add(_ records: [TraceRecord], _ report: ReadReport) {
    guard !records.isEmpty else { return }
    while isOpen, places.wait(timeout: .now() + .milliseconds(250)) == .timedOut {
      if Interruption.isRequested { return }
    }
    blocks.yield(Block(records: records, report: report))
  }

  /// Waits until the rows that were handed over are processed, or the user interrupts.
  func waitUntilEmpty() {
    var taken = 0
    while isOpen, !Interruption.isRequested, taken < Self.capacity {
      if places.wait(timeout: .now() + .milliseconds(250)) == .success { taken += 1 }
    }
    for _ in 0..<taken { places.signal() }
  }

  /// Ends without writing more.
  func cancel() {
    work.cancel()
    blocks.finish()
    _ = try? work.waitForValue()
  }

  /// Ends the session.
  ///
  /// - Throws: `FileError` when a line could not be written.
  func finish() throws -> Result {
    blocks.finish()
    if Interruption.isRequested { work.cancel() }
    return try work.waitForValue()
  }
}

/// A player with the task that writes what it hands out.
private struct Playing {
  let player: LivePlayer<ContinuousClock>
  let writing: Task<Void, Never>
  let heart: LiveHeart?
  private let beating: Task<Void, Never>?
  let writer: any LiveSink
  let origin: Seconds
  let pace: Double?
  let clock = ContinuousClock()
  let start: ContinuousClock.Instant

  init(
    _ configuration: Configuration, _ lead: Seconds, _ pace: Double?, _ heart: HeartFeed?,
    _ writer: any LiveSink, start origin: Seconds
  ) throws(SettingError) {
    start = clock.now
    let player = try LivePlayer(configuration, clock: clock, pace: pace ?? 1, lead: lead)
    self.player = player
    self.writer = writer
    self.origin = origin
    self.pace = pace
    writing = Task(priority: .userInitiated) {
      for await event in player.events { await writer.handedOut(event) }
    }
    let told = heart.map { LiveHeart($0, to: player, pace: pace ?? 1) }
    self.heart = told
    beating = told.map { heart in Task { await heart.play() } }
  }

  /// Processes a row, at the time of the recording where that is asked for.
  func process(_ record: TraceRecord) async throws {
    let observation = record.observation.shifted(by: -origin)
    if let pace {
      let wait = Duration.seconds(observation.time.value / pace)
      do {
        try await clock.sleep(until: start.advanced(by: wait), tolerance: .zero)
      } catch {
        return
      }
    }
    guard !Task.isCancelled || pace == nil else { return }
    await heart?.tell(until: observation.time)
    await player.process(observation)
    await writer.processed(record, player.estimate, zone: player.zone)
  }

  func finish() async -> ReceptionCounts {
    beating?.cancel()
    await beating?.value
    await player.finish()
    await writing.value
    return await player.receptions
  }
}

/// Something that becomes true once.
private final class Flag: Sendable {
  private let value = Atomic(false)
  var isSet: Bool { value.load(ordering: .acquiring) }
  func set() { value.store(true, ordering: .releasing) }
}
