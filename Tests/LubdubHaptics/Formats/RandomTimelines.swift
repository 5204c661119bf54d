import TestSupport

@testable import LubdubHaptics

/// Timelines of seeded random events.
struct RandomTimelines {
  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func unit() -> Double { generator.unit() }

  mutating func integer(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  /// Events anywhere: they overlap, touch, coincide, and curves jump.
  mutating func tangled() -> Timeline {
    let events = (0..<integer(0...12)).map { _ in
      let time = integer(0...3) == 0 ? Double(integer(0...6)) / 2 : unit() * 4
      return event(at: time)
    }
    return finish(events)
  }

  /// Events with rests between them that are longer than any pulse.
  mutating func separated() -> Timeline {
    var events: [HapticEvent] = []
    var time = unit()
    for _ in 0..<integer(1...12) {
      var event = event(at: time)
      event.intensity = 0.1 + 0.9 * event.intensity
      events.append(event)
      time = event.end + 0.1 + unit()
    }
    return finish(events)
  }

  /// A course as in a designer's file, with jumps and ramps, and stronger taps on it.
  mutating func emphasized() -> Timeline {
    var events = [event(at: 0.1)]
    events[0].kind = .continuous(duration: 3, curve: curve(within: 3))
    for _ in 0..<integer(1...20) {
      let time = integer(0...4) == 0 ? Double(integer(0...31)) / 10 : unit() * 3.3
      events.append(
        HapticEvent(time: Seconds(toNanosecond(time)), intensity: level(), sharpness: level()))
    }
    return Timeline(duration: 3.5, events: events)
  }

  private mutating func finish(_ events: [HapticEvent]) -> Timeline {
    let end = events.map(\.end).max() ?? 0
    let beats = (0..<integer(0...3)).map {
      Beat(
        time: Seconds(Double($0) + unit()), interval: Seconds(unit()), intensity: unit(),
        zone: integer(0...4))
    }
    return Timeline(duration: Seconds(end + 0.5 + unit()), beats: beats, events: events)
  }

  private mutating func event(at time: Double) -> HapticEvent {
    let kind: HapticEvent.Kind
    switch integer(0...3) {
    case 0, 1: kind = .transient
    case 2: kind = .continuous(duration: Seconds(0.05 + unit()), curve: [])
    default:
      let duration = 0.05 + unit() * (integer(0...9) == 0 ? 70 : 2)
      kind = .continuous(duration: Seconds(duration), curve: curve(within: duration))
    }
    return HapticEvent(
      time: Seconds(time), intensity: level(), sharpness: level(), kind: kind)
  }

  private mutating func level() -> Double {
    switch integer(0...5) {
    case 0: 0
    case 1: 1
    case 2: Double(integer(0...100)) / 100
    default: unit()
    }
  }

  private mutating func curve(within duration: Double) -> [HapticEvent.CurvePoint] {
    var times = (0..<integer(1...40)).map { _ in unit() * duration }.sorted()
    if times.count > 2, integer(0...1) == 0 { times[1] = times[0] }
    let sharpness = level()
    let varies = integer(0...1) == 0
    return times.map {
      .init(
        time: Seconds($0), intensity: level(), sharpness: varies ? level() : sharpness)
    }
  }
}

/// The combined course of all continuous events of a timeline, computed the plain way: intensities add up to at most full
/// strength, and the strongest event sets the sharpness.
struct PlainCourse {
  let events: [HapticEvent]

  init(_ timeline: Timeline) {
    events = timeline.events.filter { $0.kind != .transient }
  }

  /// The level of one event from the left or the right of a moment.
  static func level(_ event: HapticEvent, _ time: Double, left: Bool) -> Level? {
    guard case .continuous(let duration, let curve) = event.kind else { return nil }
    let local = time - event.time.value
    let isInside =
      left ? local > 0 && local <= duration.value : local >= 0 && local < duration.value
    guard isInside else { return nil }
    guard let first = curve.first, let last = curve.last else {
      return Level(intensity: event.intensity, sharpness: event.sharpness)
    }
    func level(_ point: HapticEvent.CurvePoint) -> Level {
      Level(intensity: point.intensity, sharpness: point.sharpness)
    }
    var after = 0
    while after < curve.count,
      left ? curve[after].time.value < local : curve[after].time.value <= local
    { after += 1 }
    guard after < curve.count else { return level(last) }
    guard after > 0 else { return level(first) }
    let (from, to) = (curve[after - 1], curve[after])
    let width = to.time.value - from.time.value
    guard width > 0 else { return level(to) }
    let share = (local - from.time.value) / width
    return Level(
      intensity: from.intensity + (to.intensity - from.intensity) * share,
      sharpness: from.sharpness + (to.sharpness - from.sharpness) * share)
  }

  func felt(_ time: Double, left: Bool = false) -> Level {
    let levels = events.compactMap { Self.level($0, time, left: left) }
    var level = levels.max { $0.intensity < $1.intensity } ?? Level(intensity: 0, sharpness: 0)
    level.intensity = min(1, levels.reduce(0) { $0 + $1.intensity })
    return level
  }

  /// Every moment at which an event starts, ends or bends.
  var bends: [Double] {
    events.flatMap { event -> [Double] in
      guard case .continuous(let duration, let curve) = event.kind else { return [] }
      let start = event.time.value
      return [start, start + duration.value] + curve.map { start + $0.time.value }
    }
  }

  /// The least and the greatest intensity within a span of time, of events that may each be moved within it.
  func range(_ start: Double, _ end: Double) -> ClosedRange<Double> {
    // A bend's own time is rounded: a nanosecond to either side is surely left or right of it.
    let inner = bends.filter { $0 >= start && $0 <= end }.flatMap { [$0 - 1e-9, $0, $0 + 1e-9] }
    let times = [start, end] + inner
    var (least, most) = (0.0, 0.0)
    for event in events {
      let values = times.flatMap { time in
        [true, false].map { Self.level(event, time, left: $0)?.intensity ?? 0 }
      }
      least += values.min() ?? 0
      most += values.max() ?? 0
    }
    return min(1, least)...min(1, most)
  }
}
