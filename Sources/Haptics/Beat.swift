public import Quantities

/// One heartbeat: the moment, the tempo and the strength that it was decided with.
public struct Beat: Sendable, Hashable {
  /// When the lub sounds.
  public var time: Seconds
  /// The interval that was in force when the beat was decided.
  public var interval: Seconds
  /// Strength of the lub, 0...1.
  public var intensity: Double
  /// Number of the zone, counted from the nearest.
  public var zone: Int

  /// A beat from its parts.
  public init(time: Seconds, interval: Seconds, intensity: Double, zone: Int) {
    self.time = time
    self.interval = interval
    self.intensity = intensity
    self.zone = zone
  }
}
