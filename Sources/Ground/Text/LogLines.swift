/// Calls back for every line of a text with its number, from 1; lines end with LF, CR LF or CR.
package func forEachLine(_ text: [UInt8], _ body: (Int, LogText) -> Void) {
  var start = 0
  var number = 1
  var place = 0
  while place < text.count {
    guard text[place] == 0x0A || text[place] == 0x0D else {
      place += 1
      continue
    }
    body(number, text[start..<place].trimmed)
    if text[place] == 0x0D, place + 1 < text.count, text[place + 1] == 0x0A { place += 1 }
    place += 1
    start = place
    number += 1
  }
  if start < text.count { body(number, text[start...].trimmed) }
}
