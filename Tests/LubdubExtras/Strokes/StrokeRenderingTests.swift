import Lubdub
import LubdubExtras
import Testing

@Suite struct StrokeRenderingTests {
  /// A wavering line whose speed and pressure change.
  private func wavering(from start: Double = 0, seconds: Double = 2, pressure gain: Double = 1)
    throws -> Stroke
  {
    var stroke = Stroke()
    for step in 0...Int(seconds * 120) {
      let time = Double(step) / 120
      let bend = Double(step % 40)
      try stroke.append(
        .init(
          time: Seconds(start + time), x: 40 * time * time, y: bend,
          pressure: gain * (0.2 + 0.5 * (bend / 40))))
    }
    return stroke
  }

  private func curve(_ event: HapticEvent?) throws -> [HapticEvent.CurvePoint] {
    guard case .continuous(_, let curve) = try #require(event).kind else { return [] }
    return curve
  }

  @Test(arguments: StrokeMap.allCases)
  func `An event lasts from down to up and is silent at both ends`(map: StrokeMap) throws {
    var rendering = StrokeRendering()
    rendering.map = map
    let stroke = try wavering(from: 5)
    let event = try #require(rendering.event(of: stroke))
    let points = try curve(event)
    #expect(event.time == 5 && event.duration == stroke.duration)
    #expect(points.first?.intensity == 0 && points.first?.time == .zero)
    #expect(points.last?.intensity == 0 && points.last?.time == stroke.duration)
    #expect(points.allSatisfy { (0...1).contains($0.intensity) && (0...1).contains($0.sharpness) })
    #expect(points.dropFirst().first.map { $0.time <= 0.03 } ?? false)
    #expect(zip(points, points.dropFirst()).allSatisfy { $0.time < $1.time })
  }

  @Test func `A time shift changes only times, and a delay adds silence at the start`() throws {
    var rendering = StrokeRendering()
    let here = rendering.timeline(of: [try wavering(), try wavering(from: 3)])
    let later = rendering.timeline(of: [try wavering(from: 1e6), try wavering(from: 1e6 + 3)])
    #expect(here.events.map(\.time) == [0, 3] && later.events.map(\.time) == [0, 3])
    #expect(here.duration == 5 && abs(later.duration.value - 5) < 1e-9)
    rendering.delay = 1.5
    let delayed = rendering.timeline(of: [try wavering(), try wavering(from: 3)])
    #expect(delayed.events.map(\.time) == [1.5, 4.5] && delayed.duration == 6.5)
    #expect(delayed.events.map(\.kind) == here.events.map(\.kind))
  }

  @Test func `More pressure never feels weaker`() throws {
    var rendering = StrokeRendering()
    rendering.map = .pressure
    rendering.tolerance = 0
    let light = try curve(rendering.event(of: wavering(pressure: 0.6)))
    let heavy = try curve(rendering.event(of: wavering(pressure: 1)))
    try #require(light.count > 20)
    for point in heavy {
      let below = light.last { $0.time <= point.time } ?? light[0]
      guard below.time == point.time else { continue }
      #expect(point.intensity >= below.intensity)
    }
    #expect(heavy.map(\.intensity).max() ?? 0 > light.map(\.intensity).max() ?? 1)
  }

  @Test func `Without pressure, the pressure map equals the speed map`() throws {
    let plain = try wavering(pressure: 0)
    #expect(!plain.hasPressure)
    var (one, other) = (StrokeRendering(), StrokeRendering())
    (one.map, other.map) = (.pressure, .speed)
    #expect(one.event(of: plain) == other.event(of: plain))
  }

  @Test(arguments: StrokeMap.allCases)
  func `A thinned curve stays within the tolerance`(map: StrokeMap) throws {
    var rendering = StrokeRendering()
    rendering.map = map
    rendering.tolerance = 0
    let all = try curve(rendering.event(of: wavering()))
    rendering.tolerance = 0.02
    let few = try curve(rendering.event(of: wavering()))
    #expect(few.count < all.count)
    for point in all {
      let after = try #require(few.first { $0.time >= point.time })
      let before = try #require(few.last { $0.time <= point.time })
      let length = (after.time - before.time).value
      let share = length > 0 ? (point.time - before.time).value / length : 0
      let intensity = before.intensity + share * (after.intensity - before.intensity)
      let sharpness = before.sharpness + share * (after.sharpness - before.sharpness)
      #expect(abs(intensity - point.intensity) <= 0.02 + 1e-9)
      #expect(abs(sharpness - point.sharpness) <= 0.02 + 1e-9)
    }
  }

  @Test func `The calm map peaks at 3 cm per second, and a touch at rest fades to 0.15`() throws {
    let calm = StrokeMap.calm
    #expect(calm.level(speed: 3, pressure: nil).intensity == 0.8)
    #expect(abs(calm.level(speed: 1, pressure: nil).intensity - 0.484832) < 1e-6)
    #expect(calm.level(speed: 0, pressure: nil).intensity == 0.2)
    #expect(calm.level(speed: 100, pressure: nil).sharpness == 0.30000000000000004)
    var stroke = Stroke()
    for step in 0...60 { try stroke.append(.init(time: Seconds(Double(step) / 60), x: 20, y: 0)) }
    let points = try curve(StrokeRendering().event(of: stroke))
    let resting = points.filter { $0.time >= 0.5 && $0.time < 0.96 }
    #expect(!resting.isEmpty && resting.allSatisfy { abs($0.intensity - 0.15) < 1e-9 })
    #expect(points.allSatisfy { $0.intensity <= 0.2 + 1e-9 })
  }

  @Test func `The pressure map follows its formula`() {
    let level = StrokeMap.pressure.level(speed: 15, pressure: 0.5)
    #expect(abs(level.intensity - (0.15 + 0.75 * 0.615572)) < 1e-6 && level.sharpness == 0.35)
  }

  @Test func `A touch without duration is a tap, and an empty stroke has no events`() throws {
    var stroke = Stroke()
    #expect(StrokeRendering().timeline(of: [stroke]).events.isEmpty)
    try stroke.append(.init(time: 7, x: 1, y: 1))
    let timeline = StrokeRendering().timeline(of: [stroke])
    #expect(timeline.events.map(\.kind) == [.transient] && timeline.events[0].time == 0)
  }

  @Test(arguments: [0.001, 0.02, 0.05, 0.061, 0.1])
  func `Short strokes also fade in and out`(seconds: Double) throws {
    var stroke = Stroke()
    try stroke.append(.init(time: 0, x: 0, y: 0))
    try stroke.append(.init(time: Seconds(seconds), x: 10, y: 0))
    let points = try curve(StrokeRendering().event(of: stroke))
    #expect(points.first?.intensity == 0 && points.last?.intensity == 0)
    #expect(points.contains { $0.intensity > 0 })
    #expect(points.last?.time == Seconds(seconds))
  }

  @Test func `All curve points stay within their event despite rounding`() throws {
    var stroke = Stroke()
    // A duration a hair below a whole number of samples.
    try stroke.append(.init(time: 1.7, x: 0, y: 0))
    try stroke.append(.init(time: 2.3, x: 10, y: 0))
    #expect(stroke.duration.value < 0.6)
    var rendering = StrokeRendering()
    rendering.rate = 10
    rendering.tolerance = 0
    let points = try curve(rendering.event(of: stroke))
    #expect(points.last?.time == stroke.duration && points.last?.intensity == 0)
    #expect(zip(points, points.dropFirst()).allSatisfy { $0.time < $1.time })
  }

  @Test(arguments: StrokeTemplate.allCases)
  func `A template has 120 steps of 0.05 s and is slow`(template: StrokeTemplate) throws {
    let stroke = template.stroke(scale: .phone)
    #expect(stroke.points.count == 121 && stroke.duration == 6)
    let summary = StrokeSummary([stroke], scale: .phone)
    #expect(summary.gentleShare == 1)
    let other = StrokeSummary([template.stroke(scale: .millimeters)], scale: .millimeters)
    #expect(abs(other.length.value - summary.length.value) < 1e-12)
    #expect(StrokeRendering().timeline(of: [stroke]).duration == 6)
  }

  @Test func `A summary counts strokes, pauses, and time on the surface`() throws {
    let strokes = [try wavering(), try wavering(from: 2.4), try wavering(from: 6), Stroke()]
    let summary = StrokeSummary(strokes, scale: .millimeters)
    #expect(summary.strokes == 3 && summary.pauses == 1 && summary.withPressure == 3)
    #expect(summary.duration == 8 && abs(summary.surfaceTime.value - 6) < 1e-9)
    let mean = try #require(summary.meanSpeed)
    #expect(abs(mean.value - summary.length.value / 6) < 1e-12)
    let none = StrokeSummary([], scale: .millimeters)
    #expect(none.meanSpeed == nil && none.peakSpeed == nil && none.gentleShare == nil)
  }
}
