import CZlib
import Foundation

/// The JSON that a page of sessions holds, read as web/unpack.js does: base-122, then zlib.
///
/// - Parameter page: The page's HTML.
/// - Returns: The bytes; `nil` where the page has no data that can be read.
package func pageData(_ page: String) -> [UInt8]? {
  let start = "id=\"data\">"
  guard let data = page.range(of: start).map({ page[$0.upperBound...] }),
    let end = data.range(of: "</script>")
  else { return nil }
  return inflated(base122Decoded(data[..<end.lowerBound]))
}

/// The bytes of a text in base-122, whose characters hold seven bits, or which of three characters was meant and seven more.
private func base122Decoded(_ text: Substring) -> [UInt8] {
  let forbidden: [UInt8] = [0x00, 0x0D, 0x3C]
  var groups: [UInt8] = []
  for scalar in text.unicodeScalars {
    guard scalar.value >= 0x100 else {
      groups.append(UInt8(scalar.value))
      continue
    }
    let kind = Int(scalar.value - 0x100) >> 7
    groups.append(forbidden[kind % forbidden.count])
    if kind < forbidden.count { groups.append(UInt8(scalar.value & 0x7F)) }
  }
  var bytes: [UInt8] = []
  var (bits, count): (UInt16, Int) = (0, 0)
  for group in groups {
    bits = bits << 7 | UInt16(group)
    count += 7
    guard count >= 8 else { continue }
    count -= 8
    bytes.append(UInt8(truncatingIfNeeded: bits >> count))
    bits &= 1 << count - 1
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
