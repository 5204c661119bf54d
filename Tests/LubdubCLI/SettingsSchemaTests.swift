import Foundation
import TestSupport
import Testing

/// The JSON Schema of the settings, by a validator that is not ours.
@Suite struct SettingsSchemaTests {
  private static let hasValidator: Bool = {
    let python = Process()
    python.executableURL = URL(filePath: "/usr/bin/env")
    python.arguments = ["python3", "-W", "ignore", "-c", "import jsonschema"]
    python.standardError = FileHandle.nullDevice
    guard (try? python.run()) != nil else { return false }
    python.waitUntilExit()
    return python.terminationStatus == 0
  }()

  @Test(
    "Every preset is valid by the schema, and what the tool refuses is not",
    .enabled(if: hasValidator, "python3 with jsonschema is not installed"))
  func schema() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    try tool("preset", "--schema").output.write(to: URL(filePath: tool.path("schema.json")))
    for preset in ["eternal-loop", "breath", "geiger", "sonar"] {
      for (name, more) in [("basic", []), ("all", ["--all"])] {
        let printed = try tool.run(["preset", preset, "--json"] + more)
        try printed.output.write(to: URL(filePath: tool.path("\(preset)-\(name).json")))
      }
    }
    let script = """
      import glob, json, jsonschema
      schema = json.load(open("schema.json"))
      jsonschema.Draft202012Validator.check_schema(schema)
      check = jsonschema.Draft202012Validator(schema)
      good = sorted(glob.glob("*-basic.json") + glob.glob("*-all.json"))
      for name in good:
          print(name, len(list(check.iter_errors(json.load(open(name))))))
      for bad in [{"uwb": {"gate": 99}}, {"uwb": {"gat": 3}}, {"preset": "disco"},
                  {"heartbeat": {"pattern": [{"time": 0, "loud": 1}]}}]:
          print("bad", len(list(check.iter_errors(bad))) > 0)
      """
    let python = Process()
    let output = Pipe()
    python.executableURL = URL(filePath: "/usr/bin/env")
    python.arguments = ["python3", "-W", "ignore", "-c", script]
    python.currentDirectoryURL = tool.folder
    python.standardOutput = output
    try python.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    python.waitUntilExit()
    let lines = text.split(separator: "\n")
    #expect(lines.count == 12)
    #expect(lines.prefix(8).allSatisfy { $0.hasSuffix(" 0") }, "\(text)")
    #expect(lines.suffix(4).allSatisfy { $0 == "bad True" }, "\(text)")
  }

  @Test("What `preset` prints, in part or in full, is read back to the same settings")
  func roundTrip() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    for arguments in [["--json"], ["--json", "--all"], [], ["--all"]] {
      let name = arguments.contains("--json") ? "settings.json" : "settings.yaml"
      let printed = try tool.run(["preset", "geiger"] + arguments)
      try printed.output.write(to: URL(filePath: tool.path(name)))
      let trace = Recordings.packageRoot.appending(path: "datasets/approach.csv").path
      let own = try tool("run", trace, "--config", name, "-o", "-")
      #expect(own.status == 0, "\(own.error)")
      #expect(try own.output == tool("run", trace, "--preset", "geiger", "-o", "-").output)
    }
  }
}
