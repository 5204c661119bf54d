internal import JSON
internal import Haptics
internal import Quantities

extension Haptic {
  static func read(
    _ bytes: [UInt8], findings: inout [Finding], loss: inout LossReport
  ) -> TimelineDocument? {
    guard let root = JSONPlace.parse(bytes, findings: &findings) else { return nil }
    var reader = HapticReader()
    let timeline = reader.timeline(root)
    findings += reader.findings
    loss.merge(reader.loss)
    loss.note(.droppedAnnotations, of: .timeline, count: root["metadata"]?.value.object?.count ?? 0)
    return timeline.map { TimelineDocument($0) }
  }
}

/// Reads `.haptic` 1.x by the rules of the specification, which its vendor's reader does not check.
private struct HapticReader {
  var findings: [Finding] = []
  private(set) var loss = LossReport(.read)

  /// A moment and the square root of what the file says there.
  private typealias Point = SquareLaw.Point

  private mutating func fail(_ rule: String, _ path: String, _ message: String) {
    findings.append(Finding(.error, rule: rule, at: path, message))
  }

  /// Tells members that are not known, and counts them: what they say is not played.
  private mutating func warnUnknown(_ place: JSONPlace?, besides known: [String]) {
    let count = place?.warnUnknown(besides: known, findings: &findings) ?? 0
    loss.note(.dropped, of: .effect, count: count)
  }

  mutating func timeline(_ root: JSONPlace) -> Timeline? {
    guard root.requireObject("the document", findings: &findings) else { return nil }
    guard let major = root["version"]?["major"]?.value.number else {
      fail("missing-version", "$.version", "\"version\" needs the member \"major\"")
      return nil
    }
    guard major == 1 else {
      fail("unknown-version", "$.version.major", "the major version is \(number(major)), must be 1")
      return nil
    }
    let others = root.warnUnknown(
      besides: ["version", "metadata", "signals"], findings: &findings)
    loss.note(.droppedAnnotations, of: .timeline, count: others)
    warnUnknown(root["signals"], besides: ["continuous"])
    warnUnknown(root["signals"]?["continuous"], besides: ["envelopes"])
    warnUnknown(
      root["signals"]?["continuous"]?["envelopes"], besides: ["amplitude", "frequency"])
    guard let envelopes = root["signals"]?["continuous"]?["envelopes"] else {
      fail("missing-signals", "$", "\"signals.continuous.envelopes\" is missing")
      return nil
    }
    guard let amplitudes = envelopes.array("amplitude", findings: &findings) else { return nil }
    var transients: [HapticEvent] = []
    let points = SquareLaw.bent(amplitudes.compactMap { amplitude($0, &transients) })
    let sharpness = SquareLaw.bent(frequencies(envelopes))
    checkAmplitudes(points, at: "\(envelopes.path).amplitude")
    if findings.contains(where: { $0.severity == .error }) { return nil }
    guard let end = points.last?.time else { return nil }
    if let last = sharpness.last, last.time > end {
      findings.append(
        Finding(
          .warning, rule: "frequency-after-end", at: "\(envelopes.path).frequency",
          "the last frequency point is at \(last.time) s, after the last amplitude point at \(end) s",
          cure: "cut the frequency envelope at \(end) s"))
    }
    let events = runs(points, sharpness).map { event($0) } + transients
    return Timeline(duration: Seconds(end), events: events)
  }

  private mutating func checkAmplitudes(_ points: [Point], at path: String) {
    guard findings.allSatisfy({ $0.severity != .error }) else { return }
    guard points.count >= 2, let last = points.last else {
      fail(
        "too-few-amplitude-points", path,
        "two or more amplitude points are needed, there "
          + (points.count == 1 ? "is one" : "are none"))
      return
    }
    if last.time <= 0 { fail("zero-duration", path, "the duration must be above 0") }
  }

  private var lastAmplitudeTime = 0.0

  private mutating func amplitude(
    _ place: JSONPlace, _ transients: inout [HapticEvent]
  ) -> Point? {
    var last = lastAmplitudeTime
    defer { lastAmplitudeTime = last }
    guard let time = time(place, after: &last),
      let amplitude = place.number(
        "amplitude", in: 0...1, rule: "amplitude-range", findings: &findings)
    else { return nil }
    warnUnknown(place, besides: ["time", "amplitude", "emphasis"])
    let intensity = toPicoUnit(amplitude.squareRoot())
    guard let emphasis = place["emphasis"], emphasis.value != .null else {
      return Point(time: time, root: intensity)
    }
    guard emphasis.requireObject("\"emphasis\"", findings: &findings),
      let strength = emphasis.number(
        "amplitude", in: 0...1, rule: "emphasis-range", findings: &findings),
      let frequency = emphasis.number(
        "frequency", in: 0...1, rule: "emphasis-range", findings: &findings)
    else { return nil }
    warnUnknown(emphasis, besides: ["amplitude", "frequency"])
    guard strength >= amplitude else {
      fail(
        "emphasis-below-envelope", "\(emphasis.path).amplitude",
        "the emphasis of \(strength) is below the envelope's \(amplitude) there")
      return nil
    }
    transients.append(
      HapticEvent(
        time: Seconds(time), intensity: toPicoUnit(strength.squareRoot()),
        sharpness: toPicoUnit(frequency)))
    return Point(time: time, root: intensity)
  }

  private mutating func frequencies(_ envelopes: JSONPlace) -> [Point] {
    guard let member = envelopes["frequency"], member.value != .null else { return [] }
    guard let elements = envelopes.array("frequency", findings: &findings) else { return [] }
    var last = 0.0
    return elements.compactMap { place in
      guard let time = time(place, after: &last),
        let frequency = place.number(
          "frequency", in: 0...1, rule: "frequency-range", findings: &findings)
      else { return nil }
      warnUnknown(place, besides: ["time", "frequency"])
      return Point(time: time, root: toPicoUnit(frequency.squareRoot()))
    }
  }

  private mutating func time(_ place: JSONPlace, after last: inout Double) -> Double? {
    let range = 0...NormalizedTimeline.longestTime
    guard place.requireObject("a point", findings: &findings),
      let time = place.number("time", in: range, rule: "time-range", findings: &findings)
    else { return nil }
    guard time >= last else {
      fail("time-order", "\(place.path).time", "\(time) s follows \(last) s: times never decrease")
      return nil
    }
    last = time
    return toNanosecond(time)
  }

  // MARK: Events

  private typealias EnvelopeRun = [(time: Double, level: Level)]

  /// The parts of the envelope that sound.
  private func runs(_ points: [Point], _ sharpness: [Point]) -> [EnvelopeRun] {
    var tones = Tones(points: sharpness)
    var runs: [EnvelopeRun] = []
    var run: EnvelopeRun = []
    func close() {
      if run.count > 1 { runs.append(run) }
      run = []
    }
    for (left, right) in zip(points, points.dropFirst()) where right.time > left.time {
      guard left.root > 0 || right.root > 0 else {
        close()
        continue
      }
      let ramp = EnvelopeSegment(
        start: left.time, end: right.time, from: Level(intensity: left.root, sharpness: 0),
        to: Level(intensity: right.root, sharpness: 0))
      func append(_ time: Double, _ sharpness: Double) {
        let level = Level(intensity: ramp.level(at: time).intensity, sharpness: sharpness)
        if let last = run.last, last.time == time, last.level == level { return }
        run.append((time, level))
      }
      for (time, sharpness) in tones.course(from: left.time, to: right.time) {
        append(time, sharpness)
      }
    }
    close()
    return runs
  }

  /// The frequency envelope, read from left to right.
  private struct Tones {
    var points: [Point]
    private var index = 0

    init(points: [Point]) {
      self.points = points
    }

    /// The course within two times, both ends included.
    mutating func course(from start: Double, to end: Double) -> [(Double, Double)] {
      guard !points.isEmpty else { return [(start, 0.5), (end, 0.5)] }
      while index + 1 < points.count, points[index + 1].time <= start { index += 1 }
      var result = [(start, value(at: start, left: index))]
      var next = index
      while next + 1 < points.count, points[next + 1].time < end {
        next += 1
        if points[next].time > start { result.append((points[next].time, points[next].root)) }
      }
      result.append((end, value(at: end, left: next)))
      return result
    }

    private func value(at time: Double, left: Int) -> Double {
      let first = points[left]
      guard time > first.time, left + 1 < points.count else { return first.root }
      let next = points[left + 1]
      guard next.time > first.time else { return next.root }
      let share = (time - first.time) / (next.time - first.time)
      return share >= 1
        ? next.root
        : toPicoUnit(first.root + (next.root - first.root) * share)
    }
  }

  private func event(_ run: EnvelopeRun) -> HapticEvent {
    let start = run[0].time
    let duration = toNanosecond(run[run.count - 1].time - start)
    let peak = run.map { $0.level }.max { $0.intensity < $1.intensity } ?? run[0].level
    let isFlat = run.count == 2 && run[0].level == run[1].level
    let curve = run.map {
      HapticEvent.CurvePoint(
        time: Seconds(toNanosecond($0.time - start)), intensity: $0.level.intensity,
        sharpness: $0.level.sharpness)
    }
    return HapticEvent(
      time: Seconds(start), intensity: peak.intensity, sharpness: peak.sharpness,
      kind: .continuous(duration: Seconds(duration), curve: isFlat ? [] : curve))
  }
}
