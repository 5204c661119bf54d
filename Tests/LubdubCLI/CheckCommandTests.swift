import Foundation
import TestSupport
import Testing

/// `lubdub check` on traces and logs: the kind, the rejected rows, and the status.
@Suite struct CheckCommandTests {
  private let tool = Tool()

  @Test func `The check command uses columns from a settings file and a German truth column`()
    throws
  {
    let rows = (0..<200).map { row in
      let range = Double(row % 40) / 10
      return "\(row * 100);\(range);\(range)\n".replacing(".", with: ",")
    }
    try tool.write("Zeit;Abstand [m];Wahrer Abstand [m]\n" + rows.joined(), to: "walk.csv")
    let refused = try tool("run", "walk.csv")
    #expect(refused.error.contains("truth=Wahrer Abstand [m]"), "\(refused.error)")
    let columns = """
      columns: {t: "Zeit:ms", range: "Abstand [m]", truth: "Wahrer Abstand [m]"}
      decimal: ","
      """
    try tool.write(columns, to: "own.yaml")
    #expect(try tool("run", "walk.csv", "--config", "own.yaml").status == 0)
    let checked = try tool("check", "walk.csv", "--config", "own.yaml")
    #expect(!checked.text.contains("this is not a trace"), "\(checked.text)")
    #expect(checked.status < 2, "\(checked.error)")
  }

  @Test func `A trace is checked by its content, even compressed or from standard input`() throws {
    let text = "t_s,range_m,rssi_dbm\n0,1,-60\n1,x,-60\n2,2,127\n"
    try tool.write(text, to: "walk")
    let gzip = Process()
    gzip.executableURL = URL(filePath: "/bin/gzip")
    gzip.arguments = ["-k", tool.path("walk")]
    try gzip.run()
    gzip.waitUntilExit()
    let outcomes = [
      try tool("check", "walk"), try tool("check", "walk.gz"),
      try tool.run(["check", "-"], input: Data(text.utf8)),
    ]
    for run in outcomes {
      #expect(run.status == 1)
      #expect(run.text.contains("line 3: warning: 1 rejected: range_m is \"x\""), "\(run.text)")
      #expect(run.text.contains("note: kept rows, but dropped 1 value (line 4): rssi_dbm is 127"))
    }
    #expect(try tool("check", "--severity", "error", "walk").status == 0)
  }

  @Test func `A device log is recognized as a trace whatever its first line`() throws {
    try tool.write(LinkSelectionTests.log, to: "board.log")
    let run = try tool("check", "board.log")
    #expect(run.text.contains("note: the log has no clock"))
    #expect(try tool("check", "--from", "qorvo", "board.log").text == run.text)
    #expect(try tool("check", "--from", "nothing", "board.log").status == 2)
    // An unfinished line of a configuration does not make it a trace.
    let preset = try tool("preset")
    try tool.write(preset.output, to: "settings")
    #expect(try tool("check", "settings").text == "settings: configuration: no problems found\n")
  }

  @Test func `The check command reports the losses that a conversion of the file reports`() throws {
    for (name, text, losses, status) in [
      (
        "click.xml",
        #"<vibration-effect><predefined-effect name="click"/></vibration-effect>"#,
        ["transient: assumed (1), which the file leaves to the device"], Int32(0)
      ),
      (
        "loud.ahap",
        #"{"Version":1,"Pattern":[{"Event":{"Time":0,"EventType":"HapticTransient","#
          + #""EventParameters":[{"ParameterID":"HapticIntensity","ParameterValue":1.7}]}}]}"#,
        ["transient: clamped-value (1, at most 0.7)"], 1
      ),
      ("taps.json", #"[30,100,30]"#, [], 0),
    ] {
      try tool.write(text, to: name)
      let check = try tool("check", name)
      #expect(check.status == status)
      let printed = check.text.split(separator: "\n").compactMap {
        $0.split(separator: " a conversion loses ").dropFirst().first.map {
          String($0.split(separator: " [felt-loss]")[0])
        }
      }
      #expect(printed == losses, "\(check.text)")
      let json = try JSONParser.parse(tool("check", "--json", name).output)
      _ = try tool("convert", name, "out.ndjson", "-o", "loss.json", "--as", "losses")
      let loss = try JSONParser.parse(tool.data(of: "loss.json"))
      let read = (loss["losses"]?.array ?? []).filter { $0["stage"]?.string == "read" }
      #expect(json.array?.first?["losses"]?.array == read)
    }
  }

  @Test(
    "The check command finds doubled curve times, points at the same time, and unsorted keyframes")
  func curves() throws {
    func curve(_ start: Double, _ times: [Double]) -> String {
      let points = times.map { "{\"Time\": \($0), \"ParameterValue\": 0.5}" }.joined(
        separator: ", ")
      return
        #"{"Version": 1, "Pattern": [{"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": "#
        + "\(start), \"ParameterCurveControlPoints\": [\(points)]}}]}"
    }
    for (times, start, rule) in [
      ([0.5, 0.9, 1.1], 0.5, "doubled-curve-times"), ([0, 0.1, 0.1, 0.1], 0, "points-of-one-time"),
    ] {
      try tool.write(curve(start, times), to: "a.ahap")
      let found = try tool("check", "a.ahap").text
      #expect(found.contains(rule), "\(found)")
    }
    _ = try tool("pattern", "breath", "--beats", "1", "-o", "b.haps")
    let haps = try tool.text(of: "b.haps")
    try tool.write(
      haps.replacing(#"{"m_time": 4, "m_value": 1}"#, with: #"{"m_time": 9.5, "m_value": 0}"#),
      to: "b.haps")
    #expect(try tool("check", "b.haps").text.contains("keyframe-order"))
  }

  @Test func `The check command finds everything that --strict rejects`() throws {
    _ = try tool("pattern", "sonar", "-o", "a.haps", "-o", "a.ahap", "-o", "a.hjif")
    func text(_ name: String) throws -> String {
      try tool.text(of: name)
    }
    let files = [
      ("gain.haps", try text("a.haps").replacing("\"m_gain\": 1,", with: "\"m_gain\": -1,")),
      ("loud.hjif", try text("a.hjif").replacing("\"gain\": 1,", with: "\"gain\": 3,")),
      (
        "near.ahap",
        try text("a.ahap").replacing("\"EventType\":", with: "\"Duration\": 1, \"EventType\":")
      ),
      (
        "far.ahap", try text("a.ahap").replacing("\"EventType\":", with: "\"x\": 1, \"EventType\":")
      ),
    ]
    for (name, text) in files {
      try tool.write(text, to: name)
      let strict = try tool("convert", name, "out.json", "--strict")
      let found = try tool("check", "--severity", "warning", name)
      #expect(strict.status == (name == "far.ahap" ? 0 : 2), "\(name): \(strict.error)")
      #expect((found.status == 1) == (strict.status == 2), "\(name): \(found.text)")
    }
    #expect(try tool("check", "far.ahap").text.contains("the key \"x\" is not known"))
    guard Recordings.folder("haptics") != nil else { return }
    let samples = Recordings.files(
      in: "haptics", endings: ["ahap", "haptic", "hjif", "haps", "tact", "he", "xml", "json"])
    let run = try tool.run(["check", "--json", "--severity", "warning"] + samples.map(\.path))
    for result in try JSONParser.parse(run.output).array ?? [] {
      let isFelt = (result["losses"]?.array ?? []).contains { $0["felt"]?.bool == true }
      let isFound = result["findings"]?.array?.isEmpty == false
      #expect(isFound || !isFelt, "\(result["file"]?.string ?? "")")
    }
  }

  @Test func `A file that is neither a trace nor a haptic file is reported as unknown`() throws {
    let noise = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7 ^ $0) })
    for (name, content, rule) in [
      ("noise", noise, "unknown-kind"), ("nothing", Data(), "unknown-kind"),
      ("nothing.csv", Data(), "not-a-trace"), ("words.csv", Data("a,b\n1,2\n".utf8), "not-a-trace"),
      ("rows.csv", Data("t_s,range_m\n".utf8), "no-rows"),
    ] {
      try tool.write(content, to: name)
      let run = try tool("check", name)
      #expect(run.status == 1)
      #expect(run.text.contains("[\(rule)]"), "\(name): \(run.text)")
      #expect(run.text.split(separator: "\n").count == 1, "\(run.text)")
    }
    #expect(try tool("check", "missing.csv").status == 2)
  }

  @Test(.recordings("logs"))
  func `Every sample log is recognized as a trace`() throws {
    let logs = Recordings.files(
      in: "logs", endings: ["log", "txt", "csv", "json", "btsnoop", "pcap"])
    #expect(logs.count >= 17)
    let run = try tool.run(["check", "--json"] + logs.map(\.path))
    #expect(run.text.components(separatedBy: "\"kind\": \"trace\"").count == logs.count + 1)
    // A log without a sample is the one that has an error.
    let errors = run.text.components(separatedBy: "\"severity\": \"error\"").count
    #expect(errors == run.text.components(separatedBy: "\"code\": \"no-rows\"").count)
  }
}
