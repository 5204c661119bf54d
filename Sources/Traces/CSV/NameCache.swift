/// Names of up to 24 bytes that were seen last, known again by their bytes. The anchors of a log mostly
/// take turns, so that the search begins behind the last one.
struct NameCache: Sendable {
  private static let limit = 32

  private struct Entry {
    let first: UInt64
    let last: SIMD2<UInt64>
    let count: Int
    let index: NameTable.Index
  }

  private var entries: [Entry] = []
  private var next = 0

  /// Looks for a name.
  ///
  /// - Parameters:
  ///   - end: Just behind the name; 24 bytes before it can be read.
  ///   - count: Its length.
  ///   - tables: The tables.
  /// - Returns: The index; `nil` when the name has not been kept.
  mutating func find(
    before end: UnsafeRawPointer, count: Int, tables: ShortDecimal.Tables
  ) -> NameTable.Index? {
    guard count <= 24, !entries.isEmpty else { return nil }
    let first = Self.first(before: end, count: count, tables: tables)
    let last = Self.last(before: end, count: count, tables: tables)
    for _ in entries {
      let entry = entries[next < entries.count ? next : 0]
      next = next < entries.count ? next + 1 : 1
      let difference = entry.last ^ last
      let isEqual = difference[0] | difference[1] | (entry.first ^ first) == 0
      if isEqual, entry.count == count { return entry.index }
    }
    return nil
  }

  /// Keeps a name.
  mutating func keep(
    _ index: NameTable.Index, before end: UnsafeRawPointer, count: Int,
    tables: ShortDecimal.Tables
  ) {
    guard count <= 24 else { return }
    let entry = Entry(
      first: Self.first(before: end, count: count, tables: tables),
      last: Self.last(before: end, count: count, tables: tables), count: count, index: index)
    if entries.count < Self.limit {
      entries.append(entry)
    } else {
      entries[next % Self.limit] = entry
      next += 1
    }
  }

  private static func last(
    before end: UnsafeRawPointer, count: Int, tables: ShortDecimal.Tables
  ) -> SIMD2<UInt64> {
    ShortDecimal.characters(end - 16) & tables.last(min(count, 16))
  }

  private static func first(
    before end: UnsafeRawPointer, count: Int, tables: ShortDecimal.Tables
  ) -> UInt64 {
    (end - 24).loadUnaligned(as: UInt64.self) & tables.last(max(count - 8, 8))[0]
  }
}
