import Foundation
import TestSupport
import Testing

@Suite struct CalibrateCommandTests {
  private let tool = Tool()

  /// Two walks with signal strength alone, whose levels lie 12 dB below and above the model.
  private func writeWalks(_ peer: String? = nil) throws -> [String] {
    for (name, level, turn) in [("low.csv", -71.0, 5.0), ("high.csv", -47, 7)] {
      let rows = (0..<3600).map { row in
        let time = Double(row) / 10
        let truth = max(0.05, 1.6 + 1.55 * sin(time / turn))
        let rssi = level - 20 * log10(max(truth, 0.1)) + 2 * sin(Double(row) * 1.7)
        return "\(time),\((rssi * 10).rounded() / 10),\(truth)\(peer.map { ",\($0)" } ?? "")\n"
      }
      try tool.write(
        "t_s,rssi_dbm,truth_m\(peer == nil ? "" : ",peer")\n" + rows.joined(), to: name)
    }
    return ["low.csv", "high.csv"]
  }

  private static let price = "the calibration loses more than 1%"

  @Test func `If every fitted setting is omitted, one sentence gives the reason`() throws {
    let run = try tool.refuse(
      ["calibrate"] + writeWalks() + ["-o", "link.yaml"], saying: "nothing is written: as fitted")
    #expect(run.error.components(separatedBy: Self.price).count == 2, "\(run.error)")
    #expect(run.error.contains("left out, and nothing else was determined"), "\(run.error)")
    #expect(!run.error.contains("not even") && !run.error.contains("left out of the settings"))
  }

  @Test func `If every setting of a link is omitted, a sentence gives the reason`() throws {
    let run = try tool.refuse(
      ["calibrate"] + writeWalks("desk") + ["--per", "link", "-o", "link.yaml"],
      saying: "desk has no part in the file: as fitted")
    #expect(run.error.components(separatedBy: Self.price).count == 2, "\(run.error)")
    #expect(run.error.contains("left out, and nothing else was determined"), "\(run.error)")
    #expect(!run.error.contains("could be determined"), "\(run.error)")
  }
}
