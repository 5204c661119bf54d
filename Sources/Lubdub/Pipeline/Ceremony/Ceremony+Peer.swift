#if !hasFeature(Embedded)
extension Ceremony {
  /// The peer says how far the ring has come at its end. Where that is later, the ring follows: a ring that the peer has
  /// sent arrives, and one that it has begun anew is held again. A message is proof of the link, also after a failure.
  ///
  /// The end that sends has made sure that the peer is near: no zone of the own end matters.
  public mutating func hear(_ peer: CeremonyStanding, at time: Seconds) -> [CeremonyAction] {
    guard time.isFinite else { return [] }
    var actions = advance(to: time)
    if !isUp { connection = .up(isForced: false) }
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
