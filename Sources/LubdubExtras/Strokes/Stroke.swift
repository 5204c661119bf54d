/// One continuous touch of a surface, from down to up.
public struct Stroke: Sendable, Hashable {
  /// The position of the pen or finger at one time.
  public struct Point: Sendable, Hashable {
    /// The time on the clock of the log.
    public var time: Seconds
    /// The coordinate to the right, in units of the log; see `SurfaceScale` for their length.
    public var x: Double
    /// The downward coordinate, in units of the log.
    public var y: Double
    /// The pressure, 0...1; `nil` if the device does not measure it.
    public var pressure: Double?

    /// Creates a point.
    public init(time: Seconds, x: Double, y: Double, pressure: Double? = nil) {
      (self.time, self.x, self.y, self.pressure) = (time, x, y, pressure)
    }
  }

  /// The reason why a point cannot be added.
  public enum Refusal: Error, Sendable, Hashable {
    /// The time is before the time of the previous point.
    case timeBackwards
    /// The time is not finite, or more than `Stroke.longest` after the first point.
    case implausibleTime
    /// A coordinate is not finite or is beyond `Stroke.farthest`, or the pressure is outside 0...1.
    case implausiblePoint
  }

  /// The maximum length of a touch.
  public static let longest: Seconds = 3600
  /// The largest absolute coordinate, in units of the log.
  public static let farthest = 1e6

  /// The name in the log; empty if the stroke has no name.
  public var name: String
  /// The points in the order of time. Several points may have the same time.
  public private(set) var points: [Point] = []
  /// The end of the stroke, if it is later than the last point because the pen was lifted without a move.
  private var lifted: Seconds?

  /// Creates a stroke without points.
  public init(name: String = "") { self.name = name }

  /// Adds a point.
  ///
  /// - Throws: `Refusal` for an invalid point; the stroke is then unchanged.
  public mutating func append(_ point: Point) throws(Refusal) {
    try check(point.time)
    guard abs(point.x) <= Self.farthest, abs(point.y) <= Self.farthest,
      (0...1).contains(point.pressure ?? 0)
    else { throw .implausiblePoint }
    points.append(point)
  }

  /// Records the time at which the pen or finger left the surface.
  ///
  /// - Throws: `Refusal` for a time before the last point or too long after the first.
  public mutating func lift(at time: Seconds) throws(Refusal) {
    try check(time)
    lifted = time
  }

  private func check(_ time: Seconds) throws(Refusal) {
    guard time.isFinite, abs(time.value) <= 1e11, time - start <= Self.longest || points.isEmpty
    else { throw .implausibleTime }
    guard time >= end || points.isEmpty else { throw .timeBackwards }
  }

  /// The start of the stroke; zero without points.
  public var start: Seconds { points.first?.time ?? .zero }

  /// The end of the stroke; zero without points.
  public var end: Seconds { lifted ?? points.last?.time ?? .zero }

  /// The time from down to up.
  public var duration: Seconds { end - start }

  /// The length of the path through all points, in units of the log.
  public var pathLength: Double {
    zip(points, points.dropFirst()).reduce(0) { sum, pair in
      let (x, y) = (pair.1.x - pair.0.x, pair.1.y - pair.0.y)
      return sum + (x * x + y * y).squareRoot()
    }
  }

  /// Whether the pressure is meaningful: every point has a pressure, and the pressure changes. A device without a sensor
  /// reports 0, 0.5, or 1 throughout (Pointer Events, 10.1.3).
  public var hasPressure: Bool {
    guard let first = points.first?.pressure else { return false }
    return points.allSatisfy { $0.pressure != nil } && points.contains { $0.pressure != first }
  }
}
