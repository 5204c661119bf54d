/// Names of up to 24 bytes that were seen last, known again by their bytes. The anchors of a log mostly
/// take turns, so that the search begins behind the last one.
struct NameCache: Sendable {
  private static let limit = 32

  private struct Entry: Sendable {
    let key: Key
    let index: NameTable.Index
  }

  private struct Key: Sendable, Equatable {
    let words: (UInt64, UInt64, UInt64)
    let count: Int

    @inline(__always)
    init(_ name: UnsafeRawPointer, count: Int) {
      words = (
        LineBytes.word(name) & LineBytes.mask(count),
        LineBytes.word(name + 8) & LineBytes.mask(max(count - 8, 0)),
        LineBytes.word(name + 16) & LineBytes.mask(max(count - 16, 0))
      )
      self.count = count
    }

    @inline(__always)
    static func == (one: Key, other: Key) -> Bool {
      let first = one.words.0 ^ other.words.0
      let rest = (one.words.1 ^ other.words.1) | (one.words.2 ^ other.words.2)
      return first | rest == 0 && one.count == other.count
    }
  }

  private var entries: [Entry] = []
  private var next = 0

  /// The index of a name.
  ///
  /// - Parameters:
  ///   - start: Where the name begins; 24 bytes from there can be read.
  ///   - count: How many bytes it has.
  ///   - table: The names that are known.
  /// - Returns: The index; `nil` when the name is not known or not simple.
  mutating func index(
    of start: UnsafeRawPointer, count: Int, in table: NameTable
  ) -> NameTable.Index? {
    guard count > 0 else { return nil }
    guard count <= 24 else { return find(start, count, in: table) }
    let key = Key(start, count: count)
    for _ in entries {
      if next >= entries.count { next = 0 }
      defer { next += 1 }
      if entries[next].key == key { return entries[next].index }
    }
    guard let index = find(start, count, in: table) else { return nil }
    if entries.count < Self.limit {
      entries.append(Entry(key: key, index: index))
    } else {
      entries[next % Self.limit] = Entry(key: key, index: index)
    }
    return index
  }

  private func find(
    _ start: UnsafeRawPointer, _ count: Int, in table: NameTable
  ) -> NameTable.Index? {
    let name = UnsafeRawBufferPointer(start: start, count: count)
    // Spaces at its ends are not part of a name, and quotes in it are written twice.
    guard let first = name.first, let last = name.last, first > 0x20, last > 0x20,
      !name.contains(UInt8(ascii: "\""))
    else { return nil }
    return String(validating: name, as: UTF8.self).flatMap { table.find($0) }
  }
}
