/// The direction from which a signal arrived, in millionths of a degree: eight bytes, printed without a change.
@frozen public struct ArrivalAngles: Sendable, Hashable {
  private var horizontal: Int32
  private var vertical: Int32

  /// The largest azimuth, to either side.
  public static let azimuthLimit: Degrees = 180
  /// The largest elevation, up or down.
  public static let elevationLimit: Degrees = 90
  /// The largest excess over a limit at which an angle still counts as the limit, because logs often round π up.
  public static let tolerance: Degrees = 0.05
  /// Neither angle is known.
  public static let unknown = ArrivalAngles(azimuth: nil, elevation: nil)

  private static let none = Int32.min

  /// Creates angles from -180° to 180° in the horizontal plane, and from -90° to 90° above it; other values, including NaN,
  /// are unknown.
  public init(azimuth: Degrees?, elevation: Degrees?) {
    horizontal = Self.millionths(azimuth, Self.azimuthLimit)
    vertical = Self.millionths(elevation, Self.elevationLimit)
  }

  /// The angle in the horizontal plane, from -180° to 180°; other values become unknown.
  public var azimuth: Degrees? {
    get { Self.degrees(horizontal) }
    set { horizontal = Self.millionths(newValue, Self.azimuthLimit) }
  }

  /// The angle above the horizontal plane, from -90° to 90°; other values become unknown.
  public var elevation: Degrees? {
    get { Self.degrees(vertical) }
    set { vertical = Self.millionths(newValue, Self.elevationLimit) }
  }

  private static func millionths(_ angle: Degrees?, _ limit: Degrees) -> Int32 {
    guard let angle, abs(angle.value) <= (limit + tolerance).value else { return none }
    let inside = max(-limit, min(angle, limit))
    return Int32((inside.value * 1e6).rounded())
  }

  private static func degrees(_ millionths: Int32) -> Degrees? {
    millionths == none ? nil : Degrees(Double(millionths) / 1e6)
  }
}
