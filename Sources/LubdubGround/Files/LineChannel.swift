#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Lines to and from another program, over two descriptors such as the ends of two pipes.
///
/// While a line waits to be written, what comes is read: neither end has to wait for the other, whatever the
/// other does first. One thread uses a channel. The descriptors stay open; they are closed by who opened them.
public struct LineChannel: ~Copyable, Sendable {
  /// What waiting for a line gave.
  public enum Reading: Sendable, Hashable {
    /// A line, without its end.
    case line([UInt8])
    /// Nothing has come in the time that was waited.
    case idle
    /// The other end is closed.
    case ended
  }

  private let input: Int32
  private let output: Int32
  /// What was read: lines from `place` on, and the beginning of one that has not ended.
  private var buffer: [UInt8] = []
  private var place = 0
  /// How far the buffer was looked through for the end of a line.
  private var searched = 0
  private var hasEnded = false

  /// A channel that reads from one descriptor and writes to another.
  public init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
    // What is written to a closed end is an error that `send` shows, and not the end of the program.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Writes a line, which brings its end with it.
  ///
  /// - Returns: `false` when the other end is closed.
  public mutating func send(_ line: [UInt8]) -> Bool {
    var written = 0
    while written < line.count {
      var waiting = [
        pollfd(fd: output, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: hasEnded ? -1 : input, events: Int16(POLLIN), revents: 0),
      ]
      guard retryingInterrupts({ Int(poll(&waiting, 2, -1)) }) > 0 else { return false }
      if waiting[1].revents != 0 { read() }
      guard waiting[0].revents & Int16(POLLOUT) != 0 else {
        if waiting[0].revents != 0 { return false }
        continue
      }
      // So much a pipe takes at once where it takes anything (PIPE_BUF in pipe(7)).
      let count = min(line.count - written, Self.pipeBlock)
      let done = retryingInterrupts {
        line.withUnsafeBytes { bytes in
          bytes.baseAddress.map { write(output, $0 + written, count) } ?? 0
        }
      }
      guard done >= 0 else { return false }
      written += done
    }
    return true
  }

  /// The next line.
  ///
  /// - Parameter patience: How long to wait for it, in milliseconds; negative without an end.
  /// - Returns: The line, or why there is none.
  public mutating func receive(patience: Int32 = -1) -> Reading {
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { (place, searched) = (end + 1, end + 1) }
        return .line(Array(buffer[place..<end]))
      }
      searched = buffer.count
      if hasEnded { return .ended }
      var waiting = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      // A signal ends the waiting, too: who called may have been asked to stop.
      guard poll(&waiting, 1, patience) > 0 else { return .idle }
      read()
    }
  }

  private mutating func read() {
    buffer.removeSubrange(..<place)
    (place, searched) = (0, searched - place)
    let room = [UInt8](unsafeUninitializedCapacity: Self.readBlock) { bytes, count in
      count = max(
        0, retryingInterrupts { systemRead(input, bytes.baseAddress, Self.readBlock) })
    }
    hasEnded = room.isEmpty
    buffer += room
  }

  private static let pipeBlock = 4096
  private static let readBlock = 1 << 16
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int)
  -> Int
{
  read(descriptor, bytes, count)
}
