/// Reads a trace while it is being written: a growing file, rotated or truncated, or standard input. After a restart, the known
/// columns still apply; the header of the new file is skipped, and its lines are counted from 1.
public struct FollowedTrace: ~Copyable {
  /// Events of a file other than new rows.
  public enum Incident: Sendable, Hashable {
    /// The file was truncated or replaced.
    case restarted
    /// The line or record with this number was incomplete when the file was replaced or reading stopped, and is dropped.
    case unfinished(line: Int)
  }

  /// The maximum number of lines for detecting the format: more than devices print before their first sample.
  public static let detectionLines = 128

  private var file: FollowedFile
  private var parser: TraceParser
  private var buffer: [UInt8]
  private var isAtEnd = false
  private var lastBytes = ContinuousClock.now
  private static let patience = Duration.seconds(2)

  /// Opens a trace at its start; `-` is standard input. The format must be detectable within `detectionLines`, or within 64
  /// KiB. Throws `ReadError` when the trace cannot be opened.
  public init(
    path: String, options: ReadOptions = ReadOptions(), detectionLines: Int? = Self.detectionLines
  ) throws(ReadError) {
    self.init(
      try ReadError.of { () throws(FileError) in try FollowedFile(path: path) },
      options: options, detectionLines: detectionLines)
  }

  // Opened beforehand for the reason stated at `TraceReader`.
  private init(_ file: consuming FollowedFile, options: ReadOptions, detectionLines: Int?) {
    parser = TraceParser(path: file.path, options: options, detectionLines: detectionLines)
    buffer = [UInt8](repeating: 0, count: TraceReader.blockSize)
    self.file = file
  }

  /// Counts of accepted and rejected rows so far, and remarks.
  public var report: ReadReport { parser.report }
  /// The names of the links that rows refer to.
  public var peers: NameTable { parser.peers }
  /// The names of the recordings that rows refer to.
  public var recordings: NameTable { parser.recordings }

  /// The incidents of the file during the last call of `next` or `stop`, in order.
  public private(set) var incidents: [Incident] = []
  /// The number of complete lines so far while the format is unknown.
  public var linesWithoutFormat: Int { parser.linesWithoutFormat }

  /// Waits for rows, at most a day, and puts them into `records`; `false` when the stream has ended. Throws `ReadError` when
  /// the file cannot be read, is not a trace, or a row is rejected and reading is strict.
  public mutating func next(
    into records: inout [TraceRecord], timeout: Seconds
  ) throws(ReadError) -> Bool {
    records.removeAll(keepingCapacity: true)
    incidents.removeAll(keepingCapacity: true)
    guard !isAtEnd else { return false }
    let seconds = timeout.value > 0 ? min(timeout.value, 86_400) : 0
    let milliseconds = Int32((seconds * 1000).rounded())
    switch try read(waiting: milliseconds) {
    case .bytes(let count):
      lastBytes = .now
      try unsafe buffer.withUnsafeBufferPointer { (block) throws(ReadError) in
        try unsafe parser.feed(
          UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(block)[..<count]))
      }
    case .restarted:
      if let line = parser.restart() { incidents.append(.unfinished(line: line)) }
      incidents.append(.restarted)
    case .idle: if ContinuousClock.now - lastBytes >= Self.patience { try parser.release() }
    case .ended:
      isAtEnd = true
      try parser.finish()
    }
    parser.take(into: &records)
    parser.note(&records)
    if isAtEnd { parser.conclude() }
    return true
  }

  /// Ends before the stream ends: rows that wait for earlier rows are returned, and an unfinished line is dropped. Throws
  /// `ReadError` when the bytes so far are not a trace.
  public mutating func stop(into records: inout [TraceRecord]) throws(ReadError) {
    records.removeAll(keepingCapacity: true)
    incidents.removeAll(keepingCapacity: true)
    guard !isAtEnd else { return }
    isAtEnd = true
    if let line = try parser.stop() { incidents.append(.unfinished(line: line)) }
    parser.take(into: &records)
    parser.note(&records)
    parser.conclude()
  }

  private mutating func read(waiting milliseconds: Int32) throws(ReadError) -> FollowedFile.Reading
  {
    try ReadError.of { () throws(FileError) in
      try unsafe buffer.withUnsafeMutableBufferPointer { (block) throws(FileError) in
        try unsafe file.read(into: UnsafeMutableRawBufferPointer(block), waiting: milliseconds)
      }
    }
  }
}
