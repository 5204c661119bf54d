import FileIO

/// Reads a trace from a file or from standard input, block by block, in constant memory.
public struct TraceReader: ~Copyable {
  private var file: InputFile
  private var parser: TraceParser
  private var buffer: [UInt8]
  private var isAtEnd = false
  private let worker: ParsingWorker?
  /// Rows that come after those of the last block.
  private var following: [TraceRecord] = []

  /// The bytes that are read at a time.
  static let blockSize = 1 << 16
  /// The bytes that are read at a time for two threads: a block takes far longer than waking a thread.
  static let parallelBlockSize = 1 << 19
  /// The smallest file that is worth a second thread.
  static let parallelSize = 1 << 23

  /// Opens a trace; `-` is standard input.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - options: How it is read.
  ///   - threads: The most threads that read; more than two are not used, and two only where the
  ///     file is large. The rows and the report are the same.
  /// - Throws: `TraceError` when it cannot be opened.
  public init(
    path: String, options: ReadOptions = ReadOptions(), threads: Int = 2
  ) throws(TraceError) {
    do {
      file = try InputFile(path: path)
    } catch {
      throw TraceError(error)
    }
    parser = TraceParser(path: path, options: options)
    let isParallel = threads > 1 && (file.size ?? 0) >= Self.parallelSize
    worker = isParallel ? ParsingWorker() : nil
    let count = isParallel ? Self.parallelBlockSize : Self.blockSize
    buffer = [UInt8](repeating: 0, count: count)
  }

  /// What became of the rows so far.
  public var report: ReadReport { parser.report }
  /// The names of the links that rows refer to.
  public var peers: NameTable { parser.peers }
  /// The names of the recordings that rows refer to.
  public var recordings: NameTable { parser.recordings }
  /// The size of the file in bytes, where it has one.
  public var size: Int? { file.size }
  /// Bytes read so far, for progress.
  public private(set) var position = 0

  /// Reads the next rows.
  ///
  /// - Parameter records: Is emptied and then holds the rows; its storage is used again.
  /// - Returns: `false` at the end of the trace, when there are no more rows.
  /// - Throws: `TraceError` when the file cannot be read, is no trace, or a row is rejected and
  ///   reading is strict.
  public mutating func nextBlock(into records: inout [TraceRecord]) throws(TraceError) -> Bool {
    records.removeAll(keepingCapacity: true)
    while records.isEmpty {
      if !following.isEmpty {
        swap(&records, &following)
        return true
      }
      if isAtEnd { return false }
      try readBlock()
      parser.take(into: &records)
    }
    return true
  }

  private mutating func readBlock() throws(TraceError) {
    let count = try fill()
    position += count
    guard count > 0 else {
      isAtEnd = true
      return try parser.finish()
    }
    try buffer.withUnsafeBufferPointer { (block) throws(TraceError) in
      let bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(block)[..<count])
      guard let worker else { return try parser.feed(bytes) }
      try parser.feed(bytes, with: worker, into: &following)
    }
  }

  private mutating func fill() throws(TraceError) -> Int {
    do {
      return try buffer.withUnsafeMutableBufferPointer { (block) throws(FileError) in
        try file.read(into: UnsafeMutableRawBufferPointer(block))
      }
    } catch {
      throw TraceError(error)
    }
  }
}

extension TraceReader {
  /// Reads a whole trace into memory.
  ///
  /// - Throws: `TraceError` as `nextBlock` does.
  public static func readAll(
    path: String, options: ReadOptions = ReadOptions()
  ) throws(TraceError) -> (records: [TraceRecord], report: ReadReport) {
    var reader = try TraceReader(path: path, options: options)
    var records: [TraceRecord] = []
    var block: [TraceRecord] = []
    while try reader.nextBlock(into: &block) { records.append(contentsOf: block) }
    return (records, reader.report)
  }
}
