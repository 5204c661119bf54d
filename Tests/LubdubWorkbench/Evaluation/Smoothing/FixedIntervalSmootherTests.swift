import Foundation
import LubdubWorkbench
import TestSupport
import Testing

@Suite("Fixed-interval smoother")
struct FixedIntervalSmootherTests {
  @Test(arguments: [UInt64(1), 2])
  func `Smoothing beats filtering on a noisy walk`(seed: UInt64) throws {
    let rows = StreamScenario.walk.samples(seed: seed).filter { $0.radio == .uwb }
    let smoothed = FixedIntervalSmoother().smooth(rows)
    #expect(smoothed.count == rows.count)
    var filter = RangeFilter()
    var filtered = 0.0
    var better = 0.0
    for (row, estimate) in zip(rows, smoothed) {
      filter.update(row)
      let phase = ((row.time.value - 1000) / 10).truncatingRemainder(dividingBy: 2)
      let truth = 0.5 + 5 * (phase < 1 ? phase : 2 - phase)
      let live = try #require(filter.estimate(at: row.time)).distance.value
      filtered += (live - truth) * (live - truth)
      better += (estimate.distance.value - truth) * (estimate.distance.value - truth)
    }
    #expect(better < 0.9 * filtered, "seed \(seed)")
  }

  @Test func `The last smoothed estimate equals the filter's estimate`() throws {
    let rows = StreamScenario.jitter.samples(seed: 3)
    let smoothed = FixedIntervalSmoother().smooth(rows)
    var filter = RangeFilter()
    for row in rows { filter.update(row) }
    let last = try #require(smoothed.last)
    let live = try #require(filter.estimate(at: last.time))
    #expect(abs(last.distance.value - live.distance.value) < 1e-12)
  }

  @Test func `A smoothed outage is bridged from both sides`() throws {
    var rows: [Sample] = []
    for step in 0..<100 { rows.append(.uwb(2, at: Seconds(Double(step) / 10))) }
    rows.append(.ble(-60, at: 12))
    for step in 0..<100 { rows.append(.uwb(4, at: Seconds(14.1 + Double(step) / 10))) }
    let middle = try #require(FixedIntervalSmoother().smooth(rows).first { $0.time == 12 })
    #expect(abs(middle.distance.value - 3) < 0.2)
  }

  @Test func `Readings doubted after a gap are accepted if later readings agree`() throws {
    let rows =
      (0..<100).map { Sample.uwb(2, at: Seconds(Double($0) / 10)) }
      + (0..<50).map { Sample.uwb(60, at: Seconds(15 + Double($0) / 10)) }
    var filter = RangeFilter()
    let used = rows.map { filter.update($0) }
    #expect(!used[100])
    let smoothed = FixedIntervalSmoother().smooth(rows)
    #expect(abs(smoothed[100].distance.value - 60) < 0.5)
    #expect(abs(smoothed[99].distance.value - 2) < 0.1)
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `Signal strength smooths an outage from both sides`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let loss = PathLoss(referencePower: -70, exponent: 2)
    func truth(_ time: Double) -> Double { 4 + 2.5 * sin(time / 12) }
    let rows = (0..<900).flatMap { step -> [Sample] in
      let time = Double(step) / 10
      var rows: [Sample] = []
      let range = truth(time) + 0.05 * random.sumOfTwelve()
      if !(400..<600).contains(step) { rows.append(.uwb(Meters(range), at: Seconds(time))) }
      let rssi = loss.rssi(at: Meters(truth(time))).value + 4 * random.sumOfTwelve()
      if step % 3 == 0 { rows.append(.ble(DBm(rssi), at: Seconds(time))) }
      return rows
    }
    let smoothed = FixedIntervalSmoother().smooth(rows)
    #expect(smoothed.count >= rows.count - 1)
    #expect(zip(smoothed, smoothed.dropFirst()).allSatisfy { $0.time <= $1.time })
    var filter = FusionFilter()
    var live = 0.0
    var better = 0.0
    var next = smoothed.startIndex
    for row in rows {
      filter.update(row)
      guard row.radio == .ble, (41..<59).contains(row.time.value) else { continue }
      while smoothed[next].time < row.time { next += 1 }
      let shown = try #require(filter.estimate(at: row.time)).distance.value
      live += pow(shown - truth(row.time.value), 2)
      better += pow(smoothed[next].distance.value - truth(row.time.value), 2)
      #expect(smoothed[next].radio == .ble)
    }
    #expect(better < 0.6 * live, "seed \(seed)")
  }

  @Test func `Smoothing accepts an empty input and signal strength only`() {
    #expect(FixedIntervalSmoother().smooth([]).isEmpty)
    let rows = StreamScenario.walk.samples(seed: 4).filter { $0.radio == .ble }
    let smoothed = FixedIntervalSmoother().smooth(rows)
    #expect(smoothed.count == rows.count)
    #expect(smoothed.allSatisfy { $0.radio == .ble && $0.distance.isFinite })
  }

  @Test func `Channel sounding is smoothed, except next to ultra-wideband`() throws {
    let rows = (0..<200).map { step -> Sample in
      let time = Double(step) / 10
      return .cs(Meters(3 + (step.isMultiple(of: 2) ? 0.4 : -0.4)), at: Seconds(time))
    }
    let smoothed = FixedIntervalSmoother().smooth(rows)
    #expect(smoothed.count == rows.count)
    #expect(smoothed.allSatisfy { $0.radio == .cs })
    let middle = smoothed[100]
    #expect(abs(middle.distance.value - 3) < 0.1)
    #expect(middle.standardDeviation.value > 0.9, "the place's own error stays")
    let ranges = (0..<200).map { Sample.uwb(5, at: Seconds(Double($0) / 10)) }
    let both = zip(rows, ranges).flatMap { [$0, $1] }
    #expect(FixedIntervalSmoother().smooth(both).allSatisfy { $0.radio == .uwb })
  }
}
