/// How well the zones that are felt follow the true ones.
///
/// A change is one edge crossed in one direction; a jump over two zones is two changes. A true change
/// counts when the truth stays on that side for at least a second (`shortestVisit`). It is matched by the
/// first change of the same edge and direction from 2 s before it to 10 s after it (`ChangeWindow`; of
/// positions from 8 s before to 40 s after), and before the truth crosses the same edge back; each change
/// matches once. What is left over is false on the one side, unless it follows a shorter visit, and missed on the other. True changes before the
/// first zone are not counted, but they may still explain one that follows; those that fall into a pause of the
/// truth (`TrueZones.longestGap`) are counted by themselves. Time counts from the first row with truth: the zone is
/// right, wrong, or there is none.
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
  public var wrongTime: Seconds = 0
  /// Time without a zone, while the truth is known.
  public var withoutTime: Seconds = 0
  /// Time with truth.
  public var totalTime: Seconds = 0
  /// The true changes, in the order of time within each recording.
  public var changes: [Change] = []
  /// False changes of each edge, from the nearest; shorter where the farther edges had none.
  public private(set) var falseChangesOfEdges: [Int] = []
  /// When false changes happened, one for each edge that was crossed.
  public private(set) var falseTimes: [Seconds] = []
  /// True changes of each edge that fell into a pause of the truth, where nothing can follow them.
  public private(set) var gapChangesOfEdges: [Int] = []
  /// How long after the truth came into the nearest zone that zone was felt, for each time that it
  /// did; zero where it was felt already, `nil` where it was not felt before the truth left.
  public var contacts: [Seconds?] = []
  /// Time that the truth is in the nearest zone.
  public var contactTime: Seconds = 0
  /// The part of it in which that zone is felt.
  public var feltContactTime: Seconds = 0
  /// Time in which the nearest zone is felt and the truth is in another.
  package var falseContactTime: Seconds = 0
  /// When contact was first felt: the begin of the first visit to the nearest zone that overlaps one of the
  /// truth; `nil` where there was none. Of several recordings, that of the first one that has one.
  public var firstContact: Seconds?
  /// Changes into the nearest zone that no true change explains.
  public var falseContacts = 0
  /// From the first row with truth to the first zone, for each stretch that has one.
  public var acquisitions: [Seconds] = []
  /// Stretches in which there was never a zone.
  public var unacquired = 0
  /// Time in which the truth rests.
  public var restTime: Seconds = 0
  /// False changes while the truth rests.
  public var restChanges = 0

  /// When the truth is on a side of an edge for less, that is no change.
  public static let shortestVisit: Seconds = 1

  /// The score of nothing, to add others to.
  public init() {}

  /// The score of the zones that were felt against the true ones.
  ///
  /// - Parameters:
  ///   - felt: The zones that were felt. When there was none at all, every true change is missed.
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
    let acquired = felt.steps.first { $0.zone != nil }?.time
    if let acquired {
      acquisitions = [max(.zero, acquired - first.time)]
    } else {
      unacquired = 1
    }
    addTimes(felt, truth)
    match(decided ?? felt, truth, from: acquired ?? first.time, rests, window)
  }

  private mutating func addTimes(_ felt: ZoneSequence, _ truth: ZoneSequence) {
    for part in felt.parts(along: truth) {
      let length = Seconds(part.length)
      totalTime = totalTime + length
      if part.own == nil {
        withoutTime = withoutTime + length
      } else if part.own != part.other {
        wrongTime = wrongTime + length
      }
      guard part.other == 0 else {
        if part.own == 0 { falseContactTime = falseContactTime + length }
        continue
      }
      contactTime = contactTime + length
      guard part.own == 0 else { continue }
      feltContactTime = feltContactTime + length
      firstContact = firstContact ?? felt.steps.last { $0.time.value <= part.start }?.time
    }
  }

  private mutating func match(
    _ decided: ZoneSequence, _ truth: ZoneSequence, from start: Seconds,
    _ rests: [ClosedRange<Seconds>], _ window: ChangeWindow
  ) {
    let real = truth.lastingCrossings(for: Self.shortestVisit)
    var open = decided.crossings
    func follower(of crossing: ZoneSequence.Crossing, until latest: Double) -> Int? {
      let earliest = crossing.time + window.earliest.value
      return open.firstIndex {
        $0.edge == crossing.edge && $0.isOutward == crossing.isOutward && $0.time >= earliest
          && $0.time <= latest
      }
    }
    for (index, crossing) in real.enumerated() {
      let back = real[(index + 1)...].first { $0.edge == crossing.edge }?.time ?? .infinity
      let latest = min(crossing.time + window.latest.value, back)
      let found = follower(of: crossing, until: latest).map { open.remove(at: $0) }
      guard crossing.time >= start.value else { continue }
      changes.append(
        Change(
          edge: crossing.edge, isOutward: crossing.isOutward, time: Seconds(crossing.time),
          delay: found.map { Seconds($0.time - crossing.time) }, latest: window.latest))
      guard crossing.edge == 0, !crossing.isOutward else { continue }
      let end = Seconds(min(back, decided.end.value))
      contacts.append(decided.firstTime(in: 0, from: Seconds(crossing.time), until: end))
    }
    // A change that follows a visit too short to be counted is not false.
    for crossing in truth.crossings where !real.contains(crossing) {
      let match = follower(of: crossing, until: crossing.time + window.latest.value)
      if let match { open.remove(at: match) }
    }
    for crossing in open {
      falseChangesOfEdges.add(1, at: crossing.edge)
      falseTimes.append(Seconds(crossing.time))
      if crossing.edge == 0, !crossing.isOutward { falseContacts += 1 }
      if rests.contains(where: { $0.contains(Seconds(crossing.time)) }) { restChanges += 1 }
    }
  }

  mutating func addGap(from zone: Int, to next: Int) {
    for edge in min(zone, next)..<max(zone, next) { gapChangesOfEdges.add(1, at: edge) }
  }

  /// Adds the counts and times of another recording.
  public mutating func add(_ other: ZoneScore) {
    wrongTime = wrongTime + other.wrongTime
    withoutTime = withoutTime + other.withoutTime
    totalTime = totalTime + other.totalTime
    changes += other.changes
    contacts += other.contacts
    contactTime = contactTime + other.contactTime
    feltContactTime = feltContactTime + other.feltContactTime
    falseContactTime = falseContactTime + other.falseContactTime
    firstContact = firstContact ?? other.firstContact
    falseContacts += other.falseContacts
    falseTimes += other.falseTimes
    for (edge, count) in other.falseChangesOfEdges.enumerated() {
      falseChangesOfEdges.add(count, at: edge)
    }
    for (edge, count) in other.gapChangesOfEdges.enumerated() {
      gapChangesOfEdges.add(count, at: edge)
    }
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
    copy.gapChangesOfEdges = gapChangesOfEdges.enumerated().map { $0 == edge ? $1 : 0 }
    return copy
  }

  /// How many true changes there were.
  public var trueChanges: Int { changes.count }
  /// Changes that no true change explains.
  public var falseChanges: Int { falseChangesOfEdges.reduce(0, +) }
  /// True changes that fell into a pause of the truth.
  public var gapChanges: Int { gapChangesOfEdges.reduce(0, +) }
  /// True changes that were not followed.
  public var missedChanges: Int { changes.count { $0.delay == nil } }
  /// Change minus true change for those that were followed; negative is early.
  public var delays: [Seconds] { changes.compactMap { $0.delay } }

  /// Share of the time with the wrong zone; `nil` when no time was scored.
  public var wrongShare: Double? { totalTime.value > 0 ? wrongTime / totalTime : nil }
  /// Share of the time without a zone, while the truth is known; `nil` when no time was scored.
  public var withoutShare: Double? { totalTime.value > 0 ? withoutTime / totalTime : nil }
  /// Share of the time with the right zone; `nil` when no time was scored.
  public var rightShare: Double? {
    wrongShare.flatMap { wrong in withoutShare.map { max(0, 1 - wrong - $0) } }
  }
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
  public var delaySum: Seconds { Seconds(changes.reduce(0) { $0 + $1.countedDelay.value }) }

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

extension [Int] {
  fileprivate mutating func add(_ count: Int, at edge: Int) {
    while self.count <= edge { append(0) }
    self[edge] += count
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
