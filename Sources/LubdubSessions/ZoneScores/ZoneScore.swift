public import Lubdub
internal import LubdubSignals

/// How well the zones that are felt follow the true ones.
///
/// A change is one edge crossed in one direction; a jump over two zones is two changes. A true change
/// counts when the truth stays on that side for at least a second (`shortestVisit`). It is matched by the
/// first change of the same edge and direction from 2 s before it to 10 s after it (`ChangeWindow`; of
/// positions from 8 s before to 40 s after), and before the truth crosses the same edge back; each change
/// matches once. What is left over is false on the one side and missed on the other. The score starts with
/// the first zone: true changes before it are not counted, but they may still explain one that follows.
public struct ZoneScore: Sendable, Hashable {
  /// A true change, and how it was followed.
  public struct Change: Sendable, Hashable {
    /// The edge, counted from the nearest.
    public var edge: Int
    /// Whether it was crossed outward.
    public var isOutward: Bool
    /// When.
    public var time: Seconds
    /// Change minus true change; negative is early. `nil` when it was missed.
    public var delay: Seconds?
    /// The latest delay that would have been one; a missed change counts with it.
    public var latest: Seconds = ChangeWindow.ranges.latest

    /// The delay, or for a missed change the latest one.
    public var countedDelay: Seconds { delay ?? latest }
  }

  /// Time with the wrong zone.
  public var wrongTime: Seconds
  /// Time scored.
  public var totalTime: Seconds
  /// The true changes, in the order of time within each recording.
  public var changes: [Change]
  /// False changes of each edge, from the nearest; shorter where the farther edges had none.
  public private(set) var falseChangesOfEdges: [Int]
  /// How long after the truth came into the nearest zone that zone was felt, for each time that it
  /// did; zero where it was felt already, `nil` where it was not felt before the truth left.
  public var contacts: [Seconds?]
  /// Time that the truth is in the nearest zone, while there is a zone.
  public var contactTime: Seconds
  /// The part of it in which that zone is felt.
  public var feltContactTime: Seconds
  /// Changes into the nearest zone that no true change explains.
  public var falseContacts: Int
  /// From the first row with truth to the first zone, for each stretch that has one.
  public var acquisitions: [Seconds]
  /// Stretches in which there was never a zone.
  public var unacquired: Int
  /// Time in which the truth rests.
  public var restTime: Seconds
  /// False changes while the truth rests.
  public var restChanges: Int

  /// When the truth is on a side of an edge for less, that is no change.
  public static let shortestVisit: Seconds = 1

  /// The score of nothing, to add others to.
  public init() {
    wrongTime = 0
    totalTime = 0
    changes = []
    falseChangesOfEdges = []
    contacts = []
    contactTime = 0
    feltContactTime = 0
    falseContacts = 0
    acquisitions = []
    unacquired = 0
    restTime = 0
    restChanges = 0
  }

  /// The score of the zones that were felt against the true ones.
  ///
  /// - Parameters:
  ///   - felt: The zones that were felt, from the first one on. When there was none at all, every true
  ///     change is missed.
  ///   - decided: The same, but while there is no zone, the one before: losing a zone to silence is no
  ///     change. By default the zones that were felt.
  ///   - truth: The true zones, from the first row on.
  ///   - rests: When the truth rests.
  ///   - window: How early and how late a change may be and still follow a true one.
  public init(
    _ felt: ZoneSequence, decided: ZoneSequence? = nil, truth: ZoneSequence,
    rests: [ClosedRange<Seconds>] = [], window: ChangeWindow = .ranges
  ) {
    self.init()
    guard let first = truth.steps.first else { return }
    restTime = Seconds(rests.reduce(0) { $0 + ($1.upperBound - $1.lowerBound).value })
    if let acquired = felt.steps.first {
      acquisitions = [max(.zero, acquired.time - first.time)]
      let difference = felt.difference(from: truth)
      let contact = felt.overlap(with: truth, in: 0)
      contactTime = Seconds(contact.true)
      feltContactTime = Seconds(contact.both)
      wrongTime = Seconds(difference.wrong)
      totalTime = Seconds(difference.total)
    } else {
      unacquired = 1
    }
    match(decided ?? felt, truth, from: felt.steps.first?.time ?? first.time, rests, window)
  }

  private mutating func match(
    _ decided: ZoneSequence, _ truth: ZoneSequence, from start: Seconds,
    _ rests: [ClosedRange<Seconds>], _ window: ChangeWindow
  ) {
    let real = truth.lastingCrossings(for: Self.shortestVisit)
    var open = decided.crossings
    for (index, crossing) in real.enumerated() {
      let back = real[(index + 1)...].first { $0.edge == crossing.edge }?.time ?? .infinity
      let latest = min(crossing.time + window.latest.value, back)
      let earliest = crossing.time + window.earliest.value
      let match = open.firstIndex { candidate in
        candidate.edge == crossing.edge && candidate.isOutward == crossing.isOutward
          && candidate.time >= earliest && candidate.time <= latest
      }
      let found = match.map { open.remove(at: $0) }
      guard crossing.time >= start.value else { continue }
      changes.append(
        Change(
          edge: crossing.edge, isOutward: crossing.isOutward, time: Seconds(crossing.time),
          delay: found.map { Seconds($0.time - crossing.time) }, latest: window.latest))
      guard crossing.edge == 0, !crossing.isOutward else { continue }
      let end = Seconds(min(back, decided.end.value))
      contacts.append(decided.firstTime(in: 0, from: Seconds(crossing.time), until: end))
    }
    for crossing in open {
      addFalse(1, at: crossing.edge)
      if crossing.edge == 0, !crossing.isOutward { falseContacts += 1 }
      if rests.contains(where: { $0.contains(Seconds(crossing.time)) }) { restChanges += 1 }
    }
  }

  private mutating func addFalse(_ count: Int, at edge: Int) {
    while falseChangesOfEdges.count <= edge { falseChangesOfEdges.append(0) }
    falseChangesOfEdges[edge] += count
  }

  /// Adds the counts and times of another recording.
  public mutating func add(_ other: ZoneScore) {
    wrongTime = wrongTime + other.wrongTime
    totalTime = totalTime + other.totalTime
    changes += other.changes
    contacts += other.contacts
    contactTime = contactTime + other.contactTime
    feltContactTime = feltContactTime + other.feltContactTime
    falseContacts += other.falseContacts
    for (edge, count) in other.falseChangesOfEdges.enumerated() { addFalse(count, at: edge) }
    acquisitions += other.acquisitions
    unacquired += other.unacquired
    restTime = restTime + other.restTime
    restChanges += other.restChanges
  }
}

// MARK: - Figures

extension ZoneScore {
  /// The score of one edge alone: its changes, over the same times.
  public func edge(_ edge: Int) -> ZoneScore {
    var copy = self
    copy.changes = changes.filter { $0.edge == edge }
    copy.falseChangesOfEdges = falseChangesOfEdges.enumerated().map { $0 == edge ? $1 : 0 }
    return copy
  }

  /// How many true changes there were.
  public var trueChanges: Int { changes.count }
  /// Changes that no true change explains.
  public var falseChanges: Int { falseChangesOfEdges.reduce(0, +) }
  /// True changes that were not followed.
  public var missedChanges: Int { changes.count { $0.delay == nil } }
  /// Change minus true change for those that were followed; negative is early.
  public var delays: [Seconds] { changes.compactMap { $0.delay } }

  /// Share of the time with the wrong zone; `nil` when no time was scored.
  public var wrongShare: Double? { totalTime.value > 0 ? wrongTime / totalTime : nil }
  /// Share of the true changes that were not followed; `nil` when there was none.
  public var missedShare: Double? {
    trueChanges > 0 ? Double(missedChanges) / Double(trueChanges) : nil
  }
  /// False changes a minute; `nil` when no time was scored.
  public var falsePerMinute: Double? { perMinute(falseChanges) }
  /// Missed changes a minute; `nil` when no time was scored.
  public var missedPerMinute: Double? { perMinute(missedChanges) }
  /// False and missed changes a minute; `nil` when no time was scored.
  public var errorsPerMinute: Double? { perMinute(falseChanges + missedChanges) }

  /// Mean delay over all true changes, a missed one counted with the end of the window; `nil` when
  /// there was none to follow.
  public var meanDelay: Seconds? {
    guard trueChanges > 0 else { return nil }
    return Seconds(delaySum.value / Double(trueChanges))
  }

  /// Sum of the delays of all true changes, a missed one counted with the end of the window.
  public var delaySum: Seconds {
    Seconds(changes.reduce(0) { $0 + $1.countedDelay.value })
  }

  /// Median delay of the changes that were followed; `nil` when there are none.
  public var medianDelay: Seconds? { delay(0.5) }
  /// 95th percentile of the delay; `nil` when there are none.
  public var delay95: Seconds? { delay(0.95) }

  /// How often contact was felt within a time after the truth came into the nearest zone.
  public func contacts(within time: Seconds) -> Int {
    contacts.count { $0.map { $0 <= time } ?? false }
  }

  /// The share of the contacts that was felt within a time; `nil` when there was none.
  public func contactShare(within time: Seconds) -> Double? {
    contacts.isEmpty ? nil : Double(contacts(within: time)) / Double(contacts.count)
  }

  /// The share of the time in contact in which contact is felt; `nil` when there was none.
  public var contactFeltShare: Double? {
    contactTime.value > 0 ? feltContactTime / contactTime : nil
  }

  /// Changes into the nearest zone that no true change explains, an hour; `nil` when no time was scored.
  public var falseContactsPerHour: Double? { perMinute(falseContacts).map { 60 * $0 } }

  /// The share of the contacts that was never felt; `nil` when there was none.
  public var contactNeverShare: Double? { contactShare(within: Seconds(.infinity)).map { 1 - $0 } }

  /// Mean time from the first row to the first zone; `nil` when there was none.
  public var meanAcquisition: Seconds? {
    guard !acquisitions.isEmpty else { return nil }
    return Seconds(acquisitions.reduce(0) { $0 + $1.value } / Double(acquisitions.count))
  }

  /// False changes in ten minutes at rest; `nil` when nothing rests.
  public var restChangesInTenMinutes: Double? {
    restTime.value > 0 ? 600 * Double(restChanges) / restTime.value : nil
  }

  private func delay(_ share: Double) -> Seconds? {
    Statistics.quantile(share, of: delays.map { $0.value }).map { Seconds($0) }
  }

  private func perMinute(_ count: Int) -> Double? {
    totalTime.value > 0 ? 60 * Double(count) / totalTime.value : nil
  }
}

/// How early and how late a change of zone may be and still follow a true one.
public struct ChangeWindow: Sendable, Hashable {
  /// The earliest delay, below zero.
  public let earliest: Seconds
  /// The latest delay.
  public let latest: Seconds

  /// For what measures a distance by radio: nothing but the rule for zones makes it late.
  public static let ranges = ChangeWindow(earliest: -2, latest: 10)
  /// For positions, whose errors stay for 40 s (`WideRangeFilter.Parameters.correlationTime`) and are as large as the
  /// way that people walk in many seconds: the preset `phone-tag` decides up to 20 s late by design.
  public static let positions = ChangeWindow(earliest: -8, latest: 40)

  /// The window of what a radio measures.
  public init(of radio: Radio) { self = radio == .gnss ? .positions : .ranges }

  private init(earliest: Seconds, latest: Seconds) {
    self.earliest = earliest
    self.latest = latest
  }
}

extension Sample {
  /// Whether zones are compared with the truth at this row: it is a measurement of its own radio, and
  /// neither an event nor a reported absence.
  package var isScored: Bool {
    guard event == nil else { return false }
    return radio == .ble ? rssi != nil : range != nil
  }
}
