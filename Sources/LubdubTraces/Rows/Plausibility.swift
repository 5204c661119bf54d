enum Plausibility {
  /// 3,000 years. Epoch times in milliseconds or nanoseconds lie beyond it.
  static let timeLimit = 1e11
  /// 1,000 km: far beyond any radio that measures ranges, and far below where squares overflow.
  static let rangeLimit = 1e6
  /// The thermal noise floor of a 1 MHz channel is -114 dBm; UWB first paths are logged down to about -120 dBm.
  /// Levels lie above the least number of a signed byte, which stands for no measurement.
  static let weakestSignal = leastByte.nextUp
  static let leastByte = -128.0
  /// The value by which Bluetooth controllers say that they have no RSSI (Core Specification, Vol 4, Part E, 7.7.65.2).
  static let noSignal = 127.0

  @inline(__always) static func isRange(_ value: Double) -> Bool {
    value > Sample.lowestRange.value && value <= rangeLimit
  }

  @inline(__always)
  static func isDistance(_ value: Double) -> Bool { value >= 0 && value <= rangeLimit }

  @inline(__always)
  static func isLevel(_ value: Double) -> Bool { value < 0 && value >= weakestSignal }

  /// Whether a number stands for a distance that was not measured: NaN, or the -1 of many logs.
  static func isAbsentDistance(_ value: Double) -> Bool { value.isNaN || value == -1 }

  /// Whether a number stands for no received power: NaN, Bluetooth's 127, the least byte, or the 0 of a field never set.
  static func isAbsentLevel(_ value: Double) -> Bool {
    value.isNaN || value == noSignal || value == leastByte || value == 0
  }

  typealias Fault = (reason: RejectionReason, message: String)

  static func fault(of sample: Sample, truth: Meters?) -> Fault? {
    timeFault(sample.time.value) ?? sample.range.flatMap { rangeFault($0.value, "range_m") }
      ?? sample.rssi.flatMap { levelFault($0.value, "rssi_dbm") }
      ?? sample.firstPathPower.flatMap { levelFault($0.value, "fp_power_dbm") }
      ?? truth.flatMap { distanceFault($0.value, "truth_m") }
  }

  static func timeFault(_ time: Double) -> Fault? {
    guard time.isFinite else { return (.notFinite, "t_s is \(time)") }
    guard abs(time) <= timeLimit else {
      return (.implausibleTime, "t_s is \(time), perhaps in milliseconds or nanoseconds")
    }
    return nil
  }

  static func rangeFault(_ range: Double, _ name: String) -> Fault? {
    isRange(range) ? nil : distanceFault(range, name)
  }

  static func distanceFault(_ distance: Double, _ name: String) -> Fault? {
    guard distance.isFinite else { return (.notFinite, "\(name) is \(distance)") }
    guard distance >= 0 else { return (.negativeRange, "\(name) is \(distance)") }
    guard distance <= rangeLimit else { return (.implausibleRange, "\(name) is \(distance)") }
    return nil
  }

  static func levelFault(_ level: Double, _ name: String) -> Fault? {
    guard level.isFinite else { return (.notFinite, "\(name) is \(level)") }
    guard level != noSignal else { return (.signalNotAvailable, "\(name) is 127") }
    guard level < 0, level >= weakestSignal else {
      return (.implausibleSignal, "\(name) is \(level)")
    }
    return nil
  }
}
