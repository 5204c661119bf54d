/// Rows of cells in aligned columns: the first column is aligned to the left, and all other columns to the right.
package enum TextTable {
  package static func lines(_ rows: [[String]]) -> [String] {
    let rows = rows.map { $0.map(\.visible) }
    guard let first = rows.first else { return [] }
    let widths = first.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row.indices, row).map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + space : space + cell
      }.joined(separator: "  ")
    }
  }

  /// A title, and below it the indented notes and lines of a table.
  static func titled(_ title: String, notes: [String] = [], _ rows: [[String]]) -> String {
    ([title] + (notes + lines(rows)).map { "  " + $0 }).joined(separator: "\n")
  }

  static func text(_ rows: [[String]]) -> String {
    lines(rows).map { line in
      let end = line.lastIndex { $0 != " " }.map { line.index(after: $0) } ?? line.startIndex
      return line[..<end] + "\n"
    }.joined()
  }
}
