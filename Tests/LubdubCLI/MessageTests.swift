import Foundation
import TestSupport
import Testing

/// Messages that say what is wrong, where, and what to change.
@Suite struct MessageTests {
  private let tool = Tool()

  @Test(
    "A message about input that is nearly right says what to change",
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

  /// Mistakes of users, what is run, and what the message has to say.
  static let mistakes: [(command: [String], says: String)] = [
    (["run", "empty"], "traces end in .csv, .ndjson or .jsonl"),
    (
      ["run", "a/walk.csv", "b/walk.csv", "-o", "x.json"],
      "a/walk.csv and b/walk.csv would write the"
    ),
    (["run", "a/walk.csv", "--config", "tab.yaml"], "indent with spaces, not with tabs"),
    (
      ["run", "a/walk.csv", "--config", "group.yaml"],
      "zones is a group of settings; set one of them"
    ),
    (["run", "a/walk.csv", "--config", "a/walk.csv"], "lubdub preset prints settings"),
    (["run", "a/walk.csv", "--set", "heartbeat.intervals=[0.2]"], "set both lists"),
    (["run", "a/walk.csv", "--set", "estimator=kalman"], "median-3"),
    (["convert", "broken.json", "x.ahap"], "broken.json:1: this is not JSON"),
    (["pattern", "--events", "0:2/1", "-o", "x.json"], "--events 0:2/1: "),
    (["calibrate", "bare.csv", "-o", "x.yaml"], "record truth_m, or say --at M"),
    (["compare", "eternal-loop", "nopreset", "a/walk.csv"], "nopreset: no file and no preset"),
  ]

  @Test("A mistake gets what is wrong, where, and the cure", arguments: mistakes)
  func mistake(command: [String], says: String) throws {
    for name in ["empty", "a", "b"] {
      try FileManager.default.createDirectory(
        atPath: tool.path(name), withIntermediateDirectories: true)
    }
    for (name, text) in [
      ("a/walk.csv", "t_s,range_m\n0,1\n1,1\n"), ("b/walk.csv", "t_s,range_m\n0,1\n1,1\n"),
      ("bare.csv", "t_s,range_m\n0,1\n1,1\n"), ("tab.yaml", "zones:\n\tedges: [1]\n"),
      ("group.yaml", "zones: 5\n"), ("broken.json", "{\"a\": 1"),
    ] {
      try tool.write(text, to: name)
    }
    let run = try tool.run(command)
    #expect(run.status != 0 && run.error.contains(says), "\(run.error)")
  }

  @Test("What is asked of the wrong file is refused with the cure")
  func wrongFile() throws {
    let rows = (0..<100).map { "\(Double($0) / 10),2.5\n" }
    func write(_ text: String, _ name: String) throws {
      try tool.write(text, to: name)
    }
    try write("t_s,range_m\n" + rows.joined(), "walk.csv")
    try write("t_s,range_m\n" + rows.map { $0 + $0 }.joined(), "twice.csv")
    try write("foo,bar\nx,1\ny,2\n", "unknown.csv")
    try write(
      "{\"Version\": 1.0, \"Pattern\": [{\"Event\": {\"Time\": 0.0, \"EventType\": \"HapticTransient\"}}]}",
      "p.ahap")
    #expect(try tool("run", "walk.csv", "-o", "s.json").status == 0)
    for (arguments, cure) in [
      (["run", "walk.csv", "--columns", "t=time,range=dist"], "dist, time, are not there"),
      (["run", "walk.csv", "--peer", "bob"], "the log names no links: leave --peer out"),
      (["run", "unknown.csv"], "say which columns they are: --columns t=NAME,range=NAME:UNIT"),
      (["run", "p.ahap"], "haptic files and timelines are for lubdub preview and lubdub convert"),
      (["run", "s.json"], "haptic files and timelines are for lubdub preview and lubdub convert"),
    ] {
      let run = try tool.run(arguments)
      #expect(run.status == 2 && run.error.contains(cure), "\(arguments): \(run.error)")
    }
    let twice = try tool("check", "twice.csv")
    #expect(twice.text.contains("100 rows repeat the row before"), "\(twice.text)")
  }

  @Test("A command without settings names the option that takes the columns of a settings file")
  func columnsOfSettings() throws {
    for command in ["import", "calibrate"] {
      let run = try tool.run([command, "in.csv", "--config", "my.yaml"])
      #expect(run.status == 2 && run.error.contains("--columns FILE"), "\(run.error)")
    }
  }

  @Test("A column whose name is nearly known is said to be skipped, another one is not")
  func misnamed() throws {
    let text = "t_s,range_m,rssi,Range_cm,note\n0,1.5,-60,150,hello\n"
    try tool.write(text, to: "in.csv")
    let run = try tool.run(["import", "in.csv"])
    #expect(run.status == 0)
    #expect(run.error.contains("note: not read: \"rssi\", \"range_cm\"; known columns are t_s,"))
    #expect(!run.error.contains("hello") && !run.error.contains("\"note\""))
  }

  @Test("A file that ends in the middle of a number does not give that number")
  func cutNumber() throws {
    try tool.write("t_s,range_m\n0,0.5\n0.1,0.", to: "in.csv")
    let run = try tool.run(["import", "in.csv"])
    #expect(
      run.text
        == "t_s,source,range_m,rssi_dbm,truth_m,event,fp_power_dbm,channel,peer\n"
        + "0,uwb,0.5,,,,,,\n")
    #expect(run.error.contains("line 3: warning: 1 rejected: the line ends within a number"))
  }

  @Test("An output is not given a name that means another format")
  func misleadingName() throws {
    try tool.write("t_s,range_m\n0,0.5\n", to: "in.csv")
    for name in ["out.csv.gz", "out.json", "out.v2"] {
      let run = try tool.run(["import", "in.csv", "-o", name])
      #expect(run.status == 2)
      #expect(
        run.error.contains("expected a name that ends in .csv, .ndjson, .jsonl"), "\(run.error)")
    }
  }

  @Test("Neither the input nor another output is written over")
  func sameFile() throws {
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
      let run = try tool.run(arguments)
      #expect(run.status == 2, "\(arguments)")
      #expect(run.error.contains(message), "\(arguments): \(run.error)")
    }
    #expect(try tool.text(of: "in.csv") == text)
    #expect(!tool.hasFile("a.json"))
    #expect(try tool.run(["run", "in.csv", "-o", "/dev/null", "-o", "/dev/null"]).status == 0)
  }

  @Test(
    "Where no row can be used, the status is 2 and nothing is written",
    arguments: ["run", "estimate"])
  func nothingUsable(command: String) throws {
    try tool.write("t_s,range_m\n0,abc\n1,def\n", to: "bad.csv")
    let outcome = try tool(command, "bad.csv", "-o", "out")
    #expect(outcome.status == 2)
    #expect(outcome.error.contains("no row could be used"), "\(outcome.error)")
    #expect(!tool.hasFile("out"))
  }

  @Test("Where all rows with a measurement are rejected, run writes nothing and names the cure")
  func nothingMeasured() throws {
    try tool.write("t;range\n0;1,5\n1;\n2;1,75\n", to: "comma.csv")
    let mapping = ["--columns", "t=t,range=range"]
    let outcome = try tool.run(["run", "comma.csv", "-o", "out.json"] + mapping)
    #expect(outcome.status == 2)
    #expect(outcome.error.contains("no row with a measurement could be used"), "\(outcome.error)")
    #expect(outcome.error.contains("--decimal ,"), "\(outcome.error)")
    #expect(!tool.hasFile("out.json"))
    #expect(
      try tool.run(["run", "comma.csv", "-o", "out.json", "--decimal", ","] + mapping).status == 0)
  }

  @Test("A trace that is to be converted is answered with the command that takes traces")
  func conversionOfTrace() throws {
    try tool.write("t_s,range_m\n0,1.5\n1,1.4\n", to: "walk.csv")
    let outcome = try tool("convert", "walk.csv", "-o", "x.ahap")
    #expect(outcome.status == 2)
    #expect(outcome.error.contains("lubdub run makes a heartbeat of a trace"), "\(outcome.error)")
  }

  @Test("check takes text of no known kind for a log, and names what reads it")
  func checkOfText() throws {
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
