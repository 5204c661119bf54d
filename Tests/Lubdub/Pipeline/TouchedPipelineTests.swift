import TestSupport
import Testing

@Suite("Touch in a pipeline")
struct TouchedPipelineTests {
  /// Ten readings per second of a constant distance.
  private static func ranges(
    _ distance: Double, from start: Double, to end: Double
  ) -> [Sample] {
    (0..<Int((end - start) * 10)).map {
      .uwb(Meters(distance), at: Seconds(start + Double($0) / 10))
    }
  }

  private static func run(
    _ samples: [Sample], until end: Seconds,
    configuration: Configuration = Preset.eternalLoop.configuration
  ) throws -> [Decision] {
    var pipeline = try Pipeline(configuration)
    var decisions: [Decision] = []
    for sample in samples { pipeline.process(sample) { decisions.append($0) } }
    pipeline.finish(at: end) { decisions.append($0) }
    return decisions
  }

  @Test func `A touch beats every 0.2 s at once, at 0.4 m and without a radio`() throws {
    let samples =
      Self.ranges(0.4, from: 0, to: 4) + [.event(.touched, at: 4)]
      + Self.ranges(0.4, from: 4.1, to: 6)
    let decisions = try Self.run(samples, until: 30)
    let touched = try #require(decisions.zoneChanges.first { $0.reason == .touched })
    #expect(touched.to == 0)
    #expect(touched.time == 4)
    let beats = decisions.beats.filter { $0.time >= 4 }
    #expect(beats.first?.time == 4)
    let gaps = zip(beats, beats.dropFirst()).map { ($1.time - $0.time).value }
    #expect(gaps.count > 120, "26 s of contact, most of it in silence")
    #expect(gaps.allSatisfy { abs($0 - 0.2) < 1e-9 })
  }

  @Test("A touch released at once stays contact until the radio contradicts it")
  func bump() throws {
    let bump: [Sample] = [.event(.touched, at: 4), .event(.released, at: 4)]
    let near = try Self.run(
      Self.ranges(0.12, from: 0, to: 4) + bump + Self.ranges(0.12, from: 4.1, to: 12), until: 12)
    #expect(near.zoneChanges.filter { $0.time >= 4 && $0.isMove }.map(\.to) == [0])
    let far = try Self.run(
      Self.ranges(0.8, from: 0, to: 4) + bump + Self.ranges(0.8, from: 4.1, to: 12), until: 12)
    #expect(far.zoneChanges.filter { $0.time >= 4 && $0.isMove }.map(\.to) == [0, 2])
  }

  @Test func `The end of a link ends the touch, with or without a distance`() throws {
    let apart = Self.ranges(0.8, from: 0, to: 12)
    let events: [Sample] = [.event(.touched, at: 4.05), .event(.disconnected, at: 6.05)]
    let all = (apart + events).sorted { $0.time < $1.time }
    let decisions = try Self.run(all, until: 12)
    let moves = decisions.zoneChanges.filter { $0.time > 4 && $0.isMove }
    #expect(moves.map(\.to) == [0, nil, 2])
    #expect(moves.map(\.time)[1] == 6.05)
    #expect(ZoneEvent(.disconnected, isSilent: false) == .released)
  }

  @Test("A tempo by distance uses contact while devices touch")
  func continuousTempo() throws {
    let configuration = Preset.geiger.configuration
    func gap(_ samples: [Sample]) throws -> Double {
      let beats = try Self.run(samples, until: 9, configuration: configuration).beats
      let last = Array(beats.suffix(2))
      return (try #require(last.last).time - last[0].time).value
    }
    let apart = Self.ranges(0.6, from: 0, to: 9)
    let touching =
      apart.filter { $0.time < 4 } + [.event(.touched, at: 4)]
      + apart.filter { $0.time > 4 }
    let near = try gap(Self.ranges(0, from: 0, to: 9))
    #expect(try gap(apart) > 2 * near)
    #expect(abs(try gap(touching) - near) < 1e-9)
  }
}
