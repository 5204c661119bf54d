/// One event for an actuator to play.
public struct HapticEvent: Sendable, Hashable {
  /// A point of a continuous event's curve; values between two points are interpolated linearly.
  @frozen public struct CurvePoint: Sendable, Hashable {
    /// Time since the start of the event.
    public var time: Seconds
    /// Intensity at the point, 0...1.
    public var intensity: Double
    /// Sharpness at the point, 0...1.
    public var sharpness: Double

    /// Creates a point from its parts.
    public init(time: Seconds, intensity: Double, sharpness: Double) {
      (self.time, self.intensity, self.sharpness) = (time, intensity, sharpness)
    }
  }

  /// The kind of an event: a tap or a vibration.
  public enum Kind: Sendable, Hashable {
    /// A tap whose duration the actuator determines.
    case transient
    /// A vibration of a given duration. `curve` contains absolute values in the order of time; when `curve` is empty, the
    /// event's intensity and sharpness apply throughout.
    case continuous(duration: Seconds, curve: [CurvePoint])
  }

  /// The start of the event on the timeline.
  public var time: Seconds
  /// The strength, 0...1.
  public var intensity: Double
  /// The sharpness, from dull (0) to sharp (1).
  public var sharpness: Double
  /// The kind of the event, transient or continuous.
  public var kind: Kind

  /// Creates an event from its parts.
  public init(time: Seconds, intensity: Double, sharpness: Double, kind: Kind = .transient) {
    (self.time, self.intensity, self.sharpness) = (time, intensity, sharpness)
    self.kind = kind
  }

  /// The duration of the event; zero for a transient.
  public var duration: Seconds {
    switch kind {
    case .transient: .zero
    case .continuous(let duration, _): duration
    }
  }
}
