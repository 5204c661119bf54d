// Changing the kernels
//
// Invariants: A kernel takes a row only where it gives the very record of the reader of single rows (`CSVRow` or
// `NDJSONRow`, then `TraceRow` and `TraceSink.accept`). The first other row ends its batch and is left to that reader:
// a kernel rejects nothing and words no message. Bounds come from `Plausibility`, and from nowhere else. Up to
// `margin` bytes around the rows are readable, so that no search checks bounds. Within a batch nothing is allocated.
//
// Oracle: `ReadOptions.readsSingly` reads without kernels. `CSVAgreementTests` and `NDJSONKernelTests` compare both on
// random nasty text, `TraceTextTests` compares the vectors of each processor with `strtod` and plain loops, and
// `tools/fuzz` reads under the address sanitizer. Another form of row begins with a case there.
//
// Cost: `tools/bench/instructions` counts the instructions of a row in a release build; a change of more than 3 %
// fails, or is renewed with its reason. Seconds on a shared machine say nothing.

import CTraceText

/// Reads simple rows, many at a time, and leaves every other row to `CSVRow`, with the same result. Simple rows have as many
/// fields as the header, numbers without exponent, blanks, or quotes, dates in ISO 8601, and known links.
struct CSVKernel: Sendable {
  /// The number of readable bytes required before a row, and from the last line feed on.
  static let margin = text_row_margin

  private var index: RowIndex
  private var columns: RowColumns
  private static let smallest = 8
  private var limit = RowIndex.limit

  init(_ plan: CSVPlan) {
    index = RowIndex(separator: plan.separator, columns: plan.roles.count)
    columns = RowColumns(plan)
  }

  mutating func read(
    _ bytes: UnsafeRawBufferPointer, names: KnownNames, _ cursor: inout RowCursor,
    into records: inout [TraceRecord]
  ) {
    guard bytes.count > cursor.position + Self.margin,
      let base = unsafe bytes.bindMemory(to: UInt8.self).baseAddress,
      let last = unsafe bytes[cursor.position...(bytes.count - Self.margin)].lastIndex(of: 0x0A)
    else { return }
    while cursor.position <= last {
      let areSimple = unsafe index.withRows(base + cursor.position, upTo: base + last, limit: limit)
      { rows in
        let good = columns.read(rows, line: cursor.line, in: cursor.order, names, into: &records)
        guard good > 0 else { return false }
        cursor.position += rows.length(good)
        cursor.line += good
        cursor.order?.lastTime = records[records.count - 1].sample.time.value
        return good == rows.count
      }
      guard areSimple else {
        limit = Self.smallest
        return
      }
      limit = min(2 * limit, RowIndex.limit)
    }
  }
}
