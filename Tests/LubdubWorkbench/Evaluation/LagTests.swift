import Foundation
import Lubdub
import LubdubTraces
import Testing

@testable import LubdubWorkbench

@Suite("Lag")
struct LagTests {
  private func walk(_ time: Double) -> Double { 3 + 2 * sin(0.7 * time) + sin(0.23 * time) }

  @Test(arguments: [-0.4, -0.05, 0, 0.02, 0.17, 0.9])
  func `A delayed copy of the truth has the lag of its delay`(delay: Double) throws {
    let times = (0..<1200).map { Double($0) * 0.1 }
    let track = ScoredTrack.made(
      truth: times.map(walk), estimate: times.map { walk($0 - delay) + 0.3 })
    let lag = try #require(track.lag(within: 1))
    #expect(abs(lag.value - delay) < 0.01)
  }

  @Test func `Gross errors don't change the lag`() throws {
    let times = (0..<1200).map { Double($0) * 0.1 }
    let answers = times.enumerated().map { index, time in
      index.isMultiple(of: 40) ? 50.0 : walk(time - 0.2)
    }
    let lag = try #require(ScoredTrack.made(truth: times.map(walk), estimate: answers).lag())
    #expect(abs(lag.value - 0.2) < 0.01)
  }

  @Test func `Truths or answers at rest and lags out of range give no lag`() {
    let times = (0..<300).map { Double($0) * 0.1 }
    let still = times.map { _ in 2.0 }
    #expect(ScoredTrack.made(truth: still, estimate: times.map(walk)).lag() == nil)
    #expect(ScoredTrack.made(truth: times.map(walk), estimate: still).lag() == nil)
    let late = ScoredTrack.made(truth: times.map(walk), estimate: times.map { walk($0 - 2) })
    #expect(late.lag(within: 1) == nil)
  }

  @Test func `A truth that leads by 0.2 s is shifted back into place`() throws {
    let records = (0..<600).map { index in
      let time = Double(index) * 0.1
      return TraceRow(time: time, range: walk(time), truth: walk(time + 0.2)).record
    }
    let recording = Recording(dataset: "set", name: "one", records: records)
    let shift = TruthShift.estimated.offset(of: [recording]).applied
    #expect(abs(shift.value - 0.2) < 0.01)
    let aligned = recording.shiftingTruth(by: shift)
    for record in aligned.records.dropFirst(5) {
      let range = try #require(record.sample.range)
      guard let truth = record.truth else { continue }
      #expect(abs((range - truth).value) < 0.02)
    }
    #expect(aligned.records[0].truth == nil)
  }

  @Test func `A small misalignment is not corrected`() {
    let records = (0..<600).map { index in
      let time = Double(index) * 0.1
      return TraceRow(time: time, range: walk(time), truth: walk(time + 0.03)).record
    }
    let recording = Recording(dataset: "set", name: "one", records: records)
    #expect(TruthShift.estimated.offset(of: [recording]).applied == 0)
    #expect(TruthShift.fixed(0.03).offset(of: [recording]).applied == 0.03)
  }
}
