/// The outcome of processing a sample.
public enum Reception: Sendable, Hashable {
  /// The sample was accepted in time.
  case taken
  /// The sample was accepted, although time had advanced past its stamp. Its decisions take effect now.
  case late(by: Seconds)
  /// The sample was rejected: a sample of a later time was accepted before it.
  case outOfOrder(by: Seconds)
  /// The sample was rejected: its stamp is farther ahead of the clock than the limit. A pipeline holds the sample, and it
  /// counts if the next sample continues from it.
  case ahead(by: Seconds, limit: Seconds)
  /// The sample was rejected: a number in it is infinite or not a number, a range is -1 m or less, or an interval of a heart is
  /// outside 0.2 to 3 s.
  case notFinite
  /// The sample was rejected: the range without the bias is more than 0.25 m below zero, which is farther than noise
  /// reaches. After 12 such ranges in a row over a second or more, `lasting` is their mean depth below zero, reported once:
  /// the bias is then wrong.
  case negativeRange(lasting: Meters?)
  /// The sample was rejected: an equal sample with an equal stamp was accepted before, such as from a radio that reports
  /// twice. The sample counts once.
  case duplicate
  /// The sample was rejected: the session is finished.
  case finished

  /// Whether the sample counts.
  public var isTaken: Bool {
    switch self {
    case .taken, .late: true
    case .outOfOrder, .ahead, .notFinite, .negativeRange, .duplicate, .finished: false
    }
  }
}

/// The numbers of accepted and rejected samples, by reason.
public struct ReceptionCounts: Sendable, Hashable {
  /// The number of samples accepted in time.
  public private(set) var taken = 0
  /// The number of samples accepted although time had advanced past their stamps.
  public private(set) var late = 0
  /// The longest lateness of an accepted sample.
  public private(set) var longestLateness = Seconds.zero
  /// The number of samples rejected because a sample of a later time was accepted before.
  public private(set) var outOfOrder = 0
  /// The number of samples rejected because they were stamped too far ahead of the clock.
  public private(set) var ahead = 0
  /// The number of samples rejected because a number was infinite or not a number.
  public private(set) var notFinite = 0
  /// The number of samples rejected because a range was farther below zero than noise reaches.
  public private(set) var negativeRange = 0
  /// The mean depth below zero of ranges that stayed below zero; `nil` if there are no such ranges. Calibrate the radio's
  /// bias again.
  public private(set) var depthBelowZero: Meters?
  /// The number of samples rejected because equal samples were accepted before.
  public private(set) var duplicates = 0
  /// The number of samples rejected because the session was finished.
  public private(set) var afterFinish = 0

  /// Creates counts of zero.
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

  /// The number of rejected samples.
  public var refused: Int {
    outOfOrder + ahead + notFinite + negativeRange + duplicates + afterFinish
  }
}
