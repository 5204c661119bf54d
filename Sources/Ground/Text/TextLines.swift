/// The lines of a text with their numbers, from 1, without blanks at both ends; lines end with LF, CR LF or CR.
package struct TextLines: Sequence, IteratorProtocol {
  private let text: [UInt8]
  private var start = 0
  private var number = 0

  package init(_ text: [UInt8]) {
    self.text = text
  }

  package mutating func next() -> (number: Int, text: LogText)? {
    guard start < text.count else { return nil }
    var end = start
    while end < text.count, text[end] != 0x0A, text[end] != 0x0D { end += 1 }
    let line = text[start..<end].trimmed
    let isPair = end + 1 < text.count && text[end] == 0x0D && text[end + 1] == 0x0A
    start = end + (isPair ? 2 : 1)
    number += 1
    return (number, line)
  }
}
