/// One of our own formats that is read line by line wherever its kernel does not apply.
protocol LineTrace: TraceFormat {
  /// What cuts bytes into lines.
  var lines: LineSplitter { get set }

  /// Reads one line.
  ///
  /// - Throws: `TraceError` as `feed` does.
  mutating func read(_ line: LineSplitter.Line, into sink: inout TraceSink) throws(TraceError)
}

extension LineTrace {
  mutating func readLines(
    _ bytes: UnsafeRawBufferPointer, into sink: inout TraceSink
  ) throws(TraceError) {
    // Taken out, so that what waits in it is not copied.
    var splitter = LineSplitter()
    swap(&splitter, &lines)
    defer { swap(&splitter, &lines) }
    try splitter.feed(bytes) { (line) throws(TraceError) in try read(line, into: &sink) }
  }

  mutating func restart() -> Int? { lines.restart() }

  mutating func finish(into sink: inout TraceSink) throws(TraceError) {
    var splitter = lines
    try splitter.finish { (line) throws(TraceError) in try read(line, into: &sink) }
  }
}
