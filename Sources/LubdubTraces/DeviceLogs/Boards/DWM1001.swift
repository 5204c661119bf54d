/// Logs of the DWM1001 shell: `lec` (comma separated), `les` (blanks), and `lep` (position only). There is no clock: each
/// received data line, even a damaged line, counts as one period, 0.1 s by default.
struct DWM1001Trace: LineFormat {
  static let name = "dwm1001"
  static let summary = "Decawave DWM1001 shell: lec, les, lep"

  var lines = LineSplitter()
  private let period: Int64
  private var slot: Int64 = 0
  private var clock = LogClock()
  /// The maximum number of anchors. A tag ranges with at most 4; later firmware lists up to 15.
  private static let anchorLimit: Int64 = 64

  init(options: ReadOptions) { period = options.nanosecondPeriod(default: 100_000_000) }

  static func recognises(_ prefix: [UInt8]) -> Bool {
    prefix.completeLines.contains { $0.hasPrefix("dwm>") || isData($0) }
  }

  private static func isData(_ line: LogText) -> Bool {
    line.hasPrefix("DIST,") || isBlankSeparated(line)
      || line.hasPrefix("POS,") && line.parts(separatedBy: ",").count == 5
  }

  private static func isBlankSeparated(_ line: LogText) -> Bool {
    guard let open = line.firstIndex(of: UInt8(ascii: "[")), line.contains("]=") else {
      return false
    }
    return isIdentity(line[..<open])
  }

  private static func isIdentity(_ text: LogText) -> Bool {
    (1...16).contains(text.count) && text.allSatisfy(BluetoothAddress.isHexDigit)
  }

  mutating func read(_ line: LogLine, into sink: inout TraceSink) throws(ReadError) {
    guard Self.isData(line.bytes) || line.bytes.hasPrefix("POS,") else { return sink.ignore() }
    let (time, overflow) = slot.multipliedReportingOverflow(by: period)
    slot += 1
    sink.warnOfClock(period, unit: "number of the line")
    guard !overflow else { return try sink.reject(.implausibleTime, line: line.number) }
    if line.bytes.hasPrefix("POS,") { return sink.ignore() }
    let anchors = line.bytes.hasPrefix("DIST,") ? Self.commaAnchors(line) : Self.blankAnchors(line)
    guard let anchors else {
      return try sink.reject(.damaged, line: line.number, Excerpt.quote(line.bytes))
    }
    for anchor in anchors { try sink.accept(anchor, at: time, on: &clock, line: line.number) }
  }

  /// `DIST,2,AN0,022E,x,y,z,range,AN1,…,POS,x,y,z,quality`, with an optional position. A line that contradicts its own count
  /// is two spliced lines, so its fields cannot be trusted.
  private static func commaAnchors(_ line: LogLine) -> [TraceRow]? {
    let fields = line.bytes.parts(separatedBy: ",").map(\.trimmed)
    guard fields.count >= 2, let count = fields[1].unsignedInteger, count <= anchorLimit else {
      return nil
    }
    let end = 2 + 6 * Int(count)
    guard fields.count == end ? line.isClosed : fields.count == end + 5 else { return nil }
    if fields.count > end {
      let numbers = fields[(end + 1)...]
      guard fields[end].equals("POS"), numbers.allSatisfy({ $0.decimal != nil }) else {
        return nil
      }
    }
    var anchors: [TraceRow] = []
    for index in 0..<Int(count) {
      let start = 2 + 6 * index
      let numbers = fields[(start + 2)..<(start + 6)].compactMap(\.decimal)
      guard fields[start].equals("AN\(index)"), isIdentity(fields[start + 1]), numbers.count == 4
      else { return nil }
      anchors.append(.uwb(numbers[3], peer: fields[start + 1].string))
    }
    return anchors
  }

  /// `022E[x,y,z]=range … le_us=3082 est[x,y,z,quality]`, with an optional estimate.
  private static func blankAnchors(_ line: LogLine) -> [TraceRow]? {
    var anchors: [TraceRow] = []
    var hasTime = false
    for word in line.bytes.split(separator: 0x20) {
      if word.hasPrefix("le_us=") {
        hasTime = true
      } else if let anchor = blankAnchor(word), !hasTime {
        anchors.append(anchor)
      } else if line.isClosed ? !isEstimate(word) : !hasTime {
        return nil
      }
    }
    return hasTime || line.isClosed ? anchors : nil
  }

  private static func isEstimate(_ word: LogText) -> Bool {
    word.hasPrefix("est[") && word.last == UInt8(ascii: "]")
  }

  private static func blankAnchor(_ word: LogText) -> TraceRow? {
    guard let open = word.firstIndex(of: UInt8(ascii: "[")), let close = word.firstRange(of: "]="),
      open < close.lowerBound, isIdentity(word[..<open])
    else { return nil }
    let place = word[(open + 1)..<close.lowerBound].parts(separatedBy: ",")
    guard place.count == 3, place.allSatisfy({ $0.decimal != nil }),
      let range = word[close.upperBound...].decimal
    else { return nil }
    return .uwb(range, peer: word[..<open].string)
  }
}
