protocol LineTrace: TraceFormat {
  var lines: LineSplitter { get set }

  mutating func read(_ line: LineSplitter.Line, into sink: inout TraceSink) throws(ReadError)
}

extension LineTrace {
  /// Reads at most `most` lines, and returns the number of bytes that they occupied.
  @discardableResult mutating func readLines(
    _ bytes: UnsafeRawBufferPointer, most: Int = .max, into sink: inout TraceSink
  ) throws(ReadError) -> Int {
    // Moved out, so that its waiting bytes are not copied.
    var splitter = LineSplitter()
    swap(&splitter, &lines)
    defer { swap(&splitter, &lines) }
    return try unsafe splitter.feed(bytes, most: most) { (line) throws(ReadError) in
      try read(line, into: &sink)
    }
  }

  mutating func restart() -> Int? { lines.restart() }

  mutating func finishLines(into sink: inout TraceSink) throws(ReadError) {
    var splitter = lines
    try splitter.finish { (line) throws(ReadError) in try read(line, into: &sink) }
  }

  mutating func finish(into sink: inout TraceSink) throws(ReadError) {
    try finishLines(into: &sink)
  }
}
