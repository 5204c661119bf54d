public import Lubdub

/// A sample without a time: a live player stamps it with its own clock when it arrives.
public struct UntimedSample: Sendable, Hashable {
  private var sample: Sample

  /// Creates an untimed copy of a sample.
  public init(_ sample: Sample) {
    self.sample = sample
    self.sample.time = .zero
  }

  /// Creates an ultra-wideband range; `nil` if the device reports that it has no range.
  public static func uwb(_ range: Meters?) -> Self {
    Self(Sample(time: .zero, radio: .uwb, range: range))
  }

  /// Creates a range from Bluetooth channel sounding.
  public static func cs(_ range: Meters) -> Self { Self(.cs(range, at: .zero)) }

  /// Creates a range between two satellite positions, with the standard deviation of one axis of their difference.
  public static func gnss(_ range: Meters, deviation: Meters? = nil) -> Self {
    Self(.gnss(range, deviation: deviation, at: .zero))
  }

  /// Creates a distance that a phone reports, with the standard deviation that the phone states, if any.
  public static func reported(_ range: Meters, deviation: Meters? = nil) -> Self {
    Self(.reported(range, deviation: deviation, at: .zero))
  }

  /// Creates a Bluetooth signal strength.
  public static func ble(_ rssi: DBm) -> Self { Self(.ble(rssi, at: .zero)) }

  /// Creates a statement of a person that the devices are at a distance.
  public static func at(_ distance: Meters) -> Self { Self(.at(distance, at: .zero)) }

  /// Creates a link event.
  public static func event(_ event: LinkEvent) -> Self { Self(.event(event, at: .zero)) }

  func stamped(at time: Seconds) -> Sample {
    var stamped = sample
    stamped.time = time
    return stamped
  }
}
