internal import CQRCode

/// A QR code (ISO/IEC 18004) of a short text: dark and light squares, without the quiet zone around them.
package struct QRCode: Sendable, Hashable {
  package struct Fault: Error, Hashable, CustomStringConvertible { package let description: String }

  package let width: Int
  /// The squares, row by row from the top; `true` is dark.
  package let isDark: [Bool]

  /// The most bytes of a text. With this limit, the squares are large enough on a keepsake.
  package static let longest = 120
  /// The maximum size of a code in bytes: qrcodegen_BUFFER_LEN_MAX.
  private static let room = 3918

  /// Creates the code of a text. It stays readable with up to 15% damage (level M).
  package init(_ text: String) throws(Fault) {
    guard (1...Self.longest).contains(text.utf8.count) else {
      throw Fault(
        description: "a QR code takes 1 to \(Self.longest) bytes, found \(text.utf8.count)")
    }
    var scratch = [UInt8](repeating: 0, count: Self.room)
    var code = scratch
    guard
      qrcodegen_encodeText(
        text, &scratch, &code, qrcodegen_Ecc_MEDIUM, 1, 40, qrcodegen_Mask_AUTO, false)
    else { throw Fault(description: "a QR code cannot hold this text") }
    let width = qrcodegen_getSize(code)
    self.width = Int(width)
    isDark = (0..<width * width).map { qrcodegen_getModule(code, $0 % width, $0 / width) }
  }

  /// The colors of a drawn code.
  package static let (dark, light) = ("#0F0A1A", "#FAF5FF")
  /// The margin that scanners need around a code, in squares.
  static let quietZone = 4
  private static let squareSide = 10

  /// The code with its quiet zone as a drawing: ten pixels per square.
  package var drawing: [UInt8] {
    let side = (width + 2 * Self.quietZone) * Self.squareSide
    return Array(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(side)" height="\(side)" viewBox="0 0 \(side) \(side)">
      <rect width="\(side)" height="\(side)" fill="\(Self.light)"/>
      <path d="\(path)" transform="translate(\(Self.quietZone * Self.squareSide) \(Self.quietZone * Self.squareSide)) \
      scale(\(Self.squareSide))" fill="\(Self.dark)" shape-rendering="crispEdges"/>
      </svg>

      """.utf8)
  }

  /// The drawing as PNG, converted by an installed program.
  package var picture: [UInt8] {
    get throws(SVGConverter.Fault) { try SVGConverter.png(of: drawing) }
  }

  package func isDark(column: Int, row: Int) -> Bool { isDark[row * width + column] }

  /// The dark squares as SVG path data, with squares of one unit. Each row's runs start from the left.
  package var path: String {
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
