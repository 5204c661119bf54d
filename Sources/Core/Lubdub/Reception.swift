public import Quantities

/// What became of an observation.
public enum Reception: Sendable, Hashable {
  /// It was taken in time.
  case taken
  /// It was taken, though time had been advanced past it. What it decides takes effect now.
  case late(by: Seconds)
  /// It was refused: an observation of a later time was taken before it.
  case outOfOrder(by: Seconds)
  /// It was refused: it is stamped farther ahead of the clock than the limit.
  case ahead(by: Seconds, limit: Seconds)
  /// It was refused: a number in it is infinite or not a number, or a range is -1 m or less.
  case notFinite
  /// It was refused: the range lies more than 0.25 m below zero once the bias is off, which is further
  /// than noise reaches. `lasting` is how far below zero they lie on average, reported once, by
  /// the first reading that makes them 12 in a row over a second or more: then the bias is wrong.
  case negativeRange(lasting: Meters?)
  /// It was refused: the session is finished.
  case finished

  /// Whether the observation counts.
  public var isTaken: Bool {
    switch self {
    case .taken, .late: true
    case .outOfOrder, .ahead, .notFinite, .negativeRange, .finished: false
    }
  }
}
