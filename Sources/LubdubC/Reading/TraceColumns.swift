/// The rows of a trace in columns. A column exists only if some row has a value for it.
struct TraceColumns: ~Copyable {
  private var times = Column<Double>()
  private var kinds = Column<UInt8>()
  private var ranges = Column<Double>()
  private var truths = Column<Double>()
  private var powers = Column<Double>()
  private var firstPathPowers = Column<Double>()
  private var deviations = Column<Double>()
  private var azimuths = Column<Double>()
  private var elevations = Column<Double>()
  private var channels = Column<Int16>()
  private var peers = Column<Int32>()
  private var recordings = Column<Int32>()

  var count: Int { times.count }

  mutating func add(_ rows: [TraceRecord], expected: Int, hasAngles: Bool) {
    let before = count
    rows.withUnsafeBufferPointer { rows in
      let found = Presence(rows, hasAngles: hasAngles)
      let block = Block(rows: rows, before: before, expected: expected)
      times.append(block, true, .nan) { $0.sample.time.value }
      kinds.append(block, true, 0) {
        guard let event = $0.sample.event else { return $0.sample.radio.byte }
        return RowKind(radio: $0.sample.radio, event: event).byte
      }
      ranges.append(block, found.contains(.range), .nan) { $0.sample.range?.value }
      powers.append(block, found.contains(.power), .nan) { $0.sample.rssi?.value }
      truths.append(block, found.contains(.truth), .nan) { $0.truth?.value }
      firstPathPowers.append(block, found.contains(.firstPathPower), .nan) {
        $0.sample.firstPathPower?.value
      }
      deviations.append(block, found.contains(.deviation), .nan) { $0.sample.deviation?.value }
      channels.append(block, found.contains(.channel), -1) {
        $0.sample.channel.map { Int16($0) }
      }
      azimuths.append(block, found.contains(.angles), .nan) { $0.angles.azimuth?.value }
      elevations.append(block, found.contains(.angles), .nan) { $0.angles.elevation?.value }
      peers.append(block, found.contains(.peer), -1) { $0.peer }
      recordings.append(block, found.contains(.recording), -1) { $0.recording }
    }
  }

  mutating func take(into result: Result, namesRows: Bool) {
    times.take(into: result, as: "time")
    kinds.take(into: result, as: "kind")
    if ranges.count > 0 { ranges.take(into: result, as: "range") }
    if powers.count > 0 { powers.take(into: result, as: "power") }
    if truths.count > 0 { truths.take(into: result, as: "truth") }
    if firstPathPowers.count > 0 { firstPathPowers.take(into: result, as: "first_path_power") }
    if deviations.count > 0 { deviations.take(into: result, as: "deviation") }
    if channels.count > 0 { channels.take(into: result, as: "channel") }
    if azimuths.count > 0 { azimuths.take(into: result, as: "azimuth") }
    if elevations.count > 0 { elevations.take(into: result, as: "elevation") }
    guard namesRows else { return }
    if peers.count > 0 { peers.take(into: result, as: "peer") }
    if recordings.count > 0 { recordings.take(into: result, as: "recording") }
  }
}

private struct Block {
  let rows: UnsafeBufferPointer<TraceRecord>
  let before: Int
  let expected: Int
}

/// The values that some row has: found in one pass, so that absent columns cost nothing.
private struct Presence: OptionSet {
  let rawValue: UInt16
  static let range = Presence(rawValue: 1)
  static let power = Presence(rawValue: 2)
  static let truth = Presence(rawValue: 4)
  static let firstPathPower = Presence(rawValue: 8)
  static let channel = Presence(rawValue: 16)
  static let angles = Presence(rawValue: 32)
  static let peer = Presence(rawValue: 64)
  static let recording = Presence(rawValue: 128)
  static let deviation = Presence(rawValue: 256)

  init(rawValue: UInt16) { self.rawValue = rawValue }

  init(_ rows: UnsafeBufferPointer<TraceRecord>, hasAngles: Bool) {
    var bits: UInt16 = hasAngles && rows.contains { $0.angles != .unknown } ? 32 : 0
    for row in rows {
      bits |= row.sample.range != nil ? 1 : 0
      bits |= row.sample.rssi != nil ? 2 : 0
      bits |= row.truth != nil ? 4 : 0
      bits |= row.sample.firstPathPower != nil ? 8 : 0
      bits |= row.sample.channel != nil ? 16 : 0
      bits |= row.peer != nil ? 64 : 0
      bits |= row.recording != nil ? 128 : 0
      bits |= row.sample.deviation != nil ? 256 : 0
    }
    rawValue = bits
  }
}

extension Column {
  /// Adds one value per row. A column begins with its first value.
  @inline(__always) fileprivate mutating func append(
    _ block: Block, _ isPresent: Bool, _ none: Value, _ value: (borrowing TraceRecord) -> Value?
  ) {
    if count < block.before || block.before == 0 {
      guard isPresent, !block.rows.isEmpty else { return }
      extend(by: block.before, expected: block.expected)
        .update(repeating: none, count: block.before)
    }
    let place = extend(by: block.rows.count, expected: block.expected)
    guard isPresent else { return place.update(repeating: none, count: block.rows.count) }
    for index in block.rows.indices { place[index] = value(block.rows[index]) ?? none }
  }
}
