/// One thing that an actuator plays.
public struct HapticEvent: Sendable, Hashable {
  /// A point of a continuous event's course; values between two points are interpolated linearly.
  @frozen public struct CurvePoint: Sendable, Hashable {
    /// Time since the start of the event.
    public var time: Seconds
    /// Intensity there, 0...1.
    public var intensity: Double
    /// Sharpness there, 0...1.
    public var sharpness: Double

    /// A point from its parts.
    public init(time: Seconds, intensity: Double, sharpness: Double) {
      (self.time, self.intensity, self.sharpness) = (time, intensity, sharpness)
    }
  }

  /// How long it lasts.
  public enum Kind: Sendable, Hashable {
    /// A tap whose length is the actuator's own.
    case transient
    /// A vibration of a given length. `curve` gives its course, in the order of time and as absolute
    /// values; when it is empty, the event's intensity and sharpness hold throughout.
    case continuous(duration: Seconds, curve: [CurvePoint])
  }

  /// When it starts, on the timeline.
  public var time: Seconds
  /// Strength, 0...1.
  public var intensity: Double
  /// From dull (0) to sharp (1).
  public var sharpness: Double
  /// Transient or continuous.
  public var kind: Kind

  /// An event from its parts.
  public init(time: Seconds, intensity: Double, sharpness: Double, kind: Kind = .transient) {
    (self.time, self.intensity, self.sharpness) = (time, intensity, sharpness)
    self.kind = kind
  }

  /// How long the event lasts by itself; zero for a transient.
  public var duration: Seconds {
    switch kind {
    case .transient: .zero
    case .continuous(let duration, _): duration
    }
  }
}
