import Lubdub
import LubdubExtras
import TestSupport
import Testing

/// A day of beats, 100,000, is measured while somebody waits. The thorough tests alone measure it.
@Suite struct DayOfBeatsTests {
  @Test(.enabled(if: Thoroughness.isFull, "a speed says nothing beside other work: --thorough"))
  func `measures over time and recipe W take 50 ms, recipe L a second`() throws {
    var random = SeededGenerator(seed: 11)
    let series = RRSeries(
      (0..<100_000).map { _ in Milliseconds((700 + 250 * random.unit()).rounded()) })
    let clock = ContinuousClock()
    func best(_ body: () throws -> Void) throws -> Duration {
      try (0..<5).map { _ in try clock.measure(body) }.min() ?? .seconds(0)
    }
    let time = try best { _ = try #require(TimeDomain(series)) }
    let welch = try best { _ = try #require(try FrequencyDomain(series, .welch)) }
    let lomb = try best { _ = try #require(try FrequencyDomain(series, .lomb)) }
    let faults = try best { _ = try #require(FaultCorrection(series).labels.last) }
    print("100,000 beats: time \(time), W \(welch), L \(lomb), faults \(faults)")
    #expect(time < .milliseconds(50) && welch < .milliseconds(50) && lomb < .seconds(1))
  }
}
