protocol LiveSink: Actor {
  var failure: FileError? { get }

  func begin()

  func handedOut(_ event: LiveEvent)

  func processed(_ record: TraceRecord, at time: Seconds, _ estimate: DistanceEstimate?)

  /// Of several links another one is felt; `nil` for nobody.
  func felt(_ link: String?, from time: Seconds)

  func read(_ report: ReadReport)

  func end() async throws -> SessionStatistics
}

extension LiveSink {
  func felt(_ link: String?, from time: Seconds) {}
  func read(_ report: ReadReport) {}
}
