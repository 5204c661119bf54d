package struct TableHeader: Equatable {
  package let separator: UInt8
  /// The names of the columns in lower case, with one underscore for other characters than letters and digits: `Distanz
  /// (cm)` is `distanz_cm`.
  package private(set) var names: [String]
  package let titles: [String]

  /// The supported separators between fields, the usual one first.
  package static let separators = [
    UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|"),
  ]

  package init(_ line: LogText, separator: UInt8? = nil) {
    let splits = (separator.map { [$0] } ?? Self.separators)
      .map { (separator: $0, fields: csvFields(line, separator: $0) ?? [line]) }
    let best = splits.dropFirst().reduce(splits[0]) {
      $1.fields.count > $0.fields.count ? $1 : $0
    }
    self.separator = best.separator
    titles = best.fields.map { $0.string }
    names = best.fields.map(Self.normalised)
  }

  package func place(of names: String...) -> Int? { place(of: names) }

  package func place(of names: [String]) -> Int? {
    names.lazy.compactMap { self.names.firstIndex(of: $0) }.first
  }

  /// Units of a row below the header, and the corresponding suffixes of column names.
  private static let units = [
    "s": "s", "sec": "s", "seconds": "s", "ms": "ms", "us": "us", "µs": "us", "ns": "ns",
    "m": "m", "cm": "cm", "mm": "mm", "km": "km", "px": "px", "deg": "deg", "degrees": "deg",
    "°": "deg", "m_s": "mps", "mps": "mps", "hz": "hz", "dbm": "dbm", "dm": "dm", "ft": "ft",
    "feet": "ft", "foot": "ft", "in": "in", "inch": "in", "inches": "in", "yd": "yd", "yards": "yd",
  ]

  mutating func readUnits(_ fields: [LogText]) -> Bool {
    guard fields.count == names.count, let found = Self.units(in: fields) else { return false }
    for (place, unit) in found.enumerated() {
      guard let unit, !names[place].hasSuffix("_" + unit) else { continue }
      names[place] += "_" + unit
    }
    return true
  }

  package static func units(in fields: [LogText]) -> [String?]? {
    let words = fields.map(normalised)
    guard words.contains(where: { !$0.isEmpty }),
      words.allSatisfy({ $0.isEmpty || units[$0] != nil })
    else { return nil }
    return words.map { units[$0] }
  }

  private static func normalised(_ field: LogText) -> String {
    var name: [UInt8] = []
    var isGap = false
    for byte in field {
      let isCapital = (0x41...0x5A).contains(byte)
      let small = isCapital ? byte + 0x20 : byte
      guard (0x61...0x7A).contains(small) || (0x30...0x39).contains(small) || small >= 0x80 else {
        isGap = true
        continue
      }
      if isGap, !name.isEmpty { name.append(UInt8(ascii: "_")) }
      isGap = false
      name.append(small)
    }
    return String(decoding: name, as: UTF8.self)
  }
}
