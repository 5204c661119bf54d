import Foundation
import TestSupport
import Testing

/// Messages that state the error, its place, and the fix.
@Suite struct MessageTests {
  private let tool = Tool()

  @Test(
    "The message about nearly correct input states the change to make",
    arguments: [
      ("time,distance_cm,rssi\n0,1,-60\n", "--columns t=time,range=distance_cm:cm"),
      (
        "t_s;range_m\n0;\"0,5\"\n",
        "range_m is \"0,5\" with a decimal comma; expected a decimal number"
      ),
      ("t_s,range_m\n2026-11-21T10:00:00Z,1\n", ", a date; write seconds"),
      ("t_s,range_m\n1700000000000,1\n", "perhaps in milliseconds or nanoseconds"),
    ])
  func cure(text: String, message: String) throws {
    try tool.write(text, to: "in.csv")
    for command in ["import", "run", "estimate"] {
      let run = try tool.run([command, "in.csv"])
      // Not one row can be used.
      #expect(run.status == 2, "\(command)")
      let said = run.error + run.text
      #expect(said.contains(message), "\(command): \(said)")
      let isToldTwice = said.split(separator: "\n").contains { line in
        line.ranges(of: "--decimal").count > 1
      }
      #expect(!isToldTwice, "\(command): \(said)")
    }
  }

  @Test func `The fix for dates in a named column uses that column's name`() throws {
    try tool.write("my stamp,d\n2026-11-22T10:00:00Z,2\n", to: "in.csv")
    let run = try tool.run(["import", "in.csv", "--columns", "t=my stamp,range=d", "-o", "-"])
    #expect(run.status == 2)
    let cure = "--columns 't=my stamp:iso,range=d' reads such times"
    #expect(run.error.contains(cure), "\(run.error)")
    try tool.succeed("import", "in.csv", "--columns", "t=my stamp:iso,range=d", "-o", "-")
  }

  /// Mistakes of users: the command, and the required text of the message.
  static let mistakes: [(command: [String], says: String)] = [
    (["run", "empty"], "traces end in .csv, .ndjson, or .jsonl"),
    (
      ["run", "a/walk.csv", "b/walk.csv", "-o", "x.json"],
      "a/walk.csv and b/walk.csv would write the"
    ),
    (
      ["run", "a/walk.csv", "--config", "group.yaml"],
      "zones is a group of settings; set one of them"
    ),
    (["run", "a/walk.csv", "--set", "estimator=kalman"], "median-3"),
    (["convert", "broken.json", "x.ahap"], "broken.json:1: this is not JSON"),
    (["pattern", "--events", "0:2/1", "-o", "x.json"], "--events 0:2/1: "),
    (["calibrate", "bare.csv", "-o", "x.yaml"], "record truth_m, or use --at M"),
    (
      ["compare", "eternal-loop", "nopreset", "a/walk.csv"],
      "nopreset: there is no such file or preset"
    ),
  ]

  @Test(arguments: mistakes)
  func `A mistake's message has problem, place, and fix`(command: [String], says: String) throws {
    for name in ["empty", "a", "b"] {
      try tool.makeFolder(name)
    }
    for (name, text) in [
      ("a/walk.csv", "t_s,range_m\n0,1\n1,1\n"), ("b/walk.csv", "t_s,range_m\n0,1\n1,1\n"),
      ("bare.csv", "t_s,range_m\n0,1\n1,1\n"),
      ("group.yaml", "zones: 5\n"), ("broken.json", "{\"a\": 1"),
    ] {
      try tool.write(text, to: name)
    }
    let run = try tool.run(command)
    #expect(run.status != 0 && run.error.contains(says), "\(run.error)")
  }

  @Test func `A request that doesn't fit the file is rejected with the fix`() throws {
    let rows = (0..<100).map { "\(Double($0) / 10),2.5\n" }
    try tool.write("t_s,range_m\n" + rows.joined(), to: "walk.csv")
    try tool.write("t_s,range_m\n" + rows.map { $0 + $0 }.joined(), to: "twice.csv")
    try tool.write("foo,bar\nx,1\ny,2\n", to: "unknown.csv")
    try tool.succeed("run", "walk.csv", "-o", "s.json")
    for (arguments, cure) in [
      (["run", "walk.csv", "--columns", "t=time,range=dist"], "there are no columns dist, time"),
      (["run", "unknown.csv"], "name the columns: --columns t=NAME,range=NAME:UNIT"),
      (["run", "s.json"], "use lubdub preview or lubdub convert for haptic files and timelines"),
    ] {
      try tool.refuse(arguments, saying: cure)
    }
    let twice = try tool("check", "twice.csv")
    #expect(twice.text.contains("100 rows repeat the row before"), "\(twice.text)")
  }

  @Test func `A command that takes no settings names the option for columns from a file`() throws {
    for command in ["import", "calibrate"] {
      try tool.refuse([command, "in.csv", "--config", "my.yaml"], saying: "--columns FILE")
    }
  }

  @Test func `A skipped column with a nearly known name is reported`() throws {
    let text = "t_s,range_m,rssi,Range_cm,note\n0,1.5,-60,150,hello\n"
    try tool.write(text, to: "in.csv")
    let run = try tool.succeed(["import", "in.csv"])
    #expect(run.error.contains("note: not read: \"rssi\", \"range_cm\"; known columns are t_s,"))
    #expect(!run.error.contains("hello") && !run.error.contains("\"note\""))
  }

  @Test func `A file that ends within a number doesn't give that number`() throws {
    try tool.write("t_s,range_m\n0,0.5\n0.1,0.", to: "in.csv")
    let run = try tool.run(["import", "in.csv"])
    #expect(
      run.text
        == "t_s,source,range_m,rssi_dbm,truth_m,event,fp_power_dbm,channel,peer\n"
        + "0,uwb,0.5,,,,,,\n")
    #expect(run.error.contains("line 3: warning: 1 rejected: the line ends within a number"))
  }

  @Test func `An output name with the extension of another format is rejected`() throws {
    try tool.write("t_s,range_m\n0,0.5\n", to: "in.csv")
    for name in ["out.csv.gz", "out.json", "out.v2"] {
      try tool.refuse(
        ["import", "in.csv", "-o", name],
        saying: "expected a name that ends in .csv, .ndjson, .jsonl")
    }
  }

  @Test func `An output never overwrites the input or another output`() throws {
    let text = "t_s,range_m\n0,0.5\n1,0.6\n"
    try tool.write(text, to: "in.csv")
    try FileManager.default.createSymbolicLink(
      atPath: tool.path("link.csv"), withDestinationPath: tool.path("in.csv"))
    let commands: [([String], String)] = [
      (["import", "in.csv", "-o", "in.csv"], "output and input are the same file"),
      (["import", "in.csv", "-o", "./link.csv"], "output and input are the same file"),
      (["estimate", "in.csv", "-o", "in.csv"], "output and input are the same file"),
      (["run", "in.csv", "-o", "in.csv"], "output and input are the same file"),
      (["run", "in.csv", "-o", "a.json", "-o", "./a.json"], "two outputs have this name"),
      (["run", "in.csv", "-o", "-", "-o", "-"], "two outputs have this name"),
    ]
    for (arguments, message) in commands {
      try tool.refuse(arguments, saying: message)
    }
    #expect(try tool.text(of: "in.csv") == text)
    #expect(!tool.hasFile("a.json"))
    #expect(try tool.run(["run", "in.csv", "-o", "/dev/null", "-o", "/dev/null"]).status == 0)
  }

  @Test(arguments: ["run", "estimate"])
  func `If no row can be used, the status is 2 and nothing is written`(command: String) throws {
    try tool.write("t_s,range_m\n0,abc\n1,def\n", to: "bad.csv")
    try tool.refuse(command, "bad.csv", "-o", "out", saying: "no row could be used")
    #expect(!tool.hasFile("out"))
  }

  @Test func `If all measurements are rejected, run writes nothing and names the fix`() throws {
    try tool.write("t;range\n0;1,5\n1;\n2;1,75\n", to: "comma.csv")
    let mapping = ["--columns", "t=t,range=range"]
    let outcome = try tool.refuse(
      ["run", "comma.csv", "-o", "out.json"] + mapping,
      saying: "no row with a measurement could be used")
    #expect(outcome.error.contains("--decimal ,"), "\(outcome.error)")
    #expect(!tool.hasFile("out.json"))
    #expect(
      try tool.run(["run", "comma.csv", "-o", "out.json", "--decimal", ","] + mapping).status == 0)
  }

  @Test func `Converting a trace is rejected with the command that reads traces`() throws {
    try tool.write("t_s,range_m\n0,1.5\n1,1.4\n", to: "walk.csv")
    try tool.refuse(
      "convert", "walk.csv", "-o", "x.ahap", saying: "lubdub run turns a trace into a heartbeat")
  }

  @Test func `The check command reports logs of unknown kind, and run proposes columns for tables`()
    throws
  {
    let logs = [
      "bare.csv": (0..<50).map { "\(100 * $0),\(400 - $0),-63\n" }.joined(),
      "idf.txt": (0..<50).map { "I (\(100 * $0)) uwb: \(4 - Double($0) / 50) -63\n" }.joined(),
      "array.json": "["
        + (0..<50).map { "{\"time\":\($0),\"distance_m\":3}" }.joined(separator: ",") + "]",
    ]
    for (name, text) in logs {
      try tool.write(text, to: name)
      if name == "bare.csv" {
        #expect(try tool("run", name).error.contains("--columns t=1:ms,range=2:cm"))
      }
      let check = try tool("check", name)
      #expect(check.status == 1)
      #expect(
        (check.text + check.error).contains("this is not a trace"),
        "\(name): \(check.text) \(check.error)")
    }
  }
}
