protocol LiveSink: Actor {
  var failure: FileError? { get }

  func begin()

  func handedOut(_ event: LiveEvent)

  func processed(_ record: TraceRecord, at time: Seconds, _ estimate: DistanceEstimate?)

  func read(_ report: ReadReport)

  func end() async throws -> SessionStatistics
}

extension LiveSink {
  func read(_ report: ReadReport) {}
}
