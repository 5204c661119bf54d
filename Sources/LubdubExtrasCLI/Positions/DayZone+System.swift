internal import Foundation

extension DayZone {
  /// A zone of the system's database by its name, such as `America/New_York`; `nil` for a name that the system doesn't know.
  init?(name: String) {
    guard let zone = TimeZone(identifier: name) else { return nil }
    self = .named(name) { time in
      Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: time.value)))
    }
  }
}
