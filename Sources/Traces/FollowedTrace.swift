import FileIO
public import Quantities

/// Reads a trace while it is being written: a growing file with rotation and truncation, or standard
/// input.
///
/// A file that starts anew goes on with the columns that were known; its header is passed over.
public struct FollowedTrace: ~Copyable {
  private var file: FollowedFile
  private var parser: TraceParser
  private var buffer: [UInt8]
  private var isAtEnd = false

  /// Opens a trace at its start; `-` is standard input.
  ///
  /// - Throws: `TraceError` when it cannot be opened.
  public init(path: String, options: ReadOptions = ReadOptions()) throws(TraceError) {
    do {
      file = try FollowedFile(path: path)
    } catch {
      throw TraceError(error)
    }
    parser = TraceParser(path: path, options: options)
    buffer = [UInt8](repeating: 0, count: TraceReader.blockSize)
  }

  /// What became of the rows so far.
  public var report: ReadReport { parser.report }
  /// The names of the links that rows refer to.
  public var peers: NameTable { parser.peers }
  /// The names of the recordings that rows refer to.
  public var recordings: NameTable { parser.recordings }

  /// Waits for rows.
  ///
  /// - Parameters:
  ///   - records: Is emptied and then holds the new rows, none when none came in time.
  ///   - timeout: The longest wait; at most a day.
  /// - Returns: `false` when the stream has ended and there are no more rows.
  /// - Throws: `TraceError` when the file cannot be read, is no trace, or a row is rejected and
  ///   reading is strict.
  public mutating func next(
    into records: inout [TraceRecord], timeout: Seconds
  ) throws(TraceError) -> Bool {
    records.removeAll(keepingCapacity: true)
    guard !isAtEnd else { return false }
    let seconds = timeout.value > 0 ? min(timeout.value, 86_400) : 0
    let milliseconds = Int32((seconds * 1000).rounded())
    switch try read(waiting: milliseconds) {
    case .bytes(let count):
      try buffer.withUnsafeBufferPointer { (block) throws(TraceError) in
        try parser.feed(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(block)[..<count]))
      }
    case .restarted: try parser.feed([UInt8(ascii: "\n")])
    case .idle: break
    case .ended:
      isAtEnd = true
      try parser.finish()
    }
    parser.take(into: &records)
    return true
  }

  private mutating func read(waiting milliseconds: Int32) throws(TraceError) -> FollowedFile.Reading
  {
    do {
      return try buffer.withUnsafeMutableBufferPointer { (block) throws(FileError) in
        try file.read(into: UnsafeMutableRawBufferPointer(block), waiting: milliseconds)
      }
    } catch {
      throw TraceError(error)
    }
  }
}
