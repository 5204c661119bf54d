import LubdubGround

/// `contacts.csv` of the Herald proximity project: one row for each event, RSSI in the rows whose `measure` is 3.
struct HeraldTrace: HeaderedFormat {
  static let name = "herald"
  static let summary = "Herald contacts.csv"

  struct Columns: LogColumns {
    static let needed = "time, id, detect, measure and data"
    let count: Int
    let time: Int
    let id: Int
    let measure: Int
    let data: Int

    init?(_ columns: TableHeader) {
      guard let time = columns.place(of: "time"), let id = columns.place(of: "id"),
        let measure = columns.place(of: "measure"), let data = columns.place(of: "data"),
        columns.place(of: "detect") != nil
      else { return nil }
      self.time = time
      self.id = id
      self.measure = measure
      self.data = data
      count = columns.names.count
    }
  }

  var lines = LineSplitter()
  private var clock = LogClock()
  var columns: Columns?

  init(options: ReadOptions) {}

  mutating func read(
    _ fields: [LogText], _ columns: Columns, _ line: LogLine, into sink: inout TraceSink
  ) throws(ReadError) {
    guard fields[columns.measure].equals("3") else { return sink.ignore() }
    guard let time = CivilTime.nanoseconds(fields[columns.time]) else {
      return try sink.reject(
        .missingTime, line: line.number, "time is \(Excerpt.quote(fields[columns.time]))")
    }
    guard let level = fields[columns.data].after("RSSI:") else {
      return try sink.reject(.signalNotAvailable, line: line.number, "data has no RSSI")
    }
    let number = level.trimmed.leadingNumber
    // Herald prints doubles, with at least one digit after the point.
    let isWhole = line.isClosed || number.dropLast().contains(UInt8(ascii: "."))
    guard isWhole else {
      return try sink.reject(.damaged, line: line.number, "the last line is cut short")
    }
    guard let rssi = try sink.decimal(number, "RSSI", line: line.number) else { return }
    let peer = BluetoothAddress.normalised(fields[columns.id])
    try sink.accept(.ble(rssi, peer: peer), at: time, on: &clock, line: line.number)
  }
}
