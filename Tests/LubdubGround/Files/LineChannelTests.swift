import Foundation
import LubdubGround
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
    let isSent = near.send(line)
    #expect(isSent)
    for _ in 0..<3 {
      let reading = near.receive(patience: 5000)
      #expect(reading == .line(line.dropLast()))
    }
    let last = near.receive(patience: 0)
    #expect(last == .idle)
  }

  @Test("What comes before the other end closes is read; then it has ended, for writing too")
  func ends() throws {
    let (one, other) = (Pipe(), Pipe())
    var channel = LineChannel(
      input: one.fileHandleForReading.fileDescriptor,
      output: other.fileHandleForWriting.fileDescriptor)
    try one.fileHandleForWriting.write(contentsOf: Data("a\n\nb".utf8))
    try one.fileHandleForWriting.close()
    let readings = [channel.receive(), channel.receive(), channel.receive()]
    #expect(readings == [.line([UInt8(ascii: "a")]), .line([]), .ended])
    try other.fileHandleForReading.close()
    let isSent = channel.send([UInt8(ascii: "\n")])
    #expect(!isSent)
  }
}
