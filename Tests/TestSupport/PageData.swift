import CZlib
import Foundation

/// Whether the tool was built with its pages.
package let hasPages = FileManager.default.fileExists(
  atPath: Recordings.packageRoot.appending(path: "web/pages/page.html").path)

/// The JSON that a page of sessions holds, read as web/page.js does: base64, then zlib.
///
/// - Parameter page: The page's HTML.
/// - Returns: The bytes; `nil` where the page has no data that can be read.
package func pageData(_ page: String) -> [UInt8]? {
  let start = "id=\"data\">"
  guard let data = page.range(of: start).map({ page[$0.upperBound...] }),
    let end = data.range(of: "</script>"),
    let packed = bytes(ofBase85: data[..<end.lowerBound])
  else { return nil }
  return inflated(packed)
}

/// Five characters for four bytes, from `#` on, `x` in place of `<`; `nil` where a character is another one.
private func bytes(ofBase85 text: Substring) -> [UInt8]? {
  let digits = text.utf8.map { $0 == UInt8(ascii: "x") ? 25 : Int($0) - 35 }
  guard digits.allSatisfy((0..<85).contains) else { return nil }
  let whole = digits + [Int](repeating: 84, count: (5 - digits.count % 5) % 5)
  var bytes: [UInt8] = []
  for start in stride(from: 0, to: whole.count, by: 5) {
    let word = whole[start..<start + 5].reduce(0) { $0 * 85 + $1 }
    bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
  }
  return Array(bytes.prefix(digits.count * 4 / 5))
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
