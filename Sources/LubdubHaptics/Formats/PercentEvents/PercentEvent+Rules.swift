#if !hasFeature(Embedded)
// A page plays files; the tool checks them.
extension PercentEvent.Limits {
  private static let cure = "lubdub convert writes a file that they accept"

  /// Reports a broken rule that makes players reject the whole file, but does not prevent reading it.
  static func refuse(
    _ rule: String, at place: String, _ message: String, _ log: inout ReadingLog
  ) { log.warn(rule, at: place, "players reject " + message, cure: cure) }

  func check(
    _ curve: [PercentEvent.Point], _ length: Int, at place: String, _ log: inout ReadingLog
  ) {
    if let late = curve.first(where: { $0.time > length }) {
      Self.refuse(
        "curve-time", at: place, "a point at \(late.time) ms of an event of \(length) ms", &log)
    }
    guard startsAtRest else { return }
    if length == 0 {
      Self.refuse("duration", at: place, "a continuous event without a length", &log)
    }
    if zip(curve, curve.dropFirst()).contains(where: { $0.time == $1.time }) {
      Self.refuse("curve-order", at: place, "two points at one time", &log)
    }
    let ends = zip([curve.first, curve.last], [0, length])
    guard !ends.allSatisfy({ $0?.time == $1 && $0?.intensity == 0 }) else { return }
    Self.refuse(
      "not-at-rest", at: place,
      "a continuous event without a curve from rest at 0 ms to rest at \(length) ms", &log)
  }

  func check(index: JSONPlace, _ log: inout ReadingLog) {
    guard index.value.number.map({ [0, 1, 2].contains($0) }) != true else { return }
    Self.refuse(
      "index", at: index.path, "an index that is not 0 (both), 1 (left), or 2 (right)", &log)
  }

  func check(count: Int, at place: String, _ log: inout ReadingLog) {
    guard count > eventCount || count == 0 && startsAtRest else { return }
    let least = startsAtRest ? 1 : 0
    Self.refuse(
      "event-count", at: place,
      "a pattern of \(counted(count, "event", "events")), they accept \(least) to \(eventCount)",
      &log
    )
  }

  func check(order times: [Double], at place: String, _ what: String, _ log: inout ReadingLog) {
    guard startsAtRest, zip(times, times.dropFirst()).contains(where: { $0 > $1 }) else { return }
    Self.refuse("order", at: place, "\(what) out of the order of time", &log)
  }
}
#endif
