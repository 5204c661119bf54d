import Foundation
import Lubdub
import Testing

@testable import LubdubTraces
@testable import LubdubWorkbench

@Suite("Hand-over traces")
struct HandoverSimulatorTests {
  /// A link with reference power -60 dBm and exponent 2 whose residuals alternate between ±3 dB.
  static let fading: FadingRuns = {
    var runs = FadingRuns()
    runs.add(
      (0..<200).map { index in
        let distance = 1 + Double(index % 50) / 10
        let residual = index.isMultiple(of: 2) ? 3.0 : -3.0
        let rssi = DBm(-60 - 20 * log10(distance) + residual)
        return TraceRecord(
          .ble(rssi, at: Seconds(Double(index) * 0.5)), truth: Meters(distance))
      })
    return runs
  }()

  static let walk: [TraceRecord] = (0..<3000).map { index in
    let distance = Meters(2 + sin(Double(index) / 100))
    return TraceRecord(.uwb(distance, at: Seconds(Double(index) / 10)), truth: distance)
  }

  @Test func `Residuals are the differences from the path loss`() {
    let steps = Self.fading.runs.flatMap { $0 }
    #expect(steps.count == 200)
    for step in steps { #expect(abs(abs(step.residual) - 3) < 0.4) }
  }

  @Test func `A gap ends a run, and short runs are omitted`() {
    var runs = FadingRuns()
    let times = (0..<12).map { Double($0) } + (0..<4).map { 30 + Double($0) }
    runs.add(times.map { TraceRecord(.ble(-70, at: Seconds($0)), truth: 2) })
    #expect(runs.runs.map(\.count) == [12])
  }

  @Test func `Outages last 5 to 60 s, are spaced apart, and contain no ranges`() throws {
    for seed: UInt64 in 1...20 {
      let result = try HandoverSimulator(seed: seed, fading: Self.fading).run(over: Self.walk)
      #expect(result.outages.count > 2, "seed \(seed)")
      var end = 0.0
      for outage in result.outages {
        let length = outage.upperBound - outage.lowerBound
        #expect(length > 4.99 && length < 60.01, "seed \(seed)")
        #expect(outage.lowerBound - end > 7.9, "seed \(seed)")
        end = outage.upperBound
        let inside = result.trace.records.filter { outage.contains($0.sample.time.value) }
        #expect(inside.allSatisfy { $0.sample.radio == .ble }, "seed \(seed)")
        #expect(!inside.isEmpty, "seed \(seed)")
      }
    }
  }

  @Test func `Signal strength follows one path loss plus recorded residuals`() throws {
    let result = try HandoverSimulator(seed: 3, fading: Self.fading).run(over: Self.walk)
    let packets = result.trace.records.filter { $0.sample.radio == .ble }
    var refit = FadingRuns()
    refit.add(packets)
    let residuals = refit.runs.flatMap { $0 }.map(\.residual)
    #expect(packets.count > 400)
    #expect(residuals.allSatisfy { abs(abs($0) - 3) < 1.2 })
  }

  @Test func `Without residuals, no trace can be generated`() {
    #expect(throws: SimulationError.self) { try HandoverSimulator(seed: 1, fading: FadingRuns()) }
  }
}
