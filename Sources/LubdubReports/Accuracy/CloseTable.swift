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
  /// The table of Close: one for each track, with the entrants that are in it.
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
          text + ". All figures are to be small; in brackets the 95 % interval over sessions"
        ],
        columns: ["filter"] + figures.map(\.title),
        rows: entered.map { row in
          [row.name] + figures.map { $0.text(row.tracks[track]?[$0]) }
        })
    }
    self.init(tables: tables)
  }
}
