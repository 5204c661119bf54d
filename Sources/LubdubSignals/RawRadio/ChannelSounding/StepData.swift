/// The quality of a tone, as reported by a controller.
public enum ToneQuality: UInt8, Sendable, Hashable, CaseIterable {
  /// High.
  case high
  /// Medium.
  case medium
  /// Low.
  case low
  /// Not reported.
  case unavailable
}

/// One tone that a side has measured.
public struct MeasuredTone: Sendable, Hashable {
  /// The channel, 0...78; the frequency is 2402 MHz plus the channel in MHz.
  public let channel: Int
  /// The antenna path, from 0.
  public let path: Int
  /// The amplitude and phase, in units of the controller: -2048...2047 each.
  public let value: Complex
  /// The quality reported by the controller.
  public let quality: ToneQuality
}

/// The steps of one side of a procedure, as controllers report them over HCI (Bluetooth Core 6.0, volume 4, part E,
/// 7.7.65.44): mode, channel, length, data, one step after another.
///
/// Nordic's console, the logs of Silicon Labs, and HCI share this layout.
public struct StepData: Sendable, Hashable {
  /// The side that measured. The length of steps of mode 0 shows it.
  public enum Role: Sendable, Hashable {
    /// The side that begins each exchange.
    case initiator
    /// The side that answers.
    case reflector
  }

  /// The reason why step data cannot be read further.
  public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The value, its place, and the rule.
    public let description: String

    fileprivate init(_ step: Int, _ text: String) { description = "step \(step) \(text)" }
  }

  /// The side, if a step of mode 0 shows it.
  public private(set) var role: Role?
  /// The tones of all steps, without the tone extension slot.
  public private(set) var tones: [MeasuredTone] = []
  /// The number of steps.
  public private(set) var stepCount = 0
  /// Arrival minus departure at the initiator, departure minus arrival at the reflector, in units of 0.5 ns, for each step of
  /// mode 1 or 3; `nil` for a step without a time, or whose packet was not recognized or looks forged.
  public private(set) var times: [Int?] = []
  /// Reads steps.
  ///
  /// - Parameter bytes: All steps of one subevent or procedure.
  /// - Throws: `Fault` at the first step that is cut short or breaks a rule.
  public init(_ bytes: some Collection<UInt8>) throws(Fault) { try self.init(Self.steps(bytes)) }

  /// Reads steps.
  ///
  /// - Parameter steps: All steps of a procedure.
  /// - Throws: `Fault` at the first step that breaks a rule.
  public init(_ steps: [SoundingStep]) throws(Fault) {
    for step in steps {
      stepCount += 1
      try read(step)
    }
  }

  /// Cuts bytes into steps: mode, channel, length, data.
  package static func steps(_ bytes: some Collection<UInt8>) throws(Fault) -> [SoundingStep] {
    var rest = Array(bytes)[...]
    var steps: [SoundingStep] = []
    while let mode = rest.popFirst() {
      let number = steps.count + 1
      guard let channel = rest.popFirst(), let size = rest.popFirst().map({ Int($0) }) else {
        throw Fault(number, "is cut short: expected mode, channel, and length")
      }
      guard rest.count >= size else {
        throw Fault(number, "is cut short: expected \(size) bytes, found \(rest.count)")
      }
      steps.append(SoundingStep(mode: mode, channel: channel, data: Array(rest.prefix(size))))
      rest = rest.dropFirst(size)
    }
    return steps
  }

  private mutating func read(_ step: SoundingStep) throws(Fault) {
    guard step.mode <= 3 else {
      throw Fault(stepCount, "has mode \(step.mode), expected 0...3")
    }
    guard !step.data.isEmpty else {
      // Times are joined step by step, so that a missing time keeps its place.
      if step.mode & 1 == 1 { times.append(nil) }
      return
    }
    guard step.mode > 0 else {
      return role = role ?? step.role
    }
    if step.mode & 1 == 1 { try readTime(step.data) }
    guard step.mode > 1 else { return }
    // An answer to a sounding sequence, twice three bytes, is between time and tones.
    let hasAnswer = (step.data.count - SoundingStep.timeSize - 1) % SoundingStep.toneSize == 2
    let start = step.mode == 2 ? 0 : SoundingStep.timeSize + (hasAnswer ? 6 : 0)
    try readTones(Array(step.data.dropFirst(start)), channel: Int(step.channel))
  }

  private mutating func readTime(_ data: [UInt8]) throws(Fault) {
    guard data.count >= SoundingStep.timeSize else {
      throw Fault(stepCount, "has \(data.count) bytes, expected at least \(SoundingStep.timeSize)")
    }
    let time = Int16(bitPattern: UInt16(data[3]) | UInt16(data[4]) << 8)
    // Quality 2: the packet's address was not found. 4...6: an attack is likely; 255 is unknown.
    let isUsable = data[0] & 0xF < 2 && !(4...6).contains(data[1])
    times.append(time == .min || !isUsable ? nil : Int(time))
  }

  private mutating func readTones(_ data: [UInt8], channel: Int) throws(Fault) {
    let size = SoundingStep.toneSize
    guard data.count > size, (data.count - 1).isMultiple(of: size) else {
      throw Fault(
        stepCount,
        "has \(data.count) bytes of tones, expected 1 + 4 for each antenna path and one more")
    }
    // The last slot is the tone extension.
    let paths = (data.count - 1) / size - 1
    guard let order = AntennaPermutation.order(paths: paths, index: Int(data[0])) else {
      throw Fault(
        stepCount,
        "has order \(data[0]) of \(paths) antenna paths, expected 1...4 paths and an order of theirs"
      )
    }
    for (slot, path) in order.enumerated() {
      let bytes = data[(1 + slot * size)...].prefix(size).map { Int($0) }
      let word = bytes[0] | bytes[1] << 8 | bytes[2] << 16
      func signed(_ part: Int) -> Double { Double(part >= 2048 ? part - 4096 : part) }
      tones.append(
        MeasuredTone(
          channel: channel, path: path, value: Complex(signed(word & 0xFFF), signed(word >> 12)),
          quality: ToneQuality(rawValue: UInt8(min(bytes[3] & 0xF, 3))) ?? .unavailable))
    }
  }
}

/// The orders in which the antenna paths of a step are used (Bluetooth Core 6.0, volume 6, part A, tables 4.13 to 4.15). The
/// tables follow one rule: path n is first in the last place, then path n - 1, and so on; the paths before the last place
/// are in the order of the table with one path fewer.
enum AntennaPermutation {
  /// The paths in their order, counted from 0; `nil` unless there are 1...4 paths and the order exists.
  static func order(paths: Int, index: Int) -> [Int]? {
    // A step of 255 bytes has up to 62 paths, whose orders can't be counted.
    guard (1...4).contains(paths) else { return nil }
    let group = (1..<paths).reduce(1, *)
    guard (0..<group * paths).contains(index) else { return nil }
    guard paths > 1 else { return [0] }
    let last = paths - 1 - index / group
    // The highest path takes the place of the last path.
    return order(paths: paths - 1, index: index % group).map { earlier in
      earlier.map { $0 == last ? paths - 1 : $0 } + [last]
    }
  }
}

/// One step of a procedure, reported by one side (Bluetooth Core 6.0, volume 4, part E, 7.7.65.44).
public struct SoundingStep: Sendable, Hashable {
  /// The mode: 0 frequency, 1 time, 2 tones, 3 time and tones.
  public let mode: UInt8
  /// The channel, 0...78.
  public let channel: UInt8
  /// The measured data; empty if the step was aborted.
  public let data: [UInt8]

  /// Creates a step from its parts.
  public init(mode: UInt8, channel: UInt8, data: [UInt8]) {
    self.mode = mode
    self.channel = channel
    self.data = data
  }

  /// The side, if this is a step of mode 0: the reflector does not measure the frequency offset at its end.
  package var role: StepData.Role? {
    mode > 0 || data.isEmpty ? nil : data.count >= 5 ? .initiator : .reflector
  }

  /// The number of bytes of one tone: 12 bits I, 12 bits Q, and a byte of quality.
  package static let toneSize = 4
  /// The number of bytes of a time measurement, without the answer to a sounding sequence.
  package static let timeSize = 6

  /// The bytes of a tone, its parts of 12 bits each.
  package static func tone(_ real: Int, _ imaginary: Int, quality: UInt8) -> [UInt8] {
    let word = real & 0xFFF | (imaginary & 0xFFF) << 12
    return [0, 8, 16].map { UInt8(word >> $0 & 0xFF) } + [quality]
  }
}
