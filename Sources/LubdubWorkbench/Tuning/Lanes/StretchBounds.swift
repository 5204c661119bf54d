/// The bounds of the readings of a stretch.
struct StretchBounds: Sendable {
  /// The smallest and the largest distance, in m.
  var nearest = Double.infinity
  var farthest = 0.0
  /// The largest speed, in m/s.
  var speed = 0.0
  /// The longest time between two readings, in s, including the time since the last reading before the stretch.
  var pause = 0.0
  /// The smallest and the largest short-term deviation of ranges at rest, in m.
  var sharpest = Double.infinity
  var bluntest = 0.0
  /// Whether a reading awaits confirmation.
  var hasWaiting = false

  mutating func add(_ reading: RangingReading, after pause: Double) {
    nearest = min(nearest, reading.distance)
    farthest = max(farthest, reading.distance)
    speed = max(speed, reading.velocity.magnitude)
    self.pause = max(self.pause, pause)
    sharpest = min(sharpest, reading.spread.deviation.value)
    bluntest = max(bluntest, reading.spread.deviation.value)
  }
}

extension ZoneRest {
  func holds(_ bounds: StretchBounds) -> Bool {
    !bounds.hasWaiting && bounds.pause < silence && bounds.bluntest <= bluntest
      && holds(
        nearest: bounds.nearest, farthest: bounds.farthest, speed: bounds.speed, bounds.sharpest)
  }
}
