import LubdubTraces
import LubdubWorkbench
import TestSupport
import Testing

@testable import LubdubWorkbench

@Suite("Hand-over score")
struct HandOverScoreTests {
  /// Truth moves at 0.1 m/s; UWB is right, in the outage the answer is 1 m too far, and it takes 0.3 s
  /// to come back.
  private var track: ScoredTrack {
    ScoredTrack(
      points: (0..<300).map { index in
        let time = Double(index) * 0.1
        let truth = 1 + 0.1 * time
        let isOut = time >= 10 && time <= 20
        let isLate = time > 20 && time < 20.35
        return ScoredTrack.Point(
          time: Seconds(time), truth: Meters(truth),
          estimate: .made(
            truth + (isOut || isLate ? 1 : 0), at: Seconds(time), radio: isOut ? .ble : .uwb))
      })
  }

  @Test func `An outage with a constant error of 1 m has the expected scores`() throws {
    let score = HandOverScore(track, outages: [10...20])
    let outage = try #require(score.outages.first)
    #expect(abs(outage.range.rootMeanSquare.value - 1) < 1e-9)
    #expect(abs(outage.jump.value - 1) < 1e-9)
    #expect(abs(outage.step.value - 1.01) < 1e-9)
    #expect(outage.range.coverage == 0)
    #expect(abs((outage.back?.value ?? 9) - 0.3) < 0.01)
    #expect(score.present < 0.2)
  }

  @Test func `Every outage of a generated trace is scored with finite values`() throws {
    var fading = FadingRuns()
    var random = SeededGenerator(seed: 5)
    var level = 0.0
    fading.add(
      (0..<2000).map { index in
        level = 0.85 * level + 6 * (random.unit() - 0.5)
        return TraceRow(time: Double(index) * 0.3, rssi: -60 + level, truth: 1).record
      })
    #expect(!fading.isEmpty)
    let simulator = try Simulator(scenario: .uwbOutage, seed: 3, duration: 400)
    let made = try HandoverSimulator(seed: 2, fading: fading).run(over: simulator.run().records)
    let track = ScoredTrack(of: EstimatorKind.fusion.make(), over: made.trace.records)
    let score = HandOverScore(track, outages: made.outages)
    #expect(score.outages.count == made.outages.count)
    for outage in score.outages { #expect(outage.range.rootMeanSquare.value.isFinite) }
  }
}
