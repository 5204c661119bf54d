/// The receiver of the rows that a format reads: checks them by the rules for every trace, and counts them.
public struct TraceSink: Sendable {
  /// The path or name of the trace, for messages.
  public let path: String
  /// The options for reading the trace.
  public let options: ReadOptions
  /// Accepted rows that have not been removed yet, in order.
  public package(set) var records: [TraceRecord] = []
  /// Counts of accepted and rejected rows so far, and remarks.
  public package(set) var report = ReadReport()
  /// The names of the links.
  public package(set) var peers = NameTable()
  /// The names of the recordings.
  public package(set) var recordings = NameTable()
  /// The orders of time of rows without a recording, of recordings in order, and of links with their own clocks.
  var orders: [TimeOrder]
  private var recordingOrders: [Int] = []
  private var unsorted: [PlausibleRow] = []
  private var isNewestFirst = false
  private var repeats = 0
  /// The places of the lags by which rows were moved.
  private var moved: [Int] = []
  /// The number of rows that were late by at most a second, and the largest lateness, in s.
  var late = (count: 0, most: 0.0)

  /// An empty sink.
  public init(path: String, options: ReadOptions) {
    self.path = path
    self.options = options
    orders = [TimeOrder(Self.clock(options, waitsForSecond: options.reorderingWindow == nil))]
  }

  private static func clock(_ options: ReadOptions, waitsForSecond: Bool) -> ClockMending {
    options.clock == .keep
      ? .unmended
      : ClockMending(
        waitsForSecond: waitsForSecond, delay: max(1, options.reorderingWindow?.value ?? 0))
  }

  /// Accepts one row by the rules of every trace; a row with an event gives two records. Throws `ReadError` when strict.
  public mutating func accept(
    _ sample: Sample, truth: Meters? = nil, azimuth: Degrees? = nil,
    elevation: Degrees? = nil, peer: String? = nil, recording: String? = nil, line: Int
  ) throws(ReadError) {
    try accept(
      TraceRow(
        sample: sample, truth: truth, azimuth: azimuth, elevation: elevation, peer: peer,
        recording: recording), line: line)
  }

  mutating func accept(_ row: TraceRow, line: Int) throws(ReadError) {
    var sample = row.sample
    if !options.lags.isEmpty { move(&sample.time, of: row.peer, sample.radio) }
    #if !hasFeature(Embedded)
    if let edge = row.edge {
      do throws(SettingError) {
        guard let zones = options.zones else {
          throw .init(key: "edge", rule: "needs zones; give the distance in m, such as at 1")
        }
        sample.range = try zones.edge(named: edge)
      } catch {
        return try reject(.init("unknown-event", "\(error)"), line: line, "at edge \(edge)")
      }
    }
    #endif
    if let fault = Plausibility.fault(of: sample, truth: row.truth) {
      return try reject(fault.reason, line: line, fault.message)
    }
    var record = TraceRecord(sample, truth: row.truth, line: line)
    if let peer = row.peer {
      guard let index = peers.index(of: peer) else {
        return try reject(.tooManyNames, line: line, "peer is \"\(peer)\"")
      }
      record.peer = index
      if report.peers.count == Int(index) { report.peers.append(.init(name: peer, rows: 0)) }
    }
    if let recording = row.recording {
      guard let index = recordings.index(of: recording) else {
        return try reject(.tooManyNames, line: line, "recording is \"\(recording)\"")
      }
      record.recording = index
      if report.recordings.count == Int(index) { report.recordings.append(recording) }
    }
    record.angles = ArrivalAngles(azimuth: row.azimuth, elevation: row.elevation)
    let event = record.splitOffEvent()
    let found =
      fault(row.azimuth, record.angles.azimuth, "azimuth")
      ?? fault(row.elevation, record.angles.elevation, "elevation")
    try admit(PlausibleRow(record: record, event: event, angleFault: found, leftOut: row.leftOut))
  }

  private mutating func move(_ time: inout Seconds, of peer: String?, _ radio: Radio) {
    let name = radio.rawValue
    guard let place = options.lags.firstIndex(where: { $0.name == peer || $0.name == name }) else {
      return
    }
    if !moved.contains(place) { moved.append(place) }
    time = Seconds(((time + options.lags[place].time).value * 1e6).rounded() / 1e6)
  }

  private func fault(_ angle: Degrees?, _ kept: Degrees?, _ name: String) -> String? {
    guard let angle, kept == nil else { return nil }
    return "\(name) is \(angle.value.isNaN ? "not a number" : "\(angle)")"
  }

  /// Keeps the requested rows in order from a place in `records` on; the rows are plausible and have known links.
  mutating func admit(from first: Int) throws(ReadError) {
    let kept = first + countInOrder(from: first)
    report.accepted += kept - first
    let rest = Array(records[kept...])
    records.removeLast(rest.count)
    if !report.peers.isEmpty { countPeers(from: first) }
    for row in rest { try admit(PlausibleRow(record: row)) }
  }

  private mutating func countInOrder(from first: Int) -> Int {
    guard options.takesAllPeers, options.recording == nil, !options.takesFirstRecording,
      !options.takesLinkClocks, options.reorderingWindow == nil, !isSorting
    else { return 0 }
    addOrders(ofRecordings: recordings.names.count)
    let rows = records[first...]
    return unsafe orders.withUnsafeMutableBufferPointer { orders in
      rows.firstIndex { row in
        guard let recording = row.recording else { return true }
        let order = unsafe orders.baseAddress.unsafelyUnwrapped + Int(recording) + 1
        return unsafe order.pointee.clock.offset != 0
          || !order.pointee.clock.pass(row.sample.time.value)
      }.map { $0 - first } ?? rows.count
    }
  }

  private mutating func admit(_ row: consuming PlausibleRow) throws(ReadError) {
    guard isWanted(recording: row.record.recording) else {
      report.otherRecordings += 1
      return
    }
    guard isWanted(row.record.peer) else {
      report.otherPeers += 1
      return
    }
    try admit(row, order(of: row.record.recording))
  }

  private mutating func admit(_ row: consuming PlausibleRow, _ order: Int) throws(ReadError) {
    guard !isSorting else {
      guard unsorted.count < Bound.rows.most else {
        throw ReadError(
          path: path, kind: .tooMuch,
          message: "there are more rows than can be sorted, \(Bound.rows.rule)")
      }
      unsorted.append(row)
      report.accepted += 1
      return
    }
    guard options.takesLinkClocks else { return try judge(row, order) }
    // Another link is not evidence about the first stamp of this link.
    if !orders[order].clock.isStarted, let first = orders[order].undecided.first,
      first.record.peer != row.record.peer
    {
      try release()
      return try admit(row, order)
    }
    guard orders[order].links.isEmpty else {
      return try judge(row, linkOrder(of: row.record.peer, in: order))
    }
    let goesOn = orders[order].clock.goesOn(row.record.sample.time.value)
    switch goesOn ? .common : orders[order].course(of: row.record) {
    case .common:
      try rejectStrays(of: row.record.peer, order)
      try judge(row, order)
    case .astray: orders[order].strays.append(row)
    case .own where report.peers.isEmpty: try judge(row, order)
    case .own: try separate(row, order)
    }
  }

  private mutating func separate(_ row: PlausibleRow, _ order: Int) throws(ReadError) {
    warn("the clocks of the links differ: rows are in the order of time within each link")
    let (strays, waiting) = (orders[order].strays, orders[order].undecided)
    (orders[order].strays, orders[order].undecided) = ([], [])
    for row in strays { orders[linkOrder(of: row.record.peer, in: order)].clock.hasLeapt = true }
    for row in strays + waiting + [row] {
      try judge(row, linkOrder(of: row.record.peer, in: order))
    }
  }

  private mutating func rejectStrays(of peer: NameTable.Index?, _ order: Int) throws(ReadError) {
    guard !orders[order].strays.isEmpty else { return }
    let rows = orders[order].strays.filter { $0.record.peer == peer }
    orders[order].strays.removeAll { $0.record.peer == peer }
    for row in rows { try rejectLeap(row.record, order) }
  }

  private mutating func judge(_ row: consuming PlausibleRow, _ order: Int) throws(ReadError) {
    let record = row.record
    let verdict = orders[order].clock.judge(record.sample.time.value)
    if verdict.place == .newestFirst { return try sortNewestFirst(row) }
    try settle(verdict, order, before: record)
    switch verdict.place {
    case .take: _ = take(row, order)
    case .wait, .newestFirst: orders[order].undecided.append(row)
    case .late:
      guard options.takesAnyOrder || window != nil else {
        return try rejectBackwards(record, orders[order].clock.last)
      }
      if !take(row, order) { try rejectBackwards(record, orders[order].newest) }
    }
  }

  private var window: Double? { options.reorderingWindow.flatMap { $0.value > 0 ? $0.value : nil } }

  private mutating func linkOrder(of peer: NameTable.Index?, in order: Int) -> Int {
    let place = LinkTimes.place(of: peer)
    while orders[order].links.count <= place {
      let last = orders[order].times[orders[order].links.count]
      orders[order].links.append(orders.count)
      orders.append(TimeOrder(orders[order].clock.branch(after: last), isOfOneLink: true))
    }
    return orders[order].links[place]
  }

  private mutating func settle(
    _ verdict: ClockMending.Verdict, _ order: Int, before next: TraceRecord? = nil
  ) throws(ReadError) {
    guard let settled = verdict.settled else { return }
    let rows = orders[order].undecided
    orders[order].undecided.removeAll(keepingCapacity: true)
    if let jump = verdict.jump { try mend(jump, line: rows.first?.record.line ?? 0) }
    for (place, row) in rows.enumerated() {
      if settled.contains(place) {
        _ = take(row, order)
      } else if options.takesLinkClocks, let next, next.peer != row.record.peer {
        orders[order].strays.append(row)
      } else {
        try rejectLeap(row.record, order)
      }
    }
  }

  private mutating func mend(_ jump: ClockMending.Jump, line: Int) throws(ReadError) {
    let text =
      "clock \(jump.isTurn ? "wrapped" : "set"): \(SignedSeconds.text(jump.seconds)) at "
      + "\(report.unit.rawValue) \(line)"
    guard !options.strict, options.clock != .refuse else {
      throw ReadError(
        path: path, line: line, kind: .rejected(.clockJump),
        message: "\(text); \(RejectionReason.clockJump.sentence)" + options.said(.clock))
    }
    report.clockJumps.add(line: line, example: text)
    guard report.clockJumps.count <= ReadReport.Rejection.lineLimit else { return }
    let cure = options.cures[.order].map {
      "if rows are written in another order, \($0) all sorts them"
    }
    report.remark(Finding(.clockJump, text, cure: report.clockJumps.count == 1 ? cure : nil))
  }

  private mutating func take(_ row: consuming PlausibleRow, _ order: Int) -> Bool {
    row.moveTime(by: orders[order].clock.offset)
    var held = hold(row.record, order)
    if held == .taken, let event = row.event { held = hold(event, order) }
    guard held == .taken else {
      repeats += held == .repeated ? 1 : 0
      return held == .repeated
    }
    if options.takesLinkClocks, !orders[order].isOfOneLink {
      orders[order].times[LinkTimes.place(of: row.record.peer)] = row.record.sample.time.value
    }
    count(row)
    return true
  }

  private mutating func hold(_ record: TraceRecord, _ order: Int) -> TimeOrder.Held {
    guard let window else {
      records.append(record)
      return .taken
    }
    return orders[order].hold(record, window: window, into: &records)
  }

  private mutating func count(_ row: PlausibleRow) {
    report.accepted += 1
    let line = row.record.line
    if let fault = row.angleFault { report.droppedAngles.add(line: line, example: fault) }
    for (reason, found) in row.leftOut where reason != .notFinite {
      report.leaveOut(reason, line: line, example: "\(found); \(reason.sentence)")
    }
  }

  private mutating func rejectBackwards(_ record: TraceRecord, _ last: Double) throws(ReadError) {
    let time = record.sample.time.value
    if window == nil, last - time <= 1 { late = (late.count + 1, max(late.most, last - time)) }
    let found =
      window.map { "t_s is \(time), more than \($0) s before \(last) of an earlier row" }
      ?? "t_s is \(time), before \(last) of an earlier row"
    try reject(.timeBackwards, line: record.line, found)
  }

  private mutating func rejectLeap(_ record: TraceRecord, _ order: Int) throws(ReadError) {
    let (time, last) = (record.sample.time.value, orders[order].clock.last)
    guard time + orders[order].clock.offset > last else { return try rejectBackwards(record, last) }
    let found = "t_s is \(time), and the rows around it are near \(last)"
    try reject(
      .timeAhead, line: record.line, found, .clock,
      isRefused: options.strict || options.clock == .refuse)
  }

  private mutating func sortNewestFirst(_ row: PlausibleRow?) throws(ReadError) {
    let rows = orders[0].undecided + (row.map { [$0] } ?? [])
    orders[0].undecided = []
    guard !options.strict, !options.takesAnyOrder, window == nil else {
      for (place, row) in rows.enumerated() {
        if place == 0 {
          _ = take(row, 0)
        } else {
          try rejectBackwards(row.record, rows[0].record.sample.time.value)
        }
      }
      return
    }
    isNewestFirst = true
    unsorted = rows
    report.accepted += rows.count
    warn(Self.newestFirst)
  }

  static let mayTurn =
    "the rows are not in order of time, and their clock may have wrapped after"
  static let newestFirst =
    "the rows are newest first; Lubdub sorts them in memory"

  var isSorting: Bool { options.sortsRows || isNewestFirst }

  /// Whether the clock is still unknown, or a row waits for later rows: rows are then read singly.
  var isUndecided: Bool { orders[0].clock.isUndecided && orders[0].links.isEmpty }

  var takesUnseen: Bool {
    orders[0].clock.isSettled && !isSorting && orders[0].links.isEmpty && orders[0].strays.isEmpty
  }

  mutating func goOn(_ clock: ClockMending) {
    orders[0].clock = clock
    orders[0].clock.resume(at: -.infinity, after: 0)
  }

  package mutating func reject(
    _ reason: RejectionReason, line: Int, _ found: String = "", _ cure: Cure?,
    isRefused: Bool? = nil
  ) throws(ReadError) {
    let message =
      (found.isEmpty ? reason.sentence : "\(found); \(reason.sentence)") + options.said(cure)
    report.reject(reason, line: line, example: message)
    guard !(isRefused ?? options.strict) else {
      throw ReadError(path: path, line: line, kind: .rejected(reason), message: message)
    }
  }

  /// Counts a rejected row, without a cure. Throws `ReadError` when reading is strict.
  public mutating func reject(
    _ reason: RejectionReason, line: Int, _ found: String = ""
  ) throws(ReadError) {
    try reject(reason, line: line, found, nil)
  }

  /// Counts a line or record without a row.
  public mutating func ignore(_ count: Int = 1) { report.ignored += count }

  /// Counts a repeat of a report that was already read.
  public mutating func duplicate() { report.duplicates += 1 }

  package mutating func warn(
    _ text: String, _ cure: Cure?, as rule: FindingRule = .reading, at place: String? = nil
  ) {
    report.remark(Finding(rule, at: place, text, cure: cure.flatMap { options.cures[$0] }))
  }

  /// Adds a warning without a cure.
  public mutating func warn(_ text: String) { warn(text, nil) }

  mutating func release(isPause: Bool = false) throws(ReadError) {
    for order in orders.indices where !isPause {
      for row in orders[order].strays { try rejectStrays(of: row.record.peer, order) }
    }
    for order in orders.indices where !orders[order].undecided.isEmpty {
      let verdict = orders[order].clock.finish(isPause: isPause)
      if verdict.place == .newestFirst {
        try sortNewestFirst(nil)
      } else {
        try settle(verdict, order)
      }
    }
  }

  mutating func flush() throws(ReadError) {
    try release()
    for index in orders.indices { orders[index].flush(into: &records) }
    try takeSorted()
    for (place, lag) in options.lags.enumerated() where !moved.contains(place) {
      warn("there are no rows of \(lag.name), so its lag is not used")
    }
    report.duplicates += repeats
    if repeats > 0 {
      warn(
        "skipped \(counted(repeats, "row that repeats", "rows that repeat")) another row with the same time",
        nil, as: .repeated)
    }
    // A few rows are late by chance.
    let behind = report.rejections[.timeBackwards]?.count ?? 0
    if behind >= 16, 50 * behind > report.accepted, window == nil, !isSorting,
      let option = options.cures[.order]
    {
      let isLittle = 2 * late.count > behind
      let reach = [0.1, 0.2, 0.5, 1].first { $0 >= late.most } ?? 1
      report.remark(
        isLittle
          ? Finding(
            .lateRows, "\(counted(late.count, "row came", "rows came")) up to \(reach) s late",
            cure: "\(option) \(reach) reads them")
          : Finding(
            .lateRows, "\(counted(behind, "row is", "rows are")) behind earlier ones",
            cure: "\(option) all sorts the rows"))
    }
    if report.clockJumps.count > ReadReport.Rejection.lineLimit {
      warn("the clock was repaired \(report.clockJumps.count) times", nil, as: .clockJump)
    }
    for (_, values) in report.leftOut.inOrder(by: { $0.key < $1.key }) {
      warn("kept rows, but dropped \(values.account(report.unit, of: "value"))", nil, as: .leftOut)
    }
    let angles = report.droppedAngles
    guard angles.count > 0 else { return }
    warn(
      "angles of arrival left out of \(angles.account(report.unit)); an azimuth is "
        + "-180 to 180 degrees, an elevation -90 to 90")
  }

  private mutating func takeSorted() throws(ReadError) {
    guard !unsorted.isEmpty else { return }
    let rows = try sorted()
    unsorted = []
    let times = rows.map { $0.record.sample.time.value }
    let kept = options.clock == .keep ? times.indices : ClockMending.core(of: times)
    report.accepted -= rows.count
    for (place, row) in rows.enumerated() {
      guard !kept.contains(place) else {
        guard !records.say(row.record, before: records.count) else {
          repeats += 1
          continue
        }
        records.append(row.record)
        if let event = row.event { records.append(event) }
        count(row)
        continue
      }
      let isBefore = place < kept.lowerBound
      try reject(
        isBefore ? .timeBackwards : .timeAhead, line: row.record.line,
        "t_s is \(times[place]), and the other rows \(isBefore ? "begin" : "end") at "
          + "\(times[isBefore ? kept.lowerBound : kept.upperBound - 1])", .clock,
        isRefused: options.strict || options.clock == .refuse)
    }
  }

  private mutating func sorted() throws(ReadError) -> [PlausibleRow] {
    var rows = isNewestFirst ? unsorted.reversed() : unsorted
    let written = WrittenOrder(rows, isKnown: isNewestFirst)
    if options.clock != .keep {
      for (jump, place) in written.jumps { try mend(jump, line: rows[place].record.line) }
      for place in rows.indices { rows[place].moveTime(by: written.offsets[place]) }
    }
    rows = rows.indices.inOrder { left, right in
      let (first, second) = (rows[left].record.sample.time, rows[right].record.sample.time)
      return first < second || first == second && left < right
    }.map { rows[$0] }
    guard options.clock != .keep, !written.isInOrder,
      let turn = ClockMending.turn(in: rows.map { $0.record.sample.time.value })
    else { return rows }
    guard turn.isCertain else {
      warn("\(Self.mayTurn) \(turn.period) s, which sorting would hide")
      return rows
    }
    throw ReadError(
      path: path, kind: .rejected(.clockJump),
      message:
        "the rows are not in order of time, and their clock seems to have wrapped after \(turn.period) s, so "
        + "they cannot be sorted" + options.said(.clock))
  }

  private func isWanted(recording: NameTable.Index?) -> Bool {
    guard let wanted = options.recording else {
      return !options.takesFirstRecording || (recording ?? 0) == 0
    }
    return recording.map { recordings[$0] } == wanted
  }

  private mutating func isWanted(_ peer: NameTable.Index?) -> Bool {
    let takesFirst = options.takesFirstPeer && !report.hasOneLink
    guard let peer else { return options.peer == nil && !(takesFirst && report.peers.count > 1) }
    report.peers[Int(peer)].rows += 1
    // Links are numbered in the order of their first rows.
    return options.peer.map { $0 == peers[peer] } ?? (!takesFirst || peer == 0)
  }

  mutating func count(from first: Int, lastTime: Double, hasPeers: Bool = true) {
    report.accepted += records.count - first
    orders[0].clock.resume(at: lastTime, after: records.count - first)
    if hasPeers { countPeers(from: first) }
  }

  mutating func countPeers(from first: Int) {
    for record in records[first...] {
      if let peer = record.peer { report.peers[Int(peer)].rows += 1 }
    }
    noteTimes(of: records[first...])
  }

  mutating func noteTimes(of rows: ArraySlice<TraceRecord>) {
    guard options.takesLinkClocks else { return }
    for row in rows { orders[0].times[LinkTimes.place(of: row.peer)] = row.sample.time.value }
  }

  private mutating func order(of recording: NameTable.Index?) -> Int {
    guard let recording else { return 0 }
    addOrders(ofRecordings: Int(recording) + 1)
    return recordingOrders[Int(recording)]
  }

  private mutating func addOrders(ofRecordings count: Int) {
    while recordingOrders.count < count {
      recordingOrders.append(orders.count)
      orders.append(TimeOrder(Self.clock(options, waitsForSecond: false)))
    }
  }
}

extension TraceRecord {
  fileprivate mutating func splitOffEvent() -> TraceRecord? {
    // The distance of `at` is a person's statement, not a range.
    let said = sample.event == .at ? sample.range : nil
    guard let event = sample.event, said == nil && sample.range != nil || sample.rssi != nil else {
      return nil
    }
    let time = sample.time
    sample.event = nil
    if said != nil { sample.range = nil }
    return TraceRecord(
      Sample(time: time, radio: sample.radio, range: said, event: event), truth: truth, peer: peer,
      recording: recording, line: line)
  }
}
