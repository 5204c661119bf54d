/// Tables of channel sounding: one row per procedure, with the channels and the tones of both sides as lists of numbers.
struct ToneTableTrace: SignalTable {
  static let name = "cs-table"
  static let summary = "Bluetooth channel sounding as CSV: ch, i_ini, q_ini, i_ref, q_ref are lists"

  enum Column: String, LogColumn {
    case channels = "ch"
    case ownI = "i_ini"
    case ownQ = "q_ini"
    case peerI = "i_ref"
    case peerQ = "q_ref"
    case ownQuality = "quality_ini"
    case peerQuality = "quality_ref"
    case time = "t_s"
    case procedure = "procedure counter"
    case snr = "snr_db"
    case phaseNoise = "phase_noise_deg"
    case truth = "truth_m"
    case recording = "recording file_id"
    case label, nlos

    static let needed = "ch, i_ini, q_ini, i_ref, and q_ref"
    static let required: [Self] = [.channels, .ownI, .ownQ, .peerI, .peerQ]
  }

  var lines = LineSplitter()
  var rows: SignalRows
  var header: LogHeader<Column>?

  init(options: ReadOptions) { rows = SignalRows(options: options) }

  mutating func signal(
    of row: LogRow<Column>, into sink: inout TraceSink
  ) throws(RowFault) -> RawSignal {
    let (response, isComplete) = try Self.response(row)
    let time = try time(row)
    var signal = RawSignal(
      content: .procedure(SoundingProcedure(paths: [response])), time: time, line: row.line.number)
    try row.fill(&signal, .truth, .label, .recording, .nlos)
    let noise: [(Column, String)] = [(.snr, " dB"), (.phaseNoise, " deg")]
    signal.conditions = noise.compactMap { column, unit in
      row.header.has(column) ? row[column].string + unit : nil
    }.joined(separator: ", ")
    if !isComplete { sink.warn(Self.leftOut) }
    if row[.time].isMissingValue { rows.warnOfClock(in: &sink) }
    return signal
  }

  private mutating func time(_ row: LogRow<Column>) throws(RowFault) -> Int64 {
    if let time = row[.time].nanoseconds { return time }
    guard row[.time].isMissingValue else {
      throw RowFault(.missingTime, "t_s is \(Excerpt.quote(row[.time]))")
    }
    guard let counter = row[.procedure].unsignedInteger else {
      throw RowFault(.missingTime, "neither t_s nor procedure is a number")
    }
    guard let time = rows.procedures.advance(to: counter) else {
      throw RowFault(.implausibleTime, "the counter exceeds 64 bits")
    }
    return time
  }

  private static func response(
    _ row: LogRow<Column>
  ) throws(RowFault) -> (response: ProductResponse, isComplete: Bool) {
    let lists = Column.required.compactMap { row[$0].numberList }
    let channels = lists.first.map { $0.compactMap { Int(exactly: $0) } } ?? []
    guard lists.count == 5, lists.allSatisfy({ $0.count == channels.count }) else {
      throw .damaged(
        "\(Column.needed) are expected to be lists of equally many numbers, ch of whole ones")
    }
    var quality: [[Double]] = []
    for column in [Column.ownQuality, .peerQuality] where !row[column].isMissingValue {
      guard let list = row[column].numberList, list.count == channels.count else {
        throw .damaged(
          "quality_ini and quality_ref are expected to be lists as long as ch, or empty")
      }
      quality.append(list)
    }
    var (response, isComplete) = (ProductResponse(), true)
    for (place, channel) in channels.enumerated()
    where quality.allSatisfy({ $0[place] < Double(ToneQuality.unavailable.rawValue) }) {
      let isTaken = response.join(
        channel: channel, initiator: Complex(lists[1][place], lists[2][place]),
        reflector: Complex(lists[3][place], lists[4][place]))
      if !isTaken { isComplete = false }
    }
    return (response, isComplete)
  }

  static let leftOut =
    "tones are left out: on an unused channel, repeated on a channel, or of zero size"
}
