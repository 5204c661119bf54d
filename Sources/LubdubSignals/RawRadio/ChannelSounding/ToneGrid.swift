public import Lubdub

/// The frequencies of Bluetooth channel sounding: 75 slots of 1 MHz, the channels 2...76.
///
/// Channels 23, 24, and 25 are advertising channels and carry no tone (Bluetooth Core 6.0, volume 6, part A, 2.1).
public enum ToneGrid {
  /// The number of slots.
  public static let count = 75
  /// The channel of slot 0; its frequency is 2404 MHz.
  public static let firstChannel = 2
  /// The distance from one slot to the next, in hertz.
  public static let spacing = 1e6
  /// The speed of light in air, in meters per second.
  public static let speedOfLight = 299_702_547.0
  /// The difference between two distances with the same two-way response: c / (2 · 1 MHz).
  public static let twoWaySpan = Meters(speedOfLight / (2 * spacing))
  /// The difference between two distances with the same one-way response: c / 1 MHz.
  public static let oneWaySpan = Meters(speedOfLight / spacing)

  /// The slot of a channel; `nil` if it carries no tone.
  public static func slot(ofChannel channel: Int) -> Int? {
    guard (firstChannel..<firstChannel + count).contains(channel), !(23...25).contains(channel)
    else { return nil }
    return channel - firstChannel
  }
}
