import Quantities
import Text
import Traces

/// Notes on standard error about a trace while it is read, each of them once.
struct TraceNotes {
  /// The trace, for messages.
  private let name: String
  /// What the reader was told.
  private let options: ReadOptions
  private var reasons: Set<RejectionReason> = []
  private var hasToldLinks = false
  private var hasToldWaiting = false

  init(path: String, options: ReadOptions) {
    name = path == "-" ? "standard input" : path
    self.options = options
  }

  /// Tells the first rejection of each reason, and that a second link has appeared.
  mutating func tell(_ report: ReadReport) {
    if report.rejections.count > reasons.count { tellRejections(report) }
    if !hasToldLinks, let taken = firstLink(report) {
      hasToldLinks = true
      let names = report.peers.map(\.name).joined(separator: ", ")
      Console.note("links so far: \(names); \(taken) is taken, the first; --peer chooses another")
    }
  }

  private mutating func tellRejections(_ report: ReadReport) {
    for (reason, rejection) in report.rejections.sorted(by: { $0.key < $1.key }) {
      guard reasons.insert(reason).inserted, let line = rejection.lines.first else { continue }
      Console.note("\(name):\(line): rejected, \(reason.rawValue): \(rejection.example)")
    }
  }

  /// Tells what happened to the file.
  func tell(_ incidents: [FollowedTrace.Incident]) {
    for incident in incidents {
      switch incident {
      case .restarted:
        Console.note("\(name) was replaced or truncated; its lines are counted from 1 again")
      case .unfinished(let line):
        Console.note("\(name):\(line): not complete, left out")
      }
    }
  }

  /// Tells that lines come and are of no known format.
  mutating func tellWaiting(lines: Int) {
    guard !hasToldWaiting else { return }
    hasToldWaiting = true
    let count = counted(lines, "line")
    Console.note("\(name): \(count), of no known format so far; --from names one")
  }

  /// Tells which link is taken, where one had to be chosen.
  static func tell(_ link: LinkChoice) {
    if let sentence = link.sentence { tell(links: sentence) }
  }

  private static func tell(links: String) {
    Console.note("\(links), --peer chooses another")
  }

  /// Tells at the end which links and recordings there were, where one of them was taken.
  ///
  /// - Throws: `MissingFromLog` when what was asked for is not among them.
  func finish(_ report: ReadReport) throws(MissingFromLog) {
    if let taken = firstLink(report) {
      Self.tell(links: LinkChoice.sentence(report.peersByRows, taken: taken))
    }
    if let missing = options.missing(in: report) {
      throw MissingFromLog(description: "\(name): \(Console.visible(missing))")
    }
    let names = report.recordings
    guard options.takesFirstRecording, options.recording == nil, names.count > 1 else { return }
    Console.note(
      "\(names.count) recordings: \(report.recordingList); \(names[0]) is taken, "
        + "--recording chooses another")
  }

  /// The link that is taken because it was the first of several.
  private func firstLink(_ report: ReadReport) -> String? {
    guard options.peer == nil, options.takesFirstPeer, report.peers.count > 1,
      !report.hasOneLink
    else { return nil }
    return report.peers.first?.name
  }
}
