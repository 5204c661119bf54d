/// The length of one unit of a log's coordinates on the surface.
public struct SurfaceScale: Sendable, Hashable {
  /// The positive length of one unit.
  public let unit: Meters

  /// Creates a scale from the length of one unit; `nil` unless it is positive and finite.
  public init?(unit: Meters) {
    guard unit.isFinite, unit > .zero else { return nil }
    self.unit = unit
  }

  private init(meters: Double) { unit = Meters(meters) }

  /// A scale of millimeters.
  public static let millimeters = SurfaceScale(meters: 0.001)

  /// A scale of the points of an iPhone: 163 per inch.
  public static let phone = SurfaceScale(meters: inch / 163)

  /// A scale of pixels, with `count` pixels per inch; `nil` unless the number is positive and finite.
  public static func pixels(perInch count: Double) -> SurfaceScale? {
    SurfaceScale(unit: Meters(inch / count))
  }

  private static let inch = 0.0254
}
