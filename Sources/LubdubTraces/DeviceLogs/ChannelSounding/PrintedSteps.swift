struct PrintedSteps: Sendable {
  private struct Step {
    var mode: UInt8
    var channel: UInt8
    /// The length of the controller's own data; 0 for an aborted step.
    var size: Int?
    var raw: [UInt8]?
    /// Quality, forgery, level, time, antenna.
    var packet: [UInt8] = [0, 0xFF, 127, 0, 0x80, 0]
    var frequency: UInt16?
    var permutation: UInt8 = 0
    var tones: [[UInt8]] = []

    func data(paths: Int) -> [UInt8] {
      if let raw { return raw }
      guard size != 0 else { return [] }
      // An empty slot of the tone extension is omitted.
      let slots = [permutation] + tones.joined() + (tones.count == paths ? [0, 0, 0, 0x13] : [])
      guard mode > 0 else {
        let offset = frequency.map { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } ?? []
        return [packet[0], packet[2], packet[5]] + offset
      }
      return (mode == 2 ? [] : packet) + (mode == 1 ? [] : slots)
    }
  }

  private var steps: [Step] = []

  private static let packetPlaces = [
    "packet quality": 0, "packet nadm": 1, "packet rssi": 2, "toa/tod": 3, "toa_tod": 3,
    "tod_toa": 3, "packet antenna": 5,
  ]

  mutating func read(_ key: String, _ value: LogText) {
    func number(_ text: LogText?) -> Int? { text.flatMap { BtmonSounding.number($0.trimmed) } }
    let bits = UInt32(truncatingIfNeeded: number(value) ?? 0)
    let bytes = [0, 8, 16].map { UInt8(truncatingIfNeeded: bits >> $0) }
    if key == "mode" {
      // `Mode: 0  Channel: 10  Length: 5` in one line.
      let channel = UInt8(truncatingIfNeeded: number(value.after("Channel:")) ?? 0)
      return steps.append(
        Step(mode: bytes[0], channel: channel, size: number(value.after("Length:"))))
    }
    guard var step = steps.popLast() else { return }
    defer { steps.append(step) }
    if let place = Self.packetPlaces[key] {
      step.packet[place] = bytes[0]
      if place == 3 { step.packet[4] = bytes[1] }
      return
    }
    switch key {
    case "channel": step.channel = bytes[0]
    case "length", "step data len", "step data length": step.size = number(value)
    case "raw step data": step.raw = value.after("]:")?.trimmed.hexBytes ?? value.hexBytes
    case "measured freq offset": step.frequency = UInt16(truncatingIfNeeded: bits & 0x7FFF)
    case "antenna permutation index", "antenna path permutation index":
      step.permutation = bytes[0]
    case "tone quality", "tone quality indicator":
      if let tone = step.tones.indices.last { step.tones[tone][3] = bytes[0] }
    case _ where step.tones.count > SoundingProcedure.mostPaths: break
    case "pct": step.tones.append(bytes + [0])
    case _ where key.hasPrefix("pct["):
      guard let real = value.after("I="), let imaginary = value.after("Q=") else { return }
      let parts = [real, imaginary].map { Int($0.leadingNumber.integer ?? 0) }
      step.tones.append(SoundingStep.tone(parts[0], parts[1], quality: 0))
    default: break
    }
  }

  func all(paths: Int) -> [SoundingStep] {
    steps.map { SoundingStep(mode: $0.mode, channel: $0.channel, data: $0.data(paths: paths)) }
  }
}

/// Ranging data whose headers are printed by name, and whose other bytes are printed in hex.
enum PrintedRanging {
  /// The first byte of each name, and its bits in this byte and the next byte, shifted to the right. The bytes belong to the
  /// segment, to the procedure, and to its first subevent.
  private static let fields: [(name: String, place: Int, bits: Int, shift: Int)] = [
    ("segmentation header", 0, 0xFF, 0), ("ranging counter", 1, 0xFFF, 0),
    ("configuration id", 2, 0xF, 4), ("selected tx power", 3, 0xFF, 0),
    ("antenna paths mask", 4, 0xFF, 0), ("start acl connection event", 5, 0xFFFF, 0),
    ("frequency compensation", 7, 0xFFFF, 0), ("ranging done status", 9, 0xF, 0),
    ("subevent done status", 9, 0xF, 4), ("ranging abort reason", 10, 0xF, 0),
    ("subevent abort reason", 10, 0xF, 4), ("reference power level", 11, 0xFF, 0),
    ("number of steps reported", 12, 0xFF, 0),
  ]

  /// The value of an attribute that is printed, all of it in hex, or as ranging data.
  static func value(_ printed: [String: LogText], of handle: UInt16) -> ConnectionEvent? {
    func hex(_ matches: (String) -> Bool) -> [UInt8]? {
      // A dictionary has no order, so the alphabetically first of several names counts.
      let name = printed.keys.filter(matches).min()
      return name.flatMap { printed[$0] }.flatMap { ($0.after("]:")?.trimmed ?? $0).hexBytes }
    }
    if let whole = hex({ $0.hasPrefix("data") }) {
      return .message(.value(handle: handle, whole[...]))
    }
    guard printed["segmentation header"] != nil else { return nil }
    guard let rest = hex({ $0.contains("ranging data segment") }) else {
      return .damaged("ranging data are not printed in full")
    }
    var head = [UInt8](repeating: 0, count: 13)
    let known = fields.filter { printed[$0.name] != nil }
    for (name, place, bits, shift) in known {
      let word = ((printed[name].flatMap(BtmonSounding.number) ?? 0) & bits) << shift
      head[place] |= UInt8(truncatingIfNeeded: word)
      head[min(place + 1, 12)] |= UInt8(truncatingIfNeeded: word >> 8)
    }
    let bytes =
      [head[0]] + (known.contains { $0.place == 1 } ? head[1..<5] : [])
      + (known.contains { $0.place > 4 } ? head[5...] : []) + rest
    return .message(.value(handle: handle, bytes[...]))
  }
}
