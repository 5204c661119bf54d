/// A summary of a log of strokes.
package struct StrokeSummary: Sendable, Hashable {
  /// The time from the first touch to the last lift.
  package let duration: Seconds
  package let strokes: Int
  package let points: Int
  /// The time on the surface. Overlapping strokes are counted separately.
  package let surfaceTime: Seconds
  package let length: Meters
  /// The length per time on the surface; `nil` if that time is 0.
  package let meanSpeed: MetersPerSecond?
  /// The median speed at 50 Hz; `nil` if all strokes have duration 0.
  package let medianSpeed: MetersPerSecond?
  /// The highest speed at 50 Hz; `nil` if all strokes have duration 0.
  package let peakSpeed: MetersPerSecond?
  /// The share of the time on the surface at 1 to 10 cm/s, 0...1; `nil` if that time is 0.
  package let gentleShare: Double?
  /// The number of times that the pen or finger left the surface for more than 0.5 s between two strokes.
  package let pauses: Int
  /// The number of strokes with a meaningful pressure.
  package let withPressure: Int
  /// The larger of the width and the height of all strokes together.
  package let extent: Meters

  /// The number of samples per second for speeds.
  package static let rate: Hertz = 50
  package static let leastPause: Seconds = 0.5

  /// Creates the summary of strokes, on the scale of their coordinates. Strokes without points are skipped.
  package init(_ strokes: [Stroke], scale: SurfaceScale) {
    let drawn = strokes.filter { !$0.points.isEmpty }.sorted { $0.start < $1.start }
    let unit = scale.unit.value
    let speeds = drawn.filter { $0.duration > .zero }.flatMap { stroke in
      EvenCourse(stroke, rate: Self.rate.value).samples.map { $0.speed * unit }
    }
    var end: Seconds?
    var pauses = 0
    for stroke in drawn {
      if let end, stroke.start - end > Self.leastPause { pauses += 1 }
      end = max(end ?? stroke.end, stroke.end)
    }
    let surfaceTime = drawn.reduce(Seconds.zero) { $0 + $1.duration }
    let length = drawn.reduce(0) { $0 + $1.pathLength } * unit
    self.strokes = drawn.count
    self.pauses = pauses
    self.surfaceTime = surfaceTime
    self.length = Meters(length)
    duration = (end ?? .zero) - (drawn.first?.start ?? .zero)
    points = drawn.reduce(0) { $0 + $1.points.count }
    withPressure = drawn.count { $0.hasPressure }
    let places = drawn.flatMap(\.points)
    func span(_ coordinates: [Double]) -> Double {
      (coordinates.max() ?? 0) - (coordinates.min() ?? 0)
    }
    extent = Meters(max(span(places.map(\.x)), span(places.map(\.y))) * unit)
    meanSpeed = surfaceTime > .zero ? MetersPerSecond(length / surfaceTime.value) : nil
    medianSpeed = Statistics.median(speeds).map { MetersPerSecond($0) }
    peakSpeed = speeds.max().map { MetersPerSecond($0) }
    let gentle = speeds.count { (0.01...0.1).contains($0) }
    gentleShare = speeds.isEmpty ? nil : Double(gentle) / Double(speeds.count)
  }
}

extension StrokeSummary {
  /// The largest plausible width or height of strokes.
  private static let largestExtent: Meters = 1
  private static let fastestMean: MetersPerSecond = 3

  /// The doubt about the scale, if strokes are too large or too fast for a hand, as from raw units of a tablet; `nil` if
  /// there is no doubt.
  package var doubtAboutScale: String? {
    let speed = meanSpeed ?? 0
    guard extent > Self.largestExtent || speed > Self.fastestMean else { return nil }
    let (width, pace) = (extent.value.rounded(decimals: 1), speed.value.rounded(decimals: 1))
    return
      "strokes \(width) m across at \(pace) m/s: too fast for a hand; the coordinates are likely raw units of a tablet"
  }
}
