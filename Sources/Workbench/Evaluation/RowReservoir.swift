internal import Traces

/// The rows of a recording, or of a long one as many stretches of it as there is room for, in the order of time
/// and the same distance apart.
struct RowReservoir {
  private(set) var rows: [TraceRecord] = []
  /// Rows that have come.
  private(set) var count = 0
  private let limit: Int?
  /// Every so many stretches one is kept.
  private var step = 1

  /// Rows that follow each other: filters and fades need neighbours.
  private static let stretch = 1024

  /// - Parameter limit: The most rows that are kept; `nil` for all.
  init(limit: Int?) {
    self.limit = limit.map { max(2, $0 / Self.stretch) * Self.stretch }
  }

  mutating func append(_ row: TraceRecord) {
    defer { count += 1 }
    guard let limit else { return rows.append(row) }
    guard count / Self.stretch % step == 0 else { return }
    rows.append(row)
    guard rows.count == limit else { return }
    // Every second stretch goes.
    rows = rows.indices.filter { $0 / Self.stretch % 2 == 0 }.map { rows[$0] }
    step *= 2
  }
}
