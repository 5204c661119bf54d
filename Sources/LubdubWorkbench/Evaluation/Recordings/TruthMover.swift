/// Moves the truth of rows in the order of time. Only rows within the shift stay in memory.
struct TruthMover: Sendable {
  private let shift: Double
  private var course = TruthCourse()
  private var hint = 0
  private var waiting: [TraceRecord] = []

  /// The most points of the course to keep after the last query.
  private static let mostPoints = 4096

  init(by shift: Seconds) { self.shift = shift.value }

  mutating func take(_ record: TraceRecord, into ready: inout [TraceRecord]) {
    let shift = shift
    guard shift != 0 else { return ready.append(record) }
    if let truth = record.truth { course.add(truth.value, at: record.sample.time.value) }
    waiting.append(record)
    let known = course.times.last ?? -.infinity
    let count =
      waiting.firstIndex { $0.truth != nil && $0.sample.time.value - shift >= known }
      ?? waiting.count
    release(count, into: &ready)
  }

  mutating func finish(into ready: inout [TraceRecord]) { release(waiting.count, into: &ready) }

  private mutating func release(_ count: Int, into ready: inout [TraceRecord]) {
    guard count > 0 else { return }
    for var record in waiting[..<count] {
      if record.truth != nil {
        record.truth = course.distance(
          at: record.sample.time.value - shift, hint: &hint
        ).map { Meters($0) }
      }
      ready.append(record)
    }
    waiting.removeFirst(count)
    if hint > Self.mostPoints {
      course.drop(hint)
      hint = 0
    }
  }
}

/// Moves the truth of a trace onto the clock of its radio, row by row, so that the trace is read only once. An aligner can
/// also leave the truth unchanged and only find the lag.
package struct TruthAligner: Sendable {
  private var offset: TruthOffset
  private let shift: TruthShift
  private let name: String
  private let leavesTruth: Bool
  private var first: [TraceRecord] = []
  private var mover: TruthMover?

  /// The number of rows without truth from the start after which the trace counts as having no truth.
  private static let mostWithout = 10_000

  /// Creates an aligner for a new trace.
  package init(_ shift: TruthShift, of name: String = "", leavesTruth: Bool = false) {
    (self.shift, self.name, self.leavesTruth) = (shift, name, leavesTruth)
    offset = shift.offset(of: [Recording(dataset: name, name: name, records: [])])
    if case .fixed(let seconds) = shift { mover = TruthMover(by: seconds) }
  }

  /// Adds rows, and returns the rows whose truth is known now.
  package mutating func take(_ rows: [TraceRecord]) -> [TraceRecord] {
    if leavesTruth {
      if first.count < TruthShift.mostRows { first += rows }
      return rows
    }
    var ready: [TraceRecord] = []
    if mover == nil {
      first += rows
      let isWithout = first.count > Self.mostWithout && !first.contains { $0.truth != nil }
      guard isWithout || first.count >= TruthShift.mostRows else { return [] }
      settle(into: &ready)
    } else {
      for row in rows { mover?.take(row, into: &ready) }
    }
    return ready
  }

  package mutating func finish() -> (rows: [TraceRecord], offset: TruthOffset) {
    if leavesTruth { return ([], found.leavingTruth()) }
    var ready: [TraceRecord] = []
    if mover == nil { settle(into: &ready) }
    mover?.finish(into: &ready)
    return (ready, offset)
  }

  /// The offset of the first rows.
  private var found: TruthOffset {
    shift.offset(of: [Recording(dataset: name, name: name, records: first)])
  }

  private mutating func settle(into ready: inout [TraceRecord]) {
    let found = found
    var mover = TruthMover(by: found.applied)
    for row in first { mover.take(row, into: &ready) }
    (offset, self.mover) = (found, mover)
    first = []
  }
}
