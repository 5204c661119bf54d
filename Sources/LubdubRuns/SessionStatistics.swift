package struct SessionStatistics: Sendable {
  /// The smallest step that counts as a leap, in m, and the largest speed of a person, in m/s.
  private static let leastLeap = 5.0
  private static let fastest = 15.0

  package private(set) var last = 0.0
  private var counts = [Int](repeating: 0, count: Radio.allCases.count)
  package private(set) var absences = 0
  /// The number of times that a person stated the distance of the devices.
  package private(set) var teachings = 0
  /// The number of ranges between positions whose fixes state no accuracy.
  package private(set) var withoutWidth = 0
  package private(set) var nearest: Double?
  package private(set) var farthest: Double?
  /// The largest step of the distance at an impossible walking speed, in m, and its time.
  package private(set) var leap: (size: Double, time: Double)?
  private var lastDistance: (value: Double, time: Double)?
  /// The longest time without a measurement, and its start, in s since the first row.
  package private(set) var silence: (length: Double, start: Double)?
  private var lastMeasurement: Double?
  /// The total time in which signal strength replaced missing ranges, and its first start, in s.
  package private(set) var fallback: (length: Double, start: Double)?
  private var isFallback = false
  /// The seconds in each zone, counted from the nearest.
  package private(set) var timeInZone: [Int: Double] = [:]
  /// The seconds without a zone: before the first zone, and after a loss.
  package private(set) var timeWithoutZone = 0.0
  private var zone: Int?
  private var zoneSince = 0.0
  /// The latest time of any event. In a live session, beats and changes continue after the last row.
  private var latest = 0.0
  package private(set) var zoneMoves = 0
  package private(set) var beats = 0
  package private(set) var firstBeat: Double?
  package private(set) var shortestInterval: Double?
  package private(set) var longestInterval: Double?
  package private(set) var phase = CeremonyPhase.searching
  package private(set) var cues = 0

  package init() {}

  package var duration: Double { last }

  /// The number of samples per radio, without radios that have no samples.
  package var samples: [Radio: Int] {
    let counted = Radio.allCases.map { ($0, counts[Int($0.byte)]) }.filter { $0.1 > 0 }
    return Dictionary(uniqueKeysWithValues: counted)
  }

  package mutating func add(_ sample: Sample, at time: Seconds, _ estimate: DistanceEstimate?) {
    last = time.value
    latest = max(latest, last)
    if sample.event == .at { teachings += 1 }
    guard sample.event == nil else { return }
    guard sample.range != nil || sample.rssi != nil else {
      absences += 1
      return
    }
    counts[Int(sample.radio.byte)] += 1
    if sample.radio == .gnss, sample.deviation == nil { withoutWidth += 1 }
    let pause = last - (lastMeasurement ?? last)
    if pause > (silence?.length ?? 0) { silence = (pause, last - pause) }
    lastMeasurement = last
    let length = (fallback?.length ?? 0) + (isFallback ? pause : 0)
    isFallback = estimate?.status == .fallback
    if isFallback || fallback != nil { fallback = (length, fallback?.start ?? last) }
    guard let distance = estimate?.distance.value else { return }
    nearest = min(nearest ?? distance, distance)
    farthest = max(farthest ?? distance, distance)
    noteLeap(to: distance, by: sample.radio)
  }

  /// Records leaps. Signal strength is ignored because it is too coarse, and positions because people ride vehicles.
  private mutating func noteLeap(to distance: Double, by radio: Radio) {
    guard radio != .ble, radio != .gnss else { return }
    defer { lastDistance = (distance, last) }
    guard let lastDistance else { return }
    let size = abs(distance - lastDistance.value)
    guard size > Self.leastLeap, size > Self.fastest * (last - lastDistance.time),
      size > leap?.size ?? 0
    else { return }
    leap = (size, last)
  }

  package mutating func add(_ decision: Decision) {
    switch decision {
    case .zone(let change): add(change)
    case .beat(let beat, _): add(beat)
    case .ceremony(let action): add(action)
    case .considered, .cancelled, .sustained: break
    }
  }

  package mutating func add(_ change: ZoneChange) {
    latest = max(latest, change.time.value)
    guard change.isMove else { return }
    closeZone(at: change.time.value)
    zone = change.to
    zoneMoves += 1
  }

  package mutating func add(_ beat: Beat) {
    beats += 1
    latest = max(latest, beat.time.value)
    firstBeat = firstBeat ?? beat.time.value
    shortestInterval = min(shortestInterval ?? .infinity, beat.interval.value)
    longestInterval = max(longestInterval ?? 0, beat.interval.value)
  }

  package mutating func add(_ action: CeremonyAction) {
    switch action.kind {
    case .phase(_, let to): phase = to
    case .cue: cues += 1
    case .reconnect, .restartRanging, .refused: break
    }
  }

  package mutating func end(at time: Seconds) {
    last = max(last, time.value)
    latest = max(latest, last)
  }

  package mutating func finish() { closeZone(at: latest) }

  private mutating func closeZone(at time: Double) {
    let length = max(0, time - zoneSince)
    if let zone { timeInZone[zone, default: 0] += length } else { timeWithoutZone += length }
    zoneSince = time
  }
}
