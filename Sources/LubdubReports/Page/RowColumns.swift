package struct RowColumns: Sendable {
  private var times: [Double] = []
  private var kinds: [UInt8] = []
  private var ranges: [Double] = []
  private var powers: [Double] = []
  private var firstPathPowers: [Double] = []
  private var channels: [Int16] = []
  private var truths: [Double] = []
  private var deviations: [Double] = []

  package init() {}

  package var count: Int { times.count }

  package mutating func add(_ sample: Sample, truth: Meters?) {
    times.append(sample.time.value)
    kinds.append(RowKind(sample).byte)
    ranges.append(sample.range?.value ?? .nan)
    powers.append(sample.rssi?.value ?? .nan)
    firstPathPowers.append(sample.firstPathPower?.value ?? .nan)
    channels.append(sample.channel.map { Int16($0) } ?? -1)
    truths.append(truth?.value ?? .nan)
    deviations.append(sample.deviation?.value ?? .nan)
  }

  var json: JSONValue {
    var columns: [String: JSONValue] = ["times": Self.numbers(times), "kinds": Self.text(kinds)]
    for (name, column) in [
      ("ranges", ranges), ("powers", powers), ("firstPathPowers", firstPathPowers),
      ("truths", truths), ("deviations", deviations),
    ] where column.contains(where: { !$0.isNaN }) {
      columns[name] = Self.numbers(column)
    }
    if channels.contains(where: { $0 >= 0 }) { columns["channels"] = Self.text(channels) }
    return .object(columns)
  }

  /// The most rows of a column in text. Longer columns are bytes, which a page reads faster.
  static let longestText = 50_000

  /// The numbers as text, each followed by a comma, and without `NaN`. A long column consists of steps. If base64 is
  /// shorter, or if text would lose the sign of a zero, the column is base64.
  static func numbers(_ column: [Double]) -> JSONValue {
    let isExact = column.allSatisfy { $0.isNaN || ($0.isFinite && ($0 != 0 || $0.sign == .plus)) }
    guard isExact else { return text(column) }
    guard column.count <= longestText else { return NumberSteps.text(column) ?? text(column) }
    let numbers = column.map { $0.isNaN ? "," : "\(JSONWriter.text(of: $0))," }.joined()
    return numbers.utf8.count < (column.count * 8 + 2) / 3 * 4 ? .string(numbers) : text(column)
  }

  private static func text<Number>(_ column: [Number]) -> JSONValue {
    column.withUnsafeBytes { .string(Base64.encode($0)) }
  }
}
