/// One continuous touch of a surface, from down to up.
public struct Stroke: Sendable, Hashable {
  /// Where the pen or finger was at one time.
  public struct Point: Sendable, Hashable {
    /// When, on the clock of the log.
    public var time: Seconds
    /// To the right, in units of the log (`SurfaceScale` shows how long one is).
    public var x: Double
    /// Downwards, in units of the log.
    public var y: Double
    /// 0...1; `nil` where the device gives none.
    public var pressure: Double?

    /// A point from its parts.
    public init(time: Seconds, x: Double, y: Double, pressure: Double? = nil) {
      (self.time, self.x, self.y, self.pressure) = (time, x, y, pressure)
    }
  }

  /// Why a point cannot be added.
  public enum Refusal: Error, Sendable, Hashable {
    /// Its time is before that of the point before it.
    case timeBackwards
    /// Its time is not finite, or more than `Stroke.longest` after the first point.
    case implausibleTime
    /// A coordinate is not finite or beyond `Stroke.farthest`, or the pressure is outside 0...1.
    case implausiblePoint
  }

  /// A touch lasts an hour at most.
  public static let longest: Seconds = 3600
  /// A coordinate is at most so many units from zero.
  public static let farthest = 1e6

  /// What the log calls it; empty where it has no name.
  public var name: String
  /// The points in the order of time; several may have one time.
  public private(set) var points: [Point] = []
  /// When it ended, where that is later than the last point: the surface was left without a move.
  private var lifted: Seconds?

  /// A stroke without points.
  public init(name: String = "") { self.name = name }

  /// Adds a point.
  ///
  /// - Throws: `Refusal`; the stroke is then as before.
  public mutating func append(_ point: Point) throws(Refusal) {
    try check(point.time)
    guard abs(point.x) <= Self.farthest, abs(point.y) <= Self.farthest,
      (0...1).contains(point.pressure ?? 0)
    else { throw .implausiblePoint }
    points.append(point)
  }

  /// Notes when the surface was left.
  ///
  /// - Throws: `Refusal` for a time before the last point or too far after the first.
  public mutating func lift(at time: Seconds) throws(Refusal) {
    try check(time)
    lifted = time
  }

  private func check(_ time: Seconds) throws(Refusal) {
    guard time.isFinite, abs(time.value) <= 1e11, time - start <= Self.longest || points.isEmpty
    else { throw .implausibleTime }
    guard time >= end || points.isEmpty else { throw .timeBackwards }
  }

  /// When it began; zero without points.
  public var start: Seconds { points.first?.time ?? .zero }

  /// When it ended; zero without points.
  public var end: Seconds { lifted ?? points.last?.time ?? .zero }

  /// From down to up.
  public var duration: Seconds { end - start }

  /// The length of the path through all points, in units of the log.
  public var pathLength: Double {
    zip(points, points.dropFirst()).reduce(0) { sum, pair in
      let (x, y) = (pair.1.x - pair.0.x, pair.1.y - pair.0.y)
      return sum + (x * x + y * y).squareRoot()
    }
  }

  /// Whether the pressure says anything: every point has one, and it changes. A device without a sensor
  /// shows 0, 0.5 or 1 throughout (Pointer Events, 10.1.3).
  public var hasPressure: Bool {
    guard let first = points.first?.pressure else { return false }
    return points.allSatisfy { $0.pressure != nil } && points.contains { $0.pressure != first }
  }
}
