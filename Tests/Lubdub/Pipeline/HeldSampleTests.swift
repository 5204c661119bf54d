import TestSupport
import Testing

/// Samples whose timestamps jump ahead of all others.
@Suite("Samples ahead of time") struct HeldSampleTests {
  /// A minute at 10 Hz, with timestamps moved by row, and the reception of each sample.
  private static func minute(
    _ move: (Int) -> Double
  ) throws -> (pipeline: Pipeline, receptions: [Reception], zones: [ZoneChange]) {
    var pipeline = try Pipeline(Preset.eternalLoop.configuration)
    var (receptions, zones): ([Reception], [ZoneChange]) = ([], [])
    for row in 0..<600 {
      let sample = Sample.uwb(0.5, at: Seconds(1000 + Double(row) / 10 + move(row)))
      receptions.append(
        pipeline.process(sample) { if case .zone(let change) = $0 { zones.append(change) } })
    }
    pipeline.finish { if case .zone(let change) = $0 { zones.append(change) } }
    return (pipeline, receptions, zones)
  }

  @Test(arguments: [2.5, 30, 900, 3600, 1e9])
  func `One timestamp ahead of time costs one sample`(leap: Double) throws {
    let (pipeline, receptions, zones) = try Self.minute { $0 == 300 ? leap : 0 }
    #expect(receptions.count { $0.isTaken } == 599)
    #expect(receptions[300] == .ahead(by: receptions[300].leap ?? 0, limit: 2))
    #expect(abs((receptions[300].leap?.value ?? 0) - leap - 0.1) < 1e-6)
    #expect(pipeline.estimate?.time == 1059.9 && zones.count == 1)
  }

  @Test func `The first sample after a silence counts when a second sample confirms it`() throws {
    let (pipeline, receptions, _) = try Self.minute { $0 < 300 ? 0 : 60 }
    #expect(receptions.count { $0.isTaken } == 599 && !receptions[300].isTaken)
    #expect(abs((pipeline.estimate?.time.value ?? 0) - 1119.9) < 1e-6)
    // As with a clock that says when the silence has ended.
    var clocked = try Pipeline(Preset.eternalLoop.configuration)
    for row in 0..<600 {
      let time = Seconds(1000 + Double(row) / 10 + (row < 300 ? 0 : 60))
      clocked.advance(to: time) { _ in }
      #expect(clocked.process(.uwb(0.5, at: time)) { _ in }.isTaken)
    }
    clocked.finish { _ in }
    #expect(clocked.estimate == pipeline.estimate && clocked.zone == pipeline.zone)
  }

  @Test func `A held sample counts once, when the caller's clock reaches it`() throws {
    var pipeline = try Pipeline(Preset.eternalLoop.configuration)
    pipeline.process(.uwb(0.5, at: 0)) { _ in }
    #expect(!pipeline.process(.uwb(0.6, at: 5)) { _ in }.isTaken)
    #expect(pipeline.process(.uwb(0.6, at: 5)) { _ in } == .duplicate)
    #expect((pipeline.nextDeadline ?? 9) <= 5)
    pipeline.advance(to: 4.9) { _ in }
    #expect(pipeline.estimate?.time == 0)
    pipeline.advance(to: 5) { _ in }
    #expect(pipeline.estimate?.time == 5)
  }

  @Test func `A beat due at the time of a held sample is planned and played once`() throws {
    var pipeline = try Pipeline(Preset.eternalLoop.configuration)
    pipeline.process(.uwb(0, at: 0)) { _ in }
    pipeline.process(.event(.touched, at: 1)) { _ in }
    let beat = Array(pipeline.plan(until: 40))[100]
    #expect(!pipeline.process(.uwb(0, at: beat.time)) { _ in }.isTaken)
    let plan = pipeline.plan(until: 30).filter { $0.time < 30 }
    var played: [Beat] = []
    pipeline.advance(to: 30) { if case .beat(let beat, _) = $0 { played.append(beat) } }
    #expect(plan == played && plan.count { $0.time == beat.time } == 1)
  }

  @Test func `A slow radio's second sample is held, and its last sample counts at the end`() throws
  {
    var pipeline = try Pipeline(Preset.eternalLoop.configuration)
    let times = (0..<20).map { 5 * Double($0) } + [250]
    let taken = times.map { time in
      pipeline.process(.ble(-60, at: Seconds(time))) { _ in }.isTaken
    }
    #expect(taken.count { !$0 } == 2 && !taken[1] && !taken[20])
    pipeline.finish { _ in }
    #expect(pipeline.estimate?.time == 250)
  }
}

extension Reception {
  fileprivate var leap: Seconds? { if case .ahead(let leap, _) = self { leap } else { nil } }
}
