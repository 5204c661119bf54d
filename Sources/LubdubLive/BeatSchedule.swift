package import Lubdub

/// The delivered beats that are still to come, in the order of time. A beat that is equal in a new plan keeps its identity.
struct BeatSchedule: Sendable {
  private var entries: [(beat: Beat, pattern: Pattern)] = []
  var settings: LiveSettings
  private let lead: Seconds

  private(set) var dropped = DroppedBeats()
  /// The beats that the present call has dropped, and whether the call has delivered a late beat.
  private var dropping = DroppedBeats()
  private var hasPlayedLate = false
  private var hasLateBeat = false

  init(_ settings: LiveSettings, lead: Seconds) {
    self.settings = settings
    self.lead = lead
  }

  var count: Int { entries.count }
  var all: [(beat: Beat, pattern: Pattern)] { entries }

  /// Passes a decision on. A beat that is decided before its delivery is delivered now: it was due at once, or the host was
  /// busy at the time of delivery.
  mutating func add(_ decision: Decision, now: Seconds, _ handOut: (LiveEvent) -> Void) {
    guard case .beat(var beat, let pattern) = decision else { return handOut(.decided(decision)) }
    if let place = place(of: beat, pattern) {
      return handOut(.decided(.beat(entries.remove(at: place).beat, pattern)))
    }
    beat.lateness = max(.zero, now - beat.time)
    if isLate(beat), !isPlayedLate() {
      dropping.add(beat)
      dropped.add(beat)
      return
    }
    handOut(.scheduled(beat, pattern))
    handOut(.decided(.beat(beat, pattern)))
  }

  /// Whether a beat is late: later than the bound, or later than zero after another late beat of the same call, because the
  /// host then slept.
  private mutating func isLate(_ beat: Beat) -> Bool {
    guard beat.lateness > .zero else { return false }
    defer { hasLateBeat = true }
    return beat.lateness > settings.lateAfter(lead: lead) || hasLateBeat
  }

  private mutating func isPlayedLate() -> Bool {
    defer { hasPlayedLate = true }
    return settings.lateBeats == .playAll || settings.lateBeats == .playFirst && !hasPlayedLate
  }

  mutating func report(_ handOut: (LiveEvent) -> Void) {
    if dropping.count > 0 { handOut(.dropped(dropping)) }
    dropping = DroppedBeats()
    hasPlayedLate = false
    hasLateBeat = false
  }

  mutating func follow(_ planned: [Beat], _ pattern: Pattern, _ handOut: (LiveEvent) -> Void) {
    guard !(planned.isEmpty && entries.isEmpty) else { return }
    let next = planned.map { beat in
      place(of: beat, pattern).map { entries[$0] } ?? (beat: beat, pattern: pattern)
    }
    for entry in entries where !next.contains(where: { $0.beat.id == entry.beat.id }) {
      handOut(.cancelled(entry.beat))
    }
    for entry in next where !entries.contains(where: { $0.beat.id == entry.beat.id }) {
      handOut(.scheduled(entry.beat, pattern))
    }
    entries = next
  }

  mutating func cancel(_ handOut: (LiveEvent) -> Void) {
    for entry in entries { handOut(.cancelled(entry.beat)) }
    entries = []
  }

  private func place(of beat: Beat, _ pattern: Pattern) -> Int? {
    entries.firstIndex {
      $0.beat.time == beat.time && $0.beat.intensity == beat.intensity
        && $0.beat.interval == beat.interval && $0.pattern == pattern
    }
  }
}

extension LiveSettings {
  package func lateAfter(lead: Seconds) -> Seconds { lateAfter ?? max(lead / 2, 0.05) }

  var mostAhead: Seconds { aheadLimit ?? Self.usualAhead }
  /// The usual limit of stamps ahead of the clock: clocks of one host differ by less.
  static let usualAhead = Seconds(0.5)
}
