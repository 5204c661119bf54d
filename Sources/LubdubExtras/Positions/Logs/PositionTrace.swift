/// A log with the positions of two ends, read as a trace of the ranges between them.
struct PositionTrace: TraceFormat {
  static let name = "positions"
  static let summary =
    "two tracks of positions in one file: GPX, NMEA, GeoJSON, GnssLogger, FIT, table"
  static var hasOneLink: Bool { true }

  private var bytes: [UInt8] = []

  init(options: ReadOptions) {}

  static func recognises(_ prefix: [UInt8]) -> Bool { PositionFormat.recognises(prefix) }

  mutating func feed(
    _ bytes: UnsafeRawBufferPointer, into sink: inout TraceSink
  ) throws(ReadError) { self.bytes.append(contentsOf: bytes) }

  mutating func restart() -> Int? {
    bytes = []
    return nil
  }

  mutating func finish(into sink: inout TraceSink) throws(ReadError) {
    let log = try PositionLog(bytes, path: sink.path)
    for (reason, rejection) in log.report.rejections.sorted(by: { $0.key < $1.key }) {
      guard !sink.options.strict else {
        throw ReadError(
          path: sink.path, line: rejection.lines.first, kind: .rejected(reason),
          message: rejection.example)
      }
      sink.report.rejections[reason] = rejection
    }
    for warning in log.report.warnings { sink.warn(warning) }
    guard log.tracks.count == 2 else {
      throw ReadError(
        path: sink.path, kind: .unrecognised,
        message: (log.tracks.count == 1
          ? "the log has one track" : "the log has \(log.tracks.count) tracks")
          + " of positions, and a distance needs two; lubdub track-distance accepts the log of the other end, or two "
          + "tracks of this one")
    }
    // As in `lubdub track-distance`, the names determine the order of the ends, and not the first row.
    let ends = log.tracks.sorted { $0.name < $1.name }
    let pair = TrackPair(ends[0], ends[1])
    sink.ignore(pair.unmatched)
    sink.report.carriesDeviations = true
    let truth = Dictionary(log.truth.map { ($0.time, $0.distance) }, uniquingKeysWith: { $1 })
    for (index, row) in pair.rows.enumerated() {
      try sink.accept(
        .gnss(row.range, deviation: row.deviation, at: row.time),
        truth: truth[row.time + pair.origin], line: index + 1)
    }
  }
}
