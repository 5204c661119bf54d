struct PrintedSteps: Sendable {
  private struct Step {
    var mode: UInt8
    var channel: UInt8 = 0
    /// The length of the controller's own data; 0 for an aborted step.
    var size: Int?
    var raw: [UInt8]?
    /// Quality, forgery, level, time, antenna.
    var packet: [UInt8] = [0, 0xFF, 127, 0, 0x80, 0]
    var frequency: UInt16?
    var permutation: UInt8 = 0
    var tones: [[UInt8]] = []
  }

  private var steps: [Step] = []

  mutating func read(_ key: String, _ value: LogText, _ line: LogText) {
    let number = BtmonSounding.number(value) ?? 0
    let byte = UInt8(truncatingIfNeeded: number)
    if key == "mode" {
      var step = Step(mode: byte)
      // `Mode: 0  Channel: 10  Length: 5` in one line.
      let channel = value.after("Channel:").flatMap { BtmonSounding.number($0.trimmed) }
      step.channel = UInt8(truncatingIfNeeded: channel ?? 0)
      step.size = value.after("Length:").flatMap { BtmonSounding.number($0.trimmed) }
      steps.append(step)
      return
    }
    guard let last = steps.indices.last else { return }
    switch key {
    case "channel": steps[last].channel = byte
    case "length", "step data len", "step data length":
      steps[last].size = BtmonSounding.number(value)
    case "raw step data": steps[last].raw = value.after("]:")?.trimmed.hexBytes ?? value.hexBytes
    case "packet quality": steps[last].packet[0] = byte
    case "packet nadm": steps[last].packet[1] = byte
    case "packet rssi": steps[last].packet[2] = byte
    case "toa/tod", "toa_tod", "tod_toa":
      steps[last].packet[3] = byte
      steps[last].packet[4] = UInt8(truncatingIfNeeded: number >> 8)
    case "packet antenna": steps[last].packet[5] = byte
    case "measured freq offset": steps[last].frequency = UInt16(truncatingIfNeeded: number & 0x7FFF)
    case "antenna permutation index", "antenna path permutation index":
      steps[last].permutation = byte
    case "pct": addTone(UInt32(truncatingIfNeeded: number))
    case "tone quality", "tone quality indicator":
      if let tone = steps[last].tones.indices.last { steps[last].tones[tone][3] = byte }
    default:
      guard key.hasPrefix("pct["), let real = value.after("I="), let imaginary = value.after("Q=")
      else { return }
      let parts = [real, imaginary].map { Int($0.leadingNumber.integer ?? 0) & 0xFFF }
      addTone(UInt32(parts[0] | parts[1] << 12))
    }
  }

  private mutating func addTone(_ word: UInt32) {
    guard let last = steps.indices.last, steps[last].tones.count <= SoundingProcedure.mostPaths
    else { return }
    let bytes = [0, 8, 16].map { UInt8(truncatingIfNeeded: word >> $0) }
    steps[last].tones.append(bytes + [0])
  }

  func all(paths: Int) -> [SoundingStep] {
    steps.map {
      SoundingStep(mode: $0.mode, channel: $0.channel, data: Self.data($0, paths: paths))
    }
  }

  private static func data(_ step: Step, paths: Int) -> [UInt8] {
    if let raw = step.raw { return raw }
    guard step.size != 0 else { return [] }
    var tones = step.tones
    // The slot of the tone extension is left out where it holds nothing.
    if tones.count == paths { tones.append([0, 0, 0, 0x13]) }
    let slots = [step.permutation] + tones.flatMap { $0 }
    switch step.mode {
    case 0:
      let head = [step.packet[0], step.packet[2], step.packet[5]]
      return head + (step.frequency.map { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } ?? [])
    case 1: return step.packet
    case 2: return slots
    default: return step.packet + slots
    }
  }
}

struct PrintedRanging: Sendable {
  private var segment: UInt8?
  private var header: [UInt8] = [0, 0, 0, 0]
  private var hasHeader = false
  private var subevent: [UInt8]?
  private var rest: [UInt8]?
  private var whole: [UInt8]?

  var isRangingData: Bool { segment != nil }

  var bytes: [UInt8]? {
    if let whole { return whole }
    guard let segment, let rest else { return nil }
    return [segment] + (hasHeader ? header : []) + (subevent ?? []) + rest
  }

  mutating func read(_ key: String, _ value: LogText) {
    let number = BtmonSounding.number(value) ?? 0
    let byte = UInt8(truncatingIfNeeded: number)
    switch key {
    case "segmentation header": segment = byte
    case "ranging counter":
      hasHeader = true
      header[0] = byte
      header[1] |= UInt8(truncatingIfNeeded: number >> 8) & 0x0F
    case "configuration id": header[1] |= byte << 4
    case "selected tx power": header[2] = byte
    case "antenna paths mask": header[3] = byte
    case "start acl connection event": set(0, number, wide: true)
    case "frequency compensation": set(2, number, wide: true)
    case "ranging done status": set(4, number & 0x0F)
    case "subevent done status": set(4, Int(subevent?[4] ?? 0) | (number & 0x0F) << 4)
    case "ranging abort reason": set(5, number & 0x0F)
    case "subevent abort reason": set(5, Int(subevent?[5] ?? 0) | (number & 0x0F) << 4)
    case "reference power level": set(6, number)
    case "number of steps reported": set(7, number)
    default:
      let hex = value.after("]:")?.trimmed ?? value
      if key.hasPrefix("data") {
        whole = hex.hexBytes
      } else if key.contains("ranging data segment") {
        rest = hex.hexBytes
      }
    }
  }

  private mutating func set(_ place: Int, _ number: Int, wide: Bool = false) {
    var bytes = subevent ?? [UInt8](repeating: 0, count: 8)
    bytes[place] = UInt8(truncatingIfNeeded: number)
    if wide { bytes[place + 1] = UInt8(truncatingIfNeeded: number >> 8) }
    subevent = bytes
  }
}
