public import Text

extension ReadReport {
  /// The links with the most rows first; those with equally many in the order of appearance.
  public var peersByRows: [Peer] {
    peers.filter { $0.rows > 0 }.enumerated().sorted { left, right in
      (right.element.rows, left.offset) < (left.element.rows, right.offset)
    }.map(\.element)
  }

  /// The link with the most rows: what a command takes that works on one link when none is chosen.
  public var busiestPeer: Peer? { peersByRows.first }
}
