internal import CLubdub
internal import JSON
internal import Observations
internal import Quantities
internal import Sessions
internal import Traces

/// The rows of a trace in the columns of the C interface.
struct RowColumns {
  private var times: [Double] = []
  private var kinds: [UInt8] = []
  private var ranges: [Double] = []
  private var powers: [Double] = []
  private var firstPathPowers: [Double] = []
  private var channels: [Int16] = []
  private var truths: [Double] = []
  private var deviations: [Double] = []

  init(_ records: some Sequence<TraceRecord>) {
    for record in records {
      let observation = record.observation
      times.append(observation.time.value)
      kinds.append(RowKind(observation).byte)
      ranges.append(observation.range?.value ?? .nan)
      powers.append(observation.rssi?.value ?? .nan)
      firstPathPowers.append(observation.firstPathPower?.value ?? .nan)
      channels.append(observation.channel.map { Int16($0) } ?? -1)
      truths.append(record.truth?.value ?? .nan)
      deviations.append(observation.deviation?.value ?? .nan)
    }
  }

  /// The columns as C has them.
  func withRows<Answer, Failure: Error>(
    _ body: (UnsafePointer<lubdub_rows>) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    var rows = lubdub_rows()
    rows.count = times.count
    return try withPointer(times) { times throws(Failure) in
      try withPointer(kinds) { kinds throws(Failure) in
        try withPointer(ranges) { ranges throws(Failure) in
          try withPointer(powers) { powers throws(Failure) in
            try withPointer(firstPathPowers) { firstPathPowers throws(Failure) in
              try withPointer(channels) { channels throws(Failure) in
                try withPointer(truths) { truths throws(Failure) in
                  try withPointer(deviations) { deviations throws(Failure) in
                    rows.times = times
                    rows.kinds = kinds
                    rows.ranges = ranges
                    rows.powers = powers
                    rows.first_path_powers = firstPathPowers
                    rows.channels = channels
                    rows.truths = truths
                    rows.deviations = deviations
                    return try body(&rows)
                  }
                }
              }
            }
          }
        }
      }
    }
  }

  private func withPointer<Number, Answer, Failure: Error>(
    _ column: [Number], _ body: (UnsafePointer<Number>?) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    try column.withUnsafeBufferPointer { buffer throws(Failure) in try body(buffer.baseAddress) }
  }

  /// The columns by the names that the page has for them; without those that hold nothing.
  var json: JSONValue {
    var columns: [String: JSONValue] = ["times": numbers(times), "kinds": text(kinds)]
    for (name, column) in [
      ("ranges", ranges), ("powers", powers), ("firstPathPowers", firstPathPowers),
      ("truths", truths), ("deviations", deviations),
    ] where column.contains(where: { !$0.isNaN }) {
      columns[name] = numbers(column)
    }
    if channels.contains(where: { $0 >= 0 }) { columns["channels"] = text(channels) }
    return .object(columns)
  }

  /// Columns of more rows are bytes, which a page reads more quickly than numbers.
  private static let longestText = 50_000

  /// The numbers as text, each with a comma behind it and none for `NaN`; as base64 where that is shorter, and
  /// where text would lose the sign of a zero.
  private func numbers(_ column: [Double]) -> JSONValue {
    let isExact = column.allSatisfy { $0.isNaN || ($0.isFinite && ($0 != 0 || $0.sign == .plus)) }
    guard isExact, column.count <= Self.longestText else { return text(column) }
    let numbers = column.map { $0.isNaN ? "," : "\(JSONWriter.text(of: $0))," }.joined()
    return numbers.utf8.count < (column.count * 8 + 2) / 3 * 4 ? .string(numbers) : text(column)
  }

  private func text<Number>(_ column: [Number]) -> JSONValue {
    column.withUnsafeBytes { .string(Base64.encode($0)) }
  }
}
