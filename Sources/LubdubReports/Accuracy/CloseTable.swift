extension CloseFigure {
  fileprivate func text(_ cell: CloseRow.Cell?) -> String {
    guard let cell else { return "-" }
    let decimals = self == .falseChanges ? 0 : self == .delay || self == .jump ? 2 : 3
    func text(_ number: Double) -> String { NumberText.fixed(number, decimals) }
    guard let interval = cell.interval else { return text(cell.value) }
    return "\(text(cell.value)) (\(text(interval.lowerBound)) to \(text(interval.upperBound)))"
  }
}

extension AccuracyTable {
  /// The tables of Close: one per track, with the entrants of that track.
  package init(
    _ rows: [CloseRow], _ summaries: [(track: CloseBenchmark.Track, text: String)]
  ) {
    let tables = summaries.map { track, text in
      let entered = rows.filter { $0.tracks[track] != nil }
      let figures = CloseFigure.allCases.filter { figure in
        entered.contains { $0.tracks[track]?[figure] != nil }
      }
      return Table(
        title: track.rawValue,
        notes: [
          text + ". Smaller is better; in brackets the 95% interval over sessions"
        ],
        columns: ["filter"] + figures.map(\.title),
        rows: entered.map { row in
          [row.name] + figures.map { $0.text(row.tracks[track]?[$0]) }
        })
    }
    self.init(tables: tables)
  }
}

extension BenchPage {
  /// The tables of Close, with the definitions that a reader needs.
  package static func close(_ table: AccuracyTable, findings: [String]) -> BenchPage {
    func legend(_ title: String, _ lines: [(name: String, meaning: String)]) -> Part {
      Part(title, notes: lines.map { "\($0.name): \($0.meaning)" })
    }
    return BenchPage(
      "Close: felt proximity of filters", notes: findings,
      table.parts + [
        legend("Tracks", CloseBenchmark.Track.allCases.map { ($0.rawValue, $0.meaning) }),
        legend(
          "Figures (smaller is better)",
          CloseFigure.allCases.map { ($0.title, $0.meaning) }),
      ])
  }
}
