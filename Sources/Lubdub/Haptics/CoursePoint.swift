/// A point of the course of a continuous event; values between two points are interpolated linearly.
@frozen public struct CoursePoint<Time: Sendable & Hashable>: Sendable, Hashable {
  /// Time since the start of the event: in seconds, or as a number in the time base of a pattern.
  public var time: Time
  /// Intensity there, 0...1; in a pattern, the share of the element's intensity.
  public var intensity: Double
  /// Sharpness there, 0...1.
  public var sharpness: Double

  /// A point from its parts.
  @inlinable public init(time: Time, intensity: Double, sharpness: Double) {
    (self.time, self.intensity, self.sharpness) = (time, intensity, sharpness)
  }
}
