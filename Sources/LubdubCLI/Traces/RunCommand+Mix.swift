extension RunCommand {
  func runMixed(_ mix: String) throws {
    let configuration = try settings.resolve()
    var files = try outputs.checked(beside: [input.trace] + settings.config)
    try expect(
      files.timelines.count == files.files.count,
      "--mix writes timelines; leave out plot, page and keepsake")
    var options = try input.reading.readOptions(
      settings.config, oddities, zones: configuration.zones)
    options.takesLinkClocks = true
    var (rows, report) = try TraceReader.readAll(path: input.trace, options: options)
    try report.requireRows(of: input.trace)
    if report.linksDiffer { rows = aligned(rows, report) }
    var session = try MixedSession(configuration, PeerMix(mix))
    var nameless = 0
    for row in rows {
      if let link = report.link(of: row) {
        session.process(row.sample, of: link)
      } else {
        nameless += 1
      }
    }
    try require(
      !report.peers.isEmpty, "\(input.trace): the rows name no links; leave out --all-peers")
    if case .chosen(let name) = PeerMix(mix), !report.peers.contains(where: { $0.name == name }) {
      throw CommandFailure(
        "--mix is \(name), expected nearest, all or one of the links: "
          + report.peers.map(\.name).joined(separator: ", "))
    }
    if nameless > 0 {
      Console.note("\(input.trace): \(counted(nameless, "row")) without a link skipped")
    }
    for line in report.rejectionLines + report.warnings { Console.note(line) }
    let timeline = session.finish()
    if !files.timelines.isEmpty {
      let felt = session.changes.map { change -> JSONValue in
        ["t_s": .number(change.time.value), "peer": .optional(change.peer)]
      }
      try files.write(TimelineDocument(timeline, annotations: ["felt": .array(felt)]))
    }
    var text = ""
    for change in session.changes {
      text += change.line
      // There may be as many as rows.
      guard text.utf8.count > 1 << 16 else { continue }
      try files.print(text)
      text = ""
    }
    text += "\(counted(report.peers.count, "peer")), \(counted(timeline.beats.count, "beat"))"
    if session.leftOut > 0 { text += ", \(session.leftOut) more left out" }
    try files.print(text + "\n" + files.list)
    TraceInput(path: input.trace, options: options).sayDoubts(report)
  }

  /// Clocks that differ by less, in s, are one: links have pauses.
  private static let sameClock = 2.0

  /// The rows of links with clocks of their own, on that of the busiest: a file has them in the order in which they came.
  private func aligned(_ rows: [TraceRecord], _ report: ReadReport) -> [TraceRecord] {
    let busiest = report.busiestPeer?.name
    var leads: [NameTable.Index: [Double]] = [:]
    var now: Double?
    for row in rows {
      let time = row.sample.time.value
      if report.link(of: row) == busiest {
        now = time
      } else if let link = row.peer, let now {
        leads[link, default: []].append(time - now)
      }
    }
    let shifts = leads.compactMapValues { Statistics.median($0) }
      .filter { $0.value.magnitude > Self.sameClock }
    let moved = rows.map { row in
      var row = row
      let shift = row.peer.flatMap { shifts[$0] } ?? 0
      row.sample.time = row.sample.time - Seconds(shift)
      return row
    }
    for (link, shift) in shifts.sorted(by: { $0.key < $1.key }) {
      let name = report.peers[Int(link)].name.visible
      Console.note(
        "the clock of \(name) is \(NumberText.rounded(shift, 1)) s ahead: its rows are moved to those around them"
      )
    }
    return moved.inOrder { $0.sample.time < $1.sample.time }
  }
}

/// A group of peers over the rows of a log, on the session's clock: zero at the first row.
private struct MixedSession {
  private(set) var changes: [Change] = []
  private var group: LiveGroup
  private var recorder = TimelineRecorder()
  private var origin: Seconds?
  private var now = Seconds.zero
  private var lastBeat = Seconds(-.infinity)
  /// Beats of one link within a millisecond of another's: felt as one.
  private var together = 0

  /// The one link that is felt; of the others only the time counts. `nil` where any may be.
  private let chosen: String?

  init(_ configuration: Configuration, _ mix: PeerMix) throws(SettingError) {
    chosen = if case .chosen(let name) = mix { name } else { nil }
    group = try LiveGroup(configuration, mix: mix, lead: 0)
  }

  var leftOut: Int { group.crowdedOut + together }

  struct Change {
    let peer: String?
    let time: Seconds

    var line: String {
      "\(NumberText.rounded(time.value, 2)) s  felt: \(peer?.visible ?? "nobody")\n"
    }
  }

  mutating func process(_ row: Sample, of peer: String) {
    var sample = row
    let start = origin ?? sample.time
    origin = start
    sample.time = sample.time - start
    while let wake = group.nextWake, wake < sample.time { pass(to: wake) }
    now = max(now, sample.time)
    guard chosen == nil || chosen == peer else { return }
    var events: [GroupEvent] = []
    group.process(sample, of: peer, now: now) { events.append($0) }
    events.forEach { record($0) }
  }

  mutating func finish() -> Timeline {
    var events: [GroupEvent] = []
    group.finish(at: now) { events.append($0) }
    events.forEach { record($0) }
    return recorder.timeline(until: now)
  }

  private mutating func pass(to time: Seconds) {
    var events: [GroupEvent] = []
    group.pass(to: time) { events.append($0) }
    events.forEach { record($0) }
  }

  private mutating func record(_ event: GroupEvent) {
    switch event {
    case .peer(_, .decided(.beat(let beat, _))) where beat.time < lastBeat + 0.001: together += 1
    case .peer(_, .decided(let decision)):
      if case .beat(let beat, _) = decision { lastBeat = beat.time }
      recorder.add(decision)
    case .felt(let peer, let time): changes.append(Change(peer: peer, time: time))
    case .peer, .joined, .left: break
    }
  }
}

extension PeerMix {
  init(_ word: String) {
    switch word {
    case "nearest": self = .nearest()
    case "all": self = .all()
    default: self = .chosen(word)
    }
  }
}
