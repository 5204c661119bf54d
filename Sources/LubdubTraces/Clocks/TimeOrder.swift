struct PlausibleRow: Sendable {
  var record: TraceRecord
  var event: TraceRecord?
  var angleFault: String?
  var leftOut: [Plausibility.Fault] = []

  mutating func moveTime(by offset: Double) {
    guard offset != 0 else { return }
    let time = Seconds(((record.sample.time.value + offset) * 1e6).rounded() / 1e6)
    record.sample.time = time
    event?.sample.time = time
  }
}

struct TimeOrder: Sendable {
  var clock: ClockMending
  var undecided: [PlausibleRow] = []
  /// Rows of links whose timestamps leaped while other links continued, until later rows show whether their clocks were set.
  var strays: [PlausibleRow] = []
  /// The time of the last row of each link, while all links share one clock.
  var times = LinkTimes()
  var links: [Int] = []
  let isOfOneLink: Bool
  /// The time of the last row released from a window, in seconds.
  private var lastTime = -Double.infinity
  private(set) var newest = -Double.infinity
  private var waiting: [TraceRecord] = []

  init(_ clock: ClockMending, isOfOneLink: Bool = false) {
    (self.clock, self.isOfOneLink) = (clock, isOfOneLink)
  }

  /// The tolerance added to a window, in s: as doubles, 0.4 − 0.1 is more than 0.3.
  private static let slack = 1e-9

  enum Course { case common, own, astray }

  /// Returns the decision about a row that does not continue from the last row: by the clock of all links, or by the clock
  /// of its link. Three rows that leaped while other links continued show that their clock was set.
  func course(of record: TraceRecord) -> Course {
    let time = record.sample.time.value
    let last = times[LinkTimes.place(of: record.peer)]
    let step = time + clock.offset - last
    guard clock.isStarted else { return .common }
    if last == -.infinity || step >= 0 && step <= clock.reach { return .own }
    let own = strays.filter { $0.record.peer == record.peer }
    guard let stray = own.last?.record.sample.time.value, time >= stray,
      time - stray <= max(2, clock.reach)
    else { return .common }
    return own.count < 2 ? .astray : .own
  }

  enum Held { case taken, tooLate, repeated }

  /// Keeps a row until no row within the window can precede it; equal rows count once.
  mutating func hold(_ record: TraceRecord, window: Double, into ready: inout [TraceRecord]) -> Held
  {
    let time = record.sample.time.value
    let window = window + Self.slack
    guard time >= lastTime, time >= newest - window else { return .tooLate }
    var place = waiting.count
    while place > 0, waiting[place - 1].sample.time.value > time { place -= 1 }
    guard !waiting.say(record, before: place) else { return .repeated }
    waiting.insert(record, at: place)
    newest = max(newest, time)
    release(until: newest - window, into: &ready)
    return .taken
  }

  mutating func flush(into ready: inout [TraceRecord]) { release(until: .infinity, into: &ready) }

  private mutating func release(until time: Double, into ready: inout [TraceRecord]) {
    let count = waiting.firstIndex { $0.sample.time.value > time } ?? waiting.count
    guard count > 0 else { return }
    lastTime = waiting[count - 1].sample.time.value
    ready.append(contentsOf: waiting[..<count])
    waiting.removeFirst(count)
  }
}

/// The order of time of rows that are accepted without a separate check.
struct RowOrder: Sendable {
  var lastTime: Double
  let reach: Double

  init(_ clock: ClockMending) { (lastTime, reach) = (clock.last, clock.reach) }
}

struct KnownNames {
  let peers: NameTable
  let recordings: NameTable
}

/// The position of a kernel in a trace.
struct RowCursor {
  var position = 0
  var line: Int
  /// The order that rows must keep; `nil` if rows out of order are also read.
  var order: RowOrder?
}

/// The time of the last row of each link, in s; rows without a link count as one link.
struct LinkTimes: Sendable {
  private var times: [Double] = []

  subscript(place: Int) -> Double {
    get { place < times.count ? times[place] : -.infinity }
    set {
      while times.count <= place { times.append(-.infinity) }
      times[place] = newValue
    }
  }

  static func place(of link: NameTable.Index?) -> Int { link.map { Int($0) + 1 } ?? 0 }
}
