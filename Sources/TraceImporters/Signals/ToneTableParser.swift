import ChannelSounding
import Quantities
import Spectra
import TraceReading

/// Tables of channel-sounding procedures: one row each, with the channels and the tones of both sides as
/// lists of numbers.
struct ToneTableParser: SignalParser {
  static let name = "cs-table"
  static let summary = "Bluetooth channel sounding as CSV: ch, i_ini, q_ini, i_ref, q_ref are lists"

  private struct Columns {
    let tones: [Int]
    let quality: [Int?]
    let time: Int?
    let procedure: Int?
    let truth: Int?
    let label: Int?
    let recording: Int?
    let noise: [Int?]
    let count: Int

    init?(_ columns: CSVColumns) {
      let tones = ["ch", "i_ini", "q_ini", "i_ref", "q_ref"].compactMap { columns.place(of: $0) }
      guard tones.count == 5 else { return nil }
      self.tones = tones
      quality = [columns.place(of: "quality_ini"), columns.place(of: "quality_ref")]
      time = columns.place(of: "t_s")
      procedure = columns.place(of: "procedure", "counter")
      truth = columns.place(of: "truth_m")
      label = columns.place(of: "label")
      recording = columns.place(of: "recording", "file_id")
      noise = [columns.place(of: "snr_db"), columns.place(of: "phase_noise_deg")]
      count = columns.count
    }
  }

  private var columns: Columns?
  private var clock: BlockClock

  init(options: ReadOptions) {
    clock = BlockClock(period: options.nanosecondPeriod(default: StepLogParser.usualPeriod))
  }

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
        ? [.rejected(.damaged, line: line.number, "expected a header with \(Self.summary)")]
        : [.part]
    }
    guard fields.count == columns.count, line.isClosed || fields.last?.isEmpty == false else {
      return [
        .rejected(
          .columnCount, line: line.number, "expected \(columns.count) fields as in the header")
      ]
    }
    guard let response = Self.response(fields, columns) else {
      return [
        .rejected(
          .damaged, line: line.number,
          "ch, i_ini, q_ini, i_ref and q_ref are expected to be lists of equally many numbers")
      ]
    }
    var outcomes: [SignalOutcome] = []
    guard let time = time(fields, columns, &outcomes) else {
      return [.rejected(.missingTime, line: line.number, "neither t_s nor procedure is a number")]
    }
    var signal = RawSignal(
      content: .procedure(SoundingProcedure(paths: [response])), time: time, line: line.number)
    signal.truth = fields.field(columns.truth)?.decimal.map { Meters($0) }
    signal.label = fields.field(columns.label)?.string ?? ""
    signal.recording = fields.field(columns.recording)?.string
    signal.conditions = zip(columns.noise, [" dB", " deg"]).compactMap { place, unit in
      fields.field(place).map { $0.string + unit }
    }.joined(separator: ", ")
    return outcomes + [.signal(signal)]
  }

  private mutating func time(
    _ fields: [LogText], _ columns: Columns, _ outcomes: inout [SignalOutcome]
  ) -> Int64? {
    if let time = fields.field(columns.time), !time.isMissingValue { return time.nanoseconds }
    guard let counter = fields.field(columns.procedure)?.unsignedInteger else { return nil }
    outcomes.append(.warning(StepLogParser.clockWarning(clock.period)))
    return clock.advance(to: counter)
  }

  private static func response(_ fields: [LogText], _ columns: Columns) -> ProductResponse? {
    let lists = columns.tones.map { numbers(fields[$0]) }
    let quality = columns.quality.map { numbers(fields.field($0) ?? []) }
    guard let channels = lists[0], lists.allSatisfy({ $0?.count == channels.count }) else {
      return nil
    }
    var response = ProductResponse()
    for (place, channel) in channels.enumerated() {
      let isUsable = quality.allSatisfy { list in
        guard let list, list.indices.contains(place) else { return true }
        return list[place] < Double(ToneQuality.unavailable.rawValue)
      }
      guard isUsable, let channel = Int(exactly: channel), let i = lists[1]?[place],
        let q = lists[2]?[place], let otherI = lists[3]?[place], let otherQ = lists[4]?[place]
      else { continue }
      response.join(
        channel: channel, initiator: Complex(i, q), reflector: Complex(otherI, otherQ))
    }
    return response
  }

  /// Numbers between blanks; `nil` when one is none.
  static func numbers(_ text: LogText) -> [Double]? {
    var list: [Double] = []
    for part in text.split(whereSeparator: { " ;,[]".utf8.contains($0) }) {
      guard let number = part.decimal else { return nil }
      list.append(number)
    }
    return list
  }
}
