/// The bytes of a text in base91, read as web/bytes.js does.
package func base91Decoded(_ text: String) -> [UInt8] {
  let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%()*+,./:;>=?@[]^_`{|}~\"'-")
  var bytes: [UInt8] = []
  var first: Int?
  var (bits, count) = (0, 0)
  for digit in text.compactMap({ alphabet.firstIndex(of: $0) }) {
    guard let low = first else {
      first = digit
      continue
    }
    let value = low + 91 * digit
    first = nil
    bits |= value << count
    count += value & 8191 > 88 ? 13 : 14
    while count > 7 {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      count -= 8
    }
  }
  if let first { bytes.append(UInt8(truncatingIfNeeded: bits | first << count)) }
  return bytes
}
