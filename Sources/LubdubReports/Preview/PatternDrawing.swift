/// Drawings of patterns, one below the other, on one time axis: intensity, sharpness, and the actuator's acceleration. For
/// each half of a pixel, only the strongest event or point is drawn, so that a long pattern stays small.
package struct PatternDrawing {
  package struct Colors: Sendable {
    let background, text, grid, transient, continuous, signal: String

    package static let file = Colors(
      background: "white", text: "#333", grid: "#ddd", transient: "#c0243d", continuous: "#1f4e9c",
      signal: "#8250df")
    package static let page = Colors(
      background: "var(--panel)", text: "var(--muted)", grid: "var(--grid)",
      transient: "var(--beat)", continuous: "var(--estimate)", signal: "var(--power)")
  }

  package static let left = 64.0
  package static let right = 1064.0
  private static let pieces = Int(right - left)
  private static let width = 1080.0
  private static let trackHeight = 84.0
  private static let trackGap = 46.0
  private static let heightOfOne = 3 * (trackHeight + trackGap) + 8

  private let colors: Colors
  private let time: Axis
  private let scale: PatternScale
  private var svg: SVG

  package var bytes: [UInt8] { svg.bytes }

  package static func file(
    of document: TimelineDocument, name: String, _ options: RenderOptions = RenderOptions()
  ) -> [UInt8] {
    file([PatternPreview(name: name, format: "", document: document, options: options)])
  }

  package static func file(_ previews: [PatternPreview]) -> [UInt8] {
    PatternDrawing(
      previews, of: previews.indices, PatternScale(previews, pieces: Self.pieces), .file
    ).bytes
  }

  package static func page(_ previews: [PatternPreview]) -> [[UInt8]] {
    let scale = PatternScale(previews, pieces: Self.pieces)
    return previews.indices.map { PatternDrawing(previews, of: $0..<$0 + 1, scale, .page).bytes }
  }

  private init(
    _ previews: [PatternPreview], of chosen: Range<Int>, _ scale: PatternScale, _ colors: Colors
  ) {
    self.colors = colors
    self.scale = scale
    time = Axis(0, scale.span.value, from: Self.left, to: Self.right)
    svg = SVG(
      width: Self.width, height: Self.heightOfOne * Double(chosen.count),
      background: colors.background)
    for (place, index) in chosen.enumerated() {
      let top = Self.heightOfOne * Double(place)
      draw(previews[index], index, top: top, isNamed: chosen.count > 1)
    }
  }

  private mutating func draw(_ preview: PatternPreview, _ index: Int, top: Double, isNamed: Bool) {
    let events = PatternDrawing.visible(preview.timeline.events, time)
    let title = isNamed ? "\(preview.name): intensity" : "intensity"
    let intensity = track(title, top: top, 0...1)
    for event in events { drawIntensity(event, intensity) }
    let next = top + Self.trackHeight + Self.trackGap
    let sharpness = track("sharpness", top: next, 0...1)
    for event in events { drawSharpness(event, sharpness) }
    let actuator = preview.options.actuator.name
    let signal = track(
      "acceleration of the actuator (\(actuator)), of full scale",
      top: next + Self.trackHeight + Self.trackGap, -scale.level...scale.level)
    draw(scale.envelopes[index], signal)
  }

  /// The strongest event of each kind in each half of a pixel. Of equal events, the longest one counts.
  private static func visible(_ events: [HapticEvent], _ time: Axis) -> [HapticEvent] {
    struct Place: Hashable {
      let column: Int
      let isTransient: Bool
    }
    var strongest: [Place: Int] = [:]
    for (index, event) in events.enumerated() {
      let place = Place(
        column: Int(time.pixel(event.time.value) * 2), isTransient: event.kind == .transient)
      if let known = strongest[place],
        (events[known].intensity, events[known].duration) >= (event.intensity, event.duration)
      {
        continue
      }
      strongest[place] = index
    }
    return strongest.values.sorted().map { events[$0] }
  }

  private mutating func track(_ title: String, top: Double, _ range: ClosedRange<Double>) -> Axis {
    let (upper, lower) = (top + 26, top + 26 + Self.trackHeight)
    let axis = Axis(range.lowerBound, range.upperBound, from: lower, to: upper)
    svg.label(title, x: Self.left + 6, y: upper - 8, fill: colors.text)
    for value in [axis.low, (axis.low + axis.high) / 2, axis.high] {
      let y = axis.pixel(value)
      svg.line(x1: Self.left, y1: y, x2: Self.right, y2: y, stroke: colors.grid)
      svg.label(
        NumberText.shortest(value), x: Self.left - 8, y: y + 4, anchor: "end", fill: colors.text)
    }
    for tick in time.ticks(10) {
      let x = time.pixel(tick)
      svg.line(x1: x, y1: lower, x2: x, y2: lower + 4, stroke: colors.grid)
      svg.label(
        "\(NumberText.shortest(tick)) s", x: x, y: lower + 16, anchor: "middle", fill: colors.text,
        size: 11)
    }
    return axis
  }

  private mutating func drawIntensity(_ event: HapticEvent, _ axis: Axis) {
    let x = time.pixel(event.time.value)
    guard event.kind != .transient else {
      let y = axis.pixel(event.intensity)
      svg.line(x1: x, y1: axis.start, x2: x, y2: y, stroke: colors.transient, width: 2)
      svg.circle(x: x, y: y, radius: 3, fill: colors.transient)
      return
    }
    let course = course(of: event).map { (x: $0.x, y: axis.pixel($0.point.intensity)) }
    let end = time.pixel((event.time + event.duration).value)
    svg.polygon(
      [(x, axis.start)] + course + [(end, axis.start)], fill: colors.continuous, opacity: 0.25)
    svg.polyline(course, stroke: colors.continuous, width: 1.5)
  }

  private mutating func drawSharpness(_ event: HapticEvent, _ axis: Axis) {
    guard event.kind != .transient else {
      svg.circle(
        x: time.pixel(event.time.value), y: axis.pixel(min(max(event.sharpness, 0), 1)), radius: 3,
        fill: colors.transient)
      return
    }
    let course = course(of: event).map {
      (x: $0.x, y: axis.pixel(min(max($0.point.sharpness, 0), 1)))
    }
    svg.polyline(course, stroke: colors.continuous, width: 1.5)
  }

  /// The course of a continuous event by pixels: the strongest point in each half of a pixel.
  private func course(of event: HapticEvent) -> [(x: Double, point: HapticEvent.CurvePoint)] {
    let curve = event.course
    var course: [(x: Double, point: HapticEvent.CurvePoint)] = []
    for (index, point) in curve.enumerated() {
      let x = time.pixel((event.time + point.time).value)
      let isInside = index > 0 && index < curve.count - 1
      if isInside, let last = course.last, x - last.x < 0.5 {
        if point.intensity > last.point.intensity { course[course.count - 1].point = point }
      } else {
        course.append((x, point))
      }
    }
    return course
  }

  private mutating func draw(_ envelope: Result<SignalEnvelope, AudioError>, _ axis: Axis) {
    switch envelope {
    case .success(let envelope):
      let places = envelope.high.indices.map { Self.left + Double($0) }
      let upper = zip(places, envelope.high).map { (x: $0, y: axis.pixel(Double($1))) }
      let lower = zip(places, envelope.low).map { (x: $0, y: axis.pixel(Double($1))) }
      svg.polygon(upper + lower.reversed(), fill: colors.signal, opacity: 0.8)
    case .failure(let error):
      svg.label("\(error)", x: Self.left + 8, y: axis.pixel(0) - 6, fill: colors.text)
    }
  }
}

struct PatternScale {
  let span: Seconds
  let envelopes: [Result<SignalEnvelope, AudioError>]
  /// The end of the acceleration scale: a round number that includes all values.
  let level: Double

  init(_ previews: [PatternPreview], pieces: Int) {
    let span = PatternPreview.span(of: previews)
    self.span = span
    envelopes = previews.map { preview in
      Result { () throws(AudioError) in try preview.envelope(span: span, count: pieces) }
    }
    let peak = envelopes.compactMap { try? $0.get().peak }.max() ?? 1
    level = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5].first { $0 >= peak } ?? 1
  }
}
