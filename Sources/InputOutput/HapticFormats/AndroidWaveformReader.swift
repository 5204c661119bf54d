internal import JSON
internal import Haptics

extension AndroidWaveform {
  /// Reads the arguments of `createWaveform`: timings, amplitudes where there are any, and the index
  /// from which they repeat.
  static func read(
    _ bytes: [UInt8], findings: inout [Finding], loss: inout LossReport
  ) -> TimelineDocument? {
    guard let root = JSONPlace.parse(bytes, findings: &findings),
      root.requireObject("the document", findings: &findings),
      let timings = numbers("timings", of: root, 0...longestTiming, &findings)
    else { return nil }
    // Without amplitudes they alternate, and the first is a pause.
    var amplitudes = timings.indices.map { $0.isMultiple(of: 2) ? 0.0 : -1 }
    if root["amplitudes"] != nil {
      guard let given = numbers("amplitudes", of: root, -1...255, &findings) else { return nil }
      amplitudes = given
    }
    guard amplitudes.count == timings.count else {
      return fail(
        "amplitude-count", "$.amplitudes",
        "there are \(amplitudes.count) amplitudes for \(timings.count) timings", &findings)
    }
    let total = timings.reduce(0, +)
    guard total > 0, total <= longestTiming else {
      return fail(
        "zero-total", "$.timings", "the timings last \(number(total)) ms, must be above 0",
        &findings)
    }
    let index = root["repeat"]?.value.number ?? -1
    guard let first = Int(exactly: index), (-1..<timings.count).contains(first) else {
      return fail(
        "repeat-index", "$.repeat",
        "\"repeat\" is \(number(index)), must be -1 or the index of a timing", &findings)
    }
    let steps = zip(timings, amplitudes).map { timing, amplitude in
      if amplitude < 0, timing > 0 { loss.note(.assumed, of: .continuous) }
      return Steps.Step(
        milliseconds: Int(timing), intensity: amplitude < 0 ? 1 : amplitude / 255)
    }
    let timeline = Steps.timeline(steps)
    let start = timings.prefix(max(first, 0)).reduce(0, +)
    guard first >= 0, total > start else { return TimelineDocument(timeline) }
    let loop = SteadyLoop(start: start / 1000, period: (total - start) / 1000)
    return TimelineDocument(timeline, annotations: ["loop": loop.annotation])
  }

  /// 104 days in milliseconds, the longest timeline.
  private static let longestTiming = 9_007_199_000.0

  private static func fail(
    _ rule: String, _ path: String, _ message: String, _ findings: inout [Finding]
  ) -> TimelineDocument? {
    findings.append(Finding(.error, rule: rule, at: path, message))
    return nil
  }

  private static func numbers(
    _ name: String, of root: JSONPlace, _ range: ClosedRange<Double>, _ findings: inout [Finding]
  ) -> [Double]? {
    guard let places = root.array(name, findings: &findings) else { return nil }
    var values: [Double] = []
    for place in places {
      guard let value = place.value.number, range.contains(value), value == value.rounded() else {
        findings.append(
          Finding(
            .error, rule: "value-range", at: place.path,
            "\"\(name)\" holds whole numbers of \(number(range.lowerBound)) to "
              + "\(number(range.upperBound))"))
        return nil
      }
      values.append(value)
    }
    return values
  }
}
