/// Statistics of one quantity, ranges in m or levels in dBm, over the rows of all links, in constant memory.
struct SeriesStatistics: Sendable {
  /// The number of rows that show the usual changes, and the number of repetitions that exclude chance.
  private static let fewest = 40
  private static let enough = 10
  /// Values for "no measurement" that a single leap reveals: 0, a full counter of 13 or 16 bits in mm, and nines.
  private static let sentinels = [0, 8.19, 8.191, 9.999, 65.535, 99.99]
  /// The spans of 8, 12, 13, and 16 bits in cm and mm, in m.
  private static let spans = [2.56, 4.096, 8.192, 25.6, 65.536, 655.36]
  /// The maximum number of separate tracks, beyond which links share a track, and the maximum number of candidates for
  /// sentinels.
  private static let mostTracks = 1024
  private static let mostCandidates = 64

  /// The last values of a link.
  private struct Track: Sendable {
    var recording = TraceRecord.noIndex
    var count = 0
    var time = 0.0
    var start = 0.0
    var last = 0.0
    var second = 0.0
    var third = 0.0
    var isTrue = false
    var run = Run()
  }

  /// Consecutive rows with one value.
  private struct Run: Sendable {
    var count = 0
    var line = 0
    var time = 0.0
    var isFirst = false
    /// Whether a leap led to the value.
    var isLeap = false
  }

  private struct Candidate: Sendable {
    let value: Double
    let line: Int
    var count = 0
    var runs = 0
  }

  private struct Turns: Sendable {
    var (count, distinct, line, upper) = (0, 0, 0, 0.0)
  }

  private let isLevel: Bool
  private(set) var count = 0
  private(set) var values = LogHistogram()
  /// Times between rows of a link, in s, and the values' changes over one, two, and three rows.
  private(set) var steps = LogHistogram()
  private var changes = (LogHistogram(), LogHistogram(), LogHistogram())
  /// Speeds, in m/s.
  private(set) var pace = LogHistogram()
  /// The numbers of all steps, of steps with time between the rows, of steps faster than people walk, and of changes without
  /// time.
  private(set) var (all, timed, fast, still) = (0, 0, 0, 0)
  private(set) var times = 0.0...0.0
  private var tracks: [Track] = []
  /// The track of the last row's link, which is not in `tracks` while it is in use.
  private var track = Track()
  private var place = 0

  private var candidates: [Candidate] = []
  private var leapingRuns = 0
  private var wholeLevels = [Int](repeating: 0, count: 130)

  private var longest = (count: 0, line: 0, time: 0.0, value: 0.0)
  private var mediumRuns = 0
  private var bends = LogHistogram()
  private var resolution = Double.infinity

  private var most = 0.0
  private var turns = [Turns](repeating: Turns(), count: spans.count)

  /// Leaps to another track and back: the last leap, the sizes of leaps, and the rows between leaps, after a rise and a
  /// fall.
  private var leap: (row: Int, isUp: Bool)?
  private var (leaps, alternating, usualChange) = (0, 0, 0.0)
  private var sizes = LogHistogram()
  private var gaps = (LogHistogram(), LogHistogram())

  init(ofLevels isLevel: Bool) { self.isLevel = isLevel }

  private var allTracks: [Track] {
    var all = tracks
    if place < all.count { all[place] = track }
    return all.filter { $0.count > 0 }
  }
  var isOneLink: Bool { allTracks.count == 1 }
  var length: Double { times.upperBound - times.lowerBound }
  func change(over rows: Int) -> Double {
    (rows == 1 ? changes.0 : rows == 2 ? changes.1 : changes.2).median
  }

  mutating func add(_ value: Double, _ record: TraceRecord) {
    let time = record.sample.time.value
    times = count == 0 ? time...time : min(times.lowerBound, time)...max(times.upperBound, time)
    count += 1
    if isSampled { values.add(value.magnitude) }
    most = max(most, value)
    if isLevel { wholeLevels[min(max(Int(-value), 0), wholeLevels.count - 1)] += 1 }
    let isTrue = record.truth.map { ($0.value - value).magnitude < max(1, value / 4) } ?? false
    follow(min(LinkTimes.place(of: record.peer), Self.mostTracks))
    guard track.count > 0, track.recording == record.recordingIndex else {
      return start(value, record, isTrue: isTrue)
    }
    let (step, change) = (time - track.time, value - track.last)
    compare(step, change.magnitude, value, isTrue: isTrue && track.isTrue)
    if change == 0 {
      track.run.count += 1
      if track.run.isLeap, let place = candidates.firstIndex(where: { $0.value == value }) {
        candidates[place].count += 1
      }
    } else {
      track.run = next(value, record, isTrue: isTrue, step, change.magnitude)
    }
    let least = max(isLevel ? 12 : 0.3, usualChange)
    if change.magnitude > least { switchTracks(step, change) }
    (track.third, track.second, track.last) = (track.second, track.last, value)
    (track.time, track.isTrue) = (time, isTrue)
    track.count += 1
  }

  private mutating func follow(_ link: Int) {
    guard link != place || tracks.isEmpty else { return }
    while tracks.count <= link { tracks.append(Track()) }
    tracks[place] = track
    (place, track) = (link, tracks[link])
  }

  /// The run that begins with a row of another value.
  private mutating func next(
    _ value: Double, _ record: TraceRecord, isTrue: Bool, _ step: Double, _ way: Double
  ) -> Run {
    end(track)
    let isLeap = way > (isLevel ? 10 : max(LinkPace.noise, LinkPace.fastest * step))
    let run = Run(
      count: 1, line: record.line, time: record.sample.time.value, isLeap: isLeap && !isTrue)
    guard isLeap || way > 1.5 else { return run }
    if track.run.isFirst, isLeap, !track.isTrue { note(track.last, track.run) }
    if run.isLeap { note(value, run) }
    if !isLevel { turn(step, way, value, track.last, record.line) }
    return run
  }

  private mutating func start(_ value: Double, _ record: TraceRecord, isTrue: Bool) {
    if track.count > 0 { end(track) }
    let time = record.sample.time.value
    track = Track(
      recording: record.recordingIndex, count: 1, time: time, start: time, last: value,
      isTrue: isTrue, run: Run(count: 1, line: record.line, time: time, isFirst: true))
  }

  /// Compares two consecutive rows of a link. A leap of the true distance is not a fault of the rows.
  private mutating func compare(_ step: Double, _ way: Double, _ value: Double, isTrue: Bool) {
    all += 1
    if step > 0 {
      timed += 1
      if !isTrue, way > LinkPace.noise, way > LinkPace.fastest * step { fast += 1 }
    } else if way > 0 {
      still += 1
    }
    if way < resolution, way > 1e-6 { resolution = way }
    guard isSampled else { return }
    changes.0.add(way)
    if track.count > 1 { changes.1.add((value - track.second).magnitude) }
    if track.count > 2 { changes.2.add((value - track.third).magnitude) }
    if step > 0 {
      steps.add(step)
      if !isLevel { pace.add(way / step) }
    }
    if track.count > 1, track.run.count < heldRows / 2 {
      bends.add((value - 2 * track.last + track.second).magnitude)
    }
    // The usual change is looked up only if a refresh is worthwhile.
    let known = changes.0.count
    if known == 1 || known & (known < 256 ? 15 : 1023) == 0 {
      usualChange = 6 * changes.0.quantile(0.25)
    }
  }

  /// Whether the current row is sampled: in a long trace, every eighth row shows the distribution of values.
  private var isSampled: Bool { count <= 4096 || count & 7 == 0 }

  // MARK: Numbers for no measurement

  private mutating func note(
    _ value: Double, _ run: Run
  ) {
    leapingRuns += 1
    if candidates.count >= Self.mostCandidates { candidates.removeAll { $0.runs == 1 } }
    guard candidates.count < Self.mostCandidates else { return }
    let place = candidates.firstIndex { $0.value == value } ?? candidates.count
    if place == candidates.count { candidates.append(Candidate(value: value, line: run.line)) }
    candidates[place].count += run.count
    candidates[place].runs += 1
  }

  /// The number that means "no measurement", the number of its rows, and the line of the first row.
  var sentinel: (value: Double, count: Int, line: Int)? {
    candidates.filter { found in
      guard 2 * found.count < count else { return false }
      if !isLevel, Self.sentinels.contains(found.value) { return true }
      guard found.count >= Self.enough, 4 * found.runs >= (isLevel ? 20 : leapingRuns) else {
        return false
      }
      return !isLevel || found.count >= Self.enough * levels(near: found.value)
    }.max { ($0.count, $1.line) < ($1.count, $0.line) }.map { ($0.value, $0.count, $0.line) }
  }

  /// The number of different levels within 5 dB.
  private func levels(near value: Double) -> Int {
    let bin = min(max(Int(-value), 0), wholeLevels.count - 1)
    let near = max(0, bin - 5)...min(wholeLevels.count - 1, bin + 5)
    return near.reduce(-wholeLevels[bin]) { $0 + wholeLevels[$1] }
  }

  // MARK: Held values

  /// The number of consecutive rows with one value that noise does not explain.
  private var heldRows: Int { isLevel ? 24 : 15 }

  private mutating func end(_ track: Track) {
    let run = track.run
    if run.count > longest.count {
      longest = (run.count, run.line, run.time - track.start, track.last)
    }
    if (heldRows / 2..<heldRows).contains(run.count) { mediumRuns += 1 }
  }

  /// The longest run of one value if the other rows show noise. A range of 0 may be contact.
  var held: (count: Int, line: Int, time: Double, value: Double)? {
    var copy = self
    for track in allTracks { copy.end(track) }
    // The median of the bends of white noise is 1.65 deviations.
    guard copy.longest.count >= heldRows, copy.longest.value != 0, copy.mediumRuns == 0,
      2 * bends.count >= Self.fewest, resolution.isFinite, bends.median >= 1.65 * resolution
    else { return nil }
    return copy.longest
  }

  // MARK: Counters that turn over

  private mutating func turn(
    _ step: Double, _ way: Double, _ value: Double, _ last: Double, _ line: Int
  ) {
    let upper = max(value, last)
    for (place, span) in Self.spans.enumerated() {
      guard way > max(0.8 * 0.97 * span, 3 * step), upper < span else { continue }
      if turns[place].count == 0 { turns[place].line = line }
      turns[place].count += 1
      if upper != turns[place].upper { turns[place].distinct += 1 }
      turns[place].upper = upper
    }
  }

  /// The span of a counter that wraps, in m, the number of wraps, and the line of the first wrap.
  var turnover: (span: Double, count: Int, line: Int)? {
    guard let place = Self.spans.firstIndex(where: { 0.97 * $0..<$0 ~= most }),
      turns[place].distinct >= 3
    else { return nil }
    return (Self.spans[place], turns[place].count, turns[place].line)
  }

  // MARK: Rows of several links

  private mutating func switchTracks(_ step: Double, _ change: Double) {
    let way = change.magnitude
    guard isLevel ? step < 1.5 : way > 3 * step else { return }
    leaps += 1
    sizes.add(way)
    if let leap {
      if leap.isUp != (change > 0) { alternating += 1 }
      let gap = Double(all - leap.row)
      if leap.isUp { gaps.0.add(gap) } else { gaps.1.add(gap) }
    }
    leap = (all, change > 0)
  }

  /// Several links in one column: each second or third value belongs to another link, or values leap between two tracks.
  var mixture: (rows: Int?, leaps: Int, size: Double)? {
    let near = changes.0.median
    for (rows, far) in [(2, changes.1.median), (3, changes.2.median)]
    where near > (isLevel ? max(10, 2 * far) : max(0.1, 3 * far)) { return (rows, leaps, near) }
    let shorter = min(gaps.0.median, gaps.1.median)
    let longer = max(gaps.0.median, gaps.1.median)
    let apart = sizes.median
    let isApart =
      isLevel
      ? 4 * changes.0.count(in: 0.4 * apart...0.6 * apart)
        <= changes.0.count(in: 0.9 * apart...1.1 * apart) : apart >= 0.5
    guard leaps >= 5, 10 * alternating >= 9 * (leaps - 1), Double(leaps) * shorter >= 40,
      4 * shorter >= longer, isApart
    else { return nil }
    return (nil, leaps, apart)
  }

  var showsChange: Bool { count >= Self.fewest }
}
