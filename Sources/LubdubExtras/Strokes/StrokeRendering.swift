/// Options for converting strokes to haptic events.
public struct StrokeRendering: Sendable, Hashable {
  /// The property of a stroke that a person feels.
  public var map = StrokeMap.calm
  /// The length of one unit of the coordinates.
  public var scale = SurfaceScale.phone
  /// The number of samples of a stroke per second, 10...1000.
  public var rate: Hertz = 50
  /// The maximum error of a thinned curve, in intensity and sharpness, 0...1.
  public var tolerance = 0.02
  /// The silence before the first stroke, as if the devices were still connecting. It is not negative.
  public var delay: Seconds = .zero

  /// Creates the usual rendering.
  public init() {}

  static let ramp = 0.03

  /// The event of one stroke: continuous from down to up, starting and ending at intensity 0, on the clock of the log; a tap
  /// for a stroke of duration 0, and `nil` if there are no points.
  public func event(of stroke: Stroke) -> HapticEvent? {
    guard let first = stroke.points.first else { return nil }
    let map = map == .pressure && !stroke.hasPressure ? .speed : map
    let end = stroke.duration.value
    guard end > 0 else {
      let level = map.level(speed: 0, pressure: stroke.hasPressure ? first.pressure : nil)
      return HapticEvent(time: stroke.start, intensity: level.intensity, sharpness: level.sharpness)
    }
    let levels = levels(of: stroke, map)
    let curve = CurveThinning.thinned(faded(levels, end: end), tolerance: tolerance)
    let strongest = curve.max { $0.intensity < $1.intensity } ?? curve[0]
    return HapticEvent(
      time: stroke.start, intensity: strongest.intensity, sharpness: strongest.sharpness,
      kind: .continuous(duration: stroke.duration, curve: curve))
  }

  /// The strokes of one log as a timeline that begins with the first stroke, after the delay. Strokes without points are
  /// skipped.
  public func timeline(of strokes: [Stroke]) -> Timeline {
    let drawn = strokes.filter { !$0.points.isEmpty }
    let start = drawn.map { $0.start }.min() ?? .zero
    let events = drawn.compactMap { stroke in
      var event = event(of: stroke)
      event?.time = stroke.start - start + delay
      return event
    }
    let end = events.map { $0.time + $0.duration }.max() ?? delay
    return Timeline(duration: end, events: events)
  }

  private func levels(of stroke: Stroke, _ map: StrokeMap) -> [HapticEvent.CurvePoint] {
    var filter = OneEuro(minimumCutoff: 1.5, speedCoefficient: 0.01)
    var resting: (since: Double, from: Double)?
    var last: Double?
    return EvenCourse(stroke, rate: rate.value).samples.map { sample in
      // Extreme speeds are errors of the log, and all of them feel alike, so the speed is limited.
      let raw = min(sample.speed * scale.unit.value * 100, 1e6)
      let speed = max(0, filter.smooth(raw, at: sample.time))
      var level = map.level(speed: speed, pressure: sample.pressure)
      if map == .calm, speed < StrokeMap.restSpeed {
        let rest = resting ?? (sample.time, last ?? level.intensity)
        let share = min(1, (sample.time - rest.since) / StrokeMap.restTime)
        level.intensity = rest.from + share * (StrokeMap.rest - rest.from)
        resting = rest
      } else {
        resting = nil
      }
      last = level.intensity
      return HapticEvent.CurvePoint(
        time: Seconds(sample.time), intensity: level.intensity, sharpness: level.sharpness)
    }
  }

  private func faded(_ levels: [HapticEvent.CurvePoint], end: Double) -> [HapticEvent.CurvePoint] {
    guard let last = levels.last else { return [] }
    let ramp = min(Self.ramp, end / 2)
    var course = levels
    if last.time.value < end {
      course.append(.init(time: Seconds(end), intensity: last.intensity, sharpness: last.sharpness))
    }
    for corner in [ramp, end - ramp] {
      guard let place = course.firstIndex(where: { $0.time.value >= corner }),
        course[place].time.value > corner
      else { continue }
      course.insert(course[place - 1].between(course[place], at: corner), at: place)
    }
    return course.map { point in
      var point = point
      point.intensity *= max(0, min(1, point.time.value / ramp, (end - point.time.value) / ramp))
      return point
    }
  }
}
