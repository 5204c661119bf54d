import LubdubSupport
import Testing

@Suite struct DecodedTextTests {
  @Test(arguments: [
    Array("\u{FEFF}t;ü\n".utf8), Array("t;ü\n".utf8), [0x74, 0x3B, 0xFC, 0x0A],
    [0xFF, 0xFE, 0x74, 0, 0x3B, 0, 0xFC, 0, 0x0A, 0],
    [0xFE, 0xFF, 0, 0x74, 0, 0x3B, 0, 0xFC, 0, 0x0A],
  ])
  func `A text decodes the same in every encoding`(file: [UInt8]) {
    #expect(DecodedText(file).bytes == Array("t;ü\n".utf8))
  }

  @Test func `A text that is not UTF-8 is read as Windows-1252, with a note`() {
    let text = DecodedText([0x80, 0x20, 0x93, 0x41, 0x94])
    #expect(text.bytes == Array("€ “A”".utf8) && text.note != nil)
    #expect(DecodedText(Array("€".utf8)).note == nil)
  }

  @Test func `Incomplete UTF-16 loses only its last unit, and bad pairs are replaced`() {
    #expect(DecodedText([0xFF, 0xFE, 0x41, 0, 0x42]).bytes == Array("A".utf8))
    #expect(DecodedText([0xFE, 0xFF, 0xD8, 0x00, 0, 0x41]).bytes == Array("\u{FFFD}A".utf8))
    #expect(DecodedText([0xFF, 0xFE]).bytes.isEmpty && DecodedText([]).bytes.isEmpty)
  }

  @Test func `Lines end with LF, CR LF, or CR, and are numbered from 1`() {
    let lines = Array(TextLines(Array(" a\nb\r\n\rc \r\n".utf8)))
    #expect(lines.map(\.text.string) == ["a", "b", "", "c"])
    #expect(lines.map(\.number) == [1, 2, 3, 4])
    #expect(Array(TextLines([])).isEmpty)
  }
}
