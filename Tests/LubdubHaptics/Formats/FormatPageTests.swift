import Foundation
import LubdubHaptics
import TestSupport
import Testing

@Suite struct FormatPageTests {
  /// The cells of the rows of docs/reference/formats.md, by their first cell.
  private static func rows() throws -> [String: [String]] {
    let page = try String(
      contentsOf: Recordings.packageRoot.appending(path: "docs/reference/formats.md"),
      encoding: .utf8)
    let cells = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { row in
      row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    return Dictionary(uniqueKeysWithValues: cells.map { ($0[0], $0) })
  }

  @Test func `The page of formats has each format with its extension and time step`() throws {
    let rows = try Self.rows()
    for format in HapticFormat.allCases {
      let cells = try #require(rows["`\(format.rawValue)`"], "\(format)")
      #expect(cells[1] == ".\(format.fileExtension)", "\(format)")
      let seconds = format.timeResolution.value
      let step =
        seconds == 1e-9 ? "1 ns" : seconds == 1e-3 ? "1 ms" : "1/\(Int((1 / seconds).rounded())) s"
      #expect(cells[3] == step, "\(format)")
    }
  }

  @Test func `The page of formats has each kind of loss with its unit`() throws {
    let rows = try Self.rows()
    #expect(rows.count == HapticFormat.allCases.count + LossReport.Loss.allCases.count)
    for loss in LossReport.Loss.allCases {
      let cells = try #require(rows["`\(loss.rawValue)`"], "\(loss)")
      #expect(cells[2] == loss.unit ?? "-", "\(loss)")
    }
  }
}
