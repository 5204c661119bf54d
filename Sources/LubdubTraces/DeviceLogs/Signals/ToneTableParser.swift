import LubdubGround
import LubdubSignals

struct ToneTableParser: TableParser {
  static let name = "cs-table"
  static let summary = "Bluetooth channel sounding as CSV: ch, i_ini, q_ini, i_ref, q_ref are lists"

  struct Columns: LogColumns {
    static let needed = "ch, i_ini, q_ini, i_ref and q_ref"
    let count: Int
    let tones: [Int]
    let quality: [Int?]
    let time: Int?
    let procedure: Int?
    let noise: [Int?]
    let place: PlaceColumns

    init?(_ columns: TableHeader) {
      let tones = ["ch", "i_ini", "q_ini", "i_ref", "q_ref"].compactMap { columns.place(of: $0) }
      guard tones.count == 5 else { return nil }
      self.tones = tones
      quality = [columns.place(of: "quality_ini"), columns.place(of: "quality_ref")]
      time = columns.place(of: "t_s")
      procedure = columns.place(of: "procedure", "counter")
      noise = [columns.place(of: "snr_db"), columns.place(of: "phase_noise_deg")]
      place = PlaceColumns(columns)
      count = columns.names.count
    }
  }

  var columns: Columns?
  private var clock: BlockClock

  init(options: ReadOptions) {
    clock = BlockClock(period: options.nanosecondPeriod(default: StepLogParser.usualPeriod))
  }

  mutating func read(
    _ fields: [LogText], _ columns: Columns, line: Int
  ) throws(RowFault) -> [SignalOutcome] {
    var outcomes: [SignalOutcome] = []
    let response = try Self.response(fields, columns, &outcomes)
    let time = try time(fields, columns, &outcomes)
    var signal = RawSignal(
      content: .procedure(SoundingProcedure(paths: [response])), time: time, line: line)
    try columns.place.fill(&signal, from: fields)
    signal.conditions = zip(columns.noise, [" dB", " deg"]).compactMap { place, unit in
      fields.field(place).map { $0.string + unit }
    }.joined(separator: ", ")
    return outcomes + [.signal(signal)]
  }

  private mutating func time(
    _ fields: [LogText], _ columns: Columns, _ outcomes: inout [SignalOutcome]
  ) throws(RowFault) -> Int64 {
    if let time = fields.field(columns.time), !time.isMissingValue {
      guard let time = time.nanoseconds else {
        throw RowFault(.missingTime, "t_s is \(Excerpt.quote(time))")
      }
      return time
    }
    guard let counter = fields.field(columns.procedure)?.unsignedInteger else {
      throw RowFault(.missingTime, "neither t_s nor procedure is a number")
    }
    guard let time = clock.advance(to: counter) else {
      throw RowFault(.implausibleTime, "the counter leaps out of 64 bits")
    }
    outcomes.append(.warning(StepLogParser.clockWarning(clock.period), cure: .rate))
    return time
  }

  private static func response(
    _ fields: [LogText], _ columns: Columns, _ outcomes: inout [SignalOutcome]
  ) throws(RowFault) -> ProductResponse {
    let lists = columns.tones.compactMap { fields[$0].numberList }
    let channels = lists.first.map { $0.compactMap { Int(exactly: $0) } } ?? []
    guard lists.count == columns.tones.count, lists.allSatisfy({ $0.count == channels.count })
    else {
      throw RowFault(
        .damaged,
        "\(Columns.needed) are expected to be lists of equally many numbers, ch of whole ones")
    }
    var quality: [[Double]] = []
    for place in columns.quality {
      if let list = try Self.quality(fields.field(place), count: channels.count) {
        quality.append(list)
      }
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

  private static func quality(
    _ text: LogText?, count: Int
  ) throws(RowFault) -> [Double]? {
    guard let text, !text.isMissingValue else { return nil }
    guard let list = text.numberList, list.count == count else {
      throw RowFault(
        .damaged, "quality_ini and quality_ref are expected to be lists as long as ch, or empty")
    }
    return list
  }
}
