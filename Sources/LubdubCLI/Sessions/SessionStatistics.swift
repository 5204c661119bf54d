import Ceremony
import Haptics
import Link
import Proximity
import Quantities

/// What is counted while a session runs.
struct SessionStatistics {
  private(set) var origin: Double?
  private(set) var last = 0.0
  private(set) var samples: [Radio: Int] = [:]
  private(set) var absences = 0
  private(set) var nearest: Double?
  private(set) var farthest: Double?
  /// The longest time without a measurement and when it began, in s since the first row.
  private(set) var silence: (length: Double, start: Double)?
  private var lastMeasurement: Double?
  /// Seconds in each zone, counted from the nearest.
  private(set) var timeInZone: [Int: Double] = [:]
  private var zone: Int?
  private var zoneSince = 0.0
  private(set) var zoneMoves = 0
  private(set) var beats = 0
  private(set) var firstBeat: Double?
  private(set) var shortestInterval: Double?
  private(set) var longestInterval: Double?
  private(set) var phase = CeremonyPhase.searching
  private(set) var cues = 0

  /// The time from the first row to the last.
  var duration: Double { last }

  mutating func add(_ observation: Observation, _ estimate: DistanceEstimate?, zone: Int?) {
    let origin = origin ?? observation.time.value
    self.origin = origin
    last = observation.time.value - origin
    guard observation.event == nil else { return }
    guard observation.range != nil || observation.rssi != nil else {
      absences += 1
      return
    }
    samples[observation.radio, default: 0] += 1
    let pause = last - (lastMeasurement ?? last)
    if pause > (silence?.length ?? 0) { silence = (pause, last - pause) }
    lastMeasurement = last
    guard let distance = estimate?.distance.value else { return }
    nearest = min(nearest ?? distance, distance)
    farthest = max(farthest ?? distance, distance)
  }

  mutating func add(_ change: ZoneChange) {
    guard change.isMove else { return }
    closeZone(at: change.time.value)
    zone = change.to
    zoneMoves += 1
  }

  mutating func add(_ beat: Beat) {
    beats += 1
    firstBeat = firstBeat ?? beat.time.value
    shortestInterval = min(shortestInterval ?? .infinity, beat.interval.value)
    longestInterval = max(longestInterval ?? 0, beat.interval.value)
  }

  mutating func add(_ action: CeremonyAction) {
    switch action.kind {
    case .phase(_, let to): phase = to
    case .cue: cues += 1
    case .reconnect, .restartRanging: break
    }
  }

  /// Accounts for the time until the end of the session.
  mutating func finish() {
    closeZone(at: last)
  }

  private mutating func closeZone(at time: Double) {
    if let zone { timeInZone[zone, default: 0] += max(0, time - zoneSince) }
    zoneSince = time
  }
}
