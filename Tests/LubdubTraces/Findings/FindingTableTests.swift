import Foundation
import LubdubTraces
import TestSupport
import Testing

@Suite("Table of findings") struct FindingTableTests {
  @Test func `Every rule has a unique lowercase code and an example`() {
    let codes = FindingRule.traces.map(\.code)
    #expect(Set(codes).count == codes.count)
    #expect(
      FindingRule.traces.allSatisfy { !$0.example.isEmpty && $0.code == $0.code.lowercased() })
  }

  @Test func `The page of findings lists each rule with its severity and example`() throws {
    let page = try String(
      contentsOf: Recordings.packageRoot.appending(path: "docs/reference/findings.md"),
      encoding: .utf8)
    for rule in FindingRule.traces {
      let row = "| `\(rule.code)` | \(rule.severity.rawValue) | \(rule.example) |"
      #expect(page.contains(row), "docs/reference/findings.md lacks \(row)")
    }
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
    #expect(rows.count == FindingRule.traces.count)
  }
}
