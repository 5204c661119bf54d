import Foundation
import TestSupport
import Testing

@testable import LubdubTraces

@Suite("Range correction by an NLOS profile")
struct NLOSProfileTests {
  /// Exchanges of a poll and a final frame; later ones have more energy after the first path.
  private static func log(_ count: Int) -> String {
    "t_s,exchange,frame,range_m,truth_m,fp_index,cir_iq\n"
      + (0..<count).flatMap { number in
        ["poll", "final"].map { frame in
          let taps = (0..<192).map { tap -> String in
            let behind = Double(tap) - 80
            let pulse = 6000 * exp(-behind * behind / 1.125)
            let tail = behind > 2 ? Double(400 * number) * exp(-behind / 25) : 0
            let noise = Double(tap * tap * 7919 % 23)
            return "\((pulse + tail + noise).rounded()) \((noise / 2).rounded())"
          }.joined(separator: " ")
          return "\(number),\(number),\(frame),\(frame == "final" ? "5.5" : ""),5,79.1,\(taps)\n"
        }
      }.joined()
  }

  private static func ranges(_ text: String, _ profile: NLOSProfile?) throws -> [Double] {
    var options = ReadOptions(formats: .deviceLogs)
    options.nlosProfile = profile
    return try ReadLog(text, options: options).rows.compactMap(\.range)
  }

  @Test func `A range is corrected by the slope times the score's offset from the center`() throws {
    let text = Self.log(20)
    let signals = try SignalReader(Array(text.utf8), path: "cir.csv").signals
    let ranging = SignalRanging()
    let scores = try signals.map { signal -> Double in
      guard case .frame(let frame) = signal.content else { return .nan }
      return try #require(try ranging.score(of: frame)).value
    }
    let means = stride(from: 0, to: scores.count, by: 2).map { (scores[$0] + scores[$0 + 1]) / 2 }
    #expect((means.last ?? 0) > (means.first ?? 1) + 0.2)
    let profile = try #require(NLOSProfile(slope: 0.6, center: 0.25))
    for (range, score) in zip(try Self.ranges(text, profile), means) {
      #expect(abs(range - (5.5 - 0.6 * (score - 0.25))) < 1e-12)
    }
    #expect(try Self.ranges(text, nil) == [Double](repeating: 5.5, count: 20))
    let none = try #require(NLOSProfile(slope: 0, center: 0.25))
    #expect(try Self.ranges(text, none) == [Double](repeating: 5.5, count: 20))
  }

  @Test func `An exchange without an NLOS score keeps its range, with a note`() throws {
    let taps = (0..<192).map { $0 == 150 ? "9000 0" : "\($0 % 5) 1" }.joined(separator: " ")
    let text = "t_s,exchange,frame,range_m,truth_m,fp_index,cir_iq\n0,0,final,5.5,5,150,\(taps)\n"
    var options = ReadOptions(formats: .deviceLogs)
    options.nlosProfile = NLOSProfile(slope: 1, center: 0)
    let log = try ReadLog(text, options: options)
    #expect(log.rows.map(\.range) == [5.5])
    #expect(log.report.warnings.contains { $0.contains("no NLOS score") })
  }

  @Test func `A profile does not change a trace without impulse responses`() throws {
    let text = "t_s,source,range_m\n0,uwb,1.5\n1,uwb,1.6\n"
    let profile = NLOSProfile(slope: 1, center: 0)
    #expect(try Self.ranges(text, profile) == Self.ranges(text, nil))
  }

  @Test func `Out-of-range slopes and centers are rejected`() {
    #expect(NLOSProfile(slope: -0.1, center: 0.5) == nil)
    #expect(NLOSProfile(slope: 5.1, center: 0.5) == nil)
    #expect(NLOSProfile(slope: .init(.nan), center: 0.5) == nil)
    #expect(NLOSProfile(slope: 1, center: 1.1) == nil)
    #expect(NLOSProfile(slope: 0.5, center: 0.5)?.bias(at: 1) == 0.25)
  }
}
