import Foundation
import Lubdub
import Testing

@testable import LubdubExtras

/// New York has 25 hours on 2026-11-01 and 23 on 2026-03-08.
@Suite struct DayZoneTests {
  /// A zone of the system's database.
  private func zone(_ name: String) throws -> DayZone {
    let zone = try #require(TimeZone(identifier: name))
    return .named(name) { Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: $0.value))) }
  }

  private func newYork() throws -> DayZone { try zone("America/New_York") }

  @Test(arguments: [
    (20_758, 1_793_505_600.0, 25.0), (20_759, 1_793_595_600, 24), (20_520, 1_772_946_000, 23),
  ])
  func `A day with a clock change has its actual length`(
    day: Int, start: Double, hours: Double
  ) throws {
    let zone = try newYork()
    #expect(zone.day(of: Seconds(start)) == day && zone.day(of: Seconds(start - 1)) == day - 1)
    #expect(zone.end(of: day - 1) == Seconds(start))
    #expect(zone.end(of: day) == Seconds(start + 3600 * hours))
    #expect(zone.day(of: Seconds(start + 3600 * hours - 1)) == day)
  }

  @Test func `With a fixed offset, every day has 24 hours`() {
    let zone = DayZone.offset(-14_400)
    #expect(zone.end(of: 20_758) - zone.end(of: 20_757) == 86_400)
  }

  @Test func `If the clock skips midnight, the day ends at the skip`() throws {
    // Havana goes from 24:00 on 2026-03-07 to 01:00 on the next day, at 05:00 UTC.
    let zone = try self.zone("America/Havana")
    #expect(zone.end(of: 20_519) == 1_772_946_000)
  }

  @Test func `A day of 25 hours still allows five guesses`() throws {
    let start = 1_793_505_600.0
    let hours = stride(from: 0.0, through: 48, by: 1).map { (start + 3600 * $0, 0.0, 0.0) }
    let tracks = [
      "a": try Ground.track(hours, named: "a"), "b": try Ground.track(hours, named: "b"),
    ]
    let guesses = try [0.1, 0.2, 0.3, 0.4, 0.5, 24.5, 25.5].enumerated().map { number, hour in
      GameAction(
        time: Seconds(start + 3600 * hour), player: "a",
        kind: .tag(
          .basic, target: "b", guess: try Ground.place(1000 + 200 * Double(number), 0)))
    }
    func outcomes(_ zone: DayZone) -> [String] {
      var rules = GameRules()
      rules.zone = zone
      return Game(tracks: tracks, bases: [], rules: rules).judge(guesses).map(\.outcome.name)
    }
    let day = Array(repeating: "miss", count: 5)
    #expect(outcomes(try newYork()) == day + ["blocked", "miss"])
    #expect(
      outcomes(.offset(-14_400)) == day + ["miss", "miss"], "one offset gives one too many")
  }
}
