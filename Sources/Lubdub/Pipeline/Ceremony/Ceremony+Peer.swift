#if !hasFeature(Embedded)
extension Ceremony {
  /// Processes the step of the ring at the peer's end. The ring follows a later step: a ring that the peer has sent arrives,
  /// and a ring of a new ceremony is held. A message proves the link, even after a failure.
  ///
  /// The sending end decides whether the peer is near, so this end's zone does not count.
  public mutating func hear(_ peer: CeremonyStanding, at time: Seconds) -> [CeremonyAction] {
    guard time.isFinite else { return [] }
    var actions = advance(to: time)
    if !isLinked { connection = .up(isForced: false) }
    if peer.counter > standing.counter {
      if standing.stage == .sent { actions.append(refused(.sent, .byPeer, at: now)) }
      standing = CeremonyStanding(counter: peer.counter)
    }
    actions += updatePhase(at: now)
    guard peer >= standing else { return actions }
    actions += moveRing(to: peer.stage, at: now)
    return peer.stage == .sent ? actions + moveRing(to: .received, at: now) : actions
  }
}
#endif
