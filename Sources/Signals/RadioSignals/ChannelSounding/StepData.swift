public import Spectra

/// How good a controller says a tone is.
public enum ToneQuality: UInt8, Sendable, Hashable, CaseIterable, Comparable {
  /// High.
  case high
  /// Medium.
  case medium
  /// Low.
  case low
  /// Not reported.
  case unavailable

  /// Whether the left one is better.
  public static func < (left: ToneQuality, right: ToneQuality) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// One tone that one side has measured.
public struct MeasuredTone: Sendable, Hashable {
  /// The channel, 0...78; the frequency is 2402 MHz plus so many.
  public let channel: Int
  /// The antenna path, from 0.
  public let path: Int
  /// Amplitude and phase, in units of the controller: -2048...2047 each.
  public let value: Complex
  /// What the controller says of it.
  public let quality: ToneQuality
}

/// The steps of one side of a procedure, as controllers report them over HCI (Bluetooth Core 6.0,
/// volume 4, part E, 7.7.65.44): mode, channel, length, data, one step behind the other.
///
/// Nordic's console, the logs of Silicon Labs and HCI share this layout.
public struct StepData: Sendable, Hashable {
  /// The side that measured. Steps of mode 0 show it by their length.
  public enum Role: Sendable, Hashable {
    /// Begins each exchange.
    case initiator
    /// Answers.
    case reflector
  }

  /// Why step data cannot be read on.
  public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// What stands where, and the rule.
    public let description: String
  }

  /// The side, where a step of mode 0 shows it.
  public private(set) var role: Role?
  /// The tones of all steps. The tone extension slot is left out.
  public private(set) var tones: [MeasuredTone] = []
  /// Number of steps.
  public private(set) var stepCount = 0
  /// Arrival less departure at the initiator, departure less arrival at the reflector, in units of
  /// 0.5 ns, by step; `nil` for a step without a time.
  public private(set) var times: [Int?] = []

  /// The bytes of one tone: 12 bits I, 12 bits Q, and a byte of quality.
  private static let toneSize = 4
  /// The bytes of a time measurement, without the answer to a sounding sequence.
  private static let timeSize = 6

  /// Reads steps.
  ///
  /// - Parameter bytes: All steps of one subevent or procedure.
  /// - Throws: `Fault` at the first step that is cut short or breaks a rule.
  public init(_ bytes: some Collection<UInt8>) throws(Fault) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let number = stepCount + 1
      guard rest.count >= 3 else {
        throw Fault(description: "step \(number) is cut short: expected mode, channel and length")
      }
      let start = rest.startIndex
      let (mode, channel, size) = (rest[start], Int(rest[start + 1]), Int(rest[start + 2]))
      guard rest.count >= 3 + size else {
        throw Fault(
          description:
            "step \(number) is cut short: expected \(size) bytes, found \(rest.count - 3)")
      }
      try read(Array(rest[(start + 3)..<(start + 3 + size)]), mode: mode, channel: channel, number)
      rest = rest[(start + 3 + size)...]
      stepCount += 1
    }
  }

  private mutating func read(
    _ data: [UInt8], mode: UInt8, channel: Int, _ number: Int
  ) throws(Fault) {
    switch mode {
    case 0:
      // The initiator's report ends with the frequency offset, which the reflector does not measure.
      if role == nil { role = data.count >= 5 ? .initiator : .reflector }
    case 1: try readTime(data, number)
    case 2: try readTones(data[...], channel: channel, number)
    case 3:
      try readTime(data, number)
      try readTones(data[Self.timeSize...], channel: channel, number)
    default:
      throw Fault(description: "step \(number) has mode \(mode), expected 0...3")
    }
  }

  private mutating func readTime(_ data: [UInt8], _ number: Int) throws(Fault) {
    guard data.count >= Self.timeSize else {
      throw Fault(
        description: "step \(number) has \(data.count) bytes, expected at least \(Self.timeSize)")
    }
    let time = Int16(bitPattern: UInt16(data[3]) | UInt16(data[4]) << 8)
    times.append(time == .min ? nil : Int(time))
  }

  private mutating func readTones(
    _ data: ArraySlice<UInt8>, channel: Int, _ number: Int
  ) throws(Fault) {
    guard data.count > Self.toneSize, (data.count - 1).isMultiple(of: Self.toneSize) else {
      throw Fault(
        description:
          "step \(number) has \(data.count) bytes of tones, expected 1 + 4 for each antenna path "
          + "and one more")
    }
    // The last slot is the tone extension.
    let paths = (data.count - 1) / Self.toneSize - 1
    let index = Int(data[data.startIndex])
    guard let order = AntennaPermutation.order(paths: paths, index: index) else {
      throw Fault(
        description:
          "step \(number) has order \(index) of \(paths) antenna paths, expected 1...4 paths "
          + "and an order of theirs")
    }
    for (slot, path) in order.enumerated() {
      let start = data.startIndex + 1 + slot * Self.toneSize
      tones.append(Self.tone(data[start..<start + Self.toneSize], channel: channel, path: path))
    }
  }

  /// A tone from its four bytes.
  private static func tone(_ bytes: ArraySlice<UInt8>, channel: Int, path: Int) -> MeasuredTone {
    let start = bytes.startIndex
    let word = Int(bytes[start]) | Int(bytes[start + 1]) << 8 | Int(bytes[start + 2]) << 16
    func signed(_ part: Int) -> Double { Double(part >= 2048 ? part - 4096 : part) }
    return MeasuredTone(
      channel: channel, path: path, value: Complex(signed(word & 0xFFF), signed(word >> 12)),
      quality: ToneQuality(rawValue: min(bytes[start + 3] & 0xF, 3)) ?? .unavailable)
  }
}
