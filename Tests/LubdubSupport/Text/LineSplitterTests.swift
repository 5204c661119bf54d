import Testing

import LubdubSupport

@Suite struct LineSplitterTests {
  @Test func `Lines end with LF, CR LF, or CR, however the bytes are split`() throws {
    let bytes = Array("a\nb\r\nc\rd\n\n\r\r\n\r\ne".utf8)
    let expected = ["a", "b", "c", "d", "", "", "", "", "e"]
    for pieces in 1...bytes.count {
      let lines = try split(bytes, pieces: pieces)
      #expect(lines.map(\.text) == expected, "pieces of \(pieces)")
      #expect(lines.map(\.number) == Array(1...9))
      #expect(lines.map(\.isClosed) == Array(repeating: true, count: 8) + [false])
    }
  }

  @Test func `A line at the limit is complete, and one byte more is too long`() throws {
    for extra in 0...1 {
      let count = LineSplitter.limit + extra
      let bytes = [UInt8](repeating: 0x61, count: count) + [0x0A, 0x62, 0x0A]
      for pieces in [1 << 16, 1 << 21] {
        let lines = try split(bytes, pieces: pieces)
        #expect(lines.map(\.isTooLong) == [extra == 1, false])
        #expect(lines.map(\.number) == [1, 2])
      }
    }
  }

  private struct Line {
    var text: String
    var number: Int
    var isTooLong: Bool
    var isClosed: Bool
  }

  private func split(_ bytes: [UInt8], pieces: Int) throws(ReadError) -> [Line] {
    var splitter = LineSplitter()
    var lines: [Line] = []
    func keep(_ line: LineSplitter.Line) {
      lines.append(
        Line(
          text: String(decoding: line.bytes, as: UTF8.self), number: line.number,
          isTooLong: line.isTooLong, isClosed: line.isClosed))
    }
    var start = 0
    while start < bytes.count {
      let piece = Array(bytes[start..<min(start + pieces, bytes.count)])
      try piece.withUnsafeBufferPointer { (buffer) throws(ReadError) in
        try splitter.feed(UnsafeRawBufferPointer(buffer)) { (line) throws(ReadError) in keep(line)
        }
      }
      start += pieces
    }
    try splitter.finish { (line) throws(ReadError) in keep(line) }
    return lines
  }
}
