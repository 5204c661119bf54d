/// Reads `Fix` lines of GnssLogger. Each provider of a phone (GPS, FLP, NLP) gets its own track.
enum GnssLoggerReader {
  /// The columns. Older logs have 8 fields, and newer logs up to 17.
  private struct Columns {
    var provider = 1
    var latitude = 2
    var longitude = 3
    var accuracy: Int? = 6
    var time: Int

    init(count: Int) { time = count <= 8 ? 7 : 8 }

    init?(header: LogText) {
      let names = header.parts(separatedBy: ",").map { $0.trimmed.string.lowercased() }
      guard let provider = names.firstIndex(of: "provider"),
        let latitude = names.firstIndex(where: { $0.hasPrefix("latitude") }),
        let longitude = names.firstIndex(where: { $0.hasPrefix("longitude") }),
        let time = names.firstIndex(where: { $0 == "unixtimemillis" || $0 == "(utc)timeinms" })
      else { return nil }
      (self.provider, self.time) = (provider, time)
      (self.latitude, self.longitude) = (latitude, longitude)
      accuracy = names.firstIndex { $0 == "accuracy" || $0 == "accuracymeters" }
    }
  }

  static func isFix(_ line: LogText) -> Bool {
    line.hasPrefix("Fix,") || line.hasPrefix("# Fix,Provider")
  }

  static func read(_ bytes: [UInt8], into sink: inout PositionSink) {
    var columns: Columns?
    for (number, line) in TextLines(bytes) {
      if line.hasPrefix("# Fix,") { columns = Columns(header: line.dropFirst(2)) }
      guard line.hasPrefix("Fix,") else {
        if !line.isEmpty { sink.ignore() }
        continue
      }
      let fields = line.parts(separatedBy: ",").map(\.trimmed)
      guard fields.count >= 8 else {
        sink.reject(.columnCount, number, "a Fix line has \(fields.count) fields")
        continue
      }
      read(fields, columns ?? Columns(count: fields.count), number, into: &sink)
    }
    if sink.tracks.count > 1 {
      let list = sink.tracks.map { "\($0.name) \($0.fixes.count)" }.joined(separator: ", ")
      sink.warn("fixes of several providers, one track each: \(list)")
    }
  }

  private static func read(
    _ fields: [LogText], _ columns: Columns, _ line: Int, into sink: inout PositionSink
  ) {
    func field(_ place: Int?) -> LogText? {
      place.flatMap { fields.indices.contains($0) ? fields[$0] : nil }
    }
    guard
      let place = sink.place(
        field(columns.latitude)?.decimal, field(columns.longitude)?.decimal, line: line)
    else { return }
    guard let time = field(columns.time)?.decimal else { return sink.reject(.missingTime, line) }
    sink.accept(
      place, at: time / 1000, sink.options.deviation(accuracy: field(columns.accuracy)?.decimal),
      track: field(columns.provider)?.string ?? "", line: line)
  }
}
