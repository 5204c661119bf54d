// Changing the kernels
//
// Invariants: A kernel reads a row only if its record is equal to the record of the reader of single rows (`CSVRow` or
// `NDJSONRow`, then `TraceRow` and `TraceSink.accept`). The first other row ends the batch and is read by the single-row
// reader: a kernel rejects no row and writes no message. Bounds come only from `Plausibility`. Up to `margin` bytes around
// the rows are readable, so searches need no bounds checks. Within a batch, nothing is allocated.
//
// Oracle: `ReadOptions.readsSingly` reads without kernels. `CSVAgreementTests` and `NDJSONKernelTests` compare both on
// random malformed text, `TraceTextTests` compares the vectors of each processor with `strtod` and plain loops, and
// `tools/fuzz` reads under the address sanitizer. To add a form of row, first add a case to these tests.
//
// Cost: `tools/bench/instructions` counts the instructions per row in a release build; a change of more than 3% fails until
// the table is updated with a reason. Seconds on a shared machine are not meaningful.

import CTraceText

/// Reads simple rows, many at a time, with the result of `CSVRow`, which reads every other row. Simple rows have as many
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
