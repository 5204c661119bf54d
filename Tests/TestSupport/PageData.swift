import CZlib
import Foundation

/// Whether the tool was built with its pages.
package let hasPages = FileManager.default.fileExists(
  atPath: Recordings.packageRoot.appending(path: "web/pages/page.html").path)

/// The JSON in a page of sessions, read as web/page.js does: dense text, then zlib.
///
/// - Parameter page: The page's HTML.
/// - Returns: The bytes; `nil` if the page has no readable data.
package func pageData(_ page: String) -> [UInt8]? {
  // Marks that combine may follow a tag, so that it is no characters of its own.
  let text = Array(page.utf8)
  guard let start = text.firstRange(of: Array("id=\"data\">".utf8))?.upperBound,
    let end = text[start...].firstRange(of: Array("</script>".utf8))?.lowerBound,
    let packed = bytes(ofDense: String(decoding: text[start..<end], as: UTF8.self))
  else { return nil }
  return inflated(packed)
}

/// One character for 7, 13, or 20 bits: of ASCII from the space on, `~` in place of `<`, then tab and line feed; from U+00A0
/// on; and from U+0800 on. `nil` for any other character.
private func bytes(ofDense text: String) -> [UInt8]? {
  let others = [0x7E: 28, 0x09: 94, 0x0A: 95]
  var (bytes, bits, width): ([UInt8], Int, Int) = ([], 0, 0)
  for character in text.unicodeScalars {
    let code = Int(character.value)
    let (value, length): (Int, Int)
    switch code {
    case ..<0x80: (value, length) = (others[code] ?? code - 32, 7)
    case 0xA0..<0x800: (value, length) = (wide(code - 0xA0), 13)
    case 0x800..<0x800 + 160 * 128:
      let place = code - 0x800
      (value, length) = (wide(1888 + place % 160) | (place / 160) << 13, 20)
    default: return nil
    }
    guard value >= 0, length > 7 || value < 96 else { return nil }
    bits |= value << width
    width += length
    while width > 7 {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      (bits, width) = (bits >> 8, width - 8)
    }
  }
  return bytes
}

/// 13 bits: 7 of which two are set, then 6.
private func wide(_ place: Int) -> Int { 96 | place & 31 | (place >> 5) << 7 }

/// The decompressed bytes of a zlib stream, up to 64 MB.
private func inflated(_ packed: [UInt8]) -> [UInt8]? {
  var size = UInt(packed.count * 8 + 1024)
  while size <= 1 << 26 {
    var bytes = [UInt8](repeating: 0, count: Int(size))
    var length = size
    switch uncompress(&bytes, &length, packed, UInt(packed.count)) {
    case Z_OK: return Array(bytes.prefix(Int(length)))
    case Z_BUF_ERROR: size *= 4
    default: return nil
    }
  }
  return nil
}
