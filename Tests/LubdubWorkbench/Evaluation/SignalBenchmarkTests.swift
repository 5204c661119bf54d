import Foundation
import LubdubSignals
import LubdubTraces
import LubdubWorkbench
import TestSupport
import Testing

@Suite struct SignalBenchmarkTests {
  /// Exchanges of one frame each, whose path lies half a tap behind that of the device.
  private func responses(numbered: Bool, sizes: [Double]) throws -> SignalReader {
    let rows = sizes.enumerated().map { number, size in
      let taps = (0..<192).map { tap -> String in
        let away = Double(tap) - 84
        return "\((size * exp(-away * away / 1.125)).rounded() + Double(tap * 7919 % 13))"
      }.joined(separator: " ")
      return "\(number),\(numbered ? "\(number)" : ""),5.5,5,82.6,\(taps)\n"
    }
    let head = "t_s,exchange,range_m,truth_m,fp_index,cir\n"
    return try SignalReader(Array((head + rows.joined()).utf8), path: "cir.csv")
  }

  @Test func `Frames without an exchange number are separate exchanges`() throws {
    let sizes = [5000.0, 5000, 5000, 5000]
    let numbered = try FirstPathBenchmark.run(responses(numbered: true, sizes: sizes).signals)
    let unnumbered = try FirstPathBenchmark.run(responses(numbered: false, sizes: sizes).signals)
    #expect(numbered?.exchanges == 4)
    #expect(unnumbered == numbered)
  }

  @Test func `Frames without a first path are counted`() throws {
    let reader = try responses(numbered: true, sizes: [5000, 0])
    let rows = try #require(try FirstPathBenchmark.run(reader.signals)).rows
    #expect(rows.first { $0.factor == nil }?.missing == 0)
    #expect(rows.first { $0.factor == 4 }?.missing == 1)
  }

  @Test func `If only some procedures have a true distance, their number is reported`() throws {
    let tones = (2...20).map { "\($0)" }.joined(separator: " ")
    let rows = ["3", ""].map { "0,\($0),\(tones),\(tones),\(tones),\(tones),\(tones)\n" }
    let text = "t_s,truth_m,ch,i_ini,q_ini,i_ref,q_ref\n" + rows.joined()
    let reader = try SignalReader(Array(text.utf8), path: "tones.csv")
    let group = try #require(try SoundingBenchmark.run(reader.signals, dataset: "set").groups.first)
    #expect(group.procedures == 2)
    #expect(group.known == 1)
  }

  @Test(arguments: [1, 2])
  func `In line of sight, arrival is best, and its reliability is accurate`(_ every: Int) throws {
    let path = Recordings.packageRoot.appending(path: "datasets/signals/room.csv").path
    let signals = try SignalReader.read(at: [path]).signals
    let result = try SoundingBenchmark.run(signals, dataset: "room", every: every)
    let rows = try #require(result.groups.first).rows
    let errors = rows.compactMap { row in row.rootMeanSquare.map { (row.method, $0) } }
    #expect(errors.min { $0.1 < $1.1 }?.0 == .arrival)
    let reliability = try #require(result.reliability)
    let stated = reliability.tenths.map(\.stated)
    #expect(stated == stated.sorted() && stated.count == 10)
    #expect(try #require(reliability.sureHeld) > 0.8)
    #expect(reliability.intervalHeld >= 0.8)
  }
}
