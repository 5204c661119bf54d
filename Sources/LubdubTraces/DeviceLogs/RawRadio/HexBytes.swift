extension LogText {
  var isMissingValue: Bool { isEmpty || MissingWord(self) == .noValue }

  var numberList: [Double]? {
    let parts = split { " ;,[]".utf8.contains($0) }
    let list = parts.compactMap(\.decimal)
    return list.count == parts.count ? list : nil
  }

  var hexBytes: [UInt8]? {
    let text = filter { $0 != 0x20 && $0 != 0x09 }
    let digits = text.compactMap(Self.hexDigit)
    guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  static func hexDigit(_ letter: UInt8) -> UInt8? {
    Character(Unicode.Scalar(letter)).hexDigitValue.map { UInt8($0) }
  }
}
