/// A stroke while it is drawn: what is felt follows each point at once, from the points until then.
///
/// Speeds are taken over at least 20 ms, and smoothed as those of a whole stroke are. Nothing fades in or out, and a
/// touch that sends no points comes to no rest: whoever plays it does both. A pressure counts from its first change on.
public struct LiveStroke: Sendable {
  private let rendering: StrokeRendering
  private var filter = OneEuro(minimumCutoff: 1.5, speedCoefficient: 0.01)
  private var start: Stroke.Point?
  private var anchor: Stroke.Point?
  /// In cm/s.
  private var speed = 0.0
  private var hasPressure = false

  /// A stroke before its first point; the rate of the rendering is the shortest time that a speed is taken over.
  public init(_ rendering: StrokeRendering) { self.rendering = rendering }

  /// Takes the next point, whose time does not go back: what is felt from then on.
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
