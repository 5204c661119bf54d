import Lubdub
import LubdubTraces
import Testing

@testable import LubdubWorkbench

/// The small version of tools/bench/experiments/planted.
@Suite("Planted gains")
struct PlantedGainTests {
  private static let scenarios: [Scenario] = [.approach, .retreat, .walkBy]

  /// Walks with ranges that are too long; `shift` gives each the truth of another one.
  private static func walks(
    _ numbers: Range<Int>, bias: Double, shift: Int = 0
  ) throws -> [Recording] {
    let rows = try numbers.map { number in
      let scenario = scenarios[number % scenarios.count]
      return try Simulator(scenario: scenario, seed: UInt64(number), duration: 60, rate: 10).run()
        .records.filter { $0.sample.range != nil }
    }
    return rows.indices.map { place in
      let others = rows[(place + shift) % rows.count]
      let records = rows[place].indices.map { index -> TraceRecord in
        var record = rows[place][index]
        record.sample.range = record.sample.range.map { $0 + Meters(bias) }
        record.truth = others[index % others.count].truth
        return record
      }
      return Recording(
        dataset: "walks", name: "walk \(numbers.lowerBound + place)", records: records)
    }
  }

  private static func task(_ recordings: [Recording]) throws -> TuningTask {
    TuningTask(
      recordings, base: Preset.default.configuration,
      space: try ParameterSpace([
        Dimension("uwb.bias", -0.3...0.3), Dimension("zones.range.falseChangeInterval", 10...3000),
      ]), budget: 16, isCalibrated: false, truthShift: .fixed(.zero))
  }

  @Test func `A bias of 20 cm is found, and the advice is valid on unseen walks`() throws {
    let result = try Tuner(Self.task(Self.walks(0..<18, bias: 0.2))).run()
    let test = try #require(result.test)
    #expect(result.isAdvised && test.expected > 0.1 && test.atLeast > 0, "\(test)")
    let unseen = try Self.walks(100..<118, bias: 0.2)
    let base = Preset.default.configuration
    let scores = try unseen.map { walk in
      try Trial(walk, edges: base.zones.edges).scores([base, result.configuration])
        .map { try $0.get() }
    }
    let comparison = PairedComparison(
      scores.map { $0[0] }, scores.map { $0[1] }, hasRanges: unseen.map { _ in true })
    let cost = try #require(comparison.lines.first?.second)
    #expect(1 - cost >= test.atLeast && comparison.lines[0].verdict == .better, "\(cost)")
  }

  @Test func `Truths of other walks give no advice`() throws {
    let result = try Tuner(Self.task(Self.walks(0..<18, bias: 0.2, shift: 1))).run()
    #expect(!result.isAdvised && result.test?.verdict == .unfit)
  }
}
