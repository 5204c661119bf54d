extension TraceRecord {
  init?(
    _ object: FlatObject, in line: UnsafeRawPointer, number: Int, in order: RowOrder?,
    _ peers: NameTable, _ recent: inout RecentNames
  ) {
    self.init(Sample(time: Seconds(.nan), radio: .uwb), line: number)
    var radio: Radio?
    for member in object.members {
      switch member.value {
      case .null: continue
      case .number(let number): guard set(member.role, number, in: order) else { return nil }
      case .text:
        let text = unsafe UnsafeRawBufferPointer(
          start: line + member.place.lowerBound, count: member.place.count)
        guard unsafe set(member.role, text, &radio, peers, &recent) else { return nil }
      }
    }
    guard takeRadio(radio) else { return nil }
  }

  /// Sets the radio, from the measurement if no column states it; `false` for a record without time.
  mutating func takeRadio(_ radio: Radio?) -> Bool {
    let isSignal = sample.range == nil && sample.rssi != nil
    sample.radio = radio ?? (isSignal ? .ble : .uwb)
    return !sample.time.value.isNaN
  }

  @inline(__always)
  mutating func set(_ role: ColumnRole?, _ number: Double, in order: RowOrder?) -> Bool {
    guard let role else { return true }
    guard Plausibility.holds(number, role) else { return false }
    switch role {
    case .time:
      sample.time = Seconds(number)
      return order.map { number >= $0.lastTime && number - $0.lastTime <= $0.reach } ?? true
    case .range: sample.range = Meters(number + 0)
    case .rssi: sample.rssi = DBm(number)
    case .truth: truth = Meters(number + 0)
    case .firstPathPower: sample.firstPathPower = DBm(number)
    case .channel: sample.channel = UInt8(exactly: number)
    case .azimuth: angles.azimuth = Degrees(number)
    case .elevation: angles.elevation = Degrees(number)
    case .deviation: sample.deviation = Meters(number)
    case .source, .event, .peer, .recording, .date: return false
    case .ignored: break
    }
    return true
  }

  private mutating func set(
    _ role: ColumnRole?, _ text: UnsafeRawBufferPointer, _ radio: inout Radio?,
    _ peers: NameTable, _ recent: inout RecentNames
  ) -> Bool {
    switch role {
    case .ignored, nil: return true
    case .source:
      guard let name = text.baseAddress, unsafe !text.isEmpty else { return true }
      radio = unsafe Radio(simpleName: LineBytes.word(name), count: text.count)
      return radio != nil
    case .event: return unsafe text.isEmpty
    case .peer:
      guard unsafe !text.isEmpty else { return true }
      peer = unsafe recent.find(text, in: peers)
      return peer != nil
    default: return false
    }
  }
}

extension Radio {
  /// The radio with a lower-case name in the first bytes of a word; `nil` for other text.
  init?(simpleName word: UInt64, count: Int) {
    switch (word & LineBytes.mask(count), count) {
    case (0x62_7775, 3): self = .uwb
    case (0x65_6C62, 3): self = .ble
    case (0x7373_6E67, 4): self = .gnss
    default: return nil
    }
  }
}

/// The names that were looked up last, by their bytes. Their table is not stored, because it would be copied for each new
/// name.
struct RecentNames: Sendable {
  private var recent: [(name: [UInt8], index: NameTable.Index)] = []
  private static let most = 8

  mutating func find(_ name: UnsafeRawBufferPointer, in table: NameTable) -> NameTable.Index? {
    for known in recent
    where unsafe known.name.count == name.count && name.elementsEqual(known.name) {
      return known.index
    }
    guard let found = unsafe String(utf8: name).flatMap({ table.find($0) }) else { return nil }
    if recent.count == Self.most { recent.removeFirst() }
    recent.append((unsafe Array(name), found))
    return found
  }
}
