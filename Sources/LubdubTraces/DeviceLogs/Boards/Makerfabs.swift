/// Reports of Makerfabs' ESP32 boards: `AT+RANGE=tid:0,mask:01,seq:0,range:(391,0,…),rssi:(-71.68,0.00,…)` in centimeters, with
/// `ancid:(0,-1,…)` in later firmware, and the `{"links":[{"A":"83","R":"4.0"}]}` of their examples in meters. A link is a tag
/// and an anchor, such as `T0-A1`. Without the times of a monitor, a report counts as 0.1 s, a JSON report as 1 s.
struct MakerfabsTrace: LineFormat {
  static let name = "makerfabs"
  static let summary = "Makerfabs UWB boards: AT+RANGE reports, or JSON with links"

  var lines = LineSplitter()
  private var reports: MonitorClock
  private var documents: MonitorClock
  private var clock = LogClock()
  private static let (report, document) = ("AT+RANGE=", "{\"links\":[")

  init(options: ReadOptions) {
    reports = MonitorClock(options, period: 100_000_000)
    documents = MonitorClock(options, period: 1_000_000_000)
  }

  static func recognises(_ prefix: [UInt8]) -> Bool {
    prefix.completeLines.contains { line in
      line.after(report)?.contains("range:") ?? line.contains(document)
    }
  }

  mutating func read(_ line: LogLine, into sink: inout TraceSink) throws(ReadError) {
    if let start = line.bytes.firstRange(of: Self.report) {
      try readReport(line, start, into: &sink)
    } else if let start = line.bytes.firstRange(of: Self.document) {
      try readDocument(line, start.lowerBound, into: &sink)
    } else {
      sink.ignore()
    }
  }

  private mutating func readReport(
    _ line: LogLine, _ start: Range<Int>, into sink: inout TraceSink
  ) throws(ReadError) {
    // The members at the end of a report change the meaning of the members before them.
    guard line.isClosed else { return try sink.rejectCut(line) }
    let report = line.bytes[start.upperBound...]
    guard let ranges = Self.list("range:", in: report), let tag = Self.member("tid:", in: report)
    else { return try sink.reject(.damaged, line: line.number, Excerpt.quote(report)) }
    let sequence = Self.member("seq:", in: report)?.unsignedInteger
    let time = try reports.time(
      line.bytes[..<start.lowerBound], of: tag.string, counter: sequence, line: line.number,
      into: &sink)
    guard let time else { return }
    // The anchors that answered, as hexadecimal bits.
    let mask = Self.member("mask:", in: report).flatMap { Int($0.string, radix: 16) }
    let (levels, anchors) = (Self.list("rssi:", in: report), Self.list("ancid:", in: report))
    for (place, text) in ranges.enumerated() {
      let anchor = anchors.flatMap { $0.indices.contains(place) ? $0[place] : nil }
      if let mask, place < Int.bitWidth, mask >> place & 1 == 0 { continue }
      if mask == nil, text.decimal == 0 { continue }
      if let anchor, anchor.first == UInt8(ascii: "-") { continue }
      let range = try sink.decimal(text, "range", line: line.number)
      guard let range else { continue }
      var row = TraceRow.uwb(range / 100, peer: "T\(tag.string)-A\(anchor?.string ?? "\(place)")")
      if let levels, levels.indices.contains(place), let level = levels[place].decimal, level < 0 {
        row.sample.rssi = DBm(level)
      }
      try sink.accept(row, at: time, on: &clock, line: line.number)
    }
  }

  private mutating func readDocument(
    _ line: LogLine, _ start: Int, into sink: inout TraceSink
  ) throws(ReadError) {
    guard let links = JSONText.parse(line.bytes[start...])?["links"]?.array else {
      return try sink.reject(.notJSON, line: line.number, Excerpt.quote(line.bytes[start...]))
    }
    let time = try documents.time(
      line.bytes[..<start], of: "", line: line.number, into: &sink)
    guard let time else { return }
    for link in links {
      guard let anchor = link["A"]?.string, let range = link["R"]?.decimal else {
        try sink.reject(.damaged, line: line.number, "a link lacks A or R")
        continue
      }
      try sink.accept(.uwb(range, peer: anchor), at: time, on: &clock, line: line.number)
    }
  }

  private static func member(_ name: String, in report: LogText) -> LogText? {
    report.after(name)?.prefix { $0 != UInt8(ascii: ",") }.trimmed
  }

  private static func list(_ name: String, in report: LogText) -> [LogText]? {
    guard let rest = report.after(name)?.trimmed, rest.first == UInt8(ascii: "("),
      let end = rest.firstIndex(of: UInt8(ascii: ")"))
    else { return nil }
    return rest[..<end].dropFirst().parts(separatedBy: ",").map(\.trimmed)
  }
}
