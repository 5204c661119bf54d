/// `contacts.csv` of the Herald proximity project: one row per event, with the RSSI in the rows whose `measure` is 3.
struct HeraldTrace: HeaderedFormat {
  static let name = "herald"
  static let summary = "Herald contacts.csv"

  enum Column: String, LogColumn {
    case time, id, detect, measure, data

    static let needed = "time, id, detect, measure, and data"
    static let required = allCases
  }

  var lines = LineSplitter()
  private var clock = LogClock()
  var header: LogHeader<Column>?

  init(options: ReadOptions) {}

  mutating func read(_ row: LogRow<Column>, into sink: inout TraceSink) throws(ReadError) {
    let line = row.line
    guard row[.measure].equals("3") else { return sink.ignore() }
    guard let time = CivilTime.nanoseconds(row[.time]) else {
      return try sink.rejectTime(row[.time], line)
    }
    guard let level = row[.data].after("RSSI:") else {
      return try sink.reject(.signalNotAvailable, line: line.number, "data has no RSSI")
    }
    let number = level.trimmed.leadingNumber
    // Herald prints doubles, with at least one digit after the point.
    let isWhole = line.isClosed || number.dropLast().contains(UInt8(ascii: "."))
    guard isWhole else { return try sink.rejectCut(line) }
    guard let rssi = try sink.decimal(number, "RSSI", line: line.number) else { return }
    let peer = BluetoothAddress.normalised(row[.id])
    try sink.accept(.ble(rssi, peer: peer), at: time, on: &clock, line: line.number)
  }
}
