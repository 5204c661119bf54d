import Lubdub
import LubdubSignals
import LubdubTraces
import LubdubWorkbench
import Testing

@testable import LubdubWorkbench

/// A walk to 0.3 m and back, with noise that the number decides.
private func walk(_ number: Int) -> Recording {
  var random = SplitMix64(seed: UInt64(number))
  let records = (0..<200).map { index -> TraceRecord in
    let truth = 0.3 + 2.4 * abs(1 - Double(index) / 100)
    let range = max(0, truth + 0.2 * (random.unit() - 0.5))
    return TraceRecord(.uwb(Meters(range), at: Seconds(Double(index) * 0.1)), truth: Meters(truth))
  }
  return Recording(dataset: "walks", name: "walk \(number)", records: records)
}

private func task() -> TuningTask {
  TuningTask(
    (1...3).map(walk), base: Preset.default.configuration, budget: 8, seed: 7)
}

@Suite("Tuner")
struct TunerTests {
  @Test func `Two workers give the result of one worker`() throws {
    #expect(try Tuner(task()).run().json == Tuner(task(), jobs: 2).run().json)
  }

  @Test func `Each seed's lowest cost is reported, and the result is no worse`() throws {
    let group = try #require(Tuner(task()).run().groups.first)
    #expect(group.restarts.count == TuningSession.seeds.count)
    #expect(Set(group.restarts).count > 1, "the seeds decide nothing")
    for cost in group.restarts { #expect(cost <= 1) }
    // What does not pay is put back, which may cost a little.
    let dispensable = TuningSession.leastShare * (1 - (group.restarts.min() ?? 1))
    #expect(group.least <= (group.restarts.min() ?? 0) + dispensable)
  }

  @Test func `A search that is canceled at once fits no calibration and gives no advice`() throws {
    let result = try Tuner(task()).run(isCancelled: { true })
    #expect(
      !result.isComplete && !result.isAdvised
        && result.values == task().space.values(of: task().base))
    #expect(task().trials(isCancelled: { true }).allSatisfy { $0.calibration == .init() })
  }
}
