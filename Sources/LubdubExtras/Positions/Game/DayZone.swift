/// The time zone whose midnight separates the days of a game.
package enum DayZone: Sendable {
  /// A fixed time to add to UTC.
  case offset(Seconds)
  /// A named zone of a database. The closure returns the seconds by which its clock is ahead of UTC at a time since
  /// 1970-01-01.
  case named(String, ahead: @Sendable (Seconds) -> Double)

  /// The number of the day of a time since 1970-01-01, counted in the zone.
  package func day(of time: Seconds) -> Int {
    Int(exactly: ((time.value + offset(at: time)) / 86_400).rounded(.down)) ?? 0
  }

  /// The first second after a day: midnight, or later if the clock skips midnight.
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
    case .named(_, let ahead): ahead(time)
    }
  }
}

extension DayZone: Hashable {
  /// Whether two zones are equal. Zones of a database are compared by their names.
  package static func == (one: DayZone, other: DayZone) -> Bool { one.key == other.key }

  package func hash(into hasher: inout Hasher) { hasher.combine(key) }

  private var key: String {
    switch self {
    case .offset(let offset): "\(offset.value)"
    case .named(let name, _): name
    }
  }
}
