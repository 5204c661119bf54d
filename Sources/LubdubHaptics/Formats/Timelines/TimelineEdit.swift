/// Changes of a timeline, applied in order. Times are rounded to whole nanoseconds.
public enum TimelineEdit: Sendable, Hashable {
  /// Keeps the content at or after a time, which becomes time 0. Continuous events are cut at this time.
  case from(Seconds)
  /// Keeps the content before a time, counted from the start of the present timeline.
  case to(Seconds)
  /// Multiplies intensities; the result is clamped to 0...1, which `loss(in:)` reports.
  case gain(Double)
  /// Multiplies all times and lengths; above zero.
  case stretch(Double)
  /// Plays the timeline a number of times, at least once, each time a period after the previous start; by default, the
  /// period is the length of the timeline.
  case repetition(Int, every: Seconds? = nil)
  /// Plays another timeline after this timeline, with a gap between them.
  case join(Timeline, gap: Seconds = .zero)
  /// Plays another timeline together with this timeline, from a time on.
  case layer(Timeline, offset: Seconds = .zero)
  /// Removes the silence before the first event and after the last event, except for a given length.
  case trim(Seconds)
  /// Multiplies intensities by factors on straight lines between points, in the order of time; before the first point and
  /// after the last point, the factor is constant.
  case gainCurve([GainPoint])
  /// Reverses sharpnesses within their range: the sharpest becomes the dullest.
  case swapSharpness
  /// Fades the start in and the end out over a length. A whole tap is scaled by the fade at the end of the tap, 20 ms after
  /// its start.
  case fade(Seconds)

  /// A point of a gain curve.
  public struct GainPoint: Sendable, Hashable {
    /// The time of the factor, from the start of the timeline.
    public var time: Seconds
    /// The factor, 0 or more.
    public var factor: Double

    /// A point from its parts.
    public init(time: Seconds, factor: Double) { (self.time, self.factor) = (time, factor) }
  }

  private var fault: FormatError? {
    switch self {
    case .from(let time), .to(let time), .fade(let time), .trim(let time), .join(_, let time),
      .layer(_, let time):
      guard time.value.isFinite, time.value >= 0 else {
        return FormatError(rule: "edit-time", "a time is \(time.value) s, must be 0 or more")
      }
    case .gain(let factor) where !factor.isFinite || factor < 0:
      return FormatError(rule: "edit-gain", "the gain is \(factor), must be 0 or more")
    case .stretch(let factor) where !factor.isFinite || factor <= 0:
      return FormatError(rule: "edit-stretch", "the stretch is \(factor), must be above 0")
    case .repetition(_, let period?) where !(period.isFinite && period > .zero):
      return FormatError(rule: "edit-every", "the period is \(period.value) s, must be above 0")
    case .repetition(let count, _) where !(1...100_000).contains(count):
      return FormatError(
        rule: "edit-repeat", "the timeline is repeated \(count) times, must be 1...100000")
    case .gainCurve(let points):
      let isOrdered = zip(points, points.dropFirst()).allSatisfy { $0.time < $1.time }
      guard !points.isEmpty, isOrdered,
        points.allSatisfy({ $0.time.value >= 0 && $0.factor.isFinite && $0.factor >= 0 })
      else {
        return FormatError(
          rule: "edit-gain-curve",
          "a gain curve needs points in the order of time, with factors of 0 or more")
      }
    case .gain, .stretch, .repetition, .swapSharpness: break
    }
    return nil
  }

  private static func joined(_ beats: [Beat]) -> [Beat] {
    beats.inOrder { $0.time < $1.time }.reduce(into: []) { joined, beat in
      if joined.last?.time != beat.time { joined.append(beat) }
    }
  }

  /// The changed timeline. Heartbeats are moved and cut like transients.
  ///
  /// - Throws: `FormatError` for a number out of its range.
  public func applied(to timeline: Timeline) throws(FormatError) -> Timeline {
    if let fault { throw fault }
    switch self {
    case .from(let time):
      let cut = timeline.cut(from: time.value, to: timeline.duration.value)
      return cut.moved(by: -min(time.value, timeline.duration.value))
    case .to(let time): return timeline.cut(from: 0, to: min(time.value, timeline.duration.value))
    case .gain(let factor): return timeline.scaled { _, _ in factor }
    case .stretch(let factor): return timeline.stretched(by: factor)
    case .repetition(let count, let every):
      guard count * max(timeline.events.count, 1) <= Bound.events.most else {
        throw FormatError(
          rule: "edit-repeat", "\(count) repetitions have too many events, \(Bound.events.rule)")
      }
      let period = (every ?? timeline.duration).value
      let passes = (0..<count).map { timeline.moved(by: period * Double($0)) }
      let last =
        every == nil
        ? period * Double(count) : period * Double(count - 1) + max(period, timeline.duration.value)
      return Timeline(
        duration: Seconds(toNanosecond(last)), beats: Self.joined(passes.flatMap { $0.beats }),
        events: passes.flatMap { $0.events })
    case .join(let other, let gap):
      let next = other.moved(by: (timeline.duration + gap).value)
      return Timeline(
        duration: next.duration, beats: Self.joined(timeline.beats + next.beats),
        events: timeline.events + next.events)
    case .layer(let other, let offset):
      let layer = other.moved(by: offset.value)
      return Timeline(
        duration: max(timeline.duration, layer.duration), beats: timeline.beats,
        events: timeline.events + layer.events)
    case .fade(let length): return timeline.faded(over: length.value)
    case .trim(let margin):
      guard let first = timeline.events.first else { return timeline }
      let start = max(0, toNanosecond(first.time.value - margin.value))
      let end = min(timeline.duration.value, toNanosecond(timeline.events.end + margin.value))
      var trimmed = timeline.moved(by: -start)
      trimmed.beats.removeAll { $0.time < .zero }
      trimmed.duration = Seconds(toNanosecond(end - start))
      return trimmed
    case .gainCurve(let points): return timeline.scaled(by: points)
    case .swapSharpness:
      return timeline.sharpnessRange.map { timeline.withSwappedSharpness(in: $0) } ?? timeline
    }
  }
}

extension TimelineEdit {
  /// The losses of the edit besides its purpose: a gain limits intensities to 1.
  ///
  /// The amount is the excess of the largest intensity above 1.
  public func loss(in timeline: Timeline) -> LossReport {
    var loss = LossReport()
    let factor: Double
    switch self {
    case .gain(let gain): factor = gain
    case .gainCurve(let points): factor = points.map { $0.factor }.max() ?? 1
    default: return loss
    }
    for event in timeline.events {
      let excess = event.levels.reduce(0) { max($0, $1.intensity) } * factor - 1
      if excess > 1e-12 { loss.note(.clampedValue, of: event.subject, by: excess) }
    }
    return loss
  }
}

extension TimelineDocument {
  /// Applies an edit.
  ///
  /// A loop stays a loop after a gain and a stretch. Any other edit changes the repeated content: the result is played once,
  /// which is counted.
  ///
  /// - Parameters:
  ///   - edit: The change.
  ///   - others: The places of the timeline that is joined or layered. Events without a place belong to all places.
  ///   - loss: Counts the losses besides the purpose of the edit.
  /// - Throws: `FormatError` for a number out of its range.
  public mutating func apply(
    _ edit: TimelineEdit, with others: [TimelinePlace] = [], loss: inout LossReport
  ) throws(FormatError) {
    let edited = try edit.applied(to: timeline)
    loss.merge(edit.loss(in: timeline))
    let whole = timeline
    timeline = edited
    try editPlaces(edit, of: whole, with: others)
    // Values from another file or an edit are not assumptions.
    switch edit {
    case .join, .layer, .swapSharpness: assumed = LossReport(.read)
    default: break
    }
    // The other effects of a selection are not edited.
    let effects = annotations.removeValue(forKey: AndroidXML.alternatives)?.array ?? []
    loss.note(.dropped, of: .effect, count: max(0, effects.count - 1))
    guard let loop = annotations["loop"] else { return }
    annotations["loop"] = SteadyLoop(annotation: loop)?.edited(edit)?.annotation
    if annotations["loop"] == nil { loss.note(.onePass, of: .timeline) }
  }
}
