import ImpulseResponse
import Quantities
import Spectra
import TraceReading

/// Tables of ultra-wideband impulse responses: one row a received frame, the taps as a list of numbers.
///
/// The list holds magnitudes, or real and imaginary parts in turn: where `tap0` and `fp_index` say so,
/// or the header has `cir_iq`.
struct ResponseTableParser: SignalParser {
  static let name = "uwb-cir"
  static let summary =
    "UWB impulse responses as CSV: cir is a list of taps, fp_index the first path"

  private struct Columns {
    let taps: Int
    let isComplex: Bool
    let firstPath: Int?
    let firstTap: Int?
    let time: Int?
    let range: Int?
    let truth: Int?
    let label: Int?
    let recording: Int?
    let exchange: Int?
    let frame: Int?
    let count: Int

    init?(_ columns: CSVColumns) {
      guard let taps = columns.place(of: "cir", "cir_iq"),
        let firstPath = columns.place(of: "fp_index", "idx")
      else { return nil }
      self.taps = taps
      self.firstPath = firstPath
      firstTap = columns.place(of: "tap0")
      isComplex = firstTap != nil || columns.place(of: "cir_iq") != nil
      time = columns.place(of: "t_s", "timestamp")
      range = columns.place(of: "range_m")
      truth = columns.place(of: "truth_m")
      label = columns.place(of: "label")
      recording = columns.place(of: "recording", "file_id")
      exchange = columns.place(of: "exchange")
      frame = columns.place(of: "frame")
      count = columns.count
    }
  }

  private var columns: Columns?

  init(options: ReadOptions) {}

  static func recognises(_ prefix: [UInt8]) -> Bool {
    prefix.completeLines.first { !$0.hasPrefix("#") }.flatMap { csvFields($0) }.map {
      Columns(CSVColumns(header: $0)) != nil
    }
      ?? false
  }

  mutating func read(_ line: LogLine) -> [SignalOutcome] {
    guard !line.bytes.hasPrefix("#") else { return [.ignored] }
    guard let fields = csvFields(line.bytes) else {
      return [.rejected(.columnCount, line: line.number, "a quoted field is not closed")]
    }
    guard let columns else {
      columns = Columns(CSVColumns(header: fields))
      return columns == nil
        ? [.rejected(.damaged, line: line.number, "expected a header with cir and fp_index")]
        : [.part]
    }
    guard fields.count == columns.count else {
      return [
        .rejected(
          .columnCount, line: line.number, "expected \(columns.count) fields as in the header")
      ]
    }
    guard let time = fields.field(columns.time)?.nanoseconds else {
      return [.rejected(.missingTime, line: line.number, "t_s is no number of seconds")]
    }
    guard line.isClosed, let accumulator = Self.accumulator(fields, columns) else {
      return [
        .rejected(
          .damaged, line: line.number,
          "cir is expected to be a list of \(Accumulator.counts) taps, all finite")
      ]
    }
    var frame = ReceivedFrame(accumulator: accumulator)
    frame.kind = fields.field(columns.frame).flatMap { .init(rawValue: $0.string) } ?? .only
    frame.exchange = fields.field(columns.exchange)?.unsignedInteger.map { Int($0) }
    frame.range = fields.field(columns.range)?.decimal.map { Meters($0) }
    var signal = RawSignal(content: .frame(frame), time: time, line: line.number)
    signal.truth = fields.field(columns.truth)?.decimal.map { Meters($0) }
    signal.label = fields.field(columns.label)?.string ?? ""
    signal.recording = fields.field(columns.recording)?.string
    return [.signal(signal)]
  }

  private static func accumulator(_ fields: [LogText], _ columns: Columns) -> Accumulator? {
    guard let numbers = ToneTableParser.numbers(fields[columns.taps]) else { return nil }
    var taps = numbers.map { Complex($0) }
    if columns.isComplex {
      guard numbers.count.isMultiple(of: 2) else { return nil }
      taps = stride(from: 0, to: numbers.count, by: 2).map { Complex(numbers[$0], numbers[$0 + 1]) }
    }
    return Accumulator(
      taps: taps, firstTap: fields.field(columns.firstTap)?.integer.map { Int(clamping: $0) } ?? 0,
      deviceFirstPath: fields.field(columns.firstPath)?.decimal)
  }
}
