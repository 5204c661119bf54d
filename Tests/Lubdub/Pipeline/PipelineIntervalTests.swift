import Lubdub
import Testing

/// A heart in addition to the samples of a session.
@Suite struct PipelineHeartTests {
  private static func pipeline() throws -> Pipeline {
    var configuration = Preset.eternalLoop.configuration
    configuration.heartbeat.policy = .pulse
    return try Pipeline(configuration)
  }

  /// Twenty seconds half a meter apart, with a heart at 0.75 s until some time.
  private static func beats(until silence: Double) throws -> [Beat] {
    var pipeline = try pipeline()
    var beats: [Beat] = []
    func take(_ decision: Decision) {
      if case .beat(let beat, _) = decision { beats.append(beat) }
    }
    for tick in 0..<200 {
      let time = Double(tick) / 10
      pipeline.process(.uwb(0.5, at: Seconds(time)), take)
      guard tick % 10 == 0, time < silence else { continue }
      _ = pipeline.process(interval: 0.75, at: Seconds(time), take)
    }
    pipeline.finish(take)
    return beats
  }

  @Test func `The heart sets the tempo where the zone beats`() throws {
    let last = try #require(try Self.beats(until: 20).last)
    #expect(last.interval == 0.75 && last.intensity == 0.6)
  }

  @Test func `A session uses the zones' tempo when the heart is not heard`() throws {
    let last = try #require(try Self.beats(until: 5).last)
    #expect(last.interval == 1 && last.intensity == 0.6)
    let without = try #require(try Self.beats(until: 0).last)
    #expect(without.interval == 1)
  }

  @Test func `Invalid, late, and out-of-order intervals are reported`() throws {
    var pipeline = try Self.pipeline()
    func take(_ decision: Decision) {}
    let first = pipeline.process(interval: 0.8, at: 10, take)
    let back = pipeline.process(interval: 0.8, at: 9, take)
    let none = pipeline.process(interval: 4, at: 11, take)
    pipeline.finish(take)
    let after = pipeline.process(interval: 0.8, at: 12, take)
    #expect(first == .taken && back == .outOfOrder(by: 1) && none == .notFinite)
    #expect(after == .finished)
  }
}
