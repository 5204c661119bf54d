import Foundation
import TestSupport

/// A table of a page of the guides, which a test compares with what it measures.
enum PageTable {
  /// The cells of the rows below a header.
  ///
  /// - Parameters:
  ///   - header: What the line of the header starts with.
  ///   - page: The page, as `docs` has it.
  /// - Returns: The cells; none where there is no such table.
  /// - Throws: An error where the page cannot be read.
  static func rows(below header: String, in page: String) throws -> [[String]] {
    let text = try String(
      contentsOf: Recordings.packageRoot.appending(path: "docs/\(page)"), encoding: .utf8)
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.hasPrefix(header) }.dropFirst(2).prefix { $0.hasPrefix("|") }
      .map { line in
        line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      }
  }

  /// The numbers of some cells; `nil` for a dash.
  static func numbers(_ cells: ArraySlice<String>) -> [Double?] {
    cells.flatMap { $0.split(separator: " ") }.map { Double($0) }
  }
}
