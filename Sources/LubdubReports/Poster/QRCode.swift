#if QRCodes
internal import CQRencode
#endif

/// A QR code (ISO/IEC 18004) of a short text: squares that are dark or light, without the quiet zone around them.
///
/// It is made by libqrencode when the package trait `QRCodes` is on; without the trait there is none.
package struct QRCode: Sendable, Hashable {
  package struct Fault: Error, Hashable, CustomStringConvertible {
    package let description: String
  }

  package let width: Int
  /// The squares, row by row from the top; `true` is dark.
  package let isDark: [Bool]

  /// The most bytes of a text: its squares are still large enough on a keepsake.
  package static let longest = 120

  /// The code of a text, in which up to 15 % may be damaged (level M).
  package init(_ text: String) throws(Fault) {
    guard (1...Self.longest).contains(text.utf8.count) else {
      throw Fault(
        description: "a QR code takes 1 to \(Self.longest) bytes, found \(text.utf8.count)")
    }
    #if QRCodes
    guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else {
      throw Fault(description: "libqrencode makes no code of this text")
    }
    defer { QRcode_free(code) }
    width = Int(code.pointee.width)
    // The lowest bit of a square is its colour.
    isDark = UnsafeBufferPointer(start: code.pointee.data, count: width * width).map {
      $0 & 1 == 1
    }
    #else
    throw Fault(
      description:
        "lubdub is built without QR codes: install libqrencode (Debian: libqrencode-dev), then "
        + "swift build -c release --traits FFTW,Tool,Studio,QRCodes")
    #endif
  }

  package func isDark(column: Int, row: Int) -> Bool { isDark[row * width + column] }

  /// The dark squares as SVG path data, a square being one unit: each row's runs from the left.
  var path: String {
    var path = ""
    for row in 0..<width {
      var column = 0
      while column < width {
        let start = column
        while column < width, isDark(column: column, row: row) { column += 1 }
        if column > start { path += "M\(start) \(row)h\(column - start)v1h-\(column - start)z" }
        column += 1
      }
    }
    return path
  }
}
