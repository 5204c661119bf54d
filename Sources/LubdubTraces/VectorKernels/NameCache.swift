struct NameCache: Sendable {
  /// The number of places of entries, with 9-bit numbers: more than the names of most traces, so that few names share a
  /// place.
  private static let size = 512
  private static let reach = 4

  private struct Entry: Sendable {
    let key: Key
    let index: NameTable.Index
  }

  private struct Key: Sendable, Equatable {
    let words: (UInt64, UInt64, UInt64)
    let count: Int

    @inline(__always) init(_ name: UnsafeRawPointer, count: Int) {
      self.count = count
      let first = unsafe LineBytes.word(name) & LineBytes.mask(count)
      words =
        count <= 8
        ? (first, 0, 0)
        : unsafe (
          first, LineBytes.word(name + 8) & LineBytes.mask(count - 8),
          LineBytes.word(name + 16) & LineBytes.mask(max(count - 16, 0))
        )
    }

    /// The place of the entry of a name, from 0 to 511: Fibonacci hashing of its words (Knuth, TAOCP 6.4).
    @inline(__always) var place: Int {
      let mixed = words.0 ^ (words.1 &* 0x9E37_79B9_7F4A_7C15) ^ (words.2 &* 0xC2B2_AE3D_27D4_EB4F)
      return Int(truncatingIfNeeded: (mixed &* 0x9E37_79B9_7F4A_7C15) &>> 55)
    }

    @inline(__always) static func == (one: Key, other: Key) -> Bool {
      let first = one.words.0 ^ other.words.0
      let rest = (one.words.1 ^ other.words.1) | (one.words.2 ^ other.words.2)
      return first | rest == 0 && one.count == other.count
    }
  }

  // After the last place, there is room for entries outside their own place. No name has 0 bytes.
  private var entries: [Entry] = {
    let zeros = [UInt64](repeating: 0, count: 3)
    let none = unsafe zeros.withUnsafeBytes {
      unsafe Key($0.baseAddress.unsafelyUnwrapped, count: 0)
    }
    return [Entry](repeating: Entry(key: none, index: 0), count: size + reach)
  }()

  /// The index of a known name; `nil` for any other name. 24 bytes from `start` on must be readable.
  @inline(__always) func known(_ start: UnsafeRawPointer, count: Int) -> NameTable.Index? {
    guard count > 0, count <= 24 else { return nil }
    let key = unsafe Key(start, count: count)
    return unsafe entries.withUnsafeBufferPointer { entries in
      let place = key.place
      for entry in place..<place + Self.reach where unsafe entries[entry].key == key {
        return unsafe entries[entry].index
      }
      return nil
    }
  }

  @inline(never) mutating func learn(
    _ start: UnsafeRawPointer, count: Int, from table: NameTable
  ) -> NameTable.Index? {
    guard count > 0, let index = unsafe find(start, count, in: table) else { return nil }
    guard count <= 24 else { return index }
    let key = unsafe Key(start, count: count)
    let free = (0..<Self.reach).first { entries[key.place + $0].key.count == 0 } ?? 0
    entries[key.place + free] = Entry(key: key, index: index)
    return index
  }

  private func find(
    _ start: UnsafeRawPointer, _ count: Int, in table: NameTable
  ) -> NameTable.Index? {
    let name = unsafe UnsafeRawBufferPointer(start: start, count: count)
    // Spaces at its ends are not part of a name, and quotes in it are written twice.
    guard let first = unsafe name.first, let last = unsafe name.last, first > 0x20, last > 0x20,
      unsafe !name.contains(UInt8(ascii: "\""))
    else { return nil }
    return unsafe String(utf8: name).flatMap { table.find($0) }
  }
}
