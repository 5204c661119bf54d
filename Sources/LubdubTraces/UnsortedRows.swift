import Lubdub

/// Rows that are held back until the end of a trace that is not in the order of time.
struct UnsortedRows: Sendable {
  var rows: [TraceRecord] = []
  /// What is wrong with angles of those rows that were left out, by the rows' lines.
  var angleFaults: [Int: String] = [:]
  /// Whether so many rows have gone back in time, and none forwards, that the newest comes first.
  private(set) var isNewestFirst = false
  private var isSettled = false

  /// Rows that go back before the trace counts as newest first.
  private static let enough = 16

  /// Holds a row that goes back in time behind a first one that nothing has followed.
  mutating func take(_ record: TraceRecord, first: [TraceRecord], accepted: Int) -> Bool {
    if isNewestFirst {
      rows.append(record)
      return true
    }
    guard !isSettled, record.recording == nil else { return false }
    if rows.isEmpty {
      guard accepted > 0 else { return false }
      guard accepted == 1, let only = first.first, first.count == 1, only.recording == nil,
        record.sample.time < only.sample.time
      else {
        // A row of the same time, as of another link, leaves it open.
        isSettled =
          accepted > 8 || first.first.map { $0.sample.time < record.sample.time } ?? true
        return false
      }
      rows = [only, record]
      return true
    }
    guard let last = rows.last, record.sample.time <= last.sample.time else {
      isSettled = true
      return false
    }
    rows.append(record)
    isNewestFirst = rows.count > Self.enough
    return true
  }

  /// The rows that turn out to go back in time, once others went forwards.
  mutating func released() -> ArraySlice<TraceRecord> {
    guard !isNewestFirst, !rows.isEmpty else { return [] }
    defer { rows = [] }
    return rows.dropFirst()
  }

  /// Looks no further for a trace that is newest first.
  mutating func settle() { isSettled = true }

  /// The rows in the order of time; those of one time in the order in which they would have come.
  var sorted: [TraceRecord] {
    let list = isNewestFirst ? rows.reversed() : rows
    return list.indices.sorted { left, right in
      let (first, second) = (list[left].sample.time, list[right].sample.time)
      return first < second || first == second && left < right
    }.map { list[$0] }
  }
}
