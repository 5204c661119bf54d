import Foundation
import TestSupport
import Testing

@Suite("A profile of blocked paths, from calibration to use")
struct NLOSCommandTests {
  private let tool = Tool()

  /// Exchanges of six places: later places are more blocked, and their ranges are longer.
  private static let log: String = {
    let head = "t_s,file_id,exchange,frame,range_m,truth_m,fp_index,cir_iq\n"
    let rows = (0..<6).flatMap { place in
      (0..<5).map { number in
        let taps = (0..<192).map { tap -> String in
          let behind = Double(tap) - 80
          let pulse = 6000 * exp(-behind * behind / 1.125)
          let tail = behind > 2 ? Double(400 * place) * exp(-behind / 25) : 0
          let noise = Double((tap + number) * tap * 7919 % 23)
          return "\((pulse + tail + noise).rounded()) \((noise / 2).rounded())"
        }.joined(separator: " ")
        let truth = 2.0 + Double(place * 3 % 5)
        let range = truth + 0.2 + 0.1 * Double(place) + 0.01 * Double(number % 3)
        return "\(number),\(place),\(number),final,\(range),\(truth),79.1,\(taps)\n"
      }
    }
    return head + rows.joined()
  }()

  @Test(
    "The profile is written with the deviation of left-out places, checked, and applied")
  func whole() throws {
    try Data(Self.log.utf8).write(to: URL(filePath: tool.path("flat.csv")))
    func calibrated(_ options: [String], _ name: String) throws -> [String] {
      try tool.succeed(
        ["calibrate", "flat.csv", "-o", name, "--profile", "none"] + options)
      return try tool.text(of: name)
        .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let plain = try calibrated([], "plain.yaml")
    let scored = try calibrated(["--nlos"], "scored.yaml")
    func deviation(_ lines: [String]) throws -> Double {
      let line = try #require(lines.first { $0.hasPrefix("calibrationDeviation:") })
      return try #require(line.split(separator: " ").dropFirst().first.flatMap { Double($0) })
    }
    // What is left of places that are left out is wider than what is left of those that were fitted.
    #expect(try deviation(scored) > deviation(plain))
    #expect(scored.contains("nlos:"))
    #expect(!plain.contains("nlos:"))
    #expect(try tool.run(["check", "scored.yaml"]).status == 0)
    let commands = [
      ["estimate"], ["run", "-o", "heart.json"], ["bench", "accuracy", "--estimator", "raw"],
    ]
    for command in commands {
      let with = try tool.succeed(command + ["flat.csv", "--config", "scored.yaml"])
      #expect((with.error + with.text).contains("corrected by the NLOS profile"), "\(command)")
      let without = try tool.run(command + ["flat.csv", "--config", "plain.yaml"])
      #expect(!(without.error + without.text).contains("NLOS"), "\(command)")
      #expect(with.text != without.text, "\(command)")
    }
  }

  @Test func `Traces without impulse responses are rejected, and NLOS keys need a file`() throws {
    try Data("t_s,source,range_m,truth_m\n0,uwb,1,1\n".utf8)
      .write(to: URL(filePath: tool.path("walk.csv")))
    try tool.refuse(
      ["calibrate", "--nlos", "walk.csv"], saying: "no exchange with an impulse response")
    try tool.refuse(
      ["run", "walk.csv", "--set", "nlos.slope=1"], saying: "is allowed only in a settings file")
  }
}
