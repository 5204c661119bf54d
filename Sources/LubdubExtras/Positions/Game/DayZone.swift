internal import Foundation

/// The zone whose midnight parts one day of a game from the next.
package enum DayZone: Sendable, Hashable {
  /// A fixed time to add to UTC.
  case offset(Seconds)
  /// A zone of the system's database, with its changes of the clock.
  case named(String)

  /// A zone by its name, such as `America/New_York`; `nil` for a name that the system does not know.
  package init?(name: String) {
    guard TimeZone(identifier: name) != nil else { return nil }
    self = .named(name)
  }

  /// The day of a time since 1970-01-01, counted from 1970-01-01 in the zone.
  package func day(of time: Seconds) -> Int {
    Int(exactly: ((time.value + offset(at: time)) / 86_400).rounded(.down)) ?? 0
  }

  /// The first second after a day: its midnight, or a later one where the clock skips midnight.
  package func end(of day: Int) -> Seconds {
    var (low, high) = ((day - 1) * 86_400, (day + 3) * 86_400)
    while high - low > 1 {
      let middle = (low + high) / 2
      if self.day(of: Seconds(Double(middle))) > day { high = middle } else { low = middle }
    }
    return Seconds(Double(high))
  }

  private func offset(at time: Seconds) -> Double {
    switch self {
    case .offset(let offset): offset.value
    case .named(let name):
      Double(
        TimeZone(identifier: name)?.secondsFromGMT(for: Date(timeIntervalSince1970: time.value))
          ?? 0)
    }
  }
}
