/// One step of a procedure as one side reports it (Bluetooth Core 6.0, volume 4, part E, 7.7.65.44).
public struct SoundingStep: Sendable, Hashable {
  /// 0 frequency, 1 time, 2 tones, 3 time and tones.
  public let mode: UInt8
  /// The channel, 0...78.
  public let channel: UInt8
  /// What was measured; empty where the step was aborted.
  public let data: [UInt8]

  /// A step from its parts.
  public init(mode: UInt8, channel: UInt8, data: [UInt8]) {
    self.mode = mode
    self.channel = channel
    self.data = data
  }

  /// The bytes of one tone: 12 bits I, 12 bits Q, and a byte of quality.
  static let toneSize = 4
  /// The bytes of a time measurement, without the answer to a sounding sequence.
  static let timeSize = 6

  /// The bytes that a step of a mode has, without the answer to a sounding sequence.
  ///
  /// - Returns: `nil` for a mode that there is not.
  package static func size(mode: UInt8, role: StepData.Role, paths: Int) -> Int? {
    let tones = 1 + toneSize * (paths + 1)
    switch mode {
    // The initiator's report ends with the frequency offset, which the reflector does not measure.
    case 0: return role == .initiator ? 5 : 3
    case 1: return timeSize
    case 2: return tones
    case 3: return timeSize + tones
    default: return nil
    }
  }
}
