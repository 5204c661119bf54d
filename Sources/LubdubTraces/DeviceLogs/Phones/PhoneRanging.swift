/// Distances smoothed by a phone (Android's `RangingManager`, Nearby Interaction), as CSV or JSON lines, with the technology
/// of each distance. A peer that is measured with several technologies is several links, each with its own error.
struct PhoneRangingTrace: LineFormat {
  static let name = "phone-ranging"
  static let summary =
    "distances that Android's RangingManager or an iPhone reports, as CSV or JSON lines with technology"

  private enum Field: String, CaseIterable {
    case technology = "technology rangingtechnology"
    case distance = "distancem distance distancemeters"
    case milliseconds = "timestampmillis timestampms timems"
    case nanoseconds = "elapsedrealtimenanos timestampnanos"
    case seconds = "ts timestamp time timestamps"
    case deviation = "deviationm sdm distancestandarddeviation distancestddev"
    case power = "rssidbm rssi"
    case peer = "peer address device"
    case truth = "truthm"
    case confidence, event

    // Every member of every row is looked up.
    private static let byName = Dictionary(
      uniqueKeysWithValues: allCases.flatMap { field in
        field.rawValue.split(separator: " ").map { (String($0), field) }
      })

    init?(_ name: String) {
      let name = name.lowercased().filter { $0 != "_" && $0 != " " }
      guard let field = Self.byName[name] else { return nil }
      self = field
    }
  }

  private typealias Row = [Field: LogText]

  var lines = LineSplitter()
  private var header: [Field?]?
  private var clock = LogClock()

  private static let technologies = ["uwb", "cs", "wifi-rtt", "rssi"]
  private static let lowConfidence = 3.0
  private static let times: [Field] = [.milliseconds, .nanoseconds, .seconds]

  init(options: ReadOptions) {}

  static func recognises(_ prefix: [UInt8]) -> Bool {
    guard let line = prefix.completeLines.first else { return false }
    let isObject = line.first == UInt8(ascii: "{")
    // A row of an event lacks fields of other rows.
    let found: [Field?] =
      isObject
      ? prefix.completeLines.prefix(16).flatMap { (object($0) ?? [:]).keys } : columns(line)
    return found.contains(.technology) && found.contains(.distance)
      && times.contains { found.contains($0) }
  }

  private static func columns(_ line: LogText) -> [Field?] {
    (csvFields(line) ?? []).map { Field($0.trimmed.string) }
  }

  private static func object(_ line: LogText) -> Row? {
    guard let value = try? JSONParser.line(line), let members = value.object else { return nil }
    var row: Row = [:]
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      guard let field = Field(name) else { continue }
      let text = value.string ?? value.number.map { JSONWriter.text(of: $0) }
      row[field] = Array((text ?? "").utf8)[...]
    }
    return row
  }

  mutating func read(_ line: LogLine, into sink: inout TraceSink) throws(ReadError) {
    sink.report.carriesDeviations = true
    if line.bytes.first == UInt8(ascii: "{") {
      guard let row = Self.object(line.bytes) else {
        return try sink.reject(.notJSON, line: line.number)
      }
      return try read(row, line.number, into: &sink)
    }
    guard let header else {
      header = Self.columns(line.bytes)
      return
    }
    guard let fields = csvFields(line.bytes), fields.count == header.count else {
      return try sink.reject(
        .columnCount, line: line.number, "expected \(header.count) fields as in the header")
    }
    // The last number may lack digits.
    guard line.isClosed else { return try sink.rejectCut(line) }
    var row: Row = [:]
    for (field, text) in zip(header, fields) { if let field { row[field] = text.trimmed } }
    try read(row, line.number, into: &sink)
  }

  private mutating func read(
    _ row: Row, _ line: Int, into sink: inout TraceSink
  ) throws(ReadError) {
    guard let time = Self.time(row) else { return try sink.reject(.missingTime, line: line) }
    guard let time = clock.seconds(at: time) else {
      return try sink.reject(.implausibleTime, line: line, "the clock exceeds 64 bits")
    }
    var sample = Sample(time: time, radio: .reported)
    switch row[.event]?.string.lowercased() {
    case nil, "", "result", "data": break
    case "started", "connected": sample.event = .connected
    case "stopped", "closed", "disconnected", "peer_lost": sample.event = .disconnected
    default:
      // A row with a distance is a reading, whatever its name is.
      guard row[.distance]?.isMissingValue == false else { return sink.ignore() }
    }
    if sample.event == nil {
      guard try fill(&sample, from: row, line, into: &sink) else { return }
    }
    var truth: Meters?
    if let text = row[.truth], !text.isMissingValue {
      guard let number = try sink.decimal(text, "truth_m", line: line) else { return }
      truth = Meters(number)
    }
    try sink.accept(sample, truth: truth, peer: Self.link(row), line: line)
  }

  private func fill(
    _ sample: inout Sample, from row: Row, _ line: Int, into sink: inout TraceSink
  ) throws(ReadError) -> Bool {
    func number(_ field: Field, _ name: String) throws(ReadError) -> (isGood: Bool, Double?) {
      guard let text = row[field], !text.isMissingValue else { return (true, nil) }
      let value = try sink.decimal(text, name, line: line)
      return (value != nil, value)
    }
    let distance = try number(.distance, "distance")
    let deviation = try number(.deviation, "deviation")
    let power = try number(.power, "rssi")
    guard distance.isGood, deviation.isGood, power.isGood else { return false }
    sample.range = distance.1.map { Meters($0) }
    // 0 is a field that was never set.
    sample.rssi = power.1.flatMap { $0 == 0 ? nil : DBm($0) }
    sample.deviation = deviation.1.flatMap { $0 == 0 ? nil : Meters($0) }
    let isLow = ["0", "low"].contains(row[.confidence]?.string.lowercased())
    if isLow, sample.deviation == nil {
      sample.deviation = Meters(Self.lowConfidence)
      sink.warn("distances of low confidence get a width of \(Self.lowConfidence) m")
    }
    return true
  }

  private static func time(_ row: Row) -> Int64? {
    for (field, scale) in zip(times, [1_000_000, 1, 1_000_000_000] as [Int64]) {
      guard let text = row[field], !text.isMissingValue else { continue }
      if let whole = text.integer {
        let (time, overflow) = whole.multipliedReportingOverflow(by: scale)
        return overflow ? nil : time
      }
      guard let number = text.decimal, abs(number) < 9e18 / Double(scale) else { return nil }
      return field == .seconds
        ? text.nanoseconds ?? Int64((number * 1e9).rounded())
        : Int64((number * Double(scale)).rounded())
    }
    return nil
  }

  private static func link(_ row: Row) -> String? {
    let peer = row[.peer].map(BluetoothAddress.normalised) ?? ""
    var way = row[.technology]?.string.lowercased() ?? ""
    if let number = Int(way), technologies.indices.contains(number) { way = technologies[number] }
    let name = [peer, way].filter { !$0.isEmpty }.joined(separator: "@")
    return name.isEmpty ? nil : name
  }
}
