#if Tool
import ArgumentParser
import Lubdub
import LubdubGround
import LubdubHaptics
import LubdubLive
import LubdubReports
import LubdubTraces

extension RunCommand {
  func runMixed(_ mix: String) throws {
    let configuration = try settings.resolve()
    var files = try outputs.checked(beside: [input.trace] + settings.config)
    guard files.timelines.count == files.files.count else {
      throw ValidationError("--mix writes timelines; leave out plot, page and keepsake")
    }
    let options = try input.readOptions(settings.config, oddities)
    var reader = try TraceReader(path: input.trace, options: options)
    var session = try MixedSession(configuration, PeerMix(mix))
    var block: [TraceRecord] = []
    var nameless = 0
    while try reader.nextBlock(into: &block) {
      let report = reader.report
      for record in block {
        guard let link = report.link(of: record) else {
          nameless += 1
          continue
        }
        session.process(record.sample, of: link)
      }
    }
    try reader.report.requireRows(of: input.trace)
    let names = reader.report.peers.map(\.name)
    guard !names.isEmpty else {
      throw CommandFailure("\(input.trace): the rows name no links, so there is one session")
    }
    if case .chosen(let name) = PeerMix(mix), !names.contains(name) {
      throw CommandFailure(
        "--mix is \(name), expected nearest, all or one of the links: "
          + names.joined(separator: ", "))
    }
    if nameless > 0 {
      Console.note("\(input.trace): \(counted(nameless, "row")) without a link skipped")
    }
    for line in reader.report.rejectionLines { Console.note(line) }
    let timeline = session.finish()
    var text = session.changes.map(\.line).joined()
    text += "\(counted(names.count, "peer")), \(counted(timeline.beats.count, "beat"))"
    if session.leftOut > 0 { text += ", \(session.leftOut) more left out" }
    text += "\n"
    let felt = session.changes.map { change -> JSONValue in
      ["t_s": .number(change.time.value), "peer": .optional(change.peer)]
    }
    try files.write(TimelineDocument(timeline, annotations: ["felt": .array(felt)]))
    try files.print(text + files.list)
    TraceInput(path: input.trace, options: options).sayDoubts(reader.report)
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
#endif
