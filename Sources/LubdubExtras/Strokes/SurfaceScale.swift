/// The length of one unit of a log's coordinates on the surface.
public struct SurfaceScale: Sendable, Hashable {
  /// The length of one unit; positive.
  public let unit: Meters

  /// A scale from the length of one unit; `nil` unless it is positive and finite.
  public init?(unit: Meters) {
    guard unit.isFinite, unit > .zero else { return nil }
    self.unit = unit
  }

  private init(meters: Double) { unit = Meters(meters) }

  /// Millimeters.
  public static let millimeters = SurfaceScale(meters: 0.001)

  /// Pixels of an iPhone, in points: 163 per inch.
  public static let phone = SurfaceScale(meters: inch / 163)

  /// Pixels, `count` per inch; `nil` unless the number is positive and finite.
  public static func pixels(perInch count: Double) -> SurfaceScale? {
    SurfaceScale(unit: Meters(inch / count))
  }

  private static let inch = 0.0254
}
