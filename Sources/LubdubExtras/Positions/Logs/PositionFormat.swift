package enum PositionFormat: String, Sendable, Hashable, CaseIterable {
  /// GPS Exchange Format 1.1, with tracks of apps and cycling computers.
  case gpx
  /// NMEA 0183, with sentences of a receiver.
  case nmea
  /// GeoJSON (RFC 7946) with times.
  case geojson
  /// `Fix` lines of Google's GnssLogger.
  case gnssLogger = "gnss-logger"
  /// Records of Garmin's FIT.
  case fit
  /// A table with a time, a latitude, and a longitude.
  case csv = "position-csv"

  /// The format of a log that starts with these bytes, 64 KiB or less; `nil` if no format is recognized.
  package static func recognising(_ start: [UInt8]) -> PositionFormat? {
    if FITFile.recognises(start) { return .fit }
    let start = DecodedText(start).bytes
    let text = start[...]
    guard let first = text.first(where: { $0 > 0x20 }) else { return nil }
    if first == UInt8(ascii: "<") { return XMLScanner.root(of: start) == "gpx" ? .gpx : nil }
    if first == UInt8(ascii: "{") { return GeoJSONReader.recognises(text) ? .geojson : nil }
    let lines = TextPrefix.lines(start + [0x0A]).map(\.trimmed)
    if lines.contains(where: GnssLoggerReader.isFix) { return .gnssLogger }
    if lines.contains(where: NMEAReader.isPosition) { return .nmea }
    // A truncated header may have more columns.
    guard start.contains(0x0A), let table = Table(start), PositionColumns(table.header) != nil
    else { return nil }
    return .csv
  }
}

extension PositionFormat: LogFormat {
  package static func recognises(_ start: [UInt8]) -> Bool {
    guard let found = recognising(start) else { return false }
    return found != .csv || !TraceFormats.tidy.list.contains { $0.recognises(start) }
  }

  static func refusal(of bytes: [UInt8]) -> String {
    "this is not a log of positions: expected GPX, NMEA, GeoJSON, GnssLogger, FIT, or a "
      + "table with a time, a latitude, and a longitude"
  }

  var isBinary: Bool { self == .fit }

  func read(_ bytes: [UInt8], path: String, into sink: inout PositionSink) throws(ReadError) {
    switch self {
    case .gpx: GPXReader.read(bytes, into: &sink)
    case .nmea: NMEAReader.read(bytes, into: &sink)
    case .geojson: try GeoJSONReader.read(bytes, path: path, into: &sink)
    case .gnssLogger: GnssLoggerReader.read(bytes, into: &sink)
    case .fit: FITReader.read(bytes, into: &sink)
    case .csv: try PositionTable.read(bytes, path: path, into: &sink)
    }
  }
}
