/// The difference between the played and the intended haptics that a hand can feel: the largest difference of amplitude and
/// of frequency that remains after any shift within the tolerance of time, ignoring shorter gaps. Both sides are rendered by
/// one rule: overlapping vibrations add up, limited to full strength; a tap is a pulse of 20 ms, which counts while it is
/// stronger. The played haptics are the timeline that the format's reader reads from the written bytes, because readers
/// follow the players.
struct FeltDifference {
  /// A difference, its time in seconds, and the intended value at that time.
  struct Place { var amount, time, meant: Double }

  private(set) var amplitude: Place?
  /// The largest difference of frequency, in hertz.
  private(set) var frequency: Place?

  /// Compares two timelines, except for the sharpness of the kinds of event for which the format has no sharpness.
  init(
    meant: Timeline, played: Timeline, toneless: Set<LossReport.Subject>,
    _ tolerance: LossReport.Tolerance
  ) {
    let meant = Rendering(meant, toneless, tolerance)
    let played = Rendering(played, toneless, tolerance)
    func rank(_ place: Place) -> (Int, Double) {
      (tolerance.isFelt(hertz: place.amount, of: place.meant) ? 1 : 0, place.amount)
    }
    let span = tolerance.time.value
    for (side, other, isMeant) in [(meant, played, true), (played, meant, false)] {
      side.amplitudes.compare(with: other.amplitudes, within: span) { bound, _ in
        bound > amplitude?.amount ?? 1e-9
      } note: { time, value, difference in
        // A value below its surroundings for less than the span is a gap that cannot be felt.
        let filled = difference < 0 ? side.amplitudes.filled(at: time, within: span) - value : 0
        let amount = abs(difference) - filled
        guard amount > amplitude?.amount ?? 0 else { return }
        amplitude = Place(amount: amount, time: time, meant: isMeant ? value : value - difference)
      }
      side.tones.compare(with: other.allTones, within: span) {
        rank(Place(amount: $0, time: 0, meant: $1)) > frequency.map(rank) ?? (0, 1e-9)
      } note: { time, value, difference in
        let place = Place(
          amount: abs(difference), time: time, meant: isMeant ? value : value - difference)
        if frequency.map({ rank(place) > rank($0) }) ?? true { frequency = place }
      }
    }
  }

  fileprivate struct Rendering {
    /// The intensity of the strongest event, 0 at rest, until the end of time.
    var amplitudes: Lines
    /// The frequency in hertz of the strongest event while its intensity can be felt.
    var tones: Lines
    var allTones: Lines

    init(
      _ timeline: Timeline, _ toneless: Set<LossReport.Subject>, _ tolerance: LossReport.Tolerance
    ) {
      func tap(_ event: HapticEvent) -> [EnvelopeSegment] { [event.pulse(WaveformSteps.pulse)] }
      let ramps = EnvelopeCurve(timeline.events, taps: timeline.events.transients.map(tap)).ramps
      var amplitudes: [Lines.Line] = []
      for ramp in ramps {
        amplitudes.rest(until: ramp.start)
        amplitudes.append(
          .init(start: ramp.start, end: ramp.end, from: ramp.from.intensity, to: ramp.to.intensity))
      }
      amplitudes.rest(until: 2 * Timeline.longestTime)
      self.amplitudes = Lines(amplitudes)
      let toned = timeline.events.filter { !toneless.contains($0.subject) }
      let all = toned.map { $0.kind == .transient ? tap($0) : $0.ramps }
      let strongest =
        toned.count == timeline.events.count
        ? ramps : EnvelopeCurve(toned, taps: toned.transients.map(tap)).ramps
      tones = Lines(
        strongest.filter {
          max($0.from.intensity, $0.to.intensity) >= max(tolerance.amplitude, 1e-9)
        }.map { ramp in
          let limit = tolerance.amplitude
          let (from, to) = (ramp.from.intensity, ramp.to.intensity)
          let crossing = ramp.start + (ramp.end - ramp.start) * (limit - from) / (to - from)
          let part = ramp.part(
            from < limit ? crossing : ramp.start, to < limit ? crossing : ramp.end)
          return Lines.Line(tone: part)
        })
      allTones = Lines(all.joined().filter { !$0.isSilent }.map { Lines.Line(tone: $0) })
    }
  }

  fileprivate struct Lines {
    struct Line {
      var start, end, from, to: Double

      func value(at time: Double) -> Double {
        guard from != to, end > start else { return from }
        return from + (to - from) * min(max((time - start) / (end - start), 0), 1)
      }
    }

    private let lines: [Line]
    private var ends: [Double] = []

    init(_ lines: [Line]) {
      var lines = lines
      lines.sortByTime { $0.start }
      self.lines = lines
      for line in lines { ends.append(max(line.end, ends.last ?? 0)) }
    }

    private func lines(from start: Double, to end: Double) -> some Sequence<Line> {
      lines[ends.partitioningIndex { $0 >= start }...].prefix { $0.start <= end }.lazy
        .filter { $0.end >= start }
    }

    /// The value at a time, with gaps shorter than a span filled.
    func filled(at time: Double, within span: Double) -> Double {
      let sides = [(time - span, time), (time, time + span)].map { start, end in
        lines(from: start, to: end).filter { $0.start < end && $0.end > start }.reduce(0) {
          max($0, $1.value(at: max(start, $1.start)), $1.value(at: min(end, $1.end)))
        }
      }
      return min(sides[0], sides[1])
    }

    private func companions(of line: Line, within span: Double) -> some Sequence<Line> {
      lines[lines.partitioningIndex { $0.start >= line.start - span }...]
        .prefix { $0.start <= line.start + span }.lazy
        .filter { abs($0.end - line.end) <= span }
    }

    /// Calls `note` with each value that may be farthest from all values of other lines within a span of time to either
    /// side, and the difference of the value from the nearest of them. Skips times at which the other lines have no value.
    /// If another line is a companion, both of whose ends are within the span of the ends of this line, the two lines differ
    /// by at most the difference between their ends. This line is then compared only if that difference matters.
    func compare(
      with others: Lines, within span: Double,
      where matters: (_ difference: Double, _ value: Double) -> Bool,
      note: (_ time: Double, _ value: Double, _ difference: Double) -> Void
    ) {
      for line in lines {
        let bound = others.companions(of: line, within: span).map {
          max(abs($0.from - line.from), abs($0.to - line.to))
        }.min()
        if let bound, !matters(bound, min(line.from, line.to)) { continue }
        let near = Array(others.lines(from: line.start - span, to: line.end + span))
        let (least, most) = (min(line.from, line.to), max(line.from, line.to))
        var widest = 0.0
        for other in near {
          widest = max(widest, max(other.from, other.to) - least, most - min(other.from, other.to))
        }
        if !matters(widest, least) { continue }
        let corners = near.flatMap {
          [$0.start - span, $0.start, $0.start + span, $0.end - span, $0.end, $0.end + span]
        }
        let times =
          ([line.start, line.end] + corners.filter { $0 > line.start && $0 < line.end }).inOrder()
        /// The amounts by which the line is above and below the other lines around a time; an amount is negative if the line
        /// is not on that side.
        func excess(_ time: Double) -> SIMD2<Double>? {
          let value = line.value(at: time)
          var (least, most) = (Double.infinity, -Double.infinity)
          for other in others.lines(from: time - span, to: time + span) {
            let ends = [other.value(at: time - span), other.value(at: time + span)]
            least = min(least, ends[0], ends[1])
            most = max(most, ends[0], ends[1])
          }
          guard least <= most else { return nil }
          if value > most { note(time, value, value - most) }
          if value < least { note(time, value, value - least) }
          return [value - most, least - value]
        }
        let ends = times.map { (time: $0, excess: excess($0)) }
        for (start, end) in zip(ends, ends.dropFirst()) {
          guard let from = start.excess, let to = end.excess else { continue }
          /// Between two corners, each excess is concave, so a line through two of its values is a bound beyond these two
          /// values.
          func search(_ start: Double, _ from: SIMD2<Double>, _ end: Double, _ to: SIMD2<Double>) {
            let time = (start + end) / 2
            guard end - start > Self.finest, let middle = excess(time) else { return }
            let most = pointwiseMax(2 * middle - from, 2 * middle - to)
            let known = pointwiseMax(pointwiseMax(from, to), middle)
            guard any(most .> known + 1e-6), matters(most.max(), line.value(at: time)) else {
              return
            }
            search(start, from, time, middle)
            search(time, middle, end, to)
          }
          search(start.time, from, end.time, to)
        }
      }
    }

    /// The shortest interval that is searched, in s.
    private static let finest = 1e-6
  }
}

extension FeltDifference.Lines.Line {
  fileprivate init(tone segment: EnvelopeSegment) {
    let hertz = [segment.from, segment.to].map { ExportOptions().frequency(of: $0.sharpness) }
    self.init(start: segment.start, end: segment.end, from: hertz[0], to: hertz[1])
  }
}

extension [FeltDifference.Lines.Line] {
  /// Adds the rest until a time; the time before the start of a timeline is also rest.
  fileprivate mutating func rest(until time: Double) {
    let end = last?.end ?? -1
    if time > end { append(.init(start: end, end: time, from: 0, to: 0)) }
  }
}

extension TimelineEncoding {
  private static let mostBytes = 1 << 22

  mutating func noteDifference(of parts: [EncodedTimeline.Part], _ coder: TimelineCoder) {
    guard parts.reduce(0, { $0 + $1.bytes.count }) <= Self.mostBytes else {
      // Without a comparison, losses that need a measurement count as felt.
      if loss.entries.contains(where: { $0.loss.feeling == .measured }) {
        loss.note(.amplitudeDifference, of: .timeline, names: ["too large to be compared"])
      }
      return
    }
    var voices: [(name: String, events: [HapticEvent])] = []
    var toneless: Set<LossReport.Subject> = []
    var played: SteadyLoop?
    for part in parts {
      let (document, log) = coder.decode(part.bytes)
      // A script is not read back; its losses always count as felt.
      guard let document = document?.turned(to: coder.law) else { return }
      let whole = TimelinePlace(name: "", timeline: document.timeline)
      for place in document.places.isEmpty ? [whole] : document.places {
        voices.add(place.timeline.moved(by: part.start.value).events, to: place.name)
      }
      played = SteadyLoop(annotation: document.annotations["loop"])
      for subject in [LossReport.Subject.transient, .continuous]
      where log.assumed[subject, .droppedSharpness] != nil { toneless.insert(subject) }
    }
    if options.band != ExportOptions().band { toneless = [.transient, .continuous] }
    let end = timeline.duration.value - max(1e-9, coder.timeResolution.value / 2)
    // A pass that begins at the end, except for rounding, belongs to neither timeline.
    func whole(_ timeline: Timeline, _ loop: SteadyLoop?) -> Timeline {
      guard let loop else { return timeline }
      return Timeline(
        timeline.unrolled(loop, until: end).events.filter { $0.time.value < end })
    }
    // Each place separately; if the format joins places, all places together.
    var meant = places.map { $0.timeline }.filter { !$0.events.isEmpty }
    if meant.count != voices.count {
      var document = TimelineDocument(timeline)
      document.places = places
      meant = [document.loudest]
      voices = [("", TimelineDocument(places: voices).loudest.events)]
    }
    for (meant, voice) in zip(meant, voices) {
      let difference = FeltDifference(
        meant: whole(meant, loop), played: whole(Timeline(voice.events), played),
        toneless: toneless, options.tolerance)
      note(.amplitudeDifference, difference.amplitude)
      note(.frequencyDifference, difference.frequency)
    }
  }

  private mutating func note(_ kind: LossReport.Loss, _ place: FeltDifference.Place?) {
    guard let place, place.amount > 1e-6 else { return }
    loss.note(kind, of: .timeline, by: place.amount, at: place.time, meant: place.meant)
  }
}
