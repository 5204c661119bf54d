import Evaluation
import Lubdub
import Statistics
import Synchronization
import Testing
import TraceReading

@testable import Tuning

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
    (1...3).map(walk), base: Preset.default.configuration, budget: 8, seed: 7, folds: 2)
}

@Suite("Tuner")
struct TunerTests {
  @Test("two workers find what one finds")
  func workers() throws {
    #expect(try Tuner(task()).run().json == Tuner(task(), jobs: 2).run().json)
  }

  @Test("a search that is interrupted twenty times ends as an uninterrupted one does")
  func interruptions() throws {
    let path = "/tmp/lubdub-study-\(UInt64.random(in: 0 ... .max)).sqlite"
    var result: TuningResult?
    for round in 0..<21 {
      let asked = Atomic(0)
      let limit = round < 20 ? 3 + round % 5 : Int.max
      result = try Tuner(task(), studyPath: path, isResumed: true).run(isCancelled: {
        asked.wrappingAdd(1, ordering: .relaxed).newValue > limit
      })
      if round == 0 { #expect(result?.isComplete == false) }
    }
    #expect(try result?.json == Tuner(task()).run().json)
  }
}
