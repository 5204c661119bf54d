import Lubdub
import LubdubGround

/// A plausible row of a wanted link that has no place in time yet.
struct PlausibleRow: Sendable {
  var record: TraceRecord
  /// What the row says beside its sample.
  var event: TraceRecord?
  var angleFault: String?
  var leftOut: [(reason: RejectionReason, message: String)] = []
}

struct TimeOrder: Sendable {
  var clock: ClockMending
  /// Rows whose stamps leap, until those after them show what is right.
  var undecided: [PlausibleRow] = []
  /// The last times of the links, and once their clocks differ the places of their own orders.
  var times = LinkTimes()
  var links: [Int] = []
  /// The time of the last row that a window let through, in seconds.
  private var lastTime = -Double.infinity
  private(set) var newest = -Double.infinity
  private var waiting: [TraceRecord] = []

  init(_ clock: ClockMending) { self.clock = clock }

  /// What is added to a window, in s: as doubles, 0.4 less 0.1 is more than 0.3.
  private static let slack = 1e-9

  /// Holds a row back until no row within the window can come before it; rows of equal time keep
  /// their order.
  mutating func hold(_ record: TraceRecord, window: Double, into ready: inout [TraceRecord]) -> Bool
  {
    let time = record.sample.time.value
    let window = window + Self.slack
    guard time >= lastTime, time >= newest - window else { return false }
    var place = waiting.count
    while place > 0, waiting[place - 1].sample.time.value > time { place -= 1 }
    waiting.insert(record, at: place)
    newest = max(newest, time)
    release(until: newest - window, into: &ready)
    return true
  }

  mutating func flush(into ready: inout [TraceRecord]) {
    release(until: .infinity, into: &ready)
  }

  private mutating func release(until time: Double, into ready: inout [TraceRecord]) {
    let count = waiting.firstIndex { $0.sample.time.value > time } ?? waiting.count
    guard count > 0 else { return }
    lastTime = waiting[count - 1].sample.time.value
    ready.append(contentsOf: waiting[..<count])
    waiting.removeFirst(count)
  }
}
