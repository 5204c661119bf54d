internal import JSON
internal import Haptics
internal import Quantities

extension WebVibrate {
  /// How the script starts that is written for long patterns.
  static let scriptStart = "// Start of each array"

  /// Reads an array for `navigator.vibrate`, or the arrays of the script that is written for long
  /// patterns. A pulse of 31 to 60 ms is a transient, its length the intensity.
  static func read(
    _ bytes: [UInt8], findings: inout [Finding], loss: inout LossReport
  ) -> TimelineDocument? {
    let isScript = bytes.starts(with: scriptStart.utf8)
    guard
      let root = isScript ? table(bytes, &findings) : JSONPlace.parse(bytes, findings: &findings)
    else { return nil }
    var pulses: [Range<Int>] = []
    if isScript {
      for chunk in root.elements ?? [] {
        guard let at = chunk.elements?.first?.value.number, let list = chunk.elements?.last,
          (0...latestStart).contains(at)
        else {
          findings.append(
            Finding(.error, rule: "wrong-type", at: chunk.path, "expected a start and an array"))
          continue
        }
        pulses += read(list, from: Int(at), &findings)
      }
    } else {
      guard root.elements != nil else {
        findings.append(
          Finding(.error, rule: "wrong-type", at: root.path, "expected an array of milliseconds"))
        return nil
      }
      pulses = read(root, from: 0, &findings)
    }
    guard !findings.contains(where: { $0.severity == .error }) else { return nil }
    let events = touching(pulses).map { event($0) }
    let end = events.map { $0.end }.max() ?? 0
    return TimelineDocument(Timeline(duration: Seconds(toNanosecond(end)), events: events))
  }

  private static let latestStart = NormalizedTimeline.longestTime * 1000

  /// The rows of the script's table.
  private static func table(_ bytes: [UInt8], _ findings: inout [Finding]) -> JSONPlace? {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    let rows = lines.filter { $0.starts(with: "  [".utf8) }
    let text = [UInt8(ascii: "[")] + rows.joined() + [UInt8(ascii: "]")]
    return JSONPlace.parseTolerant(Array(text), findings: &findings).map { place in
      findings.removeAll { $0.rule == "trailing-comma" }
      return place
    }
  }

  /// Checks an array by the limits of browsers and gives its pulses.
  private static func read(
    _ list: JSONPlace, from start: Int, _ findings: inout [Finding]
  ) -> [Range<Int>] {
    let entries = list.elements ?? []
    if entries.count > entryLimit {
      findings.append(
        Finding(
          .error, rule: "too-many-entries",
          "there are \(entries.count) entries, browsers keep \(entryLimit)",
          cure: "play several arrays after each other from a script"))
    }
    var position = start
    var pulses: [Range<Int>] = []
    for (index, entry) in entries.enumerated() {
      guard let value = entry.value.number, value >= 0, value == value.rounded() else {
        findings.append(
          Finding(
            .error, rule: "wrong-type", at: entry.path,
            "entries are whole numbers of milliseconds"))
        continue
      }
      if value > Double(longestEntry) {
        findings.append(
          Finding(
            .error, rule: "entry-too-long", at: entry.path,
            "browsers cut an entry at \(longestEntry) ms"))
        continue
      }
      if index.isMultiple(of: 2), value > 0 {
        pulses.append(position..<position + Int(value))
        if value < Double(shortestPulse) { findings.append(shortPulse(entry, value)) }
      }
      position += Int(value)
    }
    if entries.count.isMultiple(of: 2), !entries.isEmpty {
      findings.append(
        Finding(
          .note, rule: "trailing-pause", at: "\(list.path)[\(entries.count - 1)]",
          "browsers drop a pause at the end"))
    }
    return pulses
  }

  private static func shortPulse(_ entry: JSONPlace, _ value: Double) -> Finding {
    Finding(
      .warning, rule: "short-pulse", at: entry.path,
      "a pulse of \(number(value)) ms may not be felt", cure: "use at least \(shortestPulse) ms")
  }

  /// Pulses that touch are one: an entry above 10 s is written with a pause of 0 ms.
  private static func touching(_ pulses: [Range<Int>]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for pulse in pulses.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, pulse.lowerBound <= last.upperBound {
        result[result.count - 1] = last.lowerBound..<max(last.upperBound, pulse.upperBound)
      } else {
        result.append(pulse)
      }
    }
    return result
  }

  private static func event(_ pulse: Range<Int>) -> HapticEvent {
    let time = Seconds(Double(pulse.lowerBound) / 1000)
    let strength = pulse.count - shortestPulse
    if (1...30).contains(strength) {
      return HapticEvent(time: time, intensity: toPicoUnit(Double(strength) / 30), sharpness: 0.5)
    }
    return HapticEvent(
      time: time, intensity: 1, sharpness: 0.5,
      kind: .continuous(duration: Seconds(Double(pulse.count) / 1000), curve: []))
  }
}
