/// The step of a ceremony's ring at one end, as the two ends report it to each other.
///
/// Standings are ordered, and never go back. So two ends that each take the later of their own and the peer's agree, whatever
/// was lost on the way, came late, twice, or in another order.
public struct CeremonyStanding: Sendable, Hashable, Comparable {
  /// The steps of a ring, in their order.
  public enum Stage: UInt8, Sendable, Hashable, CaseIterable, Comparable {
    /// One end holds it.
    case held
    /// It has left that end.
    case sent
    /// It has arrived at the other end.
    case received
    /// It was attached there.
    case attached
    /// The ceremony is complete.
    case complete

    /// Whether a step comes before another.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// The event that reports the step; `nil` for a ring that is held.
    var event: LinkEvent? {
      switch self {
      case .held: nil
      case .sent: .sent
      case .received: .received
      case .attached: .attached
      case .complete: .complete
      }
    }

    /// The step that an event reports; `nil` for an event about something else.
    init?(_ event: LinkEvent) {
      guard let stage = Self.allCases.first(where: { $0.event == event }) else { return nil }
      self = stage
    }
  }

  /// The number of rings before this one. It rises when the ceremony begins again.
  public internal(set) var counter: UInt32
  /// The last step of this ring.
  public internal(set) var stage: Stage

  /// A standing from its parts.
  public init(counter: UInt32 = 0, stage: Stage = .held) {
    (self.counter, self.stage) = (counter, stage)
  }

  /// Whether a standing comes before another.
  public static func < (left: Self, right: Self) -> Bool {
    (left.counter, left.stage) < (right.counter, right.stage)
  }
}
