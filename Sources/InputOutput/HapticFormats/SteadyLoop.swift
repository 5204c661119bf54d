internal import Haptics
internal import JSON
internal import Quantities

/// A part of a timeline that repeats without end: everything from `start` on, every `period`. Both are
/// in seconds.
struct SteadyLoop: Hashable {
  var start: Double
  var period: Double

  /// The fewest repetitions that count as steady.
  static let fewestRepetitions = 3

  init(start: Double, period: Double) {
    (self.start, self.period) = (start, period)
  }

  /// The loop that a document was read with.
  init?(annotation: JSONValue?) {
    guard let start = annotation?["start_s"]?.number, let period = annotation?["period_s"]?.number,
      start >= 0, period > 0
    else { return nil }
    self.init(start: start, period: period)
  }

  /// What is written into a document for it.
  var annotation: JSONValue {
    ["start_s": .number(start), "period_s": .number(period)]
  }

  /// The loop of a timeline whose events repeat, all of them, with one exact period.
  init?(_ timeline: Timeline) {
    let events = timeline.events
    guard let first = events.first,
      let size = (1...max(1, events.count / Self.fewestRepetitions)).first(where: {
        events.count / $0 >= Self.fewestRepetitions && events.count % $0 == 0
          && Self.repeats(events, every: $0)
      })
    else { return nil }
    start = first.time.value
    period = toNanosecond(events[size].time.value - start)
    guard events[..<size].allSatisfy({ $0.end <= start + period }) else { return nil }
  }

  private static func repeats(_ events: [HapticEvent], every size: Int) -> Bool {
    guard size < events.count else { return false }
    let period = events[size].time.value - events[0].time.value
    guard period > 0 else { return false }
    return (size..<events.count).allSatisfy { index in
      let (now, before) = (events[index], events[index - size])
      return now.kind == before.kind && now.level == before.level
        && abs(now.time.value - before.time.value - period) < 1.5e-9
    }
  }

  /// The loop after an edit; `nil` when the edit ends it.
  func edited(_ edit: TimelineEdit) -> SteadyLoop? {
    switch edit {
    case .gain: return self
    case .stretch(let factor):
      let longer = SteadyLoop(
        start: toNanosecond(start * factor), period: toNanosecond(period * factor))
      return longer.isExactInMilliseconds ? longer : nil
    case .from, .to, .repetition, .join, .layer, .fade: return nil
    }
  }

  /// Whether the period is a whole number of milliseconds, so that a repetition never drifts.
  var isExactInMilliseconds: Bool {
    let ticks = period * 1000
    return ticks >= 1 && abs(ticks - ticks.rounded()) < 1e-6
  }
}

extension Timeline {
  /// The first pass only: events that start before the loop's first repetition.
  func firstPass(of loop: SteadyLoop) -> Timeline {
    let end = toNanosecond(loop.start + loop.period)
    return Timeline(duration: Seconds(end), events: events.filter { $0.time.value < end })
  }
}

extension ExportOptions.Looping {
  /// Whether a steady timeline becomes a loop.
  ///
  /// - Parameters:
  ///   - count: How many steps or points it has as a whole.
  ///   - budget: How many of them players take.
  /// - Returns: Whether it is to be written as a loop.
  func applies(to count: Int, budget: Int) -> Bool {
    self == .always || self == .automatic && count > budget
  }
}
