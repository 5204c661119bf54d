/// `navigator.vibrate`: an array of milliseconds, vibration and pause in turn. A browser has no strength, so intensity
/// becomes length: the length of the pulse for a transient, and the share of each tenth of a second for a continuous event.
/// Browsers keep 99 entries of at most 10 s; a longer timeline becomes a script that starts one array after another on one
/// clock.
enum WebVibrate {
  static let coder = TimelineCoder(
    fileExtension: "json", timeResolution: 1e-3, encode: encode, read: read,
    marks: [.array { numbers in numbers.allSatisfy { $0.number != nil } }])

  static let entryLimit = 99
  /// The longest entry that browsers keep, in milliseconds.
  static let longestEntry = 10_000
  /// The shortest pulse that people feel, in milliseconds (lochie/web-haptics 28).
  static let shortestPulse = 30
  private static let dutyPeriod = 0.1
  /// The length of the pulse for the strongest transient, in seconds.
  private static let longestTap = 0.06
  /// The longest pulse, in milliseconds; longer pulses are cut, so that every pulse fits in one array.
  private static let longestPulse = 100_000

  private static func encode(
    _ encoding: inout TimelineEncoding
  ) throws(FormatError) -> [EncodedTimeline.Part] {
    try note(encoding.timeline, loss: &encoding.loss)
    let pulses = try pulses(encoding.timeline)
    let single = entries(pulses[...], from: 0)
    if single.count <= entryLimit { return [.init(bytes: Array(list(single).utf8 + [0x0A]))] }
    let chunks = chunks(pulses)
    encoding.loss.note(
      .split, of: .timeline, count: chunks.count - 1, names: ["a script, which starts the arrays"])
    return [.init(bytes: script(chunks))]
  }

  private static func note(_ timeline: Timeline, loss: inout LossReport) throws(FormatError) {
    var ticks = Ticks()
    for event in timeline.events {
      loss.note(.droppedIntensity, of: event.subject)
      loss.noteDroppedSharpness(of: event)
      _ = try ticks.index(of: event.time.value, in: event.subject)
      if case .continuous(_, let curve) = event.kind, !curve.isEmpty {
        loss.note(.resampledCurve, of: .continuous, by: dutyPeriod)
      }
      if event.kind == .transient { loss.note(.pulse, of: .transient, by: longestTap) }
    }
    loss.note(ticks)
    loss.noteSilence(of: timeline)
  }

  /// The intervals of vibration, in milliseconds; in the order of time, without overlaps.
  private static func pulses(_ timeline: Timeline) throws(FormatError) -> [Range<Int>] {
    var pulses: [Range<Int>] = []
    for event in timeline.events {
      guard event.kind != .transient else {
        guard event.intensity > 0 else { continue }
        let start = try Ticks.index(of: event.time.value)
        let length = shortestPulse + Int((event.intensity * 30).rounded())
        pulses.append(start..<start + length)
        continue
      }
      for ramp in event.ramps {
        let count = max(1, Int(((ramp.end - ramp.start) / dutyPeriod).rounded(.up)))
        for index in 0..<count {
          let start = ramp.start + Double(index) * dutyPeriod
          let end = min(start + dutyPeriod, ramp.end)
          let intensity = ramp.level(at: (start + end) / 2).intensity
          guard intensity > 0 else { continue }
          let first = try Ticks.index(of: start)
          let last = try Ticks.index(of: end)
          let wanted = Int((Double(last - first) * intensity).rounded())
          pulses.append(first..<min(last, first + max(wanted, shortestPulse)))
        }
      }
    }
    return joined(pulses.filter { !$0.isEmpty }).flatMap { pulse in
      stride(from: pulse.lowerBound, to: pulse.upperBound, by: longestPulse).map {
        $0..<min($0 + longestPulse, pulse.upperBound)
      }
    }
  }

  /// Pulses in the order of time; pulses that touch or overlap are joined. In a file, an entry above 10 s is written with a
  /// pause of 0 ms.
  private static func joined(_ pulses: [Range<Int>]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for pulse in pulses.inOrder(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, pulse.lowerBound <= last.upperBound {
        result[result.count - 1] = last.lowerBound..<max(last.upperBound, pulse.upperBound)
      } else {
        result.append(pulse)
      }
    }
    return result
  }

  private static func entries(_ pulses: ArraySlice<Range<Int>>, from start: Int) -> [Int] {
    var entries: [Int] = []
    var position = start
    for pulse in pulses {
      let pause = pulse.lowerBound - position
      if entries.isEmpty, pause > 0 { entries.append(0) }
      if !entries.isEmpty { append(pause, to: &entries) }
      append(pulse.count, to: &entries)
      position = pulse.upperBound
    }
    return entries
  }

  private static func append(_ length: Int, to entries: inout [Int]) {
    var left = length
    while left > longestEntry {
      entries += [longestEntry, 0]
      left -= longestEntry
    }
    entries.append(left)
  }

  private static func chunks(_ pulses: [Range<Int>]) -> [(at: Int, entries: [Int])] {
    var chunks: [(at: Int, entries: [Int])] = []
    var first = 0
    while first < pulses.count {
      let at = pulses[first].lowerBound
      var last = first + 1
      var entries = entries(pulses[first..<last], from: at)
      while last < pulses.count {
        let longer = Self.entries(pulses[first...last], from: at)
        guard longer.count <= entryLimit else { break }
        entries = longer
        last += 1
      }
      chunks.append((at, entries))
      first = last
    }
    return chunks
  }

  private static func list(_ entries: [Int]) -> String {
    "[" + entries.map(String.init).joined(separator: ", ") + "]"
  }

  private static func script(_ chunks: [(at: Int, entries: [Int])]) -> [UInt8] {
    let rows = chunks.map { "  [\($0.at), \(list($0.entries))]," }.joined(separator: "\n")
    let text = """
      // Start of each array in milliseconds, and the array. All starts count from one clock, so that
      // late timers do not add up.
      const patterns = [
      \(rows)
      ];

      export function play() {
        const start = performance.now();
        const timers = patterns.map(([at, pattern]) =>
          setTimeout(() => navigator.vibrate(pattern), start + at - performance.now()));
        return () => {
          timers.forEach(clearTimeout);
          navigator.vibrate(0);
        };
      }

      """
    return Array(text.utf8)
  }

  // MARK: Reading

  /// Reads an array for `navigator.vibrate` as browsers play it; the parts that browsers cut are omitted. A pulse of 31 to
  /// 60 ms is a transient whose length is its intensity.
  private static func read(_ bytes: [UInt8], _ log: inout ReadingLog) -> TimelineDocument? {
    guard let root = JSONPlace.parse(bytes, &log) else { return nil }
    guard root.elements != nil else {
      return log.fail("wrong-type", at: root.path, "expected an array of milliseconds")
    }
    let pulses = read(root, &log)
    log.assumeSharpness(of: .transient, .continuous)
    for subject in [LossReport.Subject.transient, .continuous] {
      log.assumed.note(.droppedIntensity, of: subject)
    }
    log.assumed.note(.pulse, of: .transient, by: longestTap)
    return TimelineDocument(Timeline(joined(pulses).map { event($0) }))
  }

  private static func read(_ list: JSONPlace, _ log: inout ReadingLog) -> [Range<Int>] {
    let all = list.elements ?? []
    if all.count > entryLimit {
      log.warn(
        "too-many-entries", "there are \(all.count) entries, browsers keep \(entryLimit)",
        cure: "play several arrays after each other from a script")
      log.loss.note(.dropped, of: .continuous, count: (all.count + 1) / 2 - (entryLimit + 1) / 2)
    }
    let entries = all.prefix(entryLimit)
    var position = 0
    var pulses: [Range<Int>] = []
    for (index, entry) in entries.enumerated() {
      guard let value = entry.value.number, value >= 0, value == value.rounded() else {
        log.fail("wrong-type", at: entry.path, "entries are whole numbers of milliseconds")
        continue
      }
      let length = min(Int(min(value, 1e9)), longestEntry)
      if value > Double(length) {
        log.warn("entry-too-long", at: entry.path, "browsers cut an entry at \(longestEntry) ms")
        log.loss.note(.dropped, of: .continuous)
      }
      if index.isMultiple(of: 2), value > 0 {
        pulses.append(position..<position + length)
        if value < Double(shortestPulse) {
          log.warn(
            "short-pulse", at: entry.path,
            "a pulse of \(number(value)) ms may be too short to feel",
            cure: "use at least \(shortestPulse) ms")
        }
      }
      position += length
    }
    if entries.count.isMultiple(of: 2), !entries.isEmpty {
      log.note(
        "trailing-pause", at: "\(list.path)[\(entries.count - 1)]",
        "browsers drop a pause at the end")
    }
    return pulses
  }

  private static func event(_ pulse: Range<Int>) -> HapticEvent {
    let time = Double(pulse.lowerBound) / 1000
    let strength = pulse.count - shortestPulse
    if (1...30).contains(strength) {
      let intensity = toPicoUnit(Double(strength) / 30)
      return HapticEvent(at: time, Level(intensity: intensity, sharpness: 0.5))
    }
    return HapticEvent(
      at: time, Level(intensity: 1, sharpness: 0.5), lasting: Double(pulse.count) / 1000)
  }
}
