/// Reads patterns of Pulsar like its player for iOS: the first amplitude applies from the start, and the last until the end
/// of both curves.
struct PulsarReader: TimelineReader {
  var log = ReadingLog()

  mutating func document(_ bytes: [UInt8]) -> TimelineDocument? {
    guard let root = JSONPlace.parse(bytes, &log), root.requireObject("the document", &log) else {
      return nil
    }
    let labels = ["name", "description", "tags", "duration", "emoji"].filter { root[$0] != nil }
    log.loss.note(.droppedAnnotations, of: .timeline, count: labels.count, names: labels)
    root.checkNames(
      ["continuousPattern", "discretePattern"] + labels,
      of: "continuousPattern discretePattern", &log)
    let curves = root["continuousPattern"] ?? JSONPlace([:])
    let amplitude = course(curves, "amplitude")
    let frequency = course(curves, "frequency")
    let taps = root.array("discretePattern", &log)?.compactMap { tap($0) } ?? []
    guard !log.hasErrors else { return nil }
    let end = max(amplitude.points.last?.time ?? 0, frequency.points.last?.time ?? 0)
    noteSeconds(taps.map { $0.time.value } + (amplitude.points + frequency.points).map { $0.time })
    let duration = Seconds(max(end, taps.end))
    guard !amplitude.points.isEmpty, end > 0 else {
      // A curve with only one moment is not played.
      if amplitude.points.contains(where: { $0.value > 0 }) {
        log.loss.note(.dropped, of: .continuous)
      }
      return TimelineDocument(Timeline(duration: duration, events: taps))
    }
    if frequency.points.isEmpty {
      log.warn(
        "no-frequency", at: curves.path, "without a frequency iPhones play no part of this curve",
        cure: "give \"frequency\" a point")
      log.assumeSharpness(of: .continuous)
    }
    if let first = amplitude.points.first, first.time > 0, first.value > 0 {
      log.note(
        "late-amplitude", at: curves.path,
        "the first amplitude point is at \(number(first.time)) s: iPhones play its amplitude from the start, "
          + "and Android from \(number(first.time)) s"
      )
    }
    let course = Course.joined(amplitude, frequency, from: 0, to: end)
    return TimelineDocument(
      Timeline(duration: duration, events: taps + EnvelopeSegment.sounding(course)))
  }

  private mutating func course(_ curves: JSONPlace, _ name: String) -> Course {
    var points = (curves.array(name, &log) ?? []).compactMap { place -> Course.Point? in
      guard let time = time(of: place),
        let value = place.number("value", in: 0...1, rule: "value-range", &log)
      else { return nil }
      place.checkNames(["time", "value"], of: "time value", isPlayed: true, &log)
      return Course.Point(time: time, value: value)
    }
    log.sort(&points, at: "\(curves.path).\(name)") { $0.time }
    return Course(points)
  }

  private mutating func tap(_ place: JSONPlace) -> HapticEvent? {
    guard let time = time(of: place),
      let amplitude = place.number("amplitude", in: 0...1, rule: "value-range", &log),
      let frequency = place.number("frequency", in: 0...1, rule: "value-range", &log)
    else { return nil }
    place.checkNames(
      ["time", "amplitude", "frequency"], of: "time amplitude frequency", isPlayed: true, &log)
    return HapticEvent(at: time, Level(intensity: amplitude, sharpness: frequency))
  }

  private mutating func time(of place: JSONPlace) -> Double? {
    guard place.requireObject("a point", &log) else { return nil }
    let range = 0...Timeline.longestTime * 1000
    return place.number("time", in: range, rule: "time-range", &log).map {
      toNanosecond($0 / 1000)
    }
  }

  /// Warns about times with fractions, all below 60: they are probably seconds, because as milliseconds they would be one
  /// tap.
  private mutating func noteSeconds(_ times: [Double]) {
    let written = times.map { toNanosecond($0 * 1000) }
    guard let last = written.max(), last < 60, written.contains(where: { $0 != $0.rounded() })
    else { return }
    log.warn(
      "seconds", at: "$",
      "the last time is \(number(last)) ms, and times have fractions: they look like seconds",
      cure: "times are in milliseconds: write 0.15 s as 150")
  }
}
