/// The silence at the end of a timeline belongs to its period. A format whose files end with their last event states it as a
/// vibration of intensity 0.
extension Timeline {
  /// The shortest silence that can be felt.
  private static let shortestSilence = LossReport.Tolerance().time.value
  /// The longest silent event, in seconds: long enough for every player, and never cut.
  private static let longestEnd = 1.0

  /// The event that states the silence at the end; `nil` if there is no such silence.
  var silentEnd: HapticEvent? {
    let (end, last) = (duration.value, events.end)
    guard toNanosecond(end - last) >= Self.shortestSilence else { return nil }
    let start = toNanosecond(max(last, end - Self.longestEnd))
    return HapticEvent(at: start, .silent(0), lasting: toNanosecond(end - start))
  }

  fileprivate var withoutSilentEnd: Timeline {
    // A completely silent timeline keeps its events.
    guard !isSilent else { return self }
    let last = events.filter { $0.levels.contains { $0.intensity > 0 } }.end
    var copy = self
    copy.events.removeAll {
      $0.kind != .transient && $0.time.value >= last - 1e-9
        && $0.levels.allSatisfy { $0.intensity == 0 }
    }
    return copy
  }
}

extension TimelineDocument {
  mutating func takeSilentEnd() {
    timeline = timeline.withoutSilentEnd
    for index in places.indices { places[index].timeline = places[index].timeline.withoutSilentEnd }
  }
}
