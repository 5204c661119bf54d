// Version and sessions, as lubdub_bench.h shows.

nonisolated(unsafe) private let version = constant(Version.current)

/// A text ended by a zero byte, in memory that is never freed.
private func constant(_ text: String) -> UnsafePointer<CChar> {
  let bytes = text.utf8CString
  let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
  for (index, byte) in bytes.enumerated() { copy[index] = byte }
  return UnsafePointer(copy)
}

/// The version of the library.
@c @implementation public func lubdub_version() -> UnsafePointer<CChar>? { version }

/// Runs a session with any estimator.
@c @implementation public func lubdub_run_any(
  _ rows: UnsafePointer<lubdub_rows>?, _ options: UnsafePointer<CChar>?, _ length: Int
) -> OpaquePointer? {
  answer { () throws(Failure) in
    let rows = try Rows(rows)
    let watch = Watch.ofThisThread
    return try Result(running: rows, Options(options, length), vocabulary: .workbench) {
      (done) throws(Failure) in try watch.pass(done: done, total: rows.count)
    }
  }
}

/// Makes a pipeline with any estimator.
@c @implementation public func lubdub_pipeline_make_any(
  _ options: UnsafePointer<CChar>?, _ length: Int, _ pipeline: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  makePipeline(options, length, pipeline, vocabulary: .workbench)
}
