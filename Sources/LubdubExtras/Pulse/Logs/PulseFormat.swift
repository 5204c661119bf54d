package enum PulseFormat: String, Sendable, Hashable, CaseIterable {
  /// Numbers, one per line or separated by spaces: intervals in ms or s, or sample numbers of R peaks.
  case text = "rr-text"
  /// A table with a column of intervals, or of sample numbers of R peaks.
  case csv = "rr-csv"
  /// Garmin's FIT with `hrv` messages.
  case fit
  /// btsnoop with the notifications of a heart rate service.
  case btsnoop
  /// The output of btmon for such notifications.
  case btmon

  /// The format of a file that starts with these bytes, 64 KiB or less; `nil` if no format is recognized.
  package static func recognising(_ start: [UInt8]) -> PulseFormat? {
    if FITFile.recognises(start) { return .fit }
    if BtsnoopFile.recognises(start) { return .btsnoop }
    let start = DecodedText(start).bytes
    // All numbers may be on one line that has no end yet.
    let lines = TextPrefix.lines(start + [0x0A]).filter {
      !$0.isBlank && !$0.trimmed.hasPrefix("#")
    }
    if lines.contains(where: HeartRateText.isPacket) { return .btmon }
    guard let table = Table(start) else { return nil }
    if PulseColumns(table.header) != nil { return .csv }
    // Three rows with equal numbers of fields are a table of another kind.
    let fields = lines.prefix(3).map { line in line.split { [0x2C, 0x3B, 0x09].contains($0) }.count
    }
    guard fields.count < 3 || fields[0] < 3 || Set(fields).count > 1 else { return nil }
    return lines.prefix(3).allSatisfy(TextReader.isNumbers) ? .text : nil
  }
}

extension PulseFormat: LogFormat {
  static func refusal(of bytes: [UInt8]) -> String {
    let table = Table(DecodedText(Array(bytes.prefix(4096))).bytes)
    return table.map { PulseColumns.areHeartRates($0.header) } == true
      ? "this is a heart rate over time, not a series of intervals between beats, so their "
        + "variability is unknown: expected a column rr_ms"
      : "this is not a pulse: expected intervals as numbers or in a column rr_ms, R peaks in a column "
        + "sample, FIT with hrv messages, or heart rate notifications in btsnoop or btmon"
  }

  var isBinary: Bool { self == .fit || self == .btsnoop }

  func read(_ bytes: [UInt8], path: String, into sink: inout PulseSink) throws(ReadError) {
    switch self {
    case .text: try TextReader.read(bytes, into: &sink)
    case .csv: try PulseTable.read(bytes, path: path, into: &sink)
    case .fit: HRVReader.read(bytes, into: &sink)
    case .btsnoop: try HeartRateCapture.read(bytes, into: &sink)
    case .btmon: HeartRateText.read(bytes, into: &sink)
    }
  }
}
