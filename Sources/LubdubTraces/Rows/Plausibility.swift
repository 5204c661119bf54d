/// The only table of the values that a row may contain: kernels use its bounds, readers its faults, and tables and C query
/// it.
package enum Plausibility {
  /// The allowed numbers of a column, in its usual unit.
  @inline(__always) static func bounds(_ role: ColumnRole) -> ClosedRange<Double> {
    switch role {
    // 3,000 years. Epoch times in milliseconds or nanoseconds are beyond this limit.
    case .time: -1e11...1e11
    // 1,000 km: far beyond any radio that measures ranges, and far below numbers whose squares overflow.
    case .range: Sample.lowestRange.value.nextUp...1e6
    case .truth, .deviation: 0...1e6
    // The thermal noise floor of a 1 MHz channel is -114 dBm; UWB first paths are logged down to about -120 dBm. Levels are
    // above the least number of a signed byte, which means no measurement.
    case .rssi, .firstPathPower: leastByte.nextUp ... -.leastNonzeroMagnitude
    case .channel: 0...255
    case .azimuth:
      -ArrivalAngles.azimuthLimit.value...ArrivalAngles.azimuthLimit.value
    case .elevation:
      -ArrivalAngles.elevationLimit.value...ArrivalAngles.elevationLimit.value
    case .source, .event, .peer, .recording, .date, .ignored: -.infinity ... .infinity
    }
  }

  private static let leastByte = -128.0
  /// The value by which Bluetooth controllers report a missing RSSI (Core Specification, Vol 4, Part E, 7.7.65.2).
  private static let noSignal = 127.0

  @inline(__always) static func holds(_ number: Double, _ role: ColumnRole) -> Bool {
    bounds(role).contains(number) && (role != .channel || UInt8(exactly: number) != nil)
  }

  static func isLevel(_ number: Double) -> Bool { holds(number, .rssi) }

  /// Whether a number means a missing received power: NaN, Bluetooth's 127, the least byte, or the 0 of a field never set.
  static func isAbsentLevel(_ number: Double) -> Bool {
    number.isNaN || number == noSignal || number == leastByte || number == 0
  }

  /// Whether a number is omitted without its row: a number for "no measurement", such as the -1 of many logs, and any
  /// invalid deviation.
  static func isAbsent(_ number: Double, _ role: ColumnRole) -> Bool {
    switch role {
    case .rssi, .firstPathPower: isAbsentLevel(number)
    case .deviation: !holds(number, role)
    default: number.isNaN || number == -1
    }
  }

  package typealias Fault = (reason: RejectionReason, message: String)

  package static func fault(of sample: Sample, truth: Meters?) -> Fault? {
    fault(sample.time.value, .time) ?? sample.range.flatMap { fault($0.value, .range) }
      ?? sample.rssi.flatMap { fault($0.value, .rssi) }
      ?? sample.firstPathPower.flatMap { fault($0.value, .firstPathPower) }
      ?? truth.flatMap { fault($0.value, .truth) }
  }

  static func fault(_ number: Double, _ role: ColumnRole) -> Fault? {
    guard !holds(number, role) else { return nil }
    let found = "\(role.rawValue) is \(number)"
    guard number.isFinite else { return (.notFinite, found) }
    switch role {
    case .time: return (.implausibleTime, found + ", perhaps in milliseconds or nanoseconds")
    case .rssi, .firstPathPower:
      let isNone = number == noSignal
      return isNone
        ? (.signalNotAvailable, "\(role.rawValue) is 127") : (.implausibleSignal, found)
    default: return (number < 0 ? .negativeRange : .implausibleRange, found)
    }
  }
}
