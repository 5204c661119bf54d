/// Names of files are bytes, and a `String` holds text. What of a name is not UTF-8 stands in the text as characters of
/// a plane for private use, one for each byte, and becomes those bytes again where the system is asked for the file.
extension String {
  /// The byte 0 as such a character. Only bytes from 0x80 on are ever no text.
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

  /// A name as a C string of the system; what ends with the array that it points into.
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
