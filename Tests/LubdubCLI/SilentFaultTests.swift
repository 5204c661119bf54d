import Foundation
import TestSupport
import Testing

/// Logs that were once read wrongly, or only in part, without a message.
@Suite struct SilentFaultTests {
  private let tool = Tool()

  @Test(arguments: ["", "t_s;range_m"])
  func `With decimal commas, a point before three digits separates thousands`(header: String) throws
  {
    let names = header.isEmpty ? "Zeit;Abstand [mm]" : header
    let rows = (0..<300).map { row in
      "\(row / 10),\(row % 10);\(2 + row / 100).\(100 + row)\n"
    }
    try tool.write("\(names)\n" + rows.joined(), to: "walk.csv")
    let columns = header.isEmpty ? ["--columns", "t=Zeit,range=Abstand [mm]"] : []
    let wrong = try tool.run(["run", "walk.csv", "--decimal", ","] + columns)
    #expect(
      wrong.status != 0 && wrong.error.contains("--decimal ,. reads points"), "\(wrong.error)")
    guard header.isEmpty else { return }
    let right = try tool.run(["run", "walk.csv", "--decimal", ",."] + columns)
    #expect(right.status == 0 && right.text.contains("300 uwb"), "\(right.error)")
    #expect(right.text.contains("distance  2.1 m"), "\(right.text)")
  }

  @Test func `If times have decimal points, no proposal treats points as thousands separators`()
    throws
  {
    let rows = (0..<300).map { row in "\(row / 10).\(row % 10);\(2 + row / 100).\(100 + row)\n" }
    try tool.write("time_s;dist_mm\n" + rows.joined(), to: "walk.csv")
    let run = try tool("run", "walk.csv")
    #expect(!run.error.contains("--decimal ,."), "\(run.error)")
  }

  @Test(arguments: [
    #"{"format":"lubdub-timeline","version":1,"events":[{"t_s":0.1,"note":"a"# + "\u{1}" + #""}]}"#,
    #"{"estimator":"fusion",}"#, #"{"estimator":"raw","estimator":"fusion"}"#,
    "{\n  \"a\": [1, 2\n}\n",
    #"[{"duration_ms": 10,}]"#,
  ])
  func `A file of broken JSON is reported as such, with the place`(text: String) throws {
    try tool.write(text, to: "broken.json")
    let run = try tool("check", "broken.json")
    #expect(run.status == 1 && run.text.contains("this is not JSON"), "\(run.text)\(run.error)")
    #expect(run.text.contains("[json-syntax]") && run.text.contains("column"), "\(run.text)")
  }

  @Test
  func `JSON lines with one broken line are a trace, and an unknown empty setting is rejected`()
    throws
  {
    let lines = (0..<40).map { #"{"t_s": \#($0), "range_m": 2}"# + "\n" }
    try tool.write(#"{"t_s": 0, "range_m": 2,}"# + "\n" + lines.joined(), to: "walk.json")
    let run = try tool("check", "walk.json")
    #expect(!run.text.contains("json-syntax"), "\(run.text)")
    for (name, text) in [
      ("a.json", #"{"estimator": "fusion", "x": {}}"#), ("a.yaml", "estimator: fusion\nx: {}\n"),
    ] {
      try tool.write(text, to: name)
      let checked = try tool("check", name)
      #expect(checked.status == 1 && checked.text.contains("x is not a setting"), "\(checked.text)")
    }
    try tool.write("estimator: fusion\nzones: {}\n", to: "b.yaml")
    #expect(try tool("check", "b.yaml").status == 0)
  }

  @Test func `The lag of a radio is reported with the option that fixes it`() throws {
    let rows = (0..<300).map { row in
      let time = 1000 + Double(row) / 10
      let range = "\(time),uwb,\(3 - Double(row) / 150),\n"
      return row.isMultiple(of: 5) ? range + "\(time - 0.7),ble,,-60\n" : range
    }
    let text = "t_s,source,range_m,rssi_dbm\n" + rows.joined()
    try tool.write(text, to: "walk.csv")
    let plain = try tool("run", "walk.csv")
    #expect(plain.error.contains("ble are 0.7 s behind"), "\(plain.error)")
    #expect(
      plain.error.contains("--lag ble=0.7s shifts them") && !plain.error.contains("--reorder"))
    let option = ["--lag", "ble=0.7s"]
    let file = try tool.run(["run", "walk.csv"] + option)
    #expect(file.text.contains("300 uwb, 60 ble"), "\(file.text)\(file.error)")
    let pipe = try tool.run(["run", "-"] + option, input: Data(text.utf8))
    #expect(pipe.text.replacing("standard input", with: "walk.csv").contains("300 uwb, 60 ble"))
    for command in [
      ["check"], ["import", "-o", "o.csv"], ["estimate", "-o", "e.csv"], ["live"],
      ["report", "-o", "o.html"],
    ] {
      let run = try tool.run([command[0], "walk.csv"] + command.dropFirst() + option)
      #expect(run.status == 0 && !run.error.contains("rejected"), "\(command): \(run.error)")
    }
    #expect(try tool("run", "walk.csv", "--lag", "ble").error.contains("expected NAME=TIME"))
    let unknown = try tool("run", "walk.csv", "--lag", "cs=1s")
    #expect(unknown.error.contains("there are no rows of cs"), "\(unknown.error)")
  }
}
