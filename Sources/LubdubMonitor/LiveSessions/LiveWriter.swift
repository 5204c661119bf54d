actor LiveWriter: LiveSink {
  private var output: OutputFile
  private var live: LiveOutput
  private(set) var failure: FileError?

  init(_ configuration: Configuration) throws(FileError) {
    live = LiveOutput(configuration)
    output = try OutputFile(path: "-")
  }

  func begin() {
    live.begin()
    flush()
  }

  func handedOut(_ event: LiveEvent) {
    live.handedOut(event)
    flush()
  }

  func processed(_ record: TraceRecord, at time: Seconds, _ estimate: DistanceEstimate?) {
    live.statistics.add(record.sample, at: time, estimate)
  }

  func end() throws -> SessionStatistics {
    live.end()
    flush()
    if let failure { throw failure }
    return live.statistics
  }

  private func flush() {
    let lines = live.take()
    guard failure == nil, !lines.isEmpty else { return }
    do throws(FileError) {
      try output.write(lines)
    } catch {
      failure = error
    }
  }
}
