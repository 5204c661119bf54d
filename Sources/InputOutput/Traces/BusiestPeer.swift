public import Text

extension ReadReport {
  /// The links with the most rows first; those with equally many in the order of appearance.
  public var peersByRows: [Peer] {
    peers.indices.filter { peers[$0].rows > 0 }.sorted { left, right in
      let (first, second) = (peers[left].rows, peers[right].rows)
      return first > second || first == second && left < right
    }.map { peers[$0] }
  }

  /// The link with the most rows: what a command takes that works on one link when none is chosen.
  public var busiestPeer: Peer? { peersByRows.first }

  /// The link that a row names; `nil` where it names none.
  package func link(of record: TraceRecord) -> String? {
    record.peer.flatMap { peers.indices.contains(Int($0)) ? peers[Int($0)].name : nil }
  }
}
