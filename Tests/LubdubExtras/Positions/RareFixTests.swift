import Lubdub
import LubdubExtras
import LubdubRuns
import Testing

/// Rare positions, as a game requests them to save battery.
@Suite struct RareFixTests {
  /// Zones and beats of two people who stay 50 m apart, walk to 10 m, and stay there.
  private func play(every interval: Double, known: Bool) throws -> (zones: [Int?], beats: Int) {
    var configuration = Preset.phoneTag.configuration
    if known { configuration.ranging.wide.interval = Seconds(interval) }
    var pipeline = try Pipeline(configuration)
    var (zones, beats): ([Int?], Int) = ([], 0)
    for row in 0..<12 {
      let range: Meters = row < 6 ? 50 : 10
      let time = Seconds(Double(row) * interval)
      pipeline.process(.gnss(range, deviation: 2, at: time)) { decision in
        if case .zone(let change) = decision, change.isMove { zones.append(change.to) }
        if case .beat = decision { beats += 1 }
      }
    }
    return (zones, beats)
  }

  @Test(arguments: [5.0, 30, 60, 299, 300, 301, 600, 900], [false, true])
  func `Fixes from seconds to a quarter of an hour apart give zones and beats`(
    interval: Double, known: Bool
  ) throws {
    let felt = try play(every: interval, known: known)
    #expect(felt.zones == [1, 0])
    #expect(felt.beats > Int(interval) * 10)
  }

  @Test func `On a slow link, one lost fix keeps the zone and three lost fixes end it`() throws {
    var pipeline = try Pipeline(Preset.phoneTag.configuration)
    for time in [0.0, 300, 600, 1200, 1500] {
      pipeline.process(.gnss(50, deviation: 2, at: Seconds(time))) { _ in }
    }
    #expect(pipeline.zone == 1)
    pipeline.advance(to: 2100) { _ in }
    #expect(pipeline.zone == 1)
    pipeline.advance(to: 2700) { _ in }
    #expect(pipeline.zone == nil)
  }

  @Test func `With fixes every second, the zone goes stale after five minutes`() throws {
    var pipeline = try Pipeline(Preset.phoneTag.configuration)
    for time in 0...60 {
      pipeline.process(.gnss(50, deviation: 2, at: Seconds(Double(time)))) { _ in }
    }
    pipeline.advance(to: 359) { _ in }
    #expect(pipeline.zone == 1)
    pipeline.advance(to: 361) { _ in }
    #expect(pipeline.zone == nil)
  }
}
