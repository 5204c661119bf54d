/// The step of a ceremony's ring at one end, as each end reports it to the other end.
///
/// Standings are ordered, and never go back. Two ends agree if each end uses the later of its own and the peer's standing,
/// even if messages are lost, late, repeated, or out of order.
public struct CeremonyStanding: Sendable, Hashable, Comparable {
  /// The steps of a ring, in their order.
  public enum Stage: UInt8, Sendable, Hashable, CaseIterable, Comparable {
    /// One end holds the ring.
    case held
    /// The ring has left that end.
    case sent
    /// The ring has arrived at the other end.
    case received
    /// The ring was attached at the other end.
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

    /// Creates the step that an event reports; `nil` for an event about something else.
    init?(_ event: LinkEvent) {
      guard let stage = Self.allCases.first(where: { $0.event == event }) else { return nil }
      self = stage
    }
  }

  /// The number of rings before this ring. The number rises when the ceremony restarts.
  public internal(set) var counter: UInt32
  /// The last step of this ring.
  public internal(set) var stage: Stage

  /// Creates a standing from its parts.
  public init(counter: UInt32 = 0, stage: Stage = .held) {
    (self.counter, self.stage) = (counter, stage)
  }

  /// Whether a standing comes before another.
  public static func < (left: Self, right: Self) -> Bool {
    (left.counter, left.stage) < (right.counter, right.stage)
  }
}
