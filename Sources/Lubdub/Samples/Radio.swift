/// The radio of a sample.
///
/// Not all cases are radios between the two devices: some measure at each end, or only report another measurement.
@frozen public enum Radio: String, Sendable, Hashable, CaseIterable {
  /// Ultra-wideband: measures the range itself.
  case uwb
  /// Bluetooth Low Energy: measures received power, from which a range can only be inferred.
  case ble
  /// Bluetooth channel sounding: measures the range itself, by phase. Blocked and reflected paths cause an error of a meter,
  /// which lasts as long as the devices stay.
  case cs
  /// Satellites: each end determines its place, and the range is the distance between the two. The error is several meters
  /// and lasts for half a minute; each sample states its width.
  case gnss
  /// A distance that a phone reports without its source: already smoothed, and late.
  case reported
}

extension Radio {
  /// The kind of a radio's readings. Each family has one filter, one set of parameters, and one rule for zones.
  public enum Family: Sendable, Hashable, CaseIterable {
    /// Ranges, several per second.
    case range
    /// Levels of received power, up to seconds apart.
    case level
    /// Ranges that state their own width. Their errors last, and the ranges arrive up to minutes apart.
    case wideRange
  }

  /// The properties of the radio. To add a radio, add one entry here.
  @inline(__always) package var entry: Entry {
    switch self {
    case .uwb: Entry(number: 0, .range, silence: .init(coasting: 1, stale: 3, lost: 10))
    // Advertisements arrive seconds apart.
    case .ble: Entry(number: 1, .level, silence: .init(coasting: 5, stale: 15, lost: 60))
    // The error indoors has a standard deviation of 1 m, whatever the response looks like (docs/explanation/raw-radio.md).
    // Most of the error is a bias of the place: it stays while the devices stay, so it is part of the calibration's width,
    // and consecutive readings do not average it out.
    case .cs:
      Entry(
        number: 2, .range, silence: .init(coasting: 1, stale: 3, lost: 10),
        errors: RangeErrors(
          white: 0.3, correlated: 0.6, correlationTime: 0.5, calibration: 1, lowest: -3,
          velocity: 1, velocityTime: 2))
    // Samples arrive seconds to minutes apart, and people a block away do not move far in five minutes.
    case .gnss: Entry(number: 3, .wideRange, silence: .init(coasting: 15, stale: 300, lost: 300))
    // Reported distances are already smoothed, and late because of it. A second smoothing would only add delay, so readings
    // are used nearly unchanged, and their error, whose duration is unknown, is not averaged out but part of the lasting
    // width. No velocity is assumed: 2.2 m/s for 0.1 s is a random walk of 1 m in a second.
    case .reported:
      Entry(
        number: 4, .range, silence: .init(coasting: 1, stale: 3, lost: 10),
        errors: RangeErrors(
          white: 0.1, correlated: 0, correlationTime: 0.05, calibration: 1.5, lowest: -1,
          velocity: 2.2, velocityTime: 0.1))
    }
  }

  package struct Entry: Sendable {
    /// The index in `Radio.allCases`, and the number in the C interface.
    package let number: UInt8
    package let family: Family
    package let silence: SilenceTimes
    /// The errors of a radio that replaces missing ultra-wideband ranges, in addition to their common errors.
    package let errors: RangeErrors?

    init(number: UInt8, _ family: Family, silence: SilenceTimes, errors: RangeErrors? = nil) {
      self.number = number
      self.family = family
      self.silence = silence
      self.errors = errors
    }
  }

  package struct RangeErrors: Sendable {
    package let white, correlated: Meters
    package let correlationTime: Seconds
    package let calibration, lowest: Meters
    package let velocity: MetersPerSecond
    package let velocityTime: Seconds
  }

  /// The kind of the radio's readings.
  public var family: Family { entry.family }

  package var standsIn: Bool { entry.errors != nil }
}

/// One value per radio.
public struct PerRadio<Value> {
  private var values: [Value]

  /// Creates values with a function of the radio.
  public init(_ value: (Radio) -> Value) { values = Radio.allCases.map(value) }

  /// The value of a radio.
  public subscript(radio: Radio) -> Value {
    get { values[Int(radio.entry.number)] }
    set { values[Int(radio.entry.number)] = newValue }
  }
}

extension PerRadio: Sendable where Value: Sendable {}
extension PerRadio: Equatable where Value: Equatable {}
extension PerRadio: Hashable where Value: Hashable {}

package struct PerFamily<Value> {
  package var range, level, wideRange: Value

  package init(_ value: (Radio.Family) -> Value) {
    range = value(.range)
    level = value(.level)
    wideRange = value(.wideRange)
  }

  package subscript(family: Radio.Family) -> Value {
    switch family {
    case .range: range
    case .level: level
    case .wideRange: wideRange
    }
  }
}

extension PerFamily: Sendable where Value: Sendable {}
extension PerFamily: Equatable where Value: Equatable {}
extension PerFamily: Hashable where Value: Hashable {}
