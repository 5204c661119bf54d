import LubdubSupport
import LubdubTraces
import Testing

@Suite struct SensorLoggerTests {
  @Test("Blank bytes before the first bracket do not decide the layout, in any chunks")
  func blankStart() throws {
    // Found by fuzzing: four control bytes came in a chunk of their own.
    let bytes: [UInt8] = [0, 0, 0, 0x0D, 0x7B, 0, 0, 0, 0, 0, 0xA1, 0, 0xA1, 0x28, 0xB0, 0x20]
    let whole = try read([bytes])
    for cut in 0...bytes.count {
      #expect(try read([Array(bytes[..<cut]), Array(bytes[cut...])]) == whole, "cut at \(cut)")
    }
  }

  private func read(_ pieces: [[UInt8]]) throws -> ReadReport {
    var options = ReadOptions(formats: .deviceLogs)
    options.format = "sensor-logger"
    var parser = TraceParser(path: "log", options: options)
    for piece in pieces { try parser.feed(piece) }
    try parser.finish()
    return parser.report
  }
}
