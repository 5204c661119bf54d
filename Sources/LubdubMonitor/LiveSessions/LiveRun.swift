package struct LiveRun {
  enum Pace: Hashable, Sendable {
    /// Reads rows as a stream or a followed file delivers them.
    case written
    case factor(Double)
    /// Reads a recording at full speed, with the clock of its rows.
    case unlimited

    /// The seconds of the trace per second of real time; `nil` for rows that are processed at once.
    var factor: Double? { if case .factor(let factor) = self { factor } else { nil } }
  }

  package enum Clock: String, Sendable, CaseIterable {
    case rows
    /// The time at which rows arrive. The rows' own times are ignored, and can be missing.
    case arrival
  }

  package enum Sink: Sendable {
    case lines
    /// Writes sound. If standard output is a terminal, a program plays the sound.
    case sound(isTerminal: Bool)
    case pages(RowBroadcaster)
  }

  private let path: String
  private let options: ReadOptions
  private let pace: Pace
  private let clock: Clock
  private let lead: Seconds
  private let takesAllPeers: Bool
  private let sink: Sink
  private let host: LiveHost
  private var notes: TraceNotes
  /// The heart that determines the tempo, and after the run the state of its playback; `nil` if there is no heart.
  package private(set) var heart: IntervalPlayback?
  package private(set) var learned: LearnedLink?

  /// The time for which lines of an unknown format are read without a note.
  private static let silence = Duration.seconds(1)
  private static let pollInterval = Seconds(0.25)

  /// Creates a run. If a file is followed, the run waits for more rows at its end. The run follows the first link unless it
  /// uses all links, because a running session cannot wait for the busiest link.
  package init(
    path: String, options: ReadOptions, isFollowed: Bool, pace: Double?, lead: Seconds,
    heart: IntervalPlayback? = nil, clock: Clock = .rows, takesAllPeers: Bool = false,
    sink: Sink = .lines, host: LiveHost
  ) throws {
    (self.path, self.heart, self.lead, self.clock) = (path, heart, lead, clock)
    (self.takesAllPeers, self.sink, self.host) = (takesAllPeers, sink, host)
    let isOpenEnded = isFollowed || isStream(at: path)
    self.pace = pace.map { .factor($0) } ?? (isOpenEnded ? .written : .unlimited)
    var options = options
    options.takesFirstRecording = true
    // The session has its own window for late rows.
    if isOpenEnded, pace == nil { options.takesAnyOrder = true }
    if clock == .arrival {
      options.period = options.period ?? .zero
      options.clock = .keep
    }
    options.takesFirstPeer = !takesAllPeers
    self.options = options
    notes = TraceNotes(path: path, options: options, note: host.note)
  }

  package mutating func run(
    _ configuration: Configuration
  ) throws -> (statistics: SessionStatistics, report: ReadReport) {
    let feed = try LiveFeed(
      configuration, lead: lead, pace: pace, heart: heart, clock: clock,
      takesAllPeers: takesAllPeers, makeSink(configuration), host)
    let report: ReadReport
    do {
      report = try pace == .written ? follow(feed) : read(feed)
    } catch {
      feed.cancel()
      throw error
    }
    let (statistics, end) = try feed.finish()
    (heart, learned) = (end.heart, end.learned)
    for note in end.receptions.notes(longerThan: lead) { host.note(note) }
    if end.dropped.count > 0 {
      let latest = NumberText.rounded(end.dropped.longestLateness.value, 2)
      host.note(
        "\(counted(end.dropped.count, "beat")) dropped: up to \(latest) s late when this program continued; "
          + "live.lateBeats sets how late beats are treated")
    }
    if let note = end.receptions.noteOnRefused { host.note(note) }
    if end.nameless > 0 { host.note("\(counted(end.nameless, "row")) without a link skipped") }
    try notes.finish(report)
    return (statistics, report)
  }

  private func makeSink(_ configuration: Configuration) throws -> any LiveSink {
    switch sink {
    case .lines: try LiveWriter(configuration)
    case .sound(let isTerminal):
      LiveSound(
        configuration, try PCMPlayer(isTerminal: isTerminal), pace: pace.factor ?? 1,
        note: host.note)
    case .pages(let broadcaster): broadcaster
    }
  }

  private mutating func follow(_ feed: LiveFeed) throws -> ReadReport {
    var trace = try FollowedTrace(path: path, options: options)
    var block: [TraceRecord] = []
    let clock = ContinuousClock()
    // The time of the first line of an unknown format.
    var start = clock.now
    while !host.isStopped(), feed.isOpen {
      guard try trace.next(into: &block, timeout: Self.pollInterval) else { return trace.report }
      notes.add(trace.incidents)
      notes.add(trace.report)
      feed.add(block, trace.report)
      let lines = trace.linesWithoutFormat
      if lines == 0 { start = clock.now }
      if clock.now - start > Self.silence { notes.addWaiting(lines: lines) }
    }
    try trace.stop(into: &block)
    notes.add(trace.incidents)
    notes.add(trace.report)
    feed.add(block, trace.report)
    return trace.report
  }

  private mutating func read(_ feed: LiveFeed) throws -> ReadReport {
    var trace = try TraceReader(path: path, options: options)
    var block: [TraceRecord] = []
    while !host.isStopped(), feed.isOpen, try trace.nextBlock(into: &block) {
      notes.add(trace.report)
      feed.add(block, trace.report)
    }
    notes.add(trace.report)
    feed.waitUntilEmpty()
    return trace.report
  }
}

package struct LiveHost: Sendable {
  package let note: @Sendable (String) -> Void
  package let isStopped: @Sendable () -> Bool

  package init(
    note: @escaping @Sendable (String) -> Void, isStopped: @escaping @Sendable () -> Bool
  ) {
    self.note = note
    self.isStopped = isStopped
  }
}
