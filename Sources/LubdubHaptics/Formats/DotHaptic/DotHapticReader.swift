/// Reads `.haptic` 1.x by the rules of the specification, which its vendor's reader does not check.
struct DotHapticReader: TimelineReader {
  var log = ReadingLog()

  /// A point whose value is the square root of the file's value.
  private typealias Point = Course.Point

  private mutating func check(_ place: JSONPlace?, _ known: [String], isPlayed: Bool = false) {
    let words =
      "version metadata signals continuous envelopes amplitude frequency time emphasis intensity sharpness"
    place?.checkNames(known, of: words, isPlayed: isPlayed, &log)
  }

  mutating func document(_ bytes: [UInt8]) -> TimelineDocument? {
    guard let root = JSONPlace.parse(bytes, &log) else { return nil }
    let metadata = root["metadata"]?.value.object ?? [:]
    let tag = metadata["tags"]?.array?.first?.string
    if tag == AmplitudeLaw.tag(of: nil) { log.law = nil }
    if tag == AmplitudeLaw.tag(of: .linear) { log.law = .linear }
    log.loss.note(
      .droppedAnnotations, of: .timeline, count: metadata.count - (log.law == .root ? 0 : 1))
    return timeline(root).map { TimelineDocument($0) }
  }

  private mutating func timeline(_ root: JSONPlace) -> Timeline? {
    guard root.requireObject("the document", &log) else { return nil }
    guard let major = root["version"]?.number("major") else {
      return log.fail("missing-version", at: "$.version", "\"version\" needs the member \"major\"")
    }
    guard major == 1 else {
      return log.fail(
        "unknown-version", at: "$.version.major",
        "the major version is \(number(major)), must be 1")
    }
    check(root, ["version", "metadata", "signals"])
    let continuous = root["signals"]?["continuous"]
    check(root["signals"], ["continuous"], isPlayed: true)
    check(continuous, ["envelopes"], isPlayed: true)
    check(continuous?["envelopes"], ["amplitude", "frequency"], isPlayed: true)
    guard let envelopes = continuous?["envelopes"] else {
      return log.fail("missing-signals", at: "$", "\"signals.continuous.envelopes\" is missing")
    }
    guard let amplitudes = envelopes.array("amplitude", &log) else { return nil }
    var transients: [HapticEvent] = []
    var last = 0.0
    let points = amplitudes.compactMap { amplitude($0, after: &last, &transients) }
    let sharpness = frequencies(envelopes)
    if sharpness.isEmpty { log.assumeSharpness(of: .continuous) }
    guard !log.hasErrors else { return nil }
    guard points.count >= 2, let end = points.last?.time else {
      return log.fail(
        "too-few-amplitude-points", at: "\(envelopes.path).amplitude",
        "two or more amplitude points are needed, there "
          + (points.count == 1 ? "is one" : "are none"))
    }
    guard end > 0 else {
      return log.fail(
        "zero-duration", at: "\(envelopes.path).amplitude", "the duration must be above 0")
    }
    if let last = sharpness.last, last.time > end {
      log.warn(
        "frequency-after-end", at: "\(envelopes.path).frequency",
        "the last frequency point is at \(last.time) s, after the last amplitude point at \(end) s",
        cure: "cut the frequency envelope at \(end) s")
    }
    let course = Course.joined(
      Course(points, isRoot: log.law != .linear), Course(sharpness, isRoot: true),
      from: points[0].time, to: end)
    let events = EnvelopeSegment.sounding(course)
    return Timeline(duration: Seconds(end), events: events + transients)
  }

  private mutating func amplitude(
    _ place: JSONPlace, after last: inout Double, _ transients: inout [HapticEvent]
  ) -> Point? {
    guard let time = time(place, after: &last),
      let amplitude = place.number("amplitude", in: 0...1, rule: "amplitude-range", &log)
    else { return nil }
    check(place, ["time", "amplitude", "emphasis"])
    let point = Point(time: time, value: intensity(amplitude))
    guard let emphasis = place["emphasis"], !emphasis.value.isNull else { return point }
    guard emphasis.requireObject("\"emphasis\"", &log),
      let strength = emphasis.number("amplitude", in: 0...1, rule: "emphasis-range", &log),
      let frequency = emphasis.number("frequency", in: 0...1, rule: "emphasis-range", &log)
    else { return nil }
    check(emphasis, ["amplitude", "frequency"])
    guard strength >= amplitude else {
      return log.fail(
        "emphasis-below-envelope", at: "\(emphasis.path).amplitude",
        "the emphasis of \(strength) is below the envelope's \(amplitude) there")
    }
    let level = Level(intensity: intensity(strength), sharpness: toPicoUnit(frequency))
    transients.append(HapticEvent(at: time, level))
    return point
  }

  private func intensity(_ amplitude: Double) -> Double {
    toPicoUnit(log.law == .linear ? amplitude : amplitude.squareRoot())
  }

  private mutating func frequencies(_ envelopes: JSONPlace) -> [Point] {
    guard let member = envelopes["frequency"], !member.value.isNull,
      let elements = envelopes.array("frequency", &log)
    else { return [] }
    var last = 0.0
    return elements.compactMap { place in
      guard let time = time(place, after: &last),
        let frequency = place.number("frequency", in: 0...1, rule: "frequency-range", &log)
      else { return nil }
      check(place, ["time", "frequency"])
      return Point(time: time, value: toPicoUnit(frequency.squareRoot()))
    }
  }

  private mutating func time(_ place: JSONPlace, after last: inout Double) -> Double? {
    let range = 0...Timeline.longestTime
    guard place.requireObject("a point", &log),
      let time = place.number("time", in: range, rule: "time-range", &log)
    else { return nil }
    guard time >= last else {
      return log.fail(
        "time-order", at: "\(place.path).time",
        "\(time) s follows \(last) s: times never decrease")
    }
    last = time
    return toNanosecond(time)
  }
}
