import Proximity
import Quantities
import Testing

@Suite("Explaining zone changes")
struct ZoneConsiderationTests {
  /// Considerations of a list of distances, a quarter of a second apart.
  func considered(
    _ distances: [Double], _ rule: ZoneRule, deviation: Double = 0.1, untrusted: Set<Int> = [],
    repeats: Set<Int> = []
  ) throws -> [ZoneConsideration] {
    var detector = try ZoneDetector(.twoEdges(rule))
    var records: [ZoneConsideration] = []
    for (index, distance) in distances.enumerated() {
      let posterior = DistancePosterior(
        time: Seconds(Double(index) / 4), median: Meters(distance), deviation: deviation,
        low: Meters(distance - 0.2), high: Meters(distance + 0.2),
        isTrusted: !untrusted.contains(index), isIndependent: !repeats.contains(index))
      _ = detector.update(posterior) { records.append($0) }
    }
    return records
  }

  static let rule = ZoneRule.posterior(
    PosteriorRule(enter: 0.995, leave: 0.005, dwell: 0.5, minimumSamples: 2))

  @Test("a change that is taken says from where to where, why, how sure and after how long")
  func taken() throws {
    let records = try considered([1.5, 1.5, 1.5, 0.7, 0.6, 0.7], Self.rule)
    #expect(records.map(\.outcome) == [.taken(.acquired), .taken(.entered)])
    let record = try #require(records.last)
    #expect(record.from == 1 && record.to == 0 && record.time == 1.25 && record.waited == 0.5)
    let probability = try #require(record.probability)
    #expect(abs(probability - 0.99996832875816) < 1e-9)
    let distance = try #require(record.distance)
    #expect(distance.median == 0.7 && distance.source == .range)
    #expect(distance.low.value == 0.7 - 0.2 && distance.high.value == 0.7 + 0.2)
  }

  @Test("one that comes back says so, with the strongest probability it had")
  func returned() throws {
    let records = try considered([1.5, 1.5, 1.5, 0.9, 0.8, 1.2], Self.rule)
    #expect(records.map(\.outcome) == [.taken(.acquired), .returned])
    let record = try #require(records.last)
    #expect(record.from == 1 && record.to == 0 && record.waited == 0.5)
    let probability = try #require(record.probability)
    #expect(abs(probability - 0.97724986805182) < 1e-9)
  }

  @Test("one that follows too soon after another says so once, and is taken later")
  func tooSoon() throws {
    let rule = ZoneRule.hysteresis(HysteresisRule(margin: .meters(0), dwell: 0.5))
    // Both edges are crossed a quarter of a second apart.
    let records = try considered([9, 9, 9, 1.5, 0.5, 0.5, 0.5, 0.5], rule)
    #expect(
      records.map(\.outcome)
        == [.taken(.acquired), .taken(.entered), .tooSoon, .taken(.entered)])
    #expect(records.map(\.time) == [0.5, 1.25, 1.5, 1.75])
  }

  @Test("one on repeats alone waits for samples and says so once")
  func tooFewSamples() throws {
    let records = try considered(
      [1.5, 1.5, 1.5, 0.5, 0.5, 0.5, 0.5, 0.5], Self.rule, repeats: [4, 5, 6])
    #expect(
      records.map(\.outcome) == [.taken(.acquired), .tooFewSamples, .taken(.entered)])
    #expect(records.map(\.time) == [0.5, 1.25, 1.75])
  }

  @Test("an outlier is told once, and decides nothing")
  func untrusted() throws {
    let records = try considered(
      [1.5, 1.5, 1.5, 90, 90, 90, 90, 1.5, 90, 1.5], Self.rule, untrusted: [3, 4, 5, 6, 8])
    #expect(records.map(\.outcome) == [.taken(.acquired), .untrusted, .untrusted])
    #expect(records.map(\.to) == [1, 2, 2])
  }
}
