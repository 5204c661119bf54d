/// The filter of Bermuda (2026). It rejects a distance that retreats faster than 3 m/s from any of the previous ten
/// readings, and returns the mean of the running minima of the last 20 values. By design, the resulting distances are too
/// short.
struct RunningMinimumMean: Smoother {
  /// The last readings, newest first, including rejected readings.
  private var readings: [(distance: Double, time: Double)] = []
  /// The values used, newest first; a rejected reading repeats the previous value.
  private var taken: [Double] = []

  private static let remembered = 10
  private static let samples = 20
  private static let fastest = 3.0

  mutating func smooth(_ value: Double, at time: Double) -> Double {
    let isRefused = retreat(to: value, at: time) > Self.fastest
    readings.insert((value, time), at: 0)
    readings = Array(readings.prefix(Self.remembered))
    guard let last = taken.first else {
      taken = [value]
      return value
    }
    taken.insert(isRefused ? last : value, at: 0)
    taken = Array(taken.prefix(Self.samples))
    var minimum = value
    var sum = 0.0
    for distance in taken {
      minimum = min(minimum, distance)
      sum += minimum
    }
    return min(sum / Double(taken.count), value)
  }

  /// The largest speed of retreat from the stored readings. If the reading is nearer than the last stored reading, the speed
  /// between these two readings counts instead.
  private func retreat(to distance: Double, at time: Double) -> Double {
    let speeds = readings.map { time > $0.time ? (distance - $0.distance) / (time - $0.time) : 0 }
    guard let last = speeds.first else { return 0 }
    return last < 0 ? last : speeds.max() ?? 0
  }
}
