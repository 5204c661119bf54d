import CZlib
import Foundation

/// Whether the tool was built with its pages.
package let hasPages = FileManager.default.fileExists(
  atPath: Recordings.packageRoot.appending(path: "web/pages/page.html").path)

/// The JSON that a page of sessions holds, read as web/page.js does: base96, then zlib.
///
/// - Parameter page: The page's HTML.
/// - Returns: The bytes; `nil` where the page has no data that can be read.
package func pageData(_ page: String) -> [UInt8]? {
  let start = "id=\"data\">"
  guard let data = page.range(of: start).map({ page[$0.upperBound...] }),
    let end = data.range(of: "</script>"),
    let packed = bytes(ofBase96: data[..<end.lowerBound])
  else { return nil }
  return inflated(packed)
}

/// Two characters for 13 or 14 bits, from the space on, `~` in place of `<`, then tab and line feed; `nil` where a character
/// is another one.
private func bytes(ofBase96 text: Substring) -> [UInt8]? {
  let others: [UInt8: Int] = [
    UInt8(ascii: "~"): 28, UInt8(ascii: "\t"): 94, UInt8(ascii: "\n"): 95,
  ]
  let digits = text.utf8.map { others[$0] ?? Int($0) - 32 }
  guard digits.allSatisfy((0..<96).contains) else { return nil }
  var (bytes, bits, width): ([UInt8], Int, Int) = ([], 0, 0)
  for start in stride(from: 0, to: digits.count, by: 2) {
    let pair = digits[start..<min(start + 2, digits.count)]
    let value = pair.reversed().reduce(0) { $0 * 96 + $1 }
    bits |= value << width
    width += pair.count == 1 ? 8 : value & 8191 < 96 * 96 - 8192 ? 14 : 13
    while width > 7 {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      (bits, width) = (bits >> 8, width - 8)
    }
  }
  return bytes
}

/// What a zlib stream of up to 64 MB unpacks to.
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
