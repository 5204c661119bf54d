/// A part of a timeline that repeats without end: all events from `start` on, every `period`. The start and the period are
/// in seconds.
struct SteadyLoop: Hashable {
  var start: Double
  var period: Double

  static let fewestRepetitions = 3

  init(start: Double, period: Double) { (self.start, self.period) = (start, period) }

  init?(annotation: JSONValue?) {
    guard let start = annotation?["start_s"]?.number, let period = annotation?["period_s"]?.number,
      start >= 0, period > 0
    else { return nil }
    self.init(start: start, period: period)
  }

  var annotation: JSONValue { ["start_s": .number(start), "period_s": .number(period)] }

  init?(_ timeline: Timeline) {
    let events = timeline.events
    guard let first = events.first,
      let size = (1...max(1, events.count / Self.fewestRepetitions)).first(where: {
        events.count / $0 >= Self.fewestRepetitions && events.count % $0 == 0
          && Self.repeats(events, every: $0)
      })
    else { return nil }
    start = first.time.value
    // The mean over all passes: each time is rounded to a nanosecond, and the mean is more exact.
    period = (events[events.count - size].time.value - start) / Double(events.count / size - 1)
    guard events[..<size].allSatisfy({ $0.end <= start + period }) else { return nil }
  }

  /// Creates a loop of the whole timeline: each pass begins at the end of the previous pass.
  init?(whole timeline: Timeline) {
    guard !timeline.events.isEmpty else { return nil }
    // A tap at the end has the length of any other tap.
    let taps = timeline.events.transients.map { $0.time.value + WaveformSteps.pulse }
    (start, period) = (0, toNanosecond(max(timeline.duration.value, taps.max() ?? 0)))
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

  func edited(_ edit: TimelineEdit) -> SteadyLoop? {
    switch edit {
    case .gain, .swapSharpness: return self
    case .stretch(let factor):
      return SteadyLoop(start: toNanosecond(start * factor), period: toNanosecond(period * factor))
    case .from, .to, .repetition, .join, .layer, .fade, .trim, .gainCurve: return nil
    }
  }

  /// A loop as a format with whole milliseconds repeats it: several passes that together last whole milliseconds, so that
  /// rounding errors don't add up.
  struct Round: Hashable {
    var passes: Int
    var milliseconds: Int
    /// The error of a round in seconds; 0 when some number of passes lasts whole milliseconds.
    var error: Double
  }

  /// The maximum number of passes in a round: enough to make every whole number of beats per minute up to 240 exact.
  private static let mostPasses = 240

  /// The fewest passes that last whole milliseconds; otherwise, the passes whose error is the smallest share of their
  /// length.
  var round: Round {
    var best = Round(passes: 1, milliseconds: 1, error: .infinity)
    for passes in 1...Self.mostPasses {
      let length = period * 1000 * Double(passes)
      guard length < Timeline.longestTime, length >= 0.5 else { continue }
      let whole = Int(length.rounded())
      let error = abs(length - Double(whole)) / 1000
      // The period is known to half a nanosecond.
      if error <= Double(passes) * 0.5e-9 + 1e-10 {
        return Round(passes: passes, milliseconds: whole, error: 0)
      }
      if error / Double(passes) < best.error / Double(best.passes) {
        best = Round(passes: passes, milliseconds: whole, error: error)
      }
    }
    return best
  }
}

extension Timeline {
  func first(_ round: SteadyLoop.Round, of loop: SteadyLoop) -> Timeline {
    let length = Double(round.milliseconds) / 1000
    return Timeline(
      duration: Seconds(toNanosecond(loop.start + length)), events: passes(round.passes, of: loop))
  }

  func unrolled(_ loop: SteadyLoop, until end: Double) -> Timeline {
    let count = ((end - loop.start) / loop.period).rounded(.up)
    return Timeline(passes(Int(min(max(count, 1), 1e6)), of: loop))
  }

  private func passes(_ count: Int, of loop: SteadyLoop) -> [HapticEvent] {
    let end = toNanosecond(loop.start + loop.period)
    let pass = events.filter { $0.time.value >= loop.start && $0.time.value < end }
    let most = Bound.events.most / max(pass.count, 1)
    return events.filter { $0.time.value < loop.start }
      + (0..<min(count, most)).flatMap { index in
        pass.map { event in
          var event = event
          event.time = Seconds(toNanosecond(event.time.value + loop.period * Double(index)))
          return event
        }
      }
  }
}

extension TimelineEncoding {
  /// The loop to write: the loop of the source file, otherwise the loop of a steady timeline if requested. An inexact round,
  /// and a requested loop that does not exist, are counted.
  mutating func loop(count: Int, budget: Int) -> (loop: SteadyLoop, round: SteadyLoop.Round)? {
    guard loop == nil || options.looping != .never else {
      loss.note(.onePass, of: .timeline)
      return nil
    }
    guard let found = loop ?? wantedLoop(count, budget) else { return nil }
    let round = found.round
    guard loop != nil || options.looping == .always || round.error == 0 else { return nil }
    if loop == nil { loss.note(.endless, of: .timeline) }
    if round.error > 0 { loss.note(.roundedTime, of: .timeline, by: round.error) }
    return (found, round)
  }

  private mutating func wantedLoop(_ count: Int, _ budget: Int) -> SteadyLoop? {
    let isAsked = options.looping == .always
    guard isAsked || options.looping == .automatic && count > budget && !options.isStrict
    else { return nil }
    return SteadyLoop(timeline) ?? (isAsked ? SteadyLoop(whole: timeline) : nil)
  }
}
