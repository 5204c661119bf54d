/// A recorded heart that determines the tempo of a session.
struct LentHeart {
  private let path: String
  private let shift: Seconds
  let playback: IntervalPlayback

  init(_ path: String, series: RRSeries, shift: Seconds) {
    (self.path, self.shift) = (path, shift)
    let correction = FaultCorrection(series)
    if correction.faults > 0 {
      let verb = correction.faults == 1 ? "is" : "are"
      Console.note(
        "\(path): \(correction.faults) of \(correction.labels.count) beats \(verb) corrected")
    }
    playback = IntervalPlayback(
      correction.corrected.intervals.map { ($0.end.seconds + shift, $0.length.seconds) },
      from: shift)
  }

  /// The heart of a page, with the words of the command for display.
  func page(words: [String]) -> PageHeart {
    PageHeart(Array(playback.remaining), words: words)
  }

  func requireDelivered(_ heart: IntervalPlayback?, length: Seconds) throws {
    guard let heart, heart.delivered + heart.refused == 0 else { return }
    throw CommandFailure(apart(heart, length))
  }

  func note(_ heart: IntervalPlayback?, length: Seconds) {
    guard let heart else { return }
    guard heart.delivered + heart.refused > 0 else { return Console.note(apart(heart, length)) }
    var parts = [counted(heart.delivered, "interval gives the tempo", "intervals give the tempo")]
    if heart.outside > 0 { parts.append("\(heart.outside) are outside the trace") }
    if heart.refused > 0 { parts.append("\(heart.refused) are too short or too long for a heart") }
    Console.note("\(path): \(parts.joined(separator: ", "))")
  }

  private func apart(_ heart: IntervalPlayback, _ length: Seconds) -> String {
    "\(path): no interval of the heart ends within the trace: the heart goes from \(Self.text(heart.span)), "
      + "the trace from \(Self.text(.zero...max(.zero, length))); --shift sets the time of the heart's first beat, "
      + "in seconds of the trace"
  }

  private static func text(_ span: ClosedRange<Seconds>) -> String {
    let ends = [span.lowerBound, span.upperBound].map { NumberText.rounded($0.value, 1) }
    return "\(ends[0]) to \(ends[1]) s"
  }
}
