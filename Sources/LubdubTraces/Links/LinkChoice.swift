/// The link of a log that is read if the user has not chosen a link: the link with the most rows. The two ends of a
/// ceremony's log are one link.
public struct LinkChoice: Sendable, Hashable {
  /// The link to read; `nil` reads all rows.
  public let peer: String?
  /// The links of the log, those with the most rows first; empty if no choice was necessary.
  public let links: [ReadReport.Peer]
  /// The number of rows without a link, which are skipped if a link was chosen.
  public let unnamed: Int

  /// All rows of a log.
  public static let everything = LinkChoice(peer: nil, links: [], unnamed: 0)

  /// The choice, such as `2 links: desk (90 rows), door (4 rows); using desk`; `nil` if no choice was necessary.
  public var sentence: String? {
    guard let peer else { return nil }
    let sentence = Self.sentence(links, taken: peer)
    guard unnamed > 0 else { return sentence }
    return "\(unnamed) \(unnamed == 1 ? "row names" : "rows name") no link and are left out; "
      + sentence
  }

  /// The links of a log, with their rows, if only one link is read.
  public static func sentence(_ links: [ReadReport.Peer], taken: String) -> String {
    let list = links.map { "\($0.name) (\(counted($0.rows, "row")))" }.listed(8)
    return "\(links.count) links: \(list); using \(taken)"
  }
}

extension LinkChoice {
  /// Chooses a link from the report of a whole log, whose rows were all accepted.
  package init(busiestIn report: ReadReport) {
    let links = report.peersByRows
    let named = links.reduce(0) { $0 + $1.rows }
    self = .everything
    guard links.count > 1, let busiest = links.first else { return }
    self.init(
      peer: busiest.name, links: links,
      unnamed: max(0, report.accepted + report.otherPeers - named))
  }
}

extension [String] {
  func listed(_ most: Int, _ and: String = " and") -> String {
    prefix(most).joined(separator: ", ") + (count > most ? "\(and) \(count - most) more" : "")
  }
}

extension ReadOptions {
  /// The items that the options request and a trace lacks, from the report of the whole trace, and the existing items.
  public func missing(in report: ReadReport) -> String? {
    if let peer, !report.peers.contains(where: { $0.name == peer }) {
      return "no link \"\(peer)\"; \(report.links)"
        + (report.peersByRows.isEmpty ? said(.noLink, ":") : "")
    }
    if let recording, !report.recordings.contains(recording) {
      return "no recording \"\(recording)\"; recordings: \(report.recordingList)"
    }
    return nil
  }
}

extension ReadReport {
  /// The links with their rows, those with the most rows first, such as `links: desk (90), door (4)`.
  public var links: String {
    let links = peersByRows
    guard !links.isEmpty else { return "the log names no links" }
    return "links: " + links.map { "\($0.name) (\($0.rows))" }.listed(20, ", and")
  }

  /// The names of the recordings; only the first names if there are many.
  public var recordingList: String { recordings.isEmpty ? "none" : recordings.listed(8) }

  /// The links with the most rows first; links with equal numbers of rows in the order of appearance.
  public var peersByRows: [Peer] {
    peers.indices.filter { peers[$0].rows > 0 }.inOrder { left, right in
      let (first, second) = (peers[left].rows, peers[right].rows)
      return first > second || first == second && left < right
    }.map { peers[$0] }
  }

  package func link(of record: TraceRecord) -> String? {
    record.peer.flatMap { peers.indices.contains(Int($0)) ? peers[Int($0)].name : nil }
  }
}
