import Foundation
import TestSupport
import Testing

/// Files that 0.1.0 wrote, as it was at commit bfcb8ad3, of every sixth row of datasets/ceremony.csv and of two walks.
@Suite struct FormerVersionTests {
  private let tool = Tool()

  private static let folder = Recordings.packageRoot.appending(path: "Tests/LubdubCLI/Corpus/0.1.0")

  private static func path(_ name: String) -> String { folder.appending(path: name).path }

  @Test(arguments: ["session.json", "session.ndjson", "timeline.csv", "live.ndjson"])
  func `A timeline of 0.1.0 is read without a fault`(name: String) throws {
    let found = try tool("check", "--severity", "error", Self.path(name))
    #expect(found.text.contains("no problems found"), "\(found.text)")
    try tool.succeed("convert", Self.path(name), "-o", "now.json")
    let now = try JSONParser.parse(tool.data(of: "now.json"))
    #expect(try #require(now["events"]?.array).count > 50)
    guard name.hasPrefix("session") else { return }
    #expect(now["beats"]?.array?.count == 25)
    #expect(now["zone_changes"]?.array?.isEmpty == false)
  }

  @Test(arguments: ["settings.yaml", "settings.json", "calibration.yaml"])
  func `Settings and calibrations of 0.1.0 are read without a fault`(name: String) throws {
    try tool.succeed("check", "--severity", "warning", Self.path(name))
    let walk = Recordings.packageRoot.appending(path: "datasets/approach.csv").path
    try tool.succeed("run", walk, "--config", Self.path(name), "-o", "walk.json")
    let used = try JSONParser.parse(tool.data(of: "walk.json"))["configuration"]
    let edges = used?["zones"]?["edges"]?.array?.compactMap(\.number)
    let known = ["settings.yaml": [30, 80, 300], "calibration.yaml": [0.05, 0.2, 1, 2]]
    if let expected = known[name] { #expect(edges == expected) }
    if name == "calibration.yaml" {
      #expect(used?["uwb"]?["bias"]?.number == 0.003_509_359_206_477_013_5)
    }
  }
}
