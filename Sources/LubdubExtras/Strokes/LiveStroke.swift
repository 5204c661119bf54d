/// A stroke while a person draws it. Its haptics follow each point immediately, computed from the points until then.
///
/// Speeds are computed over at least 20 ms, and smoothed like the speeds of a whole stroke. The haptics have no fades, and a
/// touch without new points does not come to rest, so the player must add the fades and the rest. Pressure counts from its
/// first change.
public struct LiveStroke: Sendable {
  private let rendering: StrokeRendering
  private var filter = OneEuro(minimumCutoff: 1.5, speedCoefficient: 0.01)
  private var start: Stroke.Point?
  private var anchor: Stroke.Point?
  /// The speed in cm/s.
  private var speed = 0.0
  private var hasPressure = false

  /// Creates a stroke without points. The rate of the rendering determines the shortest time for computing a speed.
  public init(_ rendering: StrokeRendering) { self.rendering = rendering }

  /// Adds the next point, whose time must not go back, and returns the level from then on.
  public mutating func take(_ point: Stroke.Point) -> HapticEvent.CurvePoint {
    let first = start ?? point
    start = first
    if point.pressure != first.pressure { hasPressure = true }
    let last = anchor ?? point
    let duration = (point.time - last.time).value
    if anchor == nil || duration >= 1 / rendering.rate.value {
      anchor = point
      let (x, y) = (point.x - last.x, point.y - last.y)
      let way = (x * x + y * y).squareRoot() * rendering.scale.unit.value * 100
      let raw = duration > 0 ? min(way / duration, 1e6) : 0
      speed = max(0, filter.smooth(raw, at: (point.time - first.time).value))
    }
    let map = rendering.map == .pressure && !hasPressure ? .speed : rendering.map
    let level = map.level(speed: speed, pressure: hasPressure ? point.pressure : nil)
    return HapticEvent.CurvePoint(
      time: point.time, intensity: level.intensity, sharpness: level.sharpness)
  }
}
