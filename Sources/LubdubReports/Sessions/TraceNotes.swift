/// Notes for a person about a trace that is being read, each printed once.
package struct TraceNotes {
  private let name: String
  private let options: ReadOptions
  private let note: @Sendable (String) -> Void
  private var reasons: Set<RejectionReason> = []
  private var hasNamedLinks = false
  private var hasWaited = false

  package init(path: String, options: ReadOptions, note: @escaping @Sendable (String) -> Void) {
    name = path == "-" ? "standard input" : path
    self.options = options
    self.note = note
  }

  package mutating func add(_ report: ReadReport) {
    if report.rejections.count > reasons.count {
      for (reason, rejection) in report.rejections.sorted(by: { $0.key < $1.key }) {
        guard reasons.insert(reason).inserted, let line = rejection.lines.first else { continue }
        note("\(name):\(line): rejected, \(reason.rawValue): \(rejection.example)")
      }
    }
    if !hasNamedLinks, let taken = firstLink(report) {
      hasNamedLinks = true
      let names = report.peers.map(\.name).joined(separator: ", ")
      note("links so far: \(names); using \(taken), the first\(options.said(.link))")
    }
  }

  package func add(_ incidents: [FollowedTrace.Incident]) {
    for incident in incidents {
      switch incident {
      case .restarted: note("\(name) was replaced or truncated; its lines are counted from 1 again")
      case .unfinished(let line): note("\(name):\(line): not complete, left out")
      }
    }
  }

  package mutating func addWaiting(lines: Int) {
    guard !hasWaited else { return }
    hasWaited = true
    note("\(name): \(counted(lines, "line")), of no known format so far\(options.said(.format))")
  }

  package func add(_ link: LinkChoice) {
    if let sentence = link.sentence { note(sentence + options.said(.link, ",")) }
  }

  package func finish(_ report: ReadReport) throws(ReportFailure) {
    if let taken = firstLink(report) {
      note(LinkChoice.sentence(report.peersByRows, taken: taken) + options.said(.link, ","))
    }
    if let missing = options.missing(in: report) {
      throw ReportFailure("\(name): \(missing)")
    }
    let names = report.recordings
    guard options.takesFirstRecording, options.recording == nil, names.count > 1 else { return }
    note(
      "\(names.count) recordings: \(report.recordingList); using \(names[0])\(options.said(.recording, ","))"
    )
  }

  private func firstLink(_ report: ReadReport) -> String? {
    guard options.peer == nil, options.takesFirstPeer, report.peers.count > 1, !report.hasOneLink
    else { return nil }
    return report.peers.first?.name
  }
}
