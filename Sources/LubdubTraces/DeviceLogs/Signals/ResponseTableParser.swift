import Lubdub
import LubdubGround
import LubdubSignals

/// Tables of ultra-wideband impulse responses: one row a received frame, the taps as a list of numbers. The list holds
/// magnitudes, or real and imaginary parts in turn: where `tap0` and `fp_index` say so, or the header has `cir_iq`.
struct ResponseTableParser: TableParser {
  static let name = "uwb-cir"
  static let summary =
    "UWB impulse responses as CSV: cir is a list of taps, fp_index the first path"

  struct Columns: LogColumns {
    static let needed = "cir and fp_index"
    let count: Int
    let taps: Int
    let isComplex: Bool
    let firstPath: Int
    let firstTap: Int?
    let time: Int?
    let range: Int?
    let exchange: Int?
    let frame: Int?
    let place: PlaceColumns

    init?(_ columns: TableHeader) {
      guard let taps = columns.place(of: "cir", "cir_iq"),
        let firstPath = columns.place(of: "fp_index", "idx")
      else { return nil }
      self.taps = taps
      self.firstPath = firstPath
      firstTap = columns.place(of: "tap0")
      isComplex = firstTap != nil || columns.place(of: "cir_iq") != nil
      time = columns.place(of: "t_s", "timestamp")
      range = columns.place(of: "range_m")
      exchange = columns.place(of: "exchange")
      frame = columns.place(of: "frame")
      place = PlaceColumns(columns)
      count = columns.names.count
    }
  }

  var columns: Columns?

  init(options: ReadOptions) {}

  mutating func read(
    _ fields: [LogText], _ columns: Columns, line: Int
  ) throws(RowFault) -> [SignalOutcome] {
    guard let time = fields.field(columns.time)?.nanoseconds else {
      throw RowFault(.missingTime, "t_s is not a number of seconds")
    }
    var frame = ReceivedFrame(accumulator: try Self.accumulator(fields, columns))
    frame.kind = try Self.kind(fields.field(columns.frame))
    frame.exchange = try fields.wholeNumber(columns.exchange, "exchange", in: 0...Int64.max)
    frame.range = try fields.number(columns.range, "range_m").map { Meters($0) }
    var signal = RawSignal(content: .frame(frame), time: time, line: line)
    try columns.place.fill(&signal, from: fields)
    return [.signal(signal)]
  }

  private static func kind(_ text: LogText?) throws(RowFault) -> ReceivedFrame.Kind {
    guard let text, !text.isMissingValue else { return .only }
    guard let kind = ReceivedFrame.Kind(rawValue: text.string.lowercased()) else {
      throw RowFault(
        .damaged, "frame is \(Excerpt.quote(text)), expected poll, final, only or nothing")
    }
    return kind
  }

  private static func accumulator(
    _ fields: [LogText], _ columns: Columns
  ) throws(RowFault) -> Accumulator {
    let firstTap = try fields.wholeNumber(
      columns.firstTap, "tap0",
      in: Int64(Accumulator.places.lowerBound)...Int64(Accumulator.places.upperBound))
    let firstPath = try fields.number(columns.firstPath, "fp_index")
    guard
      let taps = fields[columns.taps].numberList.flatMap({
        taps($0, isComplex: columns.isComplex)
      }),
      let accumulator = Accumulator(
        taps: taps, firstTap: firstTap ?? 0, deviceFirstPath: firstPath)
    else {
      throw RowFault(
        .damaged, "cir is expected to be a list of \(Accumulator.counts) taps, all finite")
    }
    return accumulator
  }

  private static func taps(_ numbers: [Double], isComplex: Bool) -> [Complex]? {
    guard isComplex else { return numbers.map { Complex($0) } }
    guard numbers.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: numbers.count, by: 2).map { Complex(numbers[$0], numbers[$0 + 1]) }
  }
}
