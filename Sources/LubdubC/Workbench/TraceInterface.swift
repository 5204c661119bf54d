// Traces; see lubdub_bench.h.

/// Reads a trace from a file.
@c @implementation public func lubdub_trace(
  _ path: UnsafePointer<CChar>?, _ pathLength: Int, _ options: UnsafePointer<CChar>?, _ length: Int
) -> OpaquePointer? {
  answer { () throws(Failure) in
    guard let path, pathLength > 0 else { throw Failure("path is empty") }
    let name = String(
      decoding: UnsafeRawBufferPointer(start: path, count: pathLength), as: UTF8.self)
    guard !name.utf8.contains(0) else { throw Failure("path has a zero byte") }
    return try WatchedReading(Options(options, length)).read(path: name)
  }
}

/// Reads a trace from memory.
@c @implementation public func lubdub_trace_bytes(
  _ bytes: UnsafePointer<UInt8>?, _ count: Int, _ options: UnsafePointer<CChar>?, _ length: Int
) -> OpaquePointer? {
  answer { () throws(Failure) in
    guard let bytes, count > 0 else { throw Failure(Status.badTrace, "the trace is empty") }
    return try WatchedReading(Options(options, length))
      .read(bytes: UnsafeRawBufferPointer(start: bytes, count: count))
  }
}

/// Reads traces into results until the host stops the call.
private struct WatchedReading {
  private let call: TraceCall
  private let threads: Int
  private let watch = Watch.ofThisThread

  init(_ options: Options) throws(Failure) {
    call = try TraceCall(options)
    threads = try options.count("threads", 1...2) ?? 2
  }

  func read(path: String) throws(Failure) -> Result {
    let label = call.name ?? path.split(separator: "/").last.map { String($0) } ?? path
    return try tracing { () throws(ReadError) in
      var reader = try TraceReader(
        path: path, options: call.options, threads: threads, followsBusiestLink: !call.takesAll)
      var columns = TraceColumns()
      var block: [TraceRecord] = []
      repeat {
        columns = TraceColumns()
        while !watch.isStopped, try reader.nextBlock(into: &block) {
          watch.update(done: reader.position, total: reader.size ?? 0)
          let share = Double(reader.size ?? 0) / Double(max(1, reader.position))
          let expected = Int(min(1e9, Double(columns.count + block.count) * share * 1.02))
          columns.add(block, expected: expected, hasAngles: reader.report.carriesAngles)
        }
      } while watch.isStopped ? false : try reader.startsOverWithBusiestLink()
      return try call.answer(
        &columns, reader.link, reader.report, peers: reader.peers.names,
        recordings: reader.recordings.names, as: label)
    }
  }

  func read(bytes: UnsafeRawBufferPointer) throws(Failure) -> Result {
    try tracing { () throws(ReadError) in
      var reading = TraceReading(call)
      let link = try feed(bytes, to: reading)
      if link.peer != nil {
        reading = TraceReading(call, link: link)
        _ = try feed(bytes, to: reading)
      }
      return try reading.answer()
    }
  }

  private static let blockSize = 1 << 16

  private func feed(
    _ bytes: UnsafeRawBufferPointer, to reading: TraceReading
  ) throws(ReadError) -> LinkChoice {
    var start = 0
    while start < bytes.count, !watch.isStopped {
      watch.update(done: start, total: bytes.count)
      let end = min(start + Self.blockSize, bytes.count)
      try reading.feed(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      start = end
    }
    return try reading.finish()
  }

  private func tracing(_ read: () throws(ReadError) -> Result) throws(Failure) -> Result {
    let result: Result
    do throws(ReadError) {
      result = try read()
    } catch {
      try watch.refuseStopped()
      throw Failure(error)
    }
    try watch.refuseStopped()
    return result
  }
}

extension Status { static let nothingToDo = Int32(LUBDUB_NOTHING_TO_DO) }
