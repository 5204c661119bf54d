import Foundation
import TestSupport
import Testing

@Suite struct ReadmeTests {
  @Test func `The README's library example is compiled in this test, and it beats`() throws {
    let readme = try text("README.md")
    let source = try text("Tests/Lubdub/Pipeline/ReadmeExample.swift")
    let start = try #require(source.range(of: "    // README begins\n"))
    let end = try #require(source.range(of: "    // README ends\n"))
    let lines = source[start.upperBound..<end.lowerBound].split(
      separator: "\n", omittingEmptySubsequences: false
    ).map { $0.hasPrefix("    ") ? $0.dropFirst(4) : $0 }
    #expect(readme.contains(lines.joined(separator: "\n")))
    let result = try ReadmeExample.run()
    #expect(result.changes > 2)
    #expect(result.beats > 10)
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Recordings.packageRoot.appending(path: path), encoding: .utf8)
  }
}
