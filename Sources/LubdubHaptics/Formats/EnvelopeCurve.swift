struct Level: Hashable {
  var intensity: Double
  var sharpness: Double

  static func silent(_ sharpness: Double) -> Level { Level(intensity: 0, sharpness: sharpness) }

  func toward(_ other: Level, _ share: Double) -> Level {
    if share <= 0 { return self }
    if share >= 1 { return other }
    return Level(
      intensity: toPicoUnit(intensity + (other.intensity - intensity) * share),
      sharpness: toPicoUnit(sharpness + (other.sharpness - sharpness) * share))
  }
}

/// A corner of an envelope; the time is in seconds on the timeline.
struct EnvelopePoint: Hashable {
  var time: Double
  var level: Level

  init(_ time: Double, _ level: Level) { (self.time, self.level) = (time, level) }
}

struct EnvelopeSegment: Hashable {
  var start: Double
  var end: Double
  var from: Level
  var to: Level

  var isConstant: Bool { from == to }
  var isSilent: Bool { from.intensity == 0 && to.intensity == 0 }
  var points: [EnvelopePoint] { [EnvelopePoint(start, from), EnvelopePoint(end, to)] }

  static func joining(_ points: [EnvelopePoint]) -> [EnvelopeSegment] {
    zip(points, points.dropFirst()).compactMap { left, right in
      guard right.time > left.time else { return nil }
      return EnvelopeSegment(start: left.time, end: right.time, from: left.level, to: right.level)
    }
  }

  /// The events of a course between its silences.
  static func sounding(_ points: [EnvelopePoint]) -> [HapticEvent] {
    joining(points).split { $0.isSilent }.compactMap { run in
      let points = run.flatMap { $0.points }.reduce(into: [EnvelopePoint]()) { points, point in
        if points.last != point { points.append(point) }
      }
      return HapticEvent(
        through: points, isFlat: points.count == 2 && points[0].level == points[1].level)
    }
  }

  /// Runs of segments that follow each other without a gap; equal segments are merged.
  static func runs(_ ramps: [EnvelopeSegment]) -> [[EnvelopeSegment]] {
    var runs: [[EnvelopeSegment]] = []
    for ramp in ramps {
      guard let last = runs.last?.last, last.end == ramp.start else {
        runs.append([ramp])
        continue
      }
      if last.isConstant, ramp.isConstant, last.to == ramp.from {
        runs[runs.count - 1][runs[runs.count - 1].count - 1].end = ramp.end
      } else {
        runs[runs.count - 1].append(ramp)
      }
    }
    return runs
  }

  func level(at time: Double) -> Level { from.toward(to, (time - start) / (end - start)) }

  func part(_ start: Double, _ end: Double) -> EnvelopeSegment {
    EnvelopeSegment(start: start, end: end, from: level(at: start), to: level(at: end))
  }

  func cut(at times: some Sequence<Double>) -> [EnvelopeSegment] {
    let edges = [start] + Set(times.filter { $0 > start && $0 < end }).inOrder() + [end]
    return zip(edges, edges.dropFirst()).map { part($0, $1) }
  }

  func cut(into count: Int) -> [EnvelopeSegment] {
    cut(
      at: (1..<max(count, 1)).map {
        toNanosecond(start + (end - start) * Double($0) / Double(count))
      })
  }
}

/// The envelope curve of one actuator: segments in the order of time that do not overlap; between them, the actuator is at
/// rest.
struct EnvelopeCurve {
  private(set) var ramps: [EnvelopeSegment] = []
  private(set) var overlapCount = 0
  /// The largest sum of overlapping vibrations; above 1 if it was limited.
  private(set) var peak: (time: Double, sum: Double) = (0, 0)

  /// The rule for overlapping pieces: vibrations of one actuator add up, limited to full strength; the stronger of a tap and
  /// the vibration under it counts; of several actuators, the strongest counts.
  enum Meeting { case sum, strongest }

  init(_ pieces: [[EnvelopeSegment]], _ meeting: Meeting = .sum) {
    var end = -Double.infinity
    let pieces = pieces.filter { !$0.isEmpty }
    for piece in pieces.inOrder(by: { $0[0].start < $1[0].start }) {
      guard let last = piece.last else { continue }
      if piece[0].start < end { overlapCount += 1 }
      end = max(end, last.end)
    }
    let all = pieces.joined().inOrder { $0.start < $1.start }
    ramps = all
    if overlapCount > 0 { join(all, meeting) }
  }

  init(_ events: [HapticEvent], taps: [[EnvelopeSegment]]) {
    var pieces = events.continuous.map { $0.ramps }
    let vibrations = EnvelopeCurve(pieces)
    if vibrations.overlapCount > 0 { pieces = EnvelopeSegment.runs(vibrations.ramps) }
    self.init(pieces + taps, .strongest)
    overlapCount += vibrations.overlapCount
  }

  /// Joins the events of a timeline for a player that counts milliseconds and has no transients.
  init(
    _ timeline: Timeline, transientLength length: Double, taps: [[EnvelopeSegment]],
    loss: inout LossReport
  ) throws(FormatError) {
    var ticks = Ticks()
    for event in timeline.events { _ = try ticks.index(of: event.time.value, in: event.subject) }
    let vibrations = EnvelopeCurve(timeline.events.continuous.map { $0.ramps })
    _ = vibrations.apparent(timeline.events.transients, length, loss: &loss)
    self.init(timeline.events, taps: taps)
    loss.note(ticks)
    loss.note(.pulse, of: .transient, by: length, count: timeline.events.transients.count)
    loss.note(.mergedOverlap, of: .timeline, count: overlapCount)
  }

  static func joined(_ events: [HapticEvent]) -> (events: [HapticEvent], overlapCount: Int) {
    let course = EnvelopeCurve(events.continuous.map { $0.ramps })
    guard course.overlapCount > 0 else { return (events, 0) }
    let joined = events.transients + course.events
    // The silence at the end is not part of a course.
    let silence = events.last.flatMap {
      $0.kind != .transient && $0.time.value >= joined.end ? $0 : nil
    }
    return (joined + (silence.map { [$0] } ?? []), course.overlapCount)
  }

  var events: [HapticEvent] {
    EnvelopeSegment.runs(ramps.filter { !$0.isSilent }).compactMap { run in
      HapticEvent(through: run.flatMap { $0.points })
    }
  }

  /// The segments that can be felt and the rests between them, from 0 to a time.
  func rested(until end: Double) -> [EnvelopeSegment] {
    var rested: [EnvelopeSegment] = []
    func rest(until time: Double, _ next: Level?) {
      let start = rested.last?.end ?? 0
      guard time > start else { return }
      let foot = next ?? rested.last?.to ?? .silent(0)
      rested.append(
        EnvelopeSegment(
          start: start, end: time, from: .silent(rested.last?.to.sharpness ?? foot.sharpness),
          to: .silent(foot.sharpness)))
    }
    for ramp in ramps where !ramp.isSilent {
      rest(until: ramp.start, ramp.from)
      rested.append(ramp)
    }
    rest(until: end, nil)
    return rested
  }

  /// The taps that are stronger than the course at some time; hidden taps with an intensity above 0 are counted as losses.
  func apparent(_ taps: [HapticEvent], _ length: Double, loss: inout LossReport) -> [HapticEvent] {
    taps.filter { event in
      let tap = event.pulse(event.intensity > 0 ? length : 1e-9)
      let under = ramps[ramps.partitioningIndex { $0.end > tap.start }...]
        .prefix { $0.start < tap.end }
        .map { $0.part(max($0.start, tap.start), min($0.end, tap.end)) }
      let gaps = zip([tap.start] + under.map { $0.end }, under.map { $0.start } + [tap.end])
      let isHidden =
        gaps.allSatisfy { $0 >= $1 }
        && under.allSatisfy { min($0.from.intensity, $0.to.intensity) >= event.intensity }
      if isHidden, event.intensity > 0 { loss.note(.dropped, of: .transient) }
      return !isHidden
    }
  }

  static func cut(_ ramps: [EnvelopeSegment], every length: Double) -> [[EnvelopeSegment]] {
    guard let start = ramps.first?.start, let end = ramps.last?.end,
      toNanosecond(end - start) > length
    else { return [ramps] }
    let edges = sequence(first: toNanosecond(start + length)) { toNanosecond($0 + length) }
    return cut(ramps, at: Array(edges.prefix { $0 < end }))
  }

  static func cut(_ ramps: [EnvelopeSegment], at times: [Double]) -> [[EnvelopeSegment]] {
    guard let start = ramps.first?.start, let end = ramps.last?.end else { return [] }
    var parts: [[EnvelopeSegment]] = []
    var (from, left) = (start, ramps[...])
    for until in times.filter({ $0 > start && $0 < end }) + [end] {
      let part = left.prefix { $0.start < until }.map { ramp in
        let (first, last) = (max(ramp.start, from), min(ramp.end, until))
        return first == ramp.start && last == ramp.end ? ramp : ramp.part(first, last)
      }
      parts.append(part)
      left = left.drop { $0.end <= until }
      from = until
    }
    return parts
  }

  private mutating func join(_ ramps: [EnvelopeSegment], _ meeting: Meeting) {
    let times = Set(ramps.flatMap { [$0.start, $0.end] }).inOrder()
    var active: [EnvelopeSegment] = []
    self.ramps = []
    var next = 0
    for (start, end) in zip(times, times.dropFirst()) {
      active.removeAll { $0.end <= start }
      while next < ramps.count, ramps[next].start <= start {
        active.append(ramps[next])
        next += 1
      }
      self.ramps += joined(active.map { $0.part(start, end) }, start, end, meeting)
    }
  }

  /// The upper edge of straight lines between two times, or the sum of the lines.
  private mutating func joined(
    _ lines: [EnvelopeSegment], _ start: Double, _ end: Double, _ meeting: Meeting
  ) -> [EnvelopeSegment] {
    guard lines.count > 1 else { return lines }
    let edge = Self.upperEdge(of: lines)
    var place = 0
    var turns = edge.map { $0.start } + [end]
    var sum = lines[0]
    sum.from.intensity = lines.reduce(0) { $0 + $1.from.intensity }
    sum.to.intensity = lines.reduce(0) { $0 + $1.to.intensity }
    for point in sum.points where point.level.intensity > peak.sum {
      peak = (point.time, point.level.intensity)
    }
    let (before, after) = (sum.from.intensity - 1, sum.to.intensity - 1)
    if meeting == .sum, before * after < 0 {
      turns.append(toNanosecond(start + (end - start) * before / (before - after)))
    }
    let times = Set(turns.filter { $0 >= start && $0 <= end }).inOrder()
    return zip(times, times.dropFirst()).map { from, until in
      while place + 1 < edge.count, edge[place + 1].start <= from { place += 1 }
      let winner = edge[place].line
      var part = times.count == 2 ? winner : winner.part(from, until)
      if meeting == .sum {
        part.from.intensity = min(1, toPicoUnit(sum.level(at: from).intensity))
        part.to.intensity = min(1, toPicoUnit(sum.level(at: until).intensity))
      }
      return part
    }
  }

  /// The highest of simultaneous lines and its start, in whole nanoseconds: from one line to the first line that exceeds it.
  private static func upperEdge(
    of lines: [EnvelopeSegment]
  ) -> [(start: Double, line: EnvelopeSegment)] {
    var highest = lines[0]
    for line in lines
    where (line.from.intensity, line.to.intensity) > (highest.from.intensity, highest.to.intensity)
    { highest = line }
    var edge = [(start: highest.start, line: highest)]
    while true {
      var first = (share: Double.infinity, line: highest)
      for line in lines where line.to.intensity > highest.to.intensity {
        let before = max(0, highest.from.intensity - line.from.intensity)
        let share = before / (before + line.to.intensity - highest.to.intensity)
        if (share, -line.to.intensity) < (first.share, -first.line.to.intensity) {
          first = (share, line)
        }
      }
      highest = first.line
      let start = toNanosecond(highest.start + (highest.end - highest.start) * first.share)
      guard start < highest.end else { return edge }
      if start <= edge[edge.count - 1].start { edge.removeLast() }
      edge.append((max(start, highest.start), highest))
    }
  }
}

extension HapticEvent {
  var level: Level { Level(intensity: intensity, sharpness: sharpness) }

  var levels: [Level] {
    kind == .transient ? [level] : course.map { $0.level }
  }

  /// The points of the event's curve; without a curve, the ends of the vibration.
  package var course: [CurvePoint] {
    guard case .continuous(let duration, let curve) = kind else { return [] }
    guard curve.isEmpty else { return curve }
    return [.zero, duration].map { .init(time: $0, intensity: intensity, sharpness: sharpness) }
  }

  var ramps: [EnvelopeSegment] {
    let start = time.value
    let end = toNanosecond(start + duration.value)
    var points = course.map { EnvelopePoint(toNanosecond(start + $0.time.value), $0.level) }
    if let first = points.first, first.time > start {
      points.insert(EnvelopePoint(start, first.level), at: 0)
    }
    if let last = points.last, last.time < end { points.append(EnvelopePoint(end, last.level)) }
    return EnvelopeSegment.joining(points)
  }

  func pulse(_ length: Double) -> EnvelopeSegment {
    EnvelopeSegment(
      start: time.value, end: toNanosecond(time.value + length), from: level, to: level)
  }

  init(at time: Double, _ level: Level) {
    self.init(time: Seconds(time), intensity: level.intensity, sharpness: level.sharpness)
  }

  init(at time: Double, _ level: Level, lasting duration: Double, _ curve: [CurvePoint] = []) {
    self.init(at: time, level)
    kind = .continuous(duration: Seconds(duration), curve: curve)
  }

  /// A continuous event through points in the order of time; an event that equals the pulse of a tap becomes that tap.
  init?(through points: [EnvelopePoint], pulse: Double) {
    self.init(through: points)
    if kind == .continuous(duration: Seconds(pulse), curve: []) { kind = .transient }
  }

  /// A continuous event through points in the order of time, with the level of the strongest point; `nil` if there is no
  /// point.
  init?(through points: [EnvelopePoint], duration: Double? = nil, isFlat: Bool? = nil) {
    guard let first = points.first, let last = points.last else { return nil }
    let isFlat = isFlat ?? points.allSatisfy { $0.level == first.level }
    let peak = points.max { $0.level.intensity < $1.level.intensity } ?? first
    let curve = points.map { CurvePoint(toNanosecond($0.time - first.time), $0.level) }
    self.init(
      at: first.time, peak.level, lasting: duration ?? toNanosecond(last.time - first.time),
      isFlat ? [] : curve)
  }
}

extension HapticEvent.CurvePoint {
  var level: Level { Level(intensity: intensity, sharpness: sharpness) }

  init(_ time: Double, _ level: Level) {
    self.init(time: Seconds(time), intensity: level.intensity, sharpness: level.sharpness)
  }
}
