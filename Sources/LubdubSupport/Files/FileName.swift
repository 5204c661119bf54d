/// File names are bytes, and a `String` contains text. Each byte of a name that is not UTF-8 is represented in the text by a
/// character of a plane for private use, and becomes the byte again when a name is passed to the system.
extension String {
  /// The private character for the byte 0. Only bytes from 0x80 on can be invalid UTF-8.
  private static let rawByteStart: UInt32 = 0x10FF00

  package init(fileName bytes: some Collection<UInt8>) {
    if let text = String(utf8: bytes), !text.unicodeScalars.contains(where: Self.isRawByte) {
      self = text
      return
    }
    self.init()
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let scalar = (1...min(4, rest.count)).lazy.compactMap { String(utf8: rest.prefix($0)) }.first
      if let scalar, !scalar.unicodeScalars.contains(where: Self.isRawByte) {
        self += scalar
        rest = rest.dropFirst(scalar.utf8.count)
      } else if let raw = Unicode.Scalar(Self.rawByteStart + UInt32(rest.removeFirst())) {
        unicodeScalars.append(raw)
      }
    }
  }

  /// Creates the text of a null-terminated name of the system, such as in the array of a directory entry.
  package init(fileName name: UnsafePointer<CChar>) {
    var bytes: [UInt8] = []
    var next = name
    while next.pointee != 0 {
      bytes.append(UInt8(bitPattern: next.pointee))
      next += 1
    }
    self.init(fileName: bytes)
  }

  package var fileName: [CChar] {
    guard unicodeScalars.contains(where: Self.isRawByte) else { return Array(utf8CString) }
    var bytes: [CChar] = []
    for scalar in unicodeScalars {
      if Self.isRawByte(scalar) {
        bytes.append(CChar(bitPattern: UInt8(scalar.value - Self.rawByteStart)))
      } else {
        bytes += scalar.utf8.map { CChar(bitPattern: $0) }
      }
    }
    return bytes + [0]
  }

  private static func isRawByte(_ scalar: Unicode.Scalar) -> Bool {
    (rawByteStart + 0x80...rawByteStart + 0xFF).contains(scalar.value)
  }
}
