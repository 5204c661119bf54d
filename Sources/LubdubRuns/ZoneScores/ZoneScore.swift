/// The agreement between the felt zones and the true zones.
///
/// A change is one edge crossed in one direction, so a jump over two edges is two changes. A true change counts if the truth
/// stays on the new side for at least a second (`shortestVisit`). It is matched by the first felt change of the same edge
/// and direction from 2 s before to 10 s after the true change (`ChangeWindow`; for positions, from 8 s before to 40 s
/// after), unless the truth crosses the same edge back earlier. Each change matches once. An unmatched change is false,
/// unless it follows a shorter visit, and an unmatched true change is missed. True changes before the first zone are not
/// counted, but they may still explain a later change. True changes in a pause of the truth (`TrueZones.longestGap`) are
/// counted separately. Time counts from the first row with truth, during which the zone is right, wrong, or missing.
public struct ZoneScore: Sendable, Hashable {
  /// A true change, and the change that followed it, if there was one.
  public struct Change: Sendable, Hashable {
    /// The edge, counted from the nearest.
    public var edge: Int
    /// Whether the edge was crossed outward.
    public var isOutward: Bool
    /// The time of the true change.
    public var time: Seconds
    /// The time of the felt change minus the time of the true change, negative if the felt change is early; `nil` if the
    /// change was missed.
    public var delay: Seconds?
    /// The latest delay at which a change counts as following the true change. A missed change counts with this delay.
    public var latest: Seconds = ChangeWindow.ranges.latest

    /// The delay, or the latest delay for a missed change.
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
  /// The number of false changes of each edge, from the nearest; the list is shorter if the farther edges had no false
  /// changes.
  public private(set) var falseChangesOfEdges: [Int] = []
  /// The times of false changes, with one entry per crossed edge.
  public private(set) var falseTimes: [Seconds] = []
  /// The number of true changes of each edge in pauses of the truth, during which no change can follow them.
  public private(set) var gapChangesOfEdges: [Int] = []
  /// The delays from each entry of the truth into the nearest zone until that zone was felt; zero if the zone was already
  /// felt, and `nil` if it was not felt before the truth left.
  public var contacts: [Seconds?] = []
  /// The time during which the truth is in the nearest zone.
  public var contactTime: Seconds = 0
  /// The part of `contactTime` during which the nearest zone is felt.
  public var feltContactTime: Seconds = 0
  /// The time during which the nearest zone is felt and the truth is in another zone.
  package var falseContactTime: Seconds = 0
  /// The first time of felt contact: the start of the first felt visit to the nearest zone that overlaps a true visit; `nil`
  /// if there is no such visit. For several recordings, the time in the first recording with a value.
  public var firstContact: Seconds?
  /// The number of changes into the nearest zone without a matching true change.
  public var falseContacts = 0
  /// The times from the first row with truth to the first zone, for each stretch with a zone.
  public var acquisitions: [Seconds] = []
  /// The number of stretches without any zone.
  public var unacquired = 0
  /// The time during which the truth rests.
  public var restTime: Seconds = 0
  /// The number of false changes while the truth rests.
  public var restChanges = 0

  /// The shortest time of the truth on one side of an edge that counts as a change.
  public static let shortestVisit: Seconds = 1

  /// Creates an empty score, to which other scores can be added.
  public init() {}

  /// Scores the felt zones against the true zones.
  ///
  /// - Parameters:
  ///   - felt: The felt zones. If there are no felt zones, every true change is missed.
  ///   - decided: The felt zones, with the previous zone during times without a zone, because losing a zone in silence is
  ///     not a change. The default is the felt zones.
  ///   - truth: The true zones, from the first row.
  ///   - rests: The periods in which the truth rests.
  ///   - window: The earliest and the latest delay at which a change counts as following a true change.
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
    // A change that follows a visit too short to count is not false.
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
  /// The number of true changes in pauses of the truth.
  public var gapChanges: Int { gapChangesOfEdges.reduce(0, +) }
  /// The number of true changes that no change followed.
  public var missedChanges: Int { changes.count { $0.delay == nil } }
  /// The delays of followed true changes, negative for early changes.
  public var delays: [Seconds] { changes.compactMap { $0.delay } }

  /// The share of the time with the wrong zone; `nil` if no time was scored.
  public var wrongShare: Double? { totalTime.value > 0 ? wrongTime / totalTime : nil }
  /// The share of the time without a zone while the truth is known; `nil` if no time was scored.
  public var withoutShare: Double? { totalTime.value > 0 ? withoutTime / totalTime : nil }
  /// The share of the time with the right zone; `nil` if no time was scored.
  public var rightShare: Double? {
    wrongShare.flatMap { wrong in withoutShare.map { max(0, 1 - wrong - $0) } }
  }
  /// The share of true changes that no change followed; `nil` if there are no true changes.
  public var missedShare: Double? {
    trueChanges > 0 ? Double(missedChanges) / Double(trueChanges) : nil
  }
  /// The number of false changes per minute; `nil` if no time was scored.
  public var falsePerMinute: Double? { perMinute(falseChanges) }
  /// The number of missed changes per minute; `nil` if no time was scored.
  public var missedPerMinute: Double? { perMinute(missedChanges) }
  /// The number of false and missed changes per minute; `nil` if no time was scored.
  public var errorsPerMinute: Double? { perMinute(falseChanges + missedChanges) }

  /// The mean delay over all true changes. A missed change counts with the end of the window. `nil` if there are no true
  /// changes.
  public var meanDelay: Seconds? {
    guard trueChanges > 0 else { return nil }
    return Seconds(delaySum.value / Double(trueChanges))
  }

  /// The sum of the delays of all true changes. A missed change counts with the end of the window.
  public var delaySum: Seconds { Seconds(changes.reduce(0) { $0 + $1.countedDelay.value }) }

  /// The median delay of followed changes; `nil` if there are no followed changes.
  public var medianDelay: Seconds? { delay(0.5) }
  /// The 95th percentile of the delay; `nil` if there are no followed changes.
  public var delay95: Seconds? { delay(0.95) }

  /// The number of contacts felt within a time after the truth entered the nearest zone.
  public func contacts(within time: Seconds) -> Int {
    contacts.count { $0.map { $0 <= time } ?? false }
  }

  /// The share of contacts that were felt within a time; `nil` if there are no contacts.
  public func contactShare(within time: Seconds) -> Double? {
    contacts.isEmpty ? nil : Double(contacts(within: time)) / Double(contacts.count)
  }

  /// The share of the contact time during which contact is felt; `nil` if there is no contact.
  public var contactFeltShare: Double? {
    contactTime.value > 0 ? feltContactTime / contactTime : nil
  }

  /// The number of changes into the nearest zone without a matching true change, per hour; `nil` if no time was scored.
  public var falseContactsPerHour: Double? { perMinute(falseContacts).map { 60 * $0 } }

  /// The share of contacts that were never felt; `nil` if there are no contacts.
  public var contactNeverShare: Double? { contactShare(within: Seconds(.infinity)).map { 1 - $0 } }

  /// The mean time from the first row to the first zone; `nil` if there is no zone.
  public var meanAcquisition: Seconds? {
    guard !acquisitions.isEmpty else { return nil }
    return Seconds(acquisitions.reduce(0) { $0 + $1.value } / Double(acquisitions.count))
  }

  /// The number of false changes in ten minutes at rest; `nil` if there is no rest.
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

/// The earliest and the latest delay at which a zone change counts as following a true change.
public struct ChangeWindow: Sendable, Hashable {
  /// The earliest delay, a negative number.
  public let earliest: Seconds
  /// The latest delay.
  public let latest: Seconds

  /// The window for ranges and signal strength, for which only the zone rule causes delays.
  public static let ranges = ChangeWindow(earliest: -2, latest: 10)
  /// The window for positions. Their errors last for 40 s (`WideRangeFilter.Parameters.correlationTime`), and equal the
  /// distance that people walk in many seconds, so the preset `phone-tag` decides up to 20 s late by design.
  public static let positions = ChangeWindow(earliest: -8, latest: 40)

  /// Creates the window for the measurements of a radio.
  public init(of radio: Radio) { self = radio == .gnss ? .positions : .ranges }

  private init(earliest: Seconds, latest: Seconds) {
    self.earliest = earliest
    self.latest = latest
  }
}

extension Sample {
  /// Whether zones are compared with the truth at this row: the row is a measurement of its own radio, and neither an event
  /// nor a reported absence.
  package var isScored: Bool {
    guard event == nil else { return false }
    return radio == .ble ? rssi != nil : range != nil
  }
}
