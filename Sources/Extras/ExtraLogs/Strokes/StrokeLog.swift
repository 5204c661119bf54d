internal import Files
public import Strokes
public import Text

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

  /// Reads a log.
  ///
  /// - Parameters:
  ///   - bytes: The whole log.
  ///   - path: Its name, for messages.
  /// - Throws: `ReadError` when it is of no known format.
  public init(_ bytes: [UInt8], path: String) throws(ReadError) {
    guard let format = StrokeFormat.recognising(Array(bytes.prefix(1 << 16))) else {
      guard bytes.contains(where: { $0 > 0x20 }) else {
        throw ReadError(path: path, kind: .empty, message: "the file is empty")
      }
      throw ReadError(
        path: path, kind: .unrecognised,
        message: "this is no log of strokes: expected a table with a time, x and y, pointer events "
          + "as JSON, InkML, SVC or XML of the $1 recognisers")
    }
    var sink = StrokeSink(format)
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    switch format {
    case .csv: StrokeCSVReader.read(text, into: &sink)
    case .pointerEvents: try PointerReader.read(text, path: path, into: &sink)
    case .inkML: InkMLReader.read(text, into: &sink)
    case .svc: SVCReader.read(text, into: &sink)
    case .oneDollar: OneDollarReader.read(text, into: &sink)
    }
    self.format = format
    strokes = sink.finish()
    scale = sink.scale
    report = sink.report
  }

  /// Reads a log from a file.
  ///
  /// - Throws: `ReadError` when it cannot be read or is of no known format.
  public init(path: String) throws(ReadError) {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try readFile(at: path)
    } catch {
      throw ReadError(error)
    }
    try self.init(bytes, path: path)
  }
}
