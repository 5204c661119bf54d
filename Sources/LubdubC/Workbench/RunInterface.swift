// Version and sessions; see lubdub_bench.h.

nonisolated(unsafe) private let version = constant(Version.current)

/// Returns a text with a terminating zero byte, in memory that is never freed.
private func constant(_ text: String) -> UnsafePointer<CChar> {
  let bytes = text.utf8CString
  let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
  for (index, byte) in bytes.enumerated() { copy[index] = byte }
  return UnsafePointer(copy)
}

/// Returns the version of the library.
@c @implementation public func lubdub_version() -> UnsafePointer<CChar>? { version }

/// Returns the names that options and settings accept.
@c @implementation public func lubdub_names() -> OpaquePointer? {
  func words<Words: Sequence<String>>(_ words: Words) -> JSONValue {
    .array(words.map { .string($0) })
  }
  return answer { () throws(Failure) in
    let vocabulary = Vocabulary.workbench
    let result = Result()
    result.add(
      "names",
      [
        "presets": words(vocabulary.presets.map(\.name)),
        "estimators": words(vocabulary.estimators.map(\.name)),
        "formats": words(TraceFormats.deviceLogs.names),
        "clockPolicies": words(ClockMending.Policy.allCases.map(\.rawValue)),
        "hapticFormats": words(HapticFormat.allCases.map(\.rawValue)),
        "androidStyles": words(ExportOptions.AndroidStyle.allCases.map(\.rawValue)),
        "loopings": words(ExportOptions.Looping.allCases.map(\.rawValue)),
      ])
    return result
  }
}

/// Runs a session with any estimator, on the truth as recorded or as shifted by `truthShift`.
@c @implementation public func lubdub_run_any(
  _ rows: UnsafePointer<lubdub_rows>?, _ options: UnsafePointer<CChar>?, _ length: Int
) -> OpaquePointer? {
  answer { () throws(Failure) in
    let options = try Options(options, length)
    let shift = try options.statedTruthShift()
    guard let rows, let shift else { return try run(Rows(rows), options.leavingTruth()) }
    let (truths, offset) = try shift.moved(Rows(rows))
    return try truths.withUnsafeBufferPointer { (truths) throws(Failure) in
      var moved = rows.pointee
      moved.truths = truths.baseAddress
      return try withUnsafePointer(to: &moved) { (rows) throws(Failure) in
        try run(Rows(rows), options.leavingTruth(offset))
      }
    }
  }
}

private func run(_ rows: Rows, _ options: Options) throws(Failure) -> Result {
  let watch = Watch.ofThisThread
  return try Result(running: rows, options, vocabulary: .workbench) { (done) throws(Failure) in
    try watch.pass(done: done, total: rows.count)
  }
}

extension TruthShift {
  /// Returns the truths of rows after the shift, NaN for no truth.
  fileprivate func moved(
    _ rows: Rows
  ) throws(Failure) -> (truths: [Double], offset: TruthOffset) {
    var aligner = TruthAligner(self)
    let first = try aligner.take(Recordings.records(rows))
    let (rest, offset) = aligner.finish()
    return ((first + rest).map { $0.truth?.value ?? .nan }, offset)
  }
}

extension Options {
  /// Returns the options of a run whose truth is already on the right clock; the document names the applied shift.
  fileprivate func leavingTruth(_ offset: TruthOffset? = nil) -> Options {
    var members = members
    members["truthShift"] = nil
    if let offset, offset.sentence != nil {
      members["input"] = .object(input.merging(offset.members) { $1 })
    }
    return Options(members: members)
  }
}

/// Creates a pipeline with any estimator.
@c @implementation public func lubdub_pipeline_make_any(
  _ options: UnsafePointer<CChar>?, _ length: Int, _ pipeline: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  makePipeline(options, length, pipeline, vocabulary: .workbench)
}
