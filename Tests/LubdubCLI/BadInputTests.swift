import Foundation
import TestSupport
import Testing

/// Unusable input, and outputs that can't be written: the message, the status, and the remains of the previous output.
@Suite struct BadInputTests {
  private let tool = Tool()

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let content: Data?
    let status: Int32
    let message: String
    var testDescription: String { name }

    init(_ name: String, _ content: String, status: Int32, _ message: String) {
      self.init(name, Data(content.utf8), status: status, message)
    }

    init(_ name: String, _ content: Data?, status: Int32, _ message: String) {
      self.name = name
      self.content = content
      self.status = status
      self.message = message
    }
  }

  static let header = "t_s,source,range_m,rssi_dbm\n"

  static let cases = [
    Case("missing file", nil, status: 2, "No such file"),
    Case("empty file", "", status: 2, "empty"),
    Case("header only", header, status: 2, "the trace has no rows"),
    Case("wrong header", "a,b,c\n1,2,3\n", status: 2, "t_s"),
    Case(
      "binary file", Data((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 37 ^ 5) }), status: 2,
      "binary data of no known log format"),
    Case("NaN", header + "0,uwb,nan,\n", status: 2, "not-finite: 1 row (line 2)"),
    Case("infinity", header + "0,uwb,inf,\n", status: 2, "not-finite: 1 row"),
    Case("negative range", header + "0,uwb,-1,\n", status: 2, "negative-range: 1 row"),
    Case("hexadecimal", header + "0,uwb,0x10,\n", status: 2, "not-a-number: 1 row"),
    Case("beyond double", header + "0,uwb,1e400,\n", status: 2, "not-finite: 1 row"),
    Case(
      "time going backwards", header + "1,uwb,3,\n0,uwb,3,\n", status: 0,
      "line 3: warning: 1 rejected: t_s is 0.0, before 1.0 of an earlier row"),
    Case("duplicate times", header + "1,uwb,3,\n1,uwb,3,\n", status: 0, "2 rows"),
    Case(
      "a line of 1 MB",
      header + "0,uwb,3,\n" + String(repeating: "9", count: 1_200_000) + "\n1,uwb,3,\n", status: 0,
      "line 3: warning: 1 rejected: a line is at most 1 MiB long"),
  ]

  @Test(arguments: cases)
  func `Bad input gives the documented message and status`(_ bad: Case) throws {
    if let content = bad.content { try tool.write(content, to: "in.csv") }
    let run = try tool("run", "in.csv")
    #expect(run.status == bad.status, "\(run.error)")
    let said = run.text + run.error
    #expect(said.contains(bad.message), "\(said)")
  }

  @Test func `With --strict, a bad row is fatal and named with file, line, and rule`() throws {
    try tool.write(Self.header + "0,uwb,3,\n1,uwb,abc,\n", to: "walk.csv")
    try tool.refuse("run", "walk.csv", "--strict", saying: "walk.csv:3: range_m is \"abc\"")
  }

  @Test func `A folder without a trace is rejected`() throws {
    try tool.refuse("run", ".", saying: "no trace in it")
  }

  @Test func `An unreadable file is rejected`() throws {
    let file = tool.path("in.csv")
    try Data(Self.header.utf8).write(to: URL(filePath: file))
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file)
    // The superuser may read everything, unless that right is taken from a command.
    let limit = ["/usr/bin/setpriv", "--bounding-set=-dac_override,-dac_read_search"]
    let run = try tool.run(["run", "in.csv"], under: getuid() == 0 ? limit : [])
    #expect(run.status == 2)
    #expect(run.error.contains("Permission denied"), "\(run.error)")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `A full disk is reported`() throws {
    let trace = Recordings.packageRoot.appending(path: "datasets/approach.csv").path
    for kind in ["json", "wav", "plot"] {
      try tool.refuse("run", trace, "-o", "/dev/full", "--as", kind, saying: "No space left")
    }
  }

  @Test func `A failed run keeps the previous output and leaves no other files`() throws {
    try tool.write("old", to: "out.json")
    try tool.write(Self.header + "0,uwb,3,\n1,uwb,abc,\n", to: "in.csv")
    let run = try tool("run", "in.csv", "--strict", "-o", "out.json")
    #expect(run.status == 2)
    #expect(try tool.text(of: "out.json") == "old")
    let files = try FileManager.default.contentsOfDirectory(atPath: tool.folder.path).sorted()
    #expect(files == ["in.csv", "out.json", "stderr", "stdin", "stdout"])
  }

  @Test func `An output path in a missing folder is rejected before the work starts`() throws {
    let trace = Recordings.packageRoot.appending(path: "datasets/approach.csv").path
    try tool.refuse(
      "run", trace, "-o", "no/such/out.json", saying: "no/such/out.json: cannot write")
  }

  @Test(
    "The message about an unknown setting names the nearest setting, or the command that lists all settings",
    arguments: [
      ("uwb.gat=3", "is not a setting; did you mean uwb.gate?"),
      ("colour.hue=3", "colour.hue is not a setting; `lubdub preset --all` prints all of them"),
    ])
  func unknownSetting(setting: String, message: String) throws {
    try tool.write("t_s,range_m\n0,1\n", to: "a.csv")
    try tool.refuse("run", "a.csv", "--set", setting, saying: message)
  }

  @Test(arguments: [
    ["run"], ["runn"], ["run", "a.csv", "--no-such-option"], ["preset", "no-such-preset"],
    ["run", "a.csv", "--set", "zones.edges"], ["pattern", "no-such-pattern"],
    ["simulate", "no-such-scenario"], ["simulate", "approach", "--distance", "3"],
  ])
  func `A wrong command line ends with status 2`(_ arguments: [String]) throws {
    let run = try tool.run(arguments)
    #expect(run.status == 2)
    #expect(!run.error.isEmpty)
    #expect(run.output.isEmpty)
  }

  @Test func `Help and version end with status 0 on standard output`() throws {
    for arguments in [["--help"], ["--version"], ["run", "--help"], ["help", "estimate"]] {
      let run = try tool.succeed(arguments)
      #expect(!run.output.isEmpty)
      #expect(run.error.isEmpty)
    }
  }
}
