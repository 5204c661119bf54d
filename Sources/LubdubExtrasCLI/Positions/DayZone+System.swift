internal import Foundation

extension DayZone {
  /// Creates a zone of the system's database from its name, such as `America/New_York`; `nil` if the system does not have
  /// the name.
  init?(name: String) {
    guard let zone = TimeZone(identifier: name) else { return nil }
    self = .named(name) { time in
      Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: time.value)))
    }
  }
}
