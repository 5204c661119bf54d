/// What became of a sample.
public enum Reception: Sendable, Hashable {
  /// It was taken in time.
  case taken
  /// It was taken, though time had been advanced past it. What it decides takes effect now.
  case late(by: Seconds)
  /// It was refused: a sample of a later time was taken before it.
  case outOfOrder(by: Seconds)
  /// It was refused: it is stamped farther ahead of the clock than the limit. A pipeline holds it, and it counts if the
  /// next sample goes on from it.
  case ahead(by: Seconds, limit: Seconds)
  /// It was refused: a number in it is infinite or not a number, a range is -1 m or less, or an interval of a heart lies
  /// outside 0.2 to 3 s.
  case notFinite
  /// It was refused: the range lies more than 0.25 m below zero once the bias is off, which is further
  /// than noise reaches. `lasting` is how far below zero they lie on average, reported once, by
  /// the first reading that makes them 12 in a row over a second or more: then the bias is wrong.
  case negativeRange(lasting: Meters?)
  /// It was refused: the same sample with the same stamp was taken before, as a radio that reports twice does. It
  /// counts once.
  case duplicate
  /// It was refused: the session is finished.
  case finished

  /// Whether the sample counts.
  public var isTaken: Bool {
    switch self {
    case .taken, .late: true
    case .outOfOrder, .ahead, .notFinite, .negativeRange, .duplicate, .finished: false
    }
  }
}

/// How many samples were taken, and how many were refused and why.
public struct ReceptionCounts: Sendable, Hashable {
  /// Taken in time.
  public private(set) var taken = 0
  /// Taken, though time had been advanced past them.
  public private(set) var late = 0
  /// The longest time that one was late.
  public private(set) var longestLateness = Seconds.zero
  /// Refused, because one of a later time was taken before.
  public private(set) var outOfOrder = 0
  /// Refused, because it was stamped too far ahead of the clock.
  public private(set) var ahead = 0
  /// Refused, because a number was infinite or not a number.
  public private(set) var notFinite = 0
  /// Refused, because a range lay further below zero than noise reaches.
  public private(set) var negativeRange = 0
  /// How far below zero ranges lay that stayed there; `nil` where none did. The radio's bias is to be calibrated again.
  public private(set) var depthBelowZero: Meters?
  /// Refused, because they were taken before.
  public private(set) var duplicates = 0
  /// Refused, because the session was finished.
  public private(set) var afterFinish = 0

  /// No sample yet.
  public init() {}

  package mutating func add(_ reception: Reception) {
    switch reception {
    case .taken: taken += 1
    case .late(let lateness):
      late += 1
      longestLateness = max(longestLateness, lateness)
    case .outOfOrder: outOfOrder += 1
    case .ahead: ahead += 1
    case .notFinite: notFinite += 1
    case .negativeRange(let depth):
      negativeRange += 1
      depthBelowZero = depthBelowZero ?? depth
    case .duplicate: duplicates += 1
    case .finished: afterFinish += 1
    }
  }

  /// How many were refused.
  public var refused: Int {
    outOfOrder + ahead + notFinite + negativeRange + duplicates + afterFinish
  }
}
