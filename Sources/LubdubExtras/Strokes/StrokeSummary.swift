/// What a log of strokes amounts to.
package struct StrokeSummary: Sendable, Hashable {
  /// From the first touch to the last lift.
  package let duration: Seconds
  package let strokes: Int
  package let points: Int
  /// Time on the surface, strokes that overlap counted each.
  package let surfaceTime: Seconds
  package let length: Meters
  /// Length by time on the surface; `nil` where that is not one.
  package let meanSpeed: MetersPerSecond?
  /// The median speed at 50 Hz; `nil` where no stroke lasts.
  package let medianSpeed: MetersPerSecond?
  /// The highest speed at 50 Hz; `nil` where no stroke lasts.
  package let peakSpeed: MetersPerSecond?
  /// The share of the time on the surface at 1 to 10 cm/s, 0...1; `nil` where that is not one.
  package let gentleShare: Double?
  /// How many times the surface was left for more than 0.5 s between two strokes.
  package let pauses: Int
  /// How many strokes have a pressure that says something.
  package let withPressure: Int
  /// The width or height that all strokes take up, whichever is larger.
  package let extent: Meters

  /// Speeds are reported at so many samples per second.
  package static let rate: Hertz = 50
  package static let leastPause: Seconds = 0.5

  /// The summary of strokes, on the scale of their coordinates; those without points are skipped.
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
  /// No surface that is drawn on is larger.
  private static let largestExtent: Meters = 1
  private static let fastestMean: MetersPerSecond = 3

  /// What is odd about the scale: strokes that no hand draws, as raw units of a tablet give; `nil` where nothing is.
  package var doubtAboutScale: String? {
    let speed = meanSpeed ?? 0
    guard extent > Self.largestExtent || speed > Self.fastestMean else { return nil }
    let (width, pace) = (extent.value.rounded(decimals: 1), speed.value.rounded(decimals: 1))
    return
      "strokes \(width) m across at \(pace) m/s: no hand draws so, the coordinates are likely raw units of a tablet"
  }
}
