internal import Haptics
internal import Quantities

/// `navigator.vibrate`: an array of milliseconds, vibration and pause in turn.
///
/// A browser knows no strength, so intensity becomes length: of the pulse for a transient, of the
/// share of each tenth of a second for a continuous event. Browsers keep 99 entries of at most 10 s;
/// what is longer becomes a script that starts one array after the other on one clock.
enum WebVibrate {
  static let features = FormatFeatures(
    title: "Web Vibration API", fileExtension: "json", timeResolution: 1e-3,
    transients: .approximated("pulse of 30 to 60 ms by intensity"),
    continuous: .approximated("on and off"),
    intensity: .approximated("as length"), sharpness: .dropped,
    curves: .approximated("share of each 100 ms"), overlaps: .approximated("joined"),
    annotations: .dropped,
    limits: "99 entries of at most 10 s: a longer pattern becomes a script", isReadable: true)

  /// The most entries that browsers keep.
  static let entryLimit = 99
  /// The longest entry that browsers keep, in milliseconds.
  static let longestEntry = 10_000
  /// The shortest pulse that people were found to feel, in milliseconds (lochie/web-haptics 28).
  static let shortestPulse = 30
  private static let dutyPeriod = 0.1
  /// A longer pulse is cut, so that every pulse fits in one array.
  private static let longestPulse = 100_000

  static let coder = TimelineCoder(features, encode: encode, read: read)

  static func encode(
    _ document: TimelineDocument, _ options: ExportOptions
  ) throws(FormatError) -> EncodedTimeline {
    var loss = LossReport()
    let timeline = try NormalizedTimeline.normalize(document.timeline, loss: &loss)
    loss.noteAnnotations(of: document)
    note(timeline, loss: &loss)
    let pulses = try pulses(timeline)
    let single = entries(pulses[...], from: 0)
    if single.count <= entryLimit {
      return EncodedTimeline(Array(list(single).utf8 + [0x0A]), loss: loss)
    }
    let chunks = chunks(pulses)
    loss.note(.split, of: .timeline, count: chunks.count - 1)
    return EncodedTimeline(script(chunks), loss: loss)
  }

  private static func note(_ timeline: Timeline, loss: inout LossReport) {
    var ticks: [LossReport.Subject: Ticks] = [:]
    for event in timeline.events {
      loss.note(.droppedIntensity, of: event.subject)
      loss.note(.droppedSharpness, of: event.subject)
      _ = ticks[event.subject, default: Ticks(perSecond: 1000)].index(of: event.time.value)
      if case .continuous(_, let curve) = event.kind, !curve.isEmpty {
        loss.note(.resampledCurve, of: .continuous, by: dutyPeriod)
      }
      if event.kind == .transient { loss.note(.pulse, of: .transient, by: 0.06) }
    }
    for (subject, ticks) in ticks { loss.note(ticks, of: subject) }
    loss.noteSilence(of: timeline, after: timeline.events.map { $0.end }.max() ?? 0)
  }

  /// When it vibrates, in milliseconds; in the order of time, without overlaps.
  private static func pulses(_ timeline: Timeline) throws(FormatError) -> [Range<Int>] {
    var pulses: [Range<Int>] = []
    var ticks = Ticks(perSecond: 1000)
    for event in timeline.events {
      guard event.kind != .transient else {
        guard event.intensity > 0 else { continue }
        let start = try ticks.require(event.time.value)
        let length = shortestPulse + Int((event.intensity * 30).rounded())
        pulses.append(start..<start + length)
        continue
      }
      for ramp in EnvelopeCurve.ramps(of: event) {
        let count = max(1, Int(((ramp.end - ramp.start) / dutyPeriod).rounded(.up)))
        for index in 0..<count {
          let start = ramp.start + Double(index) * dutyPeriod
          let end = min(start + dutyPeriod, ramp.end)
          let intensity = ramp.level(at: (start + end) / 2).intensity
          guard intensity > 0 else { continue }
          let first = try ticks.require(start)
          let last = try ticks.require(end)
          let wanted = Int((Double(last - first) * intensity).rounded())
          pulses.append(first..<min(last, first + max(wanted, shortestPulse)))
        }
      }
    }
    return joined(pulses)
  }

  private static func joined(_ pulses: [Range<Int>]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for pulse in pulses.sorted(by: { $0.lowerBound < $1.lowerBound }) where !pulse.isEmpty {
      if let last = result.last, pulse.lowerBound <= last.upperBound {
        result[result.count - 1] = last.lowerBound..<max(last.upperBound, pulse.upperBound)
      } else {
        result.append(pulse)
      }
    }
    return result.flatMap { pulse in
      stride(from: pulse.lowerBound, to: pulse.upperBound, by: longestPulse).map {
        $0..<min($0 + longestPulse, pulse.upperBound)
      }
    }
  }

  /// Vibration and pause in turn, starting with vibration, from a time on.
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
}
