/// Reads a trace from bytes in pieces of any size; its format and gzip are detected from the content.
public struct TraceParser: ~Copyable {
  var sink: TraceSink
  private var inflater: Inflater?
  private var decoder: UTF16Decoder?
  private var prefix: [UInt8] = []
  private var detection: FormatDetection
  var format: FormatReading?
  private(set) var isUncompressed = false
  private(set) var statistics = RowStatistics()
  /// The first bytes of the text, which detection needs, and which are the basis of a proposal.
  private(set) var firstBytes: [UInt8] = []

  /// A parser at the start of a trace, whose name is used in messages.
  public init(path: String = "-", options: ReadOptions = ReadOptions()) {
    sink = TraceSink(path: path, options: options)
    detection = FormatDetection(options)
  }

  init(path: String, options: ReadOptions, detectionLines: Int?) {
    self.init(path: path, options: options)
    detection.lineLimit = detectionLines
  }

  var linesWithoutFormat: Int { format == nil ? detection.lines : 0 }

  /// Counts of accepted and rejected rows so far, and remarks.
  public var report: ReadReport { sink.report }
  /// The names of the links that rows refer to.
  public var peers: NameTable { sink.peers }
  /// The names of the recordings that rows refer to.
  public var recordings: NameTable { sink.recordings }

  /// Moves the rows read since the last call, in order, into the storage of `records`.
  public mutating func take(into records: inout [TraceRecord]) {
    records.removeAll(keepingCapacity: true)
    swap(&records, &sink.records)
  }

  /// Adds returned rows to the statistics for the findings, in order, and removes levels of an advertising event that is
  /// already counted.
  package mutating func note(_ rows: inout [TraceRecord]) {
    let start = statistics.rows
    statistics.add(rows)
    let merged = statistics.mergedPlaces
    guard !merged.isEmpty else { return }
    sink.report.accepted -= merged.count
    sink.report.duplicates += merged.count
    var (kept, next) = (0, 0)
    for place in rows.indices {
      if next < merged.count, merged[next] == start + place {
        next += 1
      } else {
        rows[kept] = rows[place]
        kept += 1
      }
    }
    rows.removeLast(rows.count - kept)
  }

  /// Adds the findings about all rows to the report, after the trace has ended and its rows were noted.
  package mutating func conclude() {
    #if hasFeature(Embedded)
    let clocks: Finding? = nil
    #else
    let clocks = lag?.finding(sink.options.cures[.lag])
    if clocks != nil { sink.report.dropRemarks(.lateRows) }
    #endif
    sink.report.rowFindings = rowFindings(clocks)
  }

  /// Reads the next bytes.
  /// Throws `ReadError` when this is not a trace, its compression is damaged, or a row is rejected and reading is strict.
  public mutating func feed(_ bytes: UnsafeRawBufferPointer) throws(ReadError) {
    var rest = unsafe bytes
    while unsafe !rest.isEmpty {
      let count = try unsafe feedPart(rest)
      unsafe rest = unsafe UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Reads some of the next bytes, at least one, and returns their number: compressed bytes are read up to some hundred
  /// kilobytes of text. Throws `ReadError` like `feed`.
  package mutating func feedPart(_ bytes: UnsafeRawBufferPointer) throws(ReadError) -> Int {
    if isUncompressed {
      try unsafe feedUncompressed(bytes)
      return bytes.count
    }
    if inflater != nil { return try unsafe inflate(bytes) }
    if decoder != nil {
      try unsafe decode(bytes)
      return bytes.count
    }
    let count = min(bytes.count, 4 - prefix.count)
    unsafe prefix.append(contentsOf: bytes[..<count])
    if prefix.count == 4 { try start() }
    return count
  }

  /// Reads the next bytes. Throws `ReadError` for the same reasons as for a buffer.
  public mutating func feed(_ bytes: [UInt8]) throws(ReadError) { try feed(bytes[...]) }

  mutating func feed(_ bytes: ArraySlice<UInt8>) throws(ReadError) {
    try unsafe bytes.withBuffer { (bytes) throws(ReadError) in try unsafe feed(bytes) }
  }

  /// Reads the rest at the end of the trace. Throws `ReadError` like `feed`, and if there was no trace.
  public mutating func finish() throws(ReadError) {
    if isUnstarted { try start() }
    if format == nil { try detect(isWhole: true) }
    if inflater?.isDone == false, let line = format?.restart() {
      try sink.reject(.damaged, line: line, "the line is cut, as the compressed data is")
    }
    try format?.finish(into: &sink)
    if let inflater { try finish(inflater) }
    try sink.flush()
    if sink.report.accepted == 0 {
      let rejected = sink.report.rejected
      sink.warn(
        rejected == 0 ? "the trace has no rows" : "no row could be used", nil, as: .noRows)
    }
  }

  private mutating func finish(_ inflater: Inflater) throws(ReadError) {
    if inflater.hasRest { sink.warn("data after the compressed data is ignored") }
    guard !inflater.isDone else { return }
    guard !sink.options.strict else {
      throw ReadError(path: sink.path, kind: .damagedCompression, message: ReadReport.cutShort)
    }
    sink.warn(ReadReport.cutShort, nil, as: .cutShort)
  }

  mutating func release() throws(ReadError) { try sink.release(isPause: true) }

  mutating func restart() -> Int? {
    var unfinished = format?.restart()
    if let last = prefix.last, last != 0x0A, last != 0x0D { unfinished = detection.lines + 1 }
    inflater = nil
    decoder = nil
    isUncompressed = false
    prefix = []
    detection.restart()
    return unfinished
  }

  mutating func stop() throws(ReadError) -> Int? {
    if isUnstarted { try start() }
    if format == nil { try detect(isWhole: true) }
    let unfinished = format?.restart()
    try finish()
    return unfinished
  }

  private var isUnstarted: Bool { !isUncompressed && inflater == nil && decoder == nil }

  private mutating func start() throws(ReadError) {
    // While the format is unknown, its detection skips the mark.
    let first = format == nil ? prefix : DecodedText.withoutMark(prefix)
    prefix = []
    if first.starts(with: Inflater.magic) {
      inflater = Inflater()
      try feed(first)
    } else if let decoder = UTF16Decoder(mark: first) {
      self.decoder = decoder
      try feed(Array(first.dropFirst(decoder.markLength)))
    } else {
      isUncompressed = true
      try feed(first)
    }
  }

  private mutating func decode(_ bytes: UnsafeRawBufferPointer) throws(ReadError) {
    guard let text = unsafe decoder?.decode(bytes) else { return }
    try unsafe text[...].withBuffer { (text) throws(ReadError) in try unsafe feedUncompressed(text)
    }
  }

  private mutating func inflate(_ bytes: UnsafeRawBufferPointer) throws(ReadError) -> Int {
    guard let inflater else { return 0 }
    let path = sink.path
    return try unsafe inflater.feed(bytes, path: path) { (bytes) throws(ReadError) in
      try unsafe decoder == nil ? feedUncompressed(bytes) : decode(bytes)
    }
  }

  private mutating func feedUncompressed(_ bytes: UnsafeRawBufferPointer) throws(ReadError) {
    if format != nil {
      if firstBytes.count < FormatDetection.limit { unsafe keepFirst(bytes) }
      try unsafe format?.feed(bytes, into: &sink)
      return
    }
    unsafe prefix.append(contentsOf: bytes)
    if inflater != nil, decoder == nil, prefix.count >= 4, let found = UTF16Decoder(mark: prefix) {
      decoder = found
      prefix = decoder?.decode(prefix[found.markLength...]) ?? []
    }
    try detect(isWhole: false)
  }

  /// Keeps the first bytes of the text.
  mutating func keepFirst(_ bytes: some Collection<UInt8>) {
    firstBytes.append(contentsOf: bytes.prefix(FormatDetection.limit - firstBytes.count))
  }

  private mutating func detect(isWhole: Bool) throws(ReadError) {
    // A byte-order mark may arrive in pieces.
    guard isWhole || prefix.count >= 4 else { return }
    let found = try detection.run(
      prefix, isWhole: isWhole, wanted: sink.options.format, path: sink.path)
    guard let found else { return }
    sink.report.format = found.name
    sink.report.unit = found.unit
    sink.report.hasOneLink = found.hasOneLink
    var reader: FormatReading? = found.reading(sink.options)
    let first = DecodedText.withoutMark(prefix)
    prefix = []
    firstBytes = Array(first.prefix(FormatDetection.limit))
    try unsafe first[...].withBuffer { (bytes) throws(ReadError) in
      try unsafe reader?.feed(bytes, into: &sink)
    }
    // Moved, because a copy would make the engine of pages larger.
    swap(&format, &reader)
  }
}

extension LogText {
  func withBuffer(_ body: (UnsafeRawBufferPointer) throws(ReadError) -> Void) throws(ReadError) {
    try unsafe withUnsafeBufferPointer { (bytes) throws(ReadError) in
      try unsafe body(UnsafeRawBufferPointer(bytes))
    }
  }
}
