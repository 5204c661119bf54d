import Lubdub
import Testing

@Suite("The loop that runs a pipeline over rows") struct PipelineRunTests {
  private static let configuration = Preset.eternalLoop.configuration

  /// A walk to the other device and away again, with an end of the radio, on a clock that starts at `start`.
  private static func walk(from start: Seconds = .zero) -> [Sample] {
    var rows = (0..<300).map { step in
      let time = Seconds(Double(step) / 8)
      let distance = Meters(abs(3 - Double(step) / 50))
      return Sample.uwb(distance, at: start + time)
    }
    rows.append(.event(.peerLost, at: start + 40))
    return rows
  }

  private static func decisions(
    _ rows: [Sample], intervals: IntervalPlayback? = nil,
    _ configuration: Configuration = configuration
  ) throws -> (decisions: [Decision], run: PipelineRun) {
    var run = try PipelineRun(configuration, intervals: intervals)
    var decisions: [Decision] = []
    for row in rows { run.process(row) { decisions.append($0) } }
    run.finish { decisions.append($0) }
    return (decisions, run)
  }

  @Test(arguments: [-1024, 0.5, 1_048_576])
  func `Another origin changes no decision`(start: Double) throws {
    let (expected, _) = try Self.decisions(Self.walk())
    let (found, run) = try Self.decisions(Self.walk(from: Seconds(start)))
    #expect(found == expected)
    #expect(run.origin == Seconds(start))
    #expect(expected.count > 20)
  }

  @Test func `Running row by row equals a session`() throws {
    let rows = Self.walk(from: 17)
    let (decisions, run) = try Self.decisions(rows)
    let session = try Session(rows, Self.configuration)
    let beats = decisions.compactMap { if case .beat(let beat, _) = $0 { beat } else { nil } }
    let changes = decisions.compactMap { if case .zone(let change) = $0 { change } else { nil } }
    #expect(session.timeline.beats == beats)
    #expect(session.zoneChanges == changes)
    #expect(session.receptions == run.receptions)
    #expect(!beats.isEmpty)
  }

  @Test func `The first finite time is the origin`() throws {
    var rows = Self.walk(from: 5)
    rows.insert(.uwb(1, at: Seconds(.nan)), at: 0)
    let (found, run) = try Self.decisions(rows)
    #expect(try found == Self.decisions(Self.walk()).decisions)
    #expect(run.origin == 5)
    #expect(run.receptions.notFinite == 1)
  }

  @Test func `A row rejected for its distance also sets the origin`() throws {
    var rows = Self.walk(from: 6)
    rows.insert(.uwb(-2, at: 5), at: 0)
    let (_, run) = try Self.decisions(rows)
    #expect(run.origin == 5)
    #expect(run.receptions.refused == 1)
    #expect(run.receptions.taken == rows.count - 1)
  }

  @Test func `Heart intervals between rows have the effect of intervals passed to the pipeline`()
    throws
  {
    var configuration = Self.configuration
    configuration.heartbeat.policy = .pulse
    let rows = Self.walk(from: 100)
    let intervals = (0..<60).map { (end: Seconds(-1 + 0.75 * Double($0)), length: Seconds(0.75)) }
    let (found, run) = try Self.decisions(
      rows, intervals: IntervalPlayback(intervals, from: -1.75), configuration)

    var pipeline = try Pipeline(configuration)
    var expected: [Decision] = []
    var rest = intervals.filter { $0.end >= .zero }[...]
    for row in Self.walk() {
      while let next = rest.first, next.end <= row.time {
        pipeline.process(interval: next.length, at: next.end) { expected.append($0) }
        rest = rest.dropFirst()
      }
      pipeline.process(row) { expected.append($0) }
    }
    pipeline.finish { expected.append($0) }
    #expect(found == expected)
    #expect(try found != Self.decisions(rows, configuration).decisions)
    let heart = try #require(run.intervals)
    #expect(heart.delivered == intervals.count { (Seconds.zero...40).contains($0.end) })
    #expect(heart.outside == intervals.count - heart.delivered)
    #expect(heart.span == Seconds(-1.75)...Seconds(-1 + 0.75 * 59))
  }

  @Test func `Intervals that are not a tempo are counted separately`() throws {
    let heart = IntervalPlayback([(1, 0.8), (2, 9), (3, 0.8), (1000, 0.8)])
    let (_, run) = try Self.decisions(Self.walk(), intervals: heart)
    let end = try #require(run.intervals)
    #expect((end.delivered, end.refused, end.outside) == (2, 1, 1))
    #expect(end.remaining.count == 1)
  }
}
