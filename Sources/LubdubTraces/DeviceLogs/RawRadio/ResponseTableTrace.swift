/// Tables of ultra-wideband impulse responses: one row per received frame, with the taps as a list of numbers. The list has
/// alternating real and imaginary parts if the header has `tap0` or `cir_iq`, otherwise magnitudes. `fp_index` is required.
struct ResponseTableTrace: SignalTable {
  static let name = "uwb-cir"
  static let summary =
    "UWB impulse responses as CSV: cir is a list of taps, fp_index the first path"

  enum Column: String, LogColumn {
    case taps = "cir cir_iq"
    case parts = "cir_iq"
    case firstPath = "fp_index idx"
    case firstTap = "tap0"
    case time = "t_s timestamp"
    case range = "range_m"
    case truth = "truth_m"
    case recording = "recording file_id"
    case exchange, frame, label, nlos

    static let needed = "cir and fp_index"
    static let required: [Self] = [.taps, .firstPath]
  }

  var lines = LineSplitter()
  var rows: SignalRows
  var header: LogHeader<Column>?

  init(options: ReadOptions) { rows = SignalRows(options: options) }

  func signal(of row: LogRow<Column>, into sink: inout TraceSink) throws(RowFault) -> RawSignal {
    guard let time = row[.time].nanoseconds else {
      throw RowFault(.missingTime, "t_s is not a number of seconds")
    }
    var frame = ReceivedFrame(accumulator: try Self.accumulator(row))
    frame.kind = try Self.kind(row[.frame])
    frame.exchange = try row.wholeNumber(.exchange, "exchange", in: 0...Int64.max)
    frame.range = try row.number(.range, "range_m").map { Meters($0) }
    var signal = RawSignal(content: .frame(frame), time: time, line: row.line.number)
    try row.fill(&signal, .truth, .label, .recording, .nlos)
    return signal
  }

  private static func kind(_ text: LogText) throws(RowFault) -> ReceivedFrame.Kind {
    guard !text.isMissingValue else { return .only }
    guard let kind = ReceivedFrame.Kind(rawValue: text.string.lowercased()) else {
      throw .damaged(
        "frame is \(Excerpt.quote(text)), expected poll, final, only, or an empty field")
    }
    return kind
  }

  private static func accumulator(_ row: LogRow<Column>) throws(RowFault) -> Accumulator {
    let firstTap = try row.wholeNumber(
      .firstTap, "tap0",
      in: Int64(Accumulator.places.lowerBound)...Int64(Accumulator.places.upperBound))
    let firstPath = try row.number(.firstPath, "fp_index")
    let isComplex = row.header.has(.firstTap) || row.header.has(.parts)
    guard let taps = row[.taps].numberList.flatMap({ taps($0, isComplex: isComplex) }),
      let accumulator = Accumulator(taps: taps, firstTap: firstTap ?? 0, deviceFirstPath: firstPath)
    else {
      throw .damaged("cir is expected to be a list of \(Accumulator.counts) taps, all finite")
    }
    return accumulator
  }

  private static func taps(_ numbers: [Double], isComplex: Bool) -> [Complex]? {
    guard isComplex else { return numbers.map { Complex($0) } }
    guard numbers.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: numbers.count, by: 2).map { Complex(numbers[$0], numbers[$0 + 1]) }
  }
}
