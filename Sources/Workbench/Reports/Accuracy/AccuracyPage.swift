extension AccuracyTable {
  /// The same tables as a page.
  package var page: BenchPage {
    BenchPage(
      "Accuracy of estimators",
      tables.map {
        BenchPage.Part($0.title, notes: $0.notes, columns: $0.columns, rows: $0.rows)
      })
  }
}
