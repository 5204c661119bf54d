import Foundation
import TestSupport
import Testing

/// Small files from strangers that crashed or deceived the tool.
@Suite struct HostileInputTests {
  private let tool = Tool()

  private static let least = "-9223372036854775808"
  private static let hapticFiles = [
    ("least.haptic", #"{"version": {"major": \#(least)}}"#),
    ("least.json", #"{"timings": [10, 20], "amplitudes": [1, 2], "repeat": \#(least)}"#),
    ("least.ahap", #"{"Version": \#(least), "Pattern": [{"Event": {"Time": \#(least)}}]}"#),
  ]

  @Test(
    "The most negative integer in a haptic file is rejected with its place", arguments: hapticFiles)
  func leastNumber(name: String, text: String) throws {
    try tool.write(text, to: name)
    for (command, status) in [("check", 1), ("convert", 2), ("edit", 2), ("preview", 2)] {
      let options = ["convert": ["-o", "out.wav"], "edit": ["-o", "out.json"]][command] ?? []
      let run = try tool.run([command, name] + options)
      #expect(run.status == Int32(status), "\(command): \(run.status) \(run.text)\(run.error)")
      #expect((run.text + run.error).contains("\(name): "), "\(command): \(run.error)")
    }
  }

  @Test("A folder conversion continues after rejected files, reports each, and ends with status 1")
  func folder() throws {
    try tool.makeFolder("in")
    for (name, text) in Self.hapticFiles { try tool.write(text, to: "in/a-\(name)") }
    #expect(try tool("pattern", "lub-dub", "-o", "in/z.ahap").status == 0)
    let run = try tool("convert", "in", "-o", "out", "--as", "json")
    #expect(run.status == 1, "\(run.error)")
    #expect(run.text == "1 converted, 3 failed\n", "\(run.text)")
    for (name, _) in Self.hapticFiles { #expect(run.error.contains("a-\(name): "), "\(run.error)") }
    #expect(tool.hasFile("out/json/z.ahap.json"))
  }

  @Test func `A heart row at 1e300 ms is rejected and doesn't extend the time`() throws {
    let rows = (0..<200).map { "\($0 * 800),800\n" }.joined()
    try tool.write("t_ms,rr_ms\n" + rows + "1e300,800\n", to: "far.csv")
    let run = try tool.succeed("pulse", "far.csv", "--window", "60")
    #expect(run.error.contains("implausible-time: 1 row (line 202)"), "\(run.error)")
  }

  @Test func `A quote in a block text doesn't hide aliases from check and run`() throws {
    let lists = zip("bcdefgh", "abcdefg").map { name, before in
      "\(name): &\(name) [\(repeatElement("*\(before)", count: 9).joined(separator: ","))]\n"
    }
    try tool.write("note: |\n  '\na: &a [x,x]\n" + lists.joined(), to: "bomb.yaml")
    for arguments in [["check", "bomb.yaml"], ["run", "x.csv", "--config", "bomb.yaml"]] {
      let run = try tool.run(arguments)
      #expect(run.status != 0 && run.status != -1)
      #expect(
        (run.text + run.error).firstMatch(of: #/bomb\.yaml:( line )?3: /#) != nil,
        "\(run.text)\(run.error)")
      #expect((run.text + run.error).contains("anchors (&name)"), "\(run.text)\(run.error)")
    }
  }

  /// Codes that move the cursor, line breaks of every kind, and bidirectional marks.
  private static let steering =
    "a\nforged: no problems found\u{1B}[1A\u{1B}[2K\u{85}\u{2028}\u{202E}\u{9B}"

  @Test func `Keys, values, and names can't control the terminal or forge a line`() throws {
    let key = Self.steering.unicodeScalars.map { "\\u" + String(format: "%04x", $0.value) }.joined()
    let texts = [
      "\(Self.steering).haptic": #"""
      {"version": {"major": 1, "minor": 0, "patch": 0}, "metadata": {}, "signals": {"continuous":
      {"envelopes": {"amplitude": [{"time": 0, "amplitude": 1, "\#(key)": 2},
      {"time": 1, "amplitude": 0}]}}}}
      """#,
      "a.ahap": #"{"Version": 1, "\#(key)": 1, "Pattern": [{"Event": {"EventType": "\#(key)"}}]}"#,
      "b.yaml": "\"\(key)\": 1\n", "c.csv": "t_s,\"\(Self.steering)\"\n1,2\n",
      "d.json": #"{"\#(key)": "\#(key)"}"#,
    ]
    for (name, text) in texts { try tool.write(text, to: name) }
    let names = texts.keys.sorted()
    for arguments in [["check"] + names, ["check", "."]]
      + names.flatMap({
        [["run", $0], ["convert", $0, "x.json"], ["import", $0], ["preview", $0]]
      })
      + [["run", "x\nforged: yes\u{1B}[2K.csv"], ["check", "--config", "b.yaml", "a.ahap"]]
    {
      let run = try tool.run(arguments)
      #expect(run.status != -1, "\(arguments)")
      let said = run.text + run.error
      #expect(
        !said.unicodeScalars.contains { $0 != "\n" && hidden.contains($0) }, "\(arguments): \(said)"
      )
      #expect(
        !said.split(whereSeparator: \.isNewline).contains { $0.hasPrefix("forged") }, "\(said)")
    }
  }

  private let hidden = CharacterSet.controlCharacters.union(
    CharacterSet(charactersIn: "\u{2028}\u{2029}\u{202A}\u{202E}\u{2066}"))

  @Test func `A folder name can't inject a setting into the file that a search writes`() throws {
    let folder = "walks\nheartbeat.intensity: 0\n#"
    try tool.makeFolder(folder)
    for seed in ["1", "2"] {
      let walk = "\(folder)/\(seed).csv"
      #expect(try tool("simulate", "approach", "--seed", seed, "-o", walk).status == 0)
    }
    try tool.succeed("tune", folder, "--budget", "8", "--write", "best", "-o", "tuned.yaml")
    let settings = try tool.text(of: "tuned.yaml")
    #expect(settings.contains("\\u{a}heartbeat.intensity: 0"), "\(settings)")
    #expect(!settings.split(separator: "\n").contains { $0.hasPrefix("heartbeat.intensity") })
    #expect(try tool("check", "tuned.yaml").status == 0)
  }

  @Test func `Settings of links with quotes in their names are read back`() throws {
    let names = ["it's", "\"\"*y", "&x: 'z"]
    let rows = (0..<400).flatMap { row in
      let (time, truth) = (Double(row) / 10, 1 + 2 * abs(sin(Double(row) / 40)))
      return names.map {
        "\(time),\(truth + 0.2 + 0.03 * sin(Double(row) * 1.7)),\(truth),"
          + "\"\($0.replacingOccurrences(of: "\"", with: "\"\""))\"\n"
      }
    }
    try tool.write("t_s,range_m,truth_m,peer\n" + rows.joined(), to: "three.csv")
    try tool.succeed("calibrate", "three.csv", "--per", "link", "-o", "links.yaml")
    #expect(try tool("check", "links.yaml").status == 0)
    for name in names {
      try tool.succeed("run", "three.csv", "--peer", name, "--config", "links.yaml")
    }
  }

  @Test func `The settings of a link with a long name are read back`() throws {
    let name = String(repeating: "k", count: 2000)
    let rows = (0..<400).map { row in
      let (time, truth) = (Double(row) / 10, 1 + 2 * abs(sin(Double(row) / 40)))
      return "\(time),\(truth + 0.2 + 0.03 * sin(Double(row) * 1.7)),\(truth),\(name)\n"
    }
    try tool.write("t_s,range_m,truth_m,peer\n" + rows.joined(), to: "long.csv")
    try tool.succeed("calibrate", "long.csv", "--per", "link", "-o", "links.yaml")
    #expect(try tool("check", "links.yaml").status == 0)
    try tool.succeed("run", "long.csv", "--peer", name, "--config", "links.yaml")
  }

  @Test func `A line break in a link's name doesn't forge a table row`() throws {
    let rows = (0..<400).map { row in
      let (time, truth) = (Double(row) / 10, 1 + 2 * abs(sin(Double(row) / 40)))
      return
        #"{"t_s":\#(time),"range_m":\#(truth + 0.2),"truth_m":\#(truth),"peer":"a,\"0,\nforged"}"#
        + "\n"
    }
    try tool.write(rows.joined(), to: "x.ndjson")
    try tool.succeed("calibrate", "x.ndjson", "--all-peers", "-o", "r.csv")
    try tool.succeed(
      "tune", "x.ndjson", "--all-peers", "--budget", "8", "-o", "t.csv")
    for table in ["r.csv", "t.csv"] {
      let lines = try tool.text(of: table).split(separator: "\n")
      #expect(!lines.contains { $0.hasPrefix("forged") }, "\(lines.prefix(3))")
      #expect(lines.dropFirst().allSatisfy { $0.contains(#"a,""0, forged"#) }, "\(lines.prefix(3))")
    }
  }

  #if os(Linux)
  @Test(.disabled(if: Tool.isSanitized, "a sanitizer reserves more memory"))
  func `With many links, memory grows in proportion to the rows`() throws {
    let rows = (0..<20_000).map { "\($0 % 1000),1,p\($0)\n" }
    try tool.write("t_s,range_m,peer\n" + rows.joined(), to: "links.csv")
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    // At 80 kB a link they took 1.6 GB.
    shell.arguments = [
      "-c", "ulimit -v 1200000; '\(Tool.executable.path)' import links.csv -o all.csv",
    ]
    shell.currentDirectoryURL = tool.folder
    shell.standardError = FileHandle.nullDevice
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)
    #expect(try tool.text(of: "all.csv").split(separator: "\n").count == 20_001)
  }

  private static let hiding = ["/usr/bin/env", "unshare", "-rm", "sh", "-c"]

  /// Whether a test on this machine can have a /proc of its own.
  private static let hidesProc: Bool = {
    let process = Process()
    process.executableURL = URL(filePath: hiding[0])
    process.arguments = hiding.dropFirst() + ["mount -t tmpfs none /proc"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  @Test(.enabled(if: hidesProc))
  func `Without /proc the tool still knows its arguments and writes its output`() throws {
    let program = Self.hiding + ["mount -t tmpfs none /proc && exec \"$@\"", "sh"]
    let run = try tool.run(["pattern", "lub-dub", "-o", "beat.json"], under: program)
    #expect(run.status == 0, "\(run.error)")
    #expect(run.text.contains("lub-dub: 8 beats"), "\(run.text)")
    #expect(tool.hasFile("beat.json"))
    #expect(try tool.run(["no-such-command"], under: program).status == 2)
  }
  #endif
}
