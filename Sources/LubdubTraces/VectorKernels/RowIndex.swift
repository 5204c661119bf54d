import CTraceText

/// The ends of the fields of some rows, found 64 bytes at a time (Langdale and Lemire, "Parsing gigabytes of JSON", 2019).
struct RowIndex: Sendable {
  static let limit = text_row_limit

  @safe struct Rows {
    fileprivate let all: text_rows
    let count: Int

    func length(_ count: Int) -> Int { unsafe Int(all.feeds[count]) }

    @inline(__always) func fields(_ column: Int, count: Int, point: UInt8) -> text_fields {
      let isFirst = column == 0
      let isLast = unsafe column &+ 1 == Int(all.columns)
      let feeds = unsafe UnsafePointer(all.feeds.unsafelyUnwrapped)
      let mark = unsafe UnsafePointer(all.separators.unsafelyUnwrapped) + column
      let between = unsafe all.columns &- 1
      return unsafe text_fields(
        origin: all.origin, starts: isFirst ? feeds : mark - 1, ends: isLast ? feeds + 1 : mark,
        start_stride: isFirst ? 1 : between, end_stride: isLast ? 1 : between,
        gap: isLast && all.has_returns ? 1 : 0, point: point, count: Int64(count))
    }
  }

  private let separator: UInt8
  private let columns: Int
  private var feeds: [UInt32]
  private var separators: [UInt32]

  init(separator: UInt8, columns: Int) {
    let slack = text_mark_slack
    self.separator = separator
    self.columns = columns
    feeds = [UInt32](repeating: 0, count: Self.limit + slack)
    separators = [UInt32](repeating: 0, count: Self.limit * columns + slack)
  }

  mutating func withRows<Result>(
    _ place: UnsafePointer<UInt8>, upTo last: UnsafePointer<UInt8>, limit: Int,
    _ body: (Rows) -> Result
  ) -> Result {
    let separator = separator
    let columns = columns
    return unsafe feeds.withUnsafeMutableBufferPointer { feeds in
      unsafe separators.withUnsafeMutableBufferPointer { separators in
        var rows = unsafe text_rows()
        unsafe rows.origin = unsafe place - 1
        unsafe rows.feeds = feeds.baseAddress
        unsafe rows.separators = separators.baseAddress
        unsafe rows.separator = separator
        unsafe rows.columns = Int64(columns)
        let count = unsafe text_find_rows(&rows, last, Int64(min(limit, Self.limit)))
        return unsafe body(Rows(all: rows, count: Int(count)))
      }
    }
  }
}
