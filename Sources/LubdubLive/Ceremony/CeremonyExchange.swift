public import Lubdub

/// Keeps the ceremonies of two phones in step, even if messages are lost, or arrive late, twice, or in another order.
///
/// A value without a clock, like `LiveSession`; `CeremonyLink` runs it. Each end reports its standing when the standing
/// changes, and when the link is established; it asks again until the peer has answered with an equal standing, and answers
/// each question. A link without an answer for `patience` counts as lost, unless the peer has sent other messages and never
/// a standing: such an app doesn't know standings. Such a peer gets no more questions, and its link stays.
public struct CeremonyExchange: Sendable, Hashable {
  /// A request to the caller.
  public enum Output: Sendable, Hashable {
    /// Send the message to the peer.
    case send(CeremonyMessage)
    /// End the link, and connect again: the peer has not answered for too long.
    case silent
  }

  /// The time after which the peer is asked again.
  public let pause: Seconds
  /// The time after which a peer that does not answer counts as lost.
  public let patience: Seconds

  private var link = Link.down

  private enum Link: Sendable, Hashable {
    case down
    case up(Talk)
  }

  /// The messages since the link was established.
  private struct Talk: Sendable, Hashable {
    var peer: CeremonyStanding?
    var reported: CeremonyStanding?
    var isAsked = false
    var question: Question?
    /// Whether messages other than standings have arrived.
    var hasOthers = false
    /// Whether the peer's app doesn't know standings.
    var isOld = false
  }

  private struct Question: Sendable, Hashable {
    /// The time of the next question.
    var due: Seconds
    /// The time since which the peer has been silent.
    var since: Seconds
  }

  /// Creates an exchange without a link, which asks twice per second, for 5 s.
  public init() { (pause, patience) = (0.5, 5) }

  /// Creates an exchange without a link.
  ///
  /// - Parameters:
  ///   - pause: The time between questions, longer than the time of a message and its answer; 0.01 to 60 s.
  ///   - patience: The time without an answer after which the peer counts as lost, at least twice the pause; with a shorter
  ///     time, a link that loses messages counts as lost too often.
  /// - Throws: `SettingError` if a parameter is out of range.
  public init(pause: Seconds, patience: Seconds) throws(SettingError) {
    guard pause.isFinite, (0.01...60).contains(pause) else {
      throw SettingError(key: "pause", found: "\(pause)", expected: "a time of 0.01 to 60 s")
    }
    guard patience.isFinite, patience >= 2 * pause else {
      throw SettingError(
        key: "patience", found: "\(patience)", expected: "at least twice the pause")
    }
    (self.pause, self.patience) = (pause, patience)
  }

  /// Reports that the link was established: the exchange asks the peer for its standing.
  public mutating func connect() { link = .up(Talk()) }

  /// Reports that the link was lost.
  public mutating func disconnect() { link = .down }

  /// Processes the standing that the peer has reported.
  ///
  /// - Returns: Whether the report counts. A report that arrives after the link was lost belongs to the previous link.
  public mutating func hear(_ peer: CeremonyStanding, asks: Bool, at time: Seconds) -> Bool {
    guard case .up(var talk) = link, time.isFinite else { return false }
    talk.peer = max(talk.peer ?? peer, peer)
    talk.isOld = false
    talk.isAsked = talk.isAsked || asks
    talk.question?.since = time
    link = .up(talk)
    return true
  }

  /// Processes a message of the peer. A message that both old and new apps send shows that the peer is present.
  public mutating func hear(_ message: CeremonyMessage) {
    guard case .up(var talk) = link else { return }
    switch message {
    case .standing, .token: return
    case .sessionInfo, .distanceUpdate, .readyToSend, .ringSent, .ringReceived, .ceremonyComplete:
      talk.hasOthers = true
    }
    link = .up(talk)
  }

  /// The time of the next call of `next`, if nothing happens before; `nil` if no question is open.
  public var nextDeadline: Seconds? {
    guard case .up(let talk) = link, let question = talk.question else { return nil }
    return min(question.due, question.since + patience)
  }

  /// Returns the next output, once the ceremony has received every message.
  ///
  /// - Parameters:
  ///   - standing: The standing of the local ceremony.
  ///   - phase: The phase of the local ceremony. After a failure, the exchange asks no questions: users retry, or the peer
  ///     asks.
  ///   - time: The present time.
  /// - Returns: One output; `nil` if nothing is left to do.
  public mutating func next(
    _ standing: CeremonyStanding, _ phase: CeremonyPhase, at time: Seconds
  ) -> Output? {
    guard case .up(var talk) = link, time.isFinite else { return nil }
    var isOpen = talk.peer != standing && phase != .failed(.linkLost) && !talk.isOld
    if isOpen, let question = talk.question, time >= question.since + patience {
      guard talk.hasOthers, talk.peer == nil else {
        link = .down
        return .silent
      }
      (talk.isOld, isOpen) = (true, false)
    }
    let isDue = talk.question.map { time >= $0.due } ?? true || talk.reported != standing
    let speaks = talk.isAsked || isOpen && isDue
    if !isOpen { talk.question = nil }
    if speaks {
      (talk.isAsked, talk.reported) = (false, standing)
      if isOpen {
        talk.question = Question(due: time + pause, since: talk.question?.since ?? time)
      }
    }
    link = .up(talk)
    return speaks ? .send(.standing(standing, asks: isOpen)) : nil
  }
}
