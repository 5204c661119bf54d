import Foundation
import TestSupport
import Testing

/// The findings about a pair with wrong ranges in contact, and the effect of a touch in a trace.
@Suite struct ContactAdviceTests {
  private let tool = Tool()

  /// A minute at 10 Hz: a meter apart, in contact from 20 s on, and apart again from 40 s on.
  private func trace(reading: Double, hasEnd: Bool = true, after: Double = 1) -> String {
    var rows = "t_s,range_m,event\n"
    for step in 0..<600 {
      if step == 200 { rows += "20,,touched\n" }
      if step == 400, hasEnd { rows += "40,,released\n" }
      let range = step < 200 ? 1 : step < 400 ? reading : after
      rows += "\(Double(step) / 10),\(range),\n"
    }
    return rows
  }

  private func check(_ text: String, _ options: [String] = []) throws -> Tool.Outcome {
    try tool.run(["check", "-"] + options, input: Data(text.utf8))
  }

  @Test
  func
    `The check command reports a radio with ranges of 5 cm in contact, which never reach contact`()
    throws
  {
    let found = try check(trace(reading: 0.05))
    #expect(
      found.status == 1 && found.text.contains("touch give ranges of 0.05 m"), "\(found.text)")
    #expect(found.text.contains("to keep the level that the touch taught"), "\(found.text)")
    let far = try check(trace(reading: 0.25))
    #expect(far.text.contains("a touch teaches only levels below 0.2 m"), "\(far.text)")
  }

  @Test func `The check command reports a touch without an end and ranges far below zero`() throws {
    let open = try check(trace(reading: 0, hasEnd: false))
    #expect(open.text.contains("the event `touched` has no `released`"), "\(open.text)")
    let below = try check(trace(reading: -0.5))
    #expect(below.text.contains("200 of 600 ranges are too far below zero"), "\(below.text)")
  }

  @Test("If most ranges are skipped below zero, a run keeps its length and ends with status 1")
  func skipped() throws {
    let text = trace(reading: -0.5, hasEnd: false, after: -0.5)
    let run = try tool.run(["run", "-"], input: Data(text.utf8))
    #expect(
      run.status == 1 && run.error.contains("[mostly-below-zero]; calibrate again"),
      "\(run.error)")
    #expect(run.text.contains("standard input: 59.9 s"), "\(run.text)")
    for command in ["estimate", "report"] {
      let other = try tool.run([command, "-", "-o", "\(command).out"], input: Data(text.utf8))
      #expect(other.status == 1 && other.error.contains("calibrate again"), "\(other.error)")
    }
  }

  @Test func `Calibration uses touches, and adds no curve for an exact radio`() throws {
    try Data(trace(reading: 0.09).utf8).write(to: URL(filePath: tool.path("touch.csv")))
    try tool.succeed("calibrate", "touch.csv", "-o", "pair.yaml")
    let settings = try tool.text(of: "pair.yaml")
    #expect(settings.contains("contactLevel"), "\(settings)")
    #expect(!settings.contains("profile: dw1000"), "\(settings)")
    try tool.succeed("calibrate", "touch.csv", "--contact", "20.1:39.9", "-o", "span.yaml")
    try tool.succeed("check", "--config", "pair.yaml", "touch.csv")
  }

  @Test
  func `Without touch or truth, the message proposes the nearest stay as contact`()
    throws
  {
    let rows = trace(reading: 0.09).split(separator: "\n").filter { !$0.contains(",,") }
    try Data((rows.joined(separator: "\n") + "\n").utf8)
      .write(to: URL(filePath: tool.path("near.csv")))
    let run = try tool.run(["run", "near.csv"])
    #expect(run.status == 0 && run.error.contains("[never-felt]"), "\(run.error)")
    #expect(run.error.contains("--contact 21:38"), "\(run.error)")
    try tool.succeed("calibrate", "near.csv", "--contact", "21:38", "-o", "pair.yaml")
    let felt = try tool.run(["run", "near.csv", "--config", "pair.yaml"])
    #expect(felt.text.contains("contact") && !felt.error.contains("[never-felt]"), "\(felt.text)")
    let wider = try tool.run(["run", "near.csv", "--set", "zones.edges=[0.11, 0.3, 1, 2]"])
    #expect(
      wider.text.contains("contact") && !wider.error.contains("[never-felt]"), "\(wider.text)")
    let wide = try tool.run(["calibrate", "near.csv", "--contact", "15:39", "-o", "wide.yaml"])
    #expect(wide.error.contains("name only seconds when the devices touch"), "\(wide.error)")
  }
}
