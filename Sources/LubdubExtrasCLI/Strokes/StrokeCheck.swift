enum StrokeCheck {
  static func recognises(_ start: [UInt8]) -> Bool {
    guard let found = StrokeFormat.recognising(start) else { return false }
    return found != .csv || !TraceFormats.tidy.list.contains { $0.recognises(start) }
  }

  static func findings(_ bytes: [UInt8], path: String) throws(ReadError) -> [Finding] {
    let log = try StrokeLog(bytes, path: path)
    let summary = StrokeSummary(log.strokes, scale: log.scale ?? .phone)
    let doubt = summary.doubtAboutScale.map {
      Finding(
        .warning, code: "raw-units", $0,
        cure: "set the number of units per inch: 2540 and 5080 are usual")
    }
    return log.report.findings + [doubt].compactMap(\.self)
  }
}
