package struct Rows {
  private let rows: lubdub_rows

  /// Checks the count, the times, the kinds, and the channels.
  package init(_ pointer: UnsafePointer<lubdub_rows>?) throws(Failure) {
    guard let pointer else { throw Failure("rows is null") }
    rows = pointer.pointee
    guard rows.count >= 0 else {
      throw Failure("rows.count is \(UInt(bitPattern: rows.count)), which is too large")
    }
    guard count > 0 else { return }
    guard let times = rows.times else { throw Failure("rows.times is null") }
    for index in 0..<count where !times[index].isFinite {
      throw Failure("rows.times[\(index)] is \(times[index]), expected a finite number of seconds")
    }
    guard let kinds = rows.kinds else { throw Failure("rows.kinds is null") }
    for index in 0..<count where RowKind(byte: kinds[index]) == nil {
      throw Failure("rows.kinds[\(index)] is \(kinds[index]), expected a kind of lubdub.h")
    }
    guard let channels = rows.channels else { return }
    for index in 0..<count where !(-1...255).contains(channels[index]) {
      throw Failure(
        "rows.channels[\(index)] is \(channels[index]), expected 0 to 255, or -1 for none")
    }
  }

  package var count: Int { Int(rows.count) }

  package func row(_ index: Int) -> (sample: Sample, truth: Meters?) {
    let kind = rows.kinds.flatMap { RowKind(byte: $0[index]) }
    var sample = Sample(
      time: Seconds(rows.times?[index] ?? .nan), radio: kind?.radio ?? .uwb,
      range: Self.value(rows.ranges, index).map { Meters($0) },
      rssi: Self.value(rows.powers, index).map { DBm($0) },
      firstPathPower: Self.value(rows.first_path_powers, index).map { DBm($0) },
      channel: rows.channels.flatMap { UInt8(exactly: $0[index]) }, event: kind?.event)
    sample.deviation = Self.value(rows.deviations, index).map { Meters($0) }
    return (sample, Self.value(rows.truths, index).map { Meters($0) })
  }

  private static func value(_ column: UnsafePointer<Double>?, _ index: Int) -> Double? {
    guard let number = column?[index], !number.isNaN else { return nil }
    return number
  }
}
