enum BluetoothAddress {
  static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let digits = Array("0123456789ABCDEF")
    var text = ""
    for byte in bytes.reversed() {
      if !text.isEmpty { text.append(":") }
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return text
  }

  static func normalised(_ text: LogText) -> String {
    let text = text.trimmed
    guard text.count == 17 else { return text.string }
    for (offset, byte) in text.enumerated() {
      let isSeparator = offset % 3 == 2
      let isFitting = isSeparator ? byte == 0x3A || byte == 0x2D : isHexDigit(byte)
      guard isFitting else { return text.string }
    }
    return text.map { $0 == 0x2D ? 0x3A : $0 }[...].string.uppercased()
  }

  static func isHexDigit(_ byte: UInt8) -> Bool { LogText.hexDigit(byte) != nil }
}
