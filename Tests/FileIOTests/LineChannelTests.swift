import FileIO
import Foundation
import Testing

@Suite("Lines over pipes")
struct LineChannelTests {
  @Test("Both ends may write more than a pipe holds before they read")
  func neitherWaits() throws {
    let (one, other) = (Pipe(), Pipe())
    let line = Array(repeating: UInt8(ascii: "a"), count: 300_000) + [UInt8(ascii: "\n")]
    let (input, output) = (
      one.fileHandleForReading.fileDescriptor, other.fileHandleForWriting.fileDescriptor
    )
    let thread = Thread {
      var far = LineChannel(input: input, output: output)
      for _ in 0..<3 { _ = far.send(line) }
      _ = far.receive()
    }
    thread.start()
    var near = LineChannel(
      input: other.fileHandleForReading.fileDescriptor,
      output: one.fileHandleForWriting.fileDescriptor)
    #expect(near.send(line))
    for _ in 0..<3 { #expect(near.receive(patience: 5000) == .line(line.dropLast())) }
    #expect(near.receive(patience: 0) == .idle)
  }

  @Test("What comes before the other end closes is read; then it has ended, for writing too")
  func ends() throws {
    let (one, other) = (Pipe(), Pipe())
    var channel = LineChannel(
      input: one.fileHandleForReading.fileDescriptor,
      output: other.fileHandleForWriting.fileDescriptor)
    try one.fileHandleForWriting.write(contentsOf: Data("a\n\nb".utf8))
    try one.fileHandleForWriting.close()
    #expect(channel.receive() == .line([UInt8(ascii: "a")]))
    #expect(channel.receive() == .line([]))
    #expect(channel.receive() == .ended)
    try other.fileHandleForReading.close()
    #expect(!channel.send([UInt8(ascii: "\n")]))
  }
}
