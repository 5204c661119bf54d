import Foundation
import LubdubHaptics
import LubdubSupport
import LubdubTraces
import Testing

@testable import LubdubCLI

/// The findings of `check` about files with settings.
@Suite struct SettingsInspectionTests {
  @Test func `Every unknown or invalid key is reported with its line`() throws {
    let text = "zones:\n  nonsense: 1\nuwb:\n  gate: -3\nnothing: 2\n"
    let found = try check(text, name: "my.yaml")
    #expect(found.findings.map(\.place) == ["line 2", "line 4", "line 5"])
  }

  @Test(
    "A fault in the columns of traces is reported, whatever other settings the file contains",
    arguments: [
      ("columns:\n  t: ms:ms\n  range: cm:dBm\n", ["line 2"]),
      ("columns:\n  t: ms:ms\n  distance: cm\n", ["line 2"]),
      ("columns:\n  t: ms:ms\n  range: 5\n", ["line 3"]),
      ("columns: range=cm:cm\ndecimal: \";\"\n", ["line 2"]),
      ("nonsense: 1\ncolumns: range=cm:cm,range=mm\n", ["line 1", "line 2"]),
      ("nlos:\n  slope: 0.5\n  center: 0.4\n", []),
      ("nlos:\n  slope: 9\n  center: 0.4\n", ["line 2"]),
      ("nlos:\n  slope: 0.5\n", ["line 2"]),
      ("nlos:\n  slop: 0.5\n", ["line 2"]),
      ("columns:\n  t: ms:ms\n  range: Distance, raw [cm]:cm\ndecimal: \",\"\n", []),
    ])
  func columns(text: String, places: [String]) throws {
    let found = try check(text, name: "my.yaml")
    #expect(found.kind == .configuration)
    #expect(found.findings.map(\.place) == places, "\(found.findings)")
  }

  @Test func `Settings in JSON are recognized as settings, and their faults are reported`() throws {
    let good = try check("{\"uwb\": {\"gate\": 4}}", name: "my.json")
    #expect(good.kind == .configuration)
    #expect(good.findings.isEmpty)
    let bad = try check("{\"uwb\": {\n\"gate\": -3},\n\"nothing\": 2}", name: "my.json")
    #expect(bad.kind == .configuration)
    #expect(bad.findings.map(\.place) == ["line 2", "line 3"], "\(bad.findings)")
  }

  @Test func `Settings next to traces are checked as settings even if --columns is given`() throws {
    var options = ReadOptions()
    options.columns = try ColumnMapping("t=ms:ms,range=cm:cm")
    for (text, name) in [("uwb:\n  gate: 4\n", "my.yaml"), ("{\"uwb\": {\"gate\": 4}}", "my.json")]
    {
      let found = try check(text, name: name, options)
      #expect(found.kind == .configuration, "\(name)")
      #expect(found.findings.isEmpty, "\(found.findings)")
    }
  }

  private func check(
    _ text: String, name: String, _ options: ReadOptions = ReadOptions()
  ) throws -> (kind: FileKind, findings: [Finding]) {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: name).path
    try writeFile(Array(text.utf8), to: path)
    let found = try FileInspection.check(path, options: options)
    return (found.kind, found.findings)
  }
}
