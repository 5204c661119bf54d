/// Reads a trace from a file or from standard input, block by block, in constant memory.
public struct TraceReader: ~Copyable {
  private var file: InputFile
  private var parser: TraceParser
  private let block = PageBlock(count: Self.blockSize)
  private var unread = 0..<0
  private var isAtEnd = false
  private var isParallel: Bool
  private var ahead: ReadAhead?
  private var readsByOffset = false
  private let start: Int?
  private let followsBusiestLink: Bool
  /// The bytes of a stream that may be read again.
  private var spool: SpoolFile?
  private var following: [TraceRecord] = []

  /// The number of bytes read at a time: the bytes and their rows stay in the second-level cache.
  static let blockSize = 1 << 16
  /// The number of bytes that a second thread reads at a time; reading them takes much longer than passing them between the
  /// threads.
  static let chunkSize = 1 << 18
  /// The smallest file that is worth a second thread.
  static let parallelSize = 1 << 23

  /// Opens a trace; `-` is standard input. Uses two threads for a large file, otherwise one; the number does not change the
  /// rows and the report. Throws `ReadError` when the trace cannot be opened.
  ///
  /// With `followsBusiestLink`, if the options name no link, the reader reads the rows of the first link, and
  /// `startsOverWithBusiestLink()` returns at the end whether another link has more rows.
  public init(
    path: String, options: ReadOptions = ReadOptions(), threads: Int = 2,
    followsBusiestLink: Bool = false
  ) throws(ReadError) {
    self.init(
      try ReadError.of { () throws(FileError) in try InputFile(path: path) }, options: options,
      threads: threads, followsBusiestLink: followsBusiestLink && options.peer == nil)
  }

  // Opened beforehand: Swift 6.3 with -O miscompiles an initializer of a noncopyable struct that can fail halfway (it
  // releases fields that were never set).
  private init(
    _ file: consuming InputFile, options: ReadOptions, threads: Int, followsBusiestLink: Bool
  ) {
    isParallel = threads > 1 && file.path != "-" && (file.size ?? 0) >= Self.parallelSize
    var options = options
    if followsBusiestLink { options.takesFirstPeer = true }
    (self.options, self.followsBusiestLink, start) = (options, followsBusiestLink, file.offset)
    parser = TraceParser(path: file.path, options: options)
    self.file = file
  }

  /// The options for reading the rows.
  public private(set) var options: ReadOptions
  /// The link that was chosen; known at the end of the trace.
  public private(set) var link = LinkChoice.everything

  /// Whether the link to read can no longer change.
  public var isLinkSettled: Bool {
    !followsBusiestLink || options.peer != nil || !parser.mayNameLinks
  }

  /// Returns, at the end of a trace, whether a link other than the first has the most rows. If so, the reader is at the start
  /// of the trace again and reads that link. Throws `ReadError` when the trace cannot be read again.
  public mutating func startsOverWithBusiestLink() throws(ReadError) -> Bool {
    guard followsBusiestLink, options.peer == nil, !report.hasOneLink else { return false }
    link = LinkChoice(busiestIn: report)
    guard let busiest = link.peer, busiest != report.peers.first?.name || link.unnamed > 0 else {
      return false
    }
    (options.peer, options.takesFirstPeer) = (busiest, false)
    try startOver()
    return true
  }

  /// Reads the trace again from its start. Throws `ReadError` when it cannot be read again.
  public mutating func startOver() throws(ReadError) {
    parser = TraceParser(path: file.path, options: options)
    (unread, isAtEnd, isParallel, ahead, position) = (0..<0, false, false, nil, 0)
    (readsByOffset, following) = (false, [])
    if let start {
      try ReadError.of { () throws(FileError) in try file.rewind(to: start) }
    } else if let spool = spool.take() {
      do throws(FileError) {
        file = try spool.reading(as: file.path)
      } catch {
        throw ReadError(error)
      }
    }
  }

  /// Counts of accepted and rejected rows so far, and remarks.
  public var report: ReadReport { parser.report }
  /// The names of the links that rows refer to.
  public var peers: NameTable { parser.peers }
  /// The names of the recordings that rows refer to.
  public var recordings: NameTable { parser.recordings }
  /// The size of the file in bytes, if it is known.
  public var size: Int? { file.size }
  /// Bytes read so far, for progress.
  public private(set) var position = 0

  /// Reads the next rows into `records`, whose storage is reused; `false` at the end of the trace. Throws `ReadError` when the
  /// file cannot be read, is not a trace, or a row is rejected and reading is strict.
  public mutating func nextBlock(into records: inout [TraceRecord]) throws(ReadError) -> Bool {
    records.removeAll(keepingCapacity: true)
    while records.isEmpty {
      if !following.isEmpty {
        swap(&records, &following)
      } else if isAtEnd {
        parser.conclude()
        return false
      } else {
        try readBlock()
        parser.take(into: &records)
      }
      parser.note(&records)
    }
    return true
  }

  private mutating func readBlock() throws(ReadError) {
    if let ahead, try readChunk(ahead) { return }
    if unread.isEmpty {
      unread = 0..<(try fill())
      position += unread.count
      guard !unread.isEmpty else {
        isAtEnd = true
        return try parser.finish()
      }
      try keep()
    }
    let count = try unsafe parser.feedPart(UnsafeRawBufferPointer(rebasing: block.bytes[unread]))
    unread.removeFirst(count)
    if isParallel, unread.isEmpty { try startReadingAhead() }
  }

  /// Keeps the block of a stream while rows may name links.
  private mutating func keep() throws(ReadError) {
    guard start == nil, !isLinkSettled else { return spool = nil }
    if spool == nil, position == unread.count {
      spool = try ReadError.of { () throws(FileError) in try SpoolFile() }
    }
    let bytes = unsafe UnsafeRawBufferPointer(rebasing: block.bytes[unread])
    try ReadError.of { () throws(FileError) in try unsafe spool?.append(bytes) }
  }

  private mutating func readChunk(_ ahead: ReadAhead) throws(ReadError) -> Bool {
    guard parser.hasFewLinks, let chunk = ahead.next(parser.context), chunk.count > 0 else {
      self.ahead = nil
      return false
    }
    defer { ahead.recycle(chunk) }
    position += chunk.count
    // A file that was shortened meanwhile is read to its end in sequence.
    if chunk.count < Self.chunkSize { self.ahead = nil }
    try parser.join(chunk, into: &following)
    return true
  }

  private mutating func startReadingAhead() throws(ReadError) {
    guard let size = file.size, let context = parser.context else { return }
    isParallel = false
    let offsets = Array(stride(from: position, through: size - Self.chunkSize, by: Self.chunkSize))
    readsByOffset = true
    let copy = try ReadError.of { () throws(FileError) in try file.duplicate() }
    ahead = ReadAhead(copy, offsets: offsets, size: Self.chunkSize, context: context)
  }

  private mutating func fill() throws(ReadError) -> Int {
    let position = position
    return try ReadError.of { () throws(FileError) in
      try unsafe readsByOffset
        ? file.read(into: block.bytes, at: position) : file.read(into: block.bytes)
    }
  }

  package func requireRoom(_ rows: Int) throws(ReadError) {
    guard rows > Bound.rows.most else { return }
    throw ReadError(
      path: file.path, kind: .tooMuch,
      message: "there are more rows than Lubdub holds at once, \(Bound.rows.rule)")
  }

  /// Reads a whole trace into memory. Throws `ReadError` like `nextBlock`.
  public static func readAll(
    path: String, options: ReadOptions = ReadOptions()
  ) throws(ReadError) -> (records: [TraceRecord], report: ReadReport) {
    var reader = try TraceReader(path: path, options: options)
    var records: [TraceRecord] = []
    var block: [TraceRecord] = []
    while try reader.nextBlock(into: &block) {
      records.append(contentsOf: block)
      try reader.requireRoom(records.count)
    }
    return (records, reader.report)
  }
}

extension TraceParser {
  /// Whether later rows may name links: rows of a table without such a column do not.
  fileprivate var mayNameLinks: Bool { (format as? CSVTrace)?.mayNameLinks ?? true }
}

/// Bytes that begin at a page boundary of memory. An array begins 16 bytes after the boundary, and the kernel would copy
/// into it a quarter slower, because the processor mistakes a load for one of the bytes stored 4,096 bytes before.
@safe struct PageBlock: ~Copyable {
  private static let pageSize = 4096

  let bytes: UnsafeMutableRawBufferPointer

  init(count: Int) {
    unsafe bytes = .allocate(byteCount: count, alignment: Self.pageSize)
    unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0)
  }

  deinit { unsafe bytes.deallocate() }
}
