internal import Link
internal import LubdubC
internal import Quantities
internal import Sessions
internal import TraceReading

/// The rows of a trace in columns. A column that no row has a value for is never made.
struct TraceColumns: ~Copyable {
  private var times = Column<Double>()
  private var kinds = Column<UInt8>()
  private var ranges = Column<Double>()
  private var truths = Column<Double>()
  private var powers = Column<Double>()
  private var firstPathPowers = Column<Double>()
  private var azimuths = Column<Double>()
  private var elevations = Column<Double>()
  private var channels = Column<Int16>()
  private var peers = Column<Int32>()
  private var recordings = Column<Int32>()

  /// How many rows there are.
  var count: Int { times.count }

  /// Adds rows.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - expected: How many there will be in all, as far as is known.
  mutating func add(_ rows: [TraceRecord], expected: Int) {
    let before = count
    times.append(rows, after: before, expected: expected, none: .nan) { $0.observation.time.value }
    kinds.append(rows, after: before, expected: expected, none: 0) { RowKind($0.observation).byte }
    ranges.append(rows, after: before, expected: expected, none: .nan) {
      $0.observation.range?.value
    }
    powers.append(rows, after: before, expected: expected, none: .nan) {
      $0.observation.rssi?.value
    }
    truths.append(rows, after: before, expected: expected, none: .nan) { $0.truth?.value }
    firstPathPowers.append(rows, after: before, expected: expected, none: .nan) {
      $0.observation.firstPathPower?.value
    }
    channels.append(rows, after: before, expected: expected, none: -1) {
      $0.observation.channel.map { Int16($0) }
    }
    azimuths.append(rows, after: before, expected: expected, none: .nan) {
      $0.angles.azimuth?.value
    }
    elevations.append(rows, after: before, expected: expected, none: .nan) {
      $0.angles.elevation?.value
    }
    peers.append(rows, after: before, expected: expected, none: -1) { $0.peer }
    recordings.append(rows, after: before, expected: expected, none: -1) { $0.recording }
  }

  /// Hands the columns over to a result.
  ///
  /// - Parameters:
  ///   - result: Takes them as parts.
  ///   - namesRows: Whether it is told which link and recording each row belongs to.
  mutating func take(into result: Result, namesRows: Bool) {
    result.add("time", taking: times.take())
    result.add("kind", taking: kinds.take())
    if ranges.count > 0 { result.add("range", taking: ranges.take()) }
    if powers.count > 0 { result.add("power", taking: powers.take()) }
    if truths.count > 0 { result.add("truth", taking: truths.take()) }
    if firstPathPowers.count > 0 {
      result.add("first_path_power", taking: firstPathPowers.take())
    }
    if channels.count > 0 { result.add("channel", taking: channels.take()) }
    if azimuths.count > 0 { result.add("azimuth", taking: azimuths.take()) }
    if elevations.count > 0 { result.add("elevation", taking: elevations.take()) }
    guard namesRows else { return }
    if peers.count > 0 { result.add("peer", taking: peers.take()) }
    if recordings.count > 0 { result.add("recording", taking: recordings.take()) }
  }
}

extension Column {
  /// Adds one value a row. A column whose rows have had no value so far is not begun before there is one.
  @inline(__always)
  fileprivate mutating func append(
    _ rows: [TraceRecord], after before: Int, expected: Int, none: Value,
    _ value: (TraceRecord) -> Value?
  ) {
    if count < before || before == 0 {
      guard rows.contains(where: { value($0) != nil }) else { return }
      extend(by: before, expected: expected).update(repeating: none, count: before)
    }
    let place = extend(by: rows.count, expected: expected)
    for index in rows.indices { place[index] = value(rows[index]) ?? none }
  }
}
