#if !hasFeature(Embedded)
/// A constant lag of the timestamps of one radio or link relative to the other timestamps, such as from two clocks, derived
/// from the order in which the rows were written.
struct ClockLag {
  /// The radio or link; `nil` when the rows do not name the source of each timestamp.
  let name: String?
  /// The lag of its timestamps behind the other timestamps, in s; negative if its timestamps are ahead.
  let lag: Double

  /// The fewest rows of a clock, and the least lag, in s, that cannot be due to chance.
  private static let (fewest, least) = (16, 0.1)
  /// The scatter of the timestamps of one clock, in s.
  private static let jitter = 0.03

  /// The lag in rows in their written order; `nil` if there is no lag, or if the lag changes.
  init?(_ rows: [TraceRecord], _ peers: NameTable) {
    guard rows.count >= 2 * Self.fewest else { return nil }
    let hasRadios = rows.contains { $0.sample.radio != rows[0].sample.radio }
    func clock(_ row: TraceRecord) -> Int {
      hasRadios ? Int(row.sample.radio.entry.number) : Int(row.peerIndex)
    }
    let places = rows.map(clock)
    var clocks = [places[0]]
    for place in places where clocks.count < 9 && !clocks.contains(place) { clocks.append(place) }
    func count(_ one: Int) -> Int { places.count { $0 == one } }
    clocks = clocks.inOrder { (count($0), $1) < (count($1), $0) }
    for one in clocks.dropLast() {
      guard let lag = Self.lag(rows, places.map { $0 == one }),
        let row = places.firstIndex(of: one).map({ rows[$0] })
      else { continue }
      (self.lag, name) = (lag, hasRadios ? row.sample.radio.rawValue : row.peer.map { peers[$0] })
      return
    }
    // If rows have no names, the rows of the late clock are the rows that go back.
    let isBehind = rows.indices.map { $0 > 0 && rows[$0].sample.time < rows[$0 - 1].sample.time }
    guard clocks.count == 1, 4 * isBehind.count(where: { $0 }) >= rows.count,
      let lag = Self.lag(rows, isBehind)
    else { return nil }
    (name, self.lag) = (nil, lag)
  }

  private static func lag(_ rows: [TraceRecord], _ isOne: [Bool]) -> Double? {
    var last: Double?
    var (ahead, steps): ([Double], [Double]) = ([], [])
    for (row, isOne) in zip(rows, isOne) {
      let time = row.sample.time.value
      if let last { if isOne { ahead.append(time - last) } else { steps.append(time - last) } }
      if !isOne { last = time }
    }
    guard ahead.count >= fewest, steps.count >= fewest else { return nil }
    (ahead, steps) = (ahead.inOrder(), steps.inOrder())
    // A row comes within a step after a row of the other clock.
    let (low, high) = (ahead[ahead.count / 16], ahead[ahead.count - 1 - ahead.count / 16])
    let step = max(0, steps[steps.count / 2])
    let isConstant = high - low <= 1.2 * step + jitter
    return isConstant && low.magnitude > max(least, step) ? -low : nil
  }

  /// The message about the lag, with the option that removes it.
  func finding(_ option: String?) -> Finding {
    let time = NumberText.rounded(lag.magnitude, 2)
    let way = lag > 0 ? "behind" : "ahead of"
    return Finding(
      .twoClocks,
      "the times of \(name ?? "some rows") are \(time) s \(way) the others, as from a second clock",
      cure: name.map { name in
        option.map { "\($0) \(name)=\(lag > 0 ? "" : "-")\(time)s shifts them" }
      } ?? "name the rows of each clock in a column peer")
  }
}
#endif

extension ReadOptions {
  /// The lag of the clock of a radio or link behind the other clocks.
  public struct Lag: Sendable, Hashable {
    /// The name of the radio or link.
    public var name: String
    /// The time by which rows are moved later; negative when the clock is ahead.
    public var time: Seconds

    /// Creates a lag for the radio or link with a name.
    public init(of name: String, _ time: Seconds) { (self.name, self.time) = (name, time) }
  }

  /// Reads lags such as `ble=0.72s,watch=-300ms`; `nil` for other texts.
  package static func lags(_ text: String) -> [Lag]? {
    var lags: [Lag] = []
    for part in Array(text.utf8)[...].split(separator: UInt8(ascii: ",")) {
      guard let mark = part.lastIndex(of: UInt8(ascii: "=")), mark > part.startIndex else {
        return nil
      }
      var number = part[(mark + 1)...]
      let scale = number.suffix(2).elementsEqual("ms".utf8) ? 0.001 : 1
      if number.last == UInt8(ascii: "s") { number.removeLast(scale == 1 ? 1 : 2) }
      guard let value = number.decimal, value.magnitude <= 1e9 else { return nil }
      lags.append(Lag(of: part[..<mark].string, Seconds(scale * value)))
    }
    return lags.isEmpty ? nil : lags
  }
}
