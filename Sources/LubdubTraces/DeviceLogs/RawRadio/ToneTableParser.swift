/// Tables of channel sounding: one row per procedure, with the channels and the tones of both sides as lists of numbers.
struct ToneTableParser: TableParser {
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

    static let needed = "ch, i_ini, q_ini, i_ref and q_ref"
    static let required: [Self] = [.channels, .ownI, .ownQ, .peerI, .peerQ]
  }

  var header: LogHeader<Column>?
  private var clock: BlockClock

  init(options: ReadOptions) {
    clock = BlockClock(period: options.nanosecondPeriod(default: StepLogParser.usualPeriod))
  }

  mutating func read(_ row: LogRow<Column>) throws(RowFault) -> [SignalOutcome] {
    var outcomes: [SignalOutcome] = []
    let response = try Self.response(row, &outcomes)
    let time = try time(row, &outcomes)
    var signal = RawSignal(
      content: .procedure(SoundingProcedure(paths: [response])), time: time, line: row.line.number)
    try row.fill(&signal, .truth, .label, .recording, .nlos)
    let noise: [(Column, String)] = [(.snr, " dB"), (.phaseNoise, " deg")]
    signal.conditions = noise.compactMap { column, unit in
      row.header.has(column) ? row[column].string + unit : nil
    }.joined(separator: ", ")
    return outcomes + [.signal(signal)]
  }

  private mutating func time(
    _ row: LogRow<Column>, _ outcomes: inout [SignalOutcome]
  ) throws(RowFault) -> Int64 {
    if !row[.time].isMissingValue {
      guard let time = row[.time].nanoseconds else {
        throw RowFault(.missingTime, "t_s is \(Excerpt.quote(row[.time]))")
      }
      return time
    }
    guard let counter = row[.procedure].unsignedInteger else {
      throw RowFault(.missingTime, "neither t_s nor procedure is a number")
    }
    guard let time = clock.advance(to: counter) else {
      throw RowFault(.implausibleTime, "the counter leaps out of 64 bits")
    }
    outcomes.append(clock.clockWarning)
    return time
  }

  private static func response(
    _ row: LogRow<Column>, _ outcomes: inout [SignalOutcome]
  ) throws(RowFault) -> ProductResponse {
    let lists = Column.required.compactMap { row[$0].numberList }
    let channels = lists.first.map { $0.compactMap { Int(exactly: $0) } } ?? []
    guard lists.count == 5, lists.allSatisfy({ $0.count == channels.count }) else {
      throw RowFault(
        .damaged,
        "\(Column.needed) are expected to be lists of equally many numbers, ch of whole ones")
    }
    var quality: [[Double]] = []
    for column in [Column.ownQuality, .peerQuality] {
      if let list = try Self.quality(row[column], count: channels.count) { quality.append(list) }
    }
    var response = ProductResponse()
    for (place, channel) in channels.enumerated()
    where quality.allSatisfy({ $0[place] < Double(ToneQuality.unavailable.rawValue) }) {
      let isTaken = response.join(
        channel: channel, initiator: Complex(lists[1][place], lists[2][place]),
        reflector: Complex(lists[3][place], lists[4][place]))
      if !isTaken { outcomes.append(.warning(Self.leftOut)) }
    }
    return response
  }

  static let leftOut =
    "tones are left out: on a channel that carries none, a second one of a channel, or of no size"

  private static func quality(_ text: LogText, count: Int) throws(RowFault) -> [Double]? {
    guard !text.isMissingValue else { return nil }
    guard let list = text.numberList, list.count == count else {
      throw RowFault(
        .damaged, "quality_ini and quality_ref are expected to be lists as long as ch, or empty")
    }
    return list
  }
}
