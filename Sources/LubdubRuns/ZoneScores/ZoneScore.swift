/// The agreement between the zones that are felt and the true ones.
///
/// A change is one edge crossed in one direction; a jump over two zones is two changes. A true change counts when the truth
/// stays on that side for at least a second (`shortestVisit`). It is matched by the first change of the same edge and direction
/// from 2 s before it to 10 s after it (`ChangeWindow`; of positions from 8 s before to 40 s after), and before the truth
/// crosses the same edge back; each change matches once. An unmatched change is false, unless it follows a shorter visit, and
/// an unmatched true change is missed. True changes before the first zone are not counted, but they may still explain a later
/// change; those that fall into a pause of the truth (`TrueZones.longestGap`) are counted separately. Time counts from the
/// first row with truth: the zone is right, wrong, or missing.
public struct ZoneScore: Sendable, Hashable {
  /// A true change, and the change that followed it, if any.
  public struct Change: Sendable, Hashable {
    /// The edge, counted from the nearest.
    public var edge: Int
    /// Whether the edge was crossed outward.
    public var isOutward: Bool
    /// The time of the true change.
    public var time: Seconds
    /// The time of the change minus that of the true change; negative is early. `nil` when the change was missed.
    public var delay: Seconds?
    /// The latest delay at which a change still follows the true one; a missed change counts with this delay.
    public var latest: Seconds = ChangeWindow.ranges.latest

    /// The delay, or for a missed change, the latest one.
    public var countedDelay: Seconds { delay ?? latest }
  }

  /// The time with the wrong zone.
  public var wrongTime: Seconds = 0
  /// The time without a zone, while the truth is known.
  public var withoutTime: Seconds = 0
  /// The time with truth.
  public var totalTime: Seconds = 0
  /// The true changes, in the order of time within each recording.
  public var changes: [Change] = []
  /// The number of false changes of each edge, from the nearest; shorter if the farther edges had none.
  public private(set) var falseChangesOfEdges: [Int] = []
  /// The times of false changes, one for each edge that was crossed.
  public private(set) var falseTimes: [Seconds] = []
  /// The number of true changes of each edge that fell into a pause of the truth, in which no change can follow them.
  public private(set) var gapChangesOfEdges: [Int] = []
  /// The delays from each entry of the truth into the nearest zone until that zone was felt; zero if it was already felt, `nil`
  /// if it was not felt before the truth left.
  public var contacts: [Seconds?] = []
  /// The time of the truth in the nearest zone.
  public var contactTime: Seconds = 0
  /// The part of `contactTime` in which the nearest zone is felt.
  public var feltContactTime: Seconds = 0
  /// The time in which the nearest zone is felt and the truth is in another.
  package var falseContactTime: Seconds = 0
  /// The first time at which contact was felt: the start of the first visit to the nearest zone that overlaps one of the truth;
  /// `nil` if there was none. For several recordings, the time in the first one that has it.
  public var firstContact: Seconds?
  /// The number of changes into the nearest zone without a matching true change.
  public var falseContacts = 0
  /// The times from the first row with truth to the first zone, for each stretch with a zone.
  public var acquisitions: [Seconds] = []
  /// The number of stretches without any zone.
  public var unacquired = 0
  /// The time in which the truth rests.
  public var restTime: Seconds = 0
  /// The number of false changes while the truth rests.
  public var restChanges = 0

  /// The shortest time of the truth on a side of an edge that counts as a change.
  public static let shortestVisit: Seconds = 1

  /// Creates an empty score, to which others are added.
  public init() {}

  /// The score of the felt zones compared with the true ones.
  ///
  /// - Parameters:
  ///   - felt: The zones that were felt. When there was none, every true change is missed.
  ///   - decided: The felt zones, with the previous zone during times without a zone, because the loss of a zone in silence
  ///     isn't a change. By default, the felt zones.
  ///   - truth: The true zones, from the first row on.
  ///   - rests: The periods in which the truth rests.
  ///   - window: The earliest and the latest delay at which a change still follows a true one.
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
  /// The score of one edge: its changes, over the same times.
  public func edge(_ edge: Int) -> ZoneScore {
    var copy = self
    copy.changes = changes.filter { $0.edge == edge }
    copy.falseChangesOfEdges = falseChangesOfEdges.enumerated().map { $0 == edge ? $1 : 0 }
    copy.gapChangesOfEdges = gapChangesOfEdges.enumerated().map { $0 == edge ? $1 : 0 }
    return copy
  }

  /// The number of true changes.
  public var trueChanges: Int { changes.count }
  /// The number of changes without a matching true change.
  public var falseChanges: Int { falseChangesOfEdges.reduce(0, +) }
  /// The number of true changes that fell into a pause of the truth.
  public var gapChanges: Int { gapChangesOfEdges.reduce(0, +) }
  /// The number of true changes that were not followed.
  public var missedChanges: Int { changes.count { $0.delay == nil } }
  /// The delays of true changes that were followed; negative is early.
  public var delays: [Seconds] { changes.compactMap { $0.delay } }

  /// The share of the time with the wrong zone; `nil` when no time was scored.
  public var wrongShare: Double? { totalTime.value > 0 ? wrongTime / totalTime : nil }
  /// The share of the time without a zone, while the truth is known; `nil` when no time was scored.
  public var withoutShare: Double? { totalTime.value > 0 ? withoutTime / totalTime : nil }
  /// The share of the time with the right zone; `nil` when no time was scored.
  public var rightShare: Double? {
    wrongShare.flatMap { wrong in withoutShare.map { max(0, 1 - wrong - $0) } }
  }
  /// The share of the true changes that were not followed; `nil` without true changes.
  public var missedShare: Double? {
    trueChanges > 0 ? Double(missedChanges) / Double(trueChanges) : nil
  }
  /// The number of false changes per minute; `nil` when no time was scored.
  public var falsePerMinute: Double? { perMinute(falseChanges) }
  /// The number of missed changes per minute; `nil` when no time was scored.
  public var missedPerMinute: Double? { perMinute(missedChanges) }
  /// The number of false and missed changes per minute; `nil` when no time was scored.
  public var errorsPerMinute: Double? { perMinute(falseChanges + missedChanges) }

  /// The mean delay over all true changes, with a missed one counted with the end of the window; `nil` without true changes.
  public var meanDelay: Seconds? {
    guard trueChanges > 0 else { return nil }
    return Seconds(delaySum.value / Double(trueChanges))
  }

  /// The sum of the delays of all true changes, with a missed one counted with the end of the window.
  public var delaySum: Seconds { Seconds(changes.reduce(0) { $0 + $1.countedDelay.value }) }

  /// The median delay of the changes that were followed; `nil` when there are none.
  public var medianDelay: Seconds? { delay(0.5) }
  /// The 95th percentile of the delay; `nil` when there are none.
  public var delay95: Seconds? { delay(0.95) }

  /// The number of contacts felt within a time after the truth entered the nearest zone.
  public func contacts(within time: Seconds) -> Int {
    contacts.count { $0.map { $0 <= time } ?? false }
  }

  /// The share of the contacts that were felt within a time; `nil` without contacts.
  public func contactShare(within time: Seconds) -> Double? {
    contacts.isEmpty ? nil : Double(contacts(within: time)) / Double(contacts.count)
  }

  /// The share of the time in contact in which contact is felt; `nil` without contact.
  public var contactFeltShare: Double? {
    contactTime.value > 0 ? feltContactTime / contactTime : nil
  }

  /// The number of changes into the nearest zone without a matching true change, per hour; `nil` when no time was scored.
  public var falseContactsPerHour: Double? { perMinute(falseContacts).map { 60 * $0 } }

  /// The share of the contacts that were never felt; `nil` without contacts.
  public var contactNeverShare: Double? { contactShare(within: Seconds(.infinity)).map { 1 - $0 } }

  /// The mean time from the first row to the first zone; `nil` when there was no zone.
  public var meanAcquisition: Seconds? {
    guard !acquisitions.isEmpty else { return nil }
    return Seconds(acquisitions.reduce(0) { $0 + $1.value } / Double(acquisitions.count))
  }

  /// The number of false changes in ten minutes at rest; `nil` without rest.
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

/// The earliest and the latest delay at which a zone change still follows a true one.
public struct ChangeWindow: Sendable, Hashable {
  /// The earliest delay, below zero.
  public let earliest: Seconds
  /// The latest delay.
  public let latest: Seconds

  /// The window for distances measured by radio: only the rule for zones makes changes late.
  public static let ranges = ChangeWindow(earliest: -2, latest: 10)
  /// The window for positions, whose errors last for 40 s (`WideRangeFilter.Parameters.correlationTime`) and are as large as
  /// the distance that people walk in many seconds: the preset `phone-tag` decides up to 20 s late by design.
  public static let positions = ChangeWindow(earliest: -8, latest: 40)

  /// The window for the measurements of a radio.
  public init(of radio: Radio) { self = radio == .gnss ? .positions : .ranges }

  private init(earliest: Seconds, latest: Seconds) {
    self.earliest = earliest
    self.latest = latest
  }
}

extension Sample {
  /// Whether zones are compared with the truth at this row: the row is a measurement of its own radio, and neither an event nor
  /// a reported absence.
  package var isScored: Bool {
    guard event == nil else { return false }
    return radio == .ble ? rssi != nil : range != nil
  }
}
