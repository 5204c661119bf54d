extension LogText {
  var isMissingValue: Bool { isEmpty || MissingWord(self) == .noValue }

  var numberList: [Double]? {
    let parts = split { " ;,[]".utf8.contains($0) }
    let list = parts.compactMap(\.decimal)
    return list.count == parts.count ? list : nil
  }

  var hexBytes: [UInt8]? {
    let digits = filter { $0 != 0x20 && $0 != 0x09 }
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for place in stride(from: 0, to: digits.count, by: 2) {
      guard let high = Self.hexDigit(digits[place]), let low = Self.hexDigit(digits[place + 1])
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  static func hexDigit(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): letter - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): letter - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): letter - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
