package struct StrokeLog: Sendable {
  package let format: StrokeFormat
  package let strokes: [Stroke]
  /// The length of one unit of the coordinates, if the log or its format states it; `nil` for coordinates in pixels.
  package let scale: SurfaceScale?
  package let report: ReadReport

  package init(_ bytes: [UInt8], path: String) throws(ReadError) {
    var sink = StrokeSink()
    format = try StrokeFormat.read(bytes, path: path, into: &sink)
    strokes = sink.finish()
    scale = sink.scale
    report = sink.report
  }

  package init(path: String) throws(ReadError) { try self.init(readLog(at: path), path: path) }
}
