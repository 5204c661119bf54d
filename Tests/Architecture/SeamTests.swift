import Foundation
import Testing

/// The concepts that reach the core only through seams.
@Suite struct SeamTests {
  @Test func `The core does not mention games, fences, or positions`() throws {
    let manifest = try Manifest.read.get()
    let core = try #require(manifest.modules.first { $0.name == "Lubdub" })
    for (file, source) in try core.sources(in: manifest.root) {
      let text = source.replacing("docs/explanation/positions.md", with: "")
      let found = text.matches(of: /\b(games?|(geo)?fences?|tripwires?|positions?)\b/.ignoresCase())
      #expect(found.isEmpty, "\(file): \(found.map { String($0.0) })")
    }
  }

  @Test func `Only the executable imports the annexes`() throws {
    let manifest = try Manifest.read.get()
    let annexes: Set = ["LubdubExtras", "LubdubExtrasCLI"]
    for module in manifest.modules where !annexes.contains(module.name) {
      let named = try module.imports(in: manifest.root).union(module.dependencies)
        .intersection(annexes)
      #expect(
        named.isEmpty || module.name == "LubdubTool", "\(module.name) names \(named.sorted())")
    }
  }
}
