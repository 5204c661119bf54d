/// Bytes from the middle of a CSV trace, whose whole lines are read independently. The result is used only if it is equal to
/// the result of sequential reading; see `TraceParser.join`. One thread at a time accesses a chunk.
final class TraceChunk: @unchecked Sendable {
  struct Context: Sendable {
    fileprivate var format: CSVTrace
    fileprivate var path: String
    fileprivate var options: ReadOptions
    fileprivate var peers: NameTable
    fileprivate var clock: ClockMending
  }

  var bytes: [UInt8]
  var count = 0
  /// Rows of whole lines; their line numbers count from the first of these lines.
  fileprivate(set) var records: [TraceRecord] = []
  /// The range of whole lines, which begin after the first line end, and the result of reading them.
  fileprivate var lines = 0..<0
  fileprivate var found: (sink: TraceSink, format: CSVTrace, taken: Int)?

  init(capacity: Int) { bytes = [UInt8](repeating: 0, count: capacity) }

  func fill(from file: borrowing InputFile, at offset: Int, size: Int) {
    count = 0
    unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      while count < size {
        let room = unsafe UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[count..<size])
        guard let read = unsafe try? file.read(into: room, at: offset + count), read > 0 else {
          return
        }
        count += read
      }
    }
  }

  func read(_ context: Context) {
    found = nil
    records.removeAll(keepingCapacity: true)
    let filled = bytes[..<count]
    let end = (filled.lastIndex(of: 0x0A) ?? -1) + 1
    lines = min((filled.firstIndex(of: 0x0A) ?? 0) + 1, end)..<end
    guard !lines.isEmpty else { return }
    var sink = TraceSink(path: context.path, options: context.options, peers: context.peers)
    sink.goOn(context.clock)
    swap(&sink.records, &records)
    var format = context.format
    format.restart(afterLines: 0)
    var isWhole = true
    do throws(ReadError) {
      try unsafe bytes[lines].withBuffer { (whole) throws(ReadError) in
        try unsafe format.feed(whole, into: &sink)
      }
    } catch {
      isWhole = false
    }
    swap(&sink.records, &records)
    let clock = sink.orders[0].clock
    guard isWhole, format.changes == context.format.changes, sink.takesUnseen,
      clock.fallen == context.clock.fallen
    else { return }
    found = (sink, format, clock.taken - context.clock.taken)
  }
}

extension TraceParser {
  var csv: CSVTrace? { isUncompressed ? format as? CSVTrace : nil }

  /// Each chunk has its own table of links, and is read again if it contains a new link.
  private static let mostChunkLinks = 4096
  var hasFewLinks: Bool { peers.names.count <= Self.mostChunkLinks }

  var context: TraceChunk.Context? {
    guard let format = csv, format.takesAll, sink.takesUnseen, hasFewLinks else { return nil }
    return TraceChunk.Context(
      format: format, path: sink.path, options: sink.options, peers: sink.peers,
      clock: sink.orders[0].clock)
  }

  /// Continues after a chunk, if its first row does not go back in time and its links were known; otherwise reads it again.
  mutating func join(_ chunk: TraceChunk, into following: inout [TraceRecord]) throws(ReadError) {
    following.removeAll(keepingCapacity: true)
    let lines = chunk.lines
    let found = chunk.found
    try feed(chunk.bytes[..<(found == nil ? chunk.count : lines.lowerBound)])
    guard let found else { return }
    guard var format = csv, format.isAtLineStart, format.changes == found.format.changes,
      sink.absorb(found.sink, chunk.records, taken: found.taken, from: format.lineCount)
    else { return try feed(chunk.bytes[lines.lowerBound..<chunk.count]) }
    keepFirst(chunk.bytes[lines])
    let line = format.lineCount
    for row in chunk.records.indices { chunk.records[row].line += line }
    format.restart(afterLines: line + found.format.lineCount)
    self.format = format
    swap(&following, &chunk.records)
    let before = sink.records.count
    try feed(chunk.bytes[lines.upperBound..<chunk.count])
    // The bytes after the last LF may also contain rows, which end with CR.
    following += sink.records[before...]
    sink.records.removeSubrange(before...)
  }
}

extension TraceSink {
  fileprivate init(path: String, options: ReadOptions, peers: NameTable) {
    self.init(path: path, options: options)
    self.peers = peers
    report.peers = peers.names.map { ReadReport.Peer(name: $0, rows: 0) }
  }

  fileprivate mutating func absorb(
    _ next: TraceSink, _ rows: [TraceRecord], taken: Int, from line: Int
  ) -> Bool {
    guard peers.names.starts(with: next.peers.names) else { return false }
    if let first = rows.first {
      guard takesUnseen, orders[0].clock.goesOn(first.sample.time.value) else { return false }
      orders[0].clock.resume(at: next.orders[0].clock.last, after: taken)
      noteTimes(of: rows[...])
    }
    report.absorb(next.report, from: line)
    late = (late.count + next.late.count, max(late.most, next.late.most))
    return true
  }
}

extension ReadReport {
  fileprivate mutating func absorb(_ next: ReadReport, from line: Int) {
    accepted += next.accepted
    ignored += next.ignored
    otherPeers += next.otherPeers
    duplicates += next.duplicates
    for (place, peer) in next.peers.enumerated() { peers[place].rows += peer.rows }
    droppedAngles.absorb(next.droppedAngles, from: line)
    for (reason, new) in next.leftOut {
      leftOut[reason, default: Rejection()].absorb(new, from: line)
    }
    for (reason, new) in next.rejections {
      rejections[reason, default: Rejection()].absorb(new, from: line)
    }
    for finding in next.remarks { remark(finding) }
  }
}

extension ReadReport.Rejection {
  fileprivate mutating func absorb(_ next: ReadReport.Rejection, from line: Int) {
    if count == 0 { example = next.example }
    count += next.count
    lines += next.lines.prefix(Self.lineLimit - lines.count).map { $0 + line }
  }
}
