/// A log of strokes as it was read.
public struct StrokeLog: Sendable {
  /// The kind of log.
  public let format: StrokeFormat
  /// The strokes in the order of their first points.
  public let strokes: [Stroke]
  /// How long a unit of the coordinates is, where the log or its format says so; else they are pixels.
  public let scale: SurfaceScale?
  /// What became of the rows.
  public let report: ReadReport

  /// Reads a whole log, whose path is its name for messages.
  ///
  /// - Throws: `ReadError` when it is of no known format.
  public init(_ bytes: [UInt8], path: String) throws(ReadError) {
    var sink = StrokeSink()
    format = try StrokeFormat.read(bytes, path: path, into: &sink)
    strokes = sink.finish()
    scale = sink.scale
    report = sink.report
  }

  /// Reads a log from a file.
  ///
  /// - Throws: `ReadError` when it cannot be read or is of no known format.
  public init(path: String) throws(ReadError) { try self.init(readLog(at: path), path: path) }
}
