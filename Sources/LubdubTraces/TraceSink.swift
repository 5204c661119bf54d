public import Lubdub
public import LubdubGround

/// Where a format puts the rows it reads: checks them by the rules that hold for every trace, and
/// keeps account.
public struct TraceSink: Sendable {
  /// The path or name of the trace, for messages.
  public let path: String
  /// How the trace is read.
  public let options: ReadOptions
  /// Accepted rows that have not been taken out yet, in order.
  public package(set) var records: [TraceRecord] = []
  /// What became of the rows so far.
  public package(set) var report = ReadReport()
  /// The names of the links.
  public package(set) var peers = NameTable()
  /// The names of the recordings.
  public package(set) var recordings = NameTable()
  var orders: [TimeOrder] = [TimeOrder()]
  /// The time of the last row of each link, where links may have clocks of their own.
  private var linkTimes = LinkTimes()
  /// Rows that wait for the end of the trace, to be sorted.
  private var unsorted = UnsortedRows()

  /// An empty sink.
  public init(path: String, options: ReadOptions) {
    self.path = path
    self.options = options
  }

  /// Takes one row, or rejects it by the rules that hold for every trace: finite plausible values,
  /// and time that does not go backwards. An event with a range or an RSSI beside it gives two records:
  /// the sample, then the event.
  ///
  /// - Parameters:
  ///   - sample: The row.
  ///   - truth: The true distance, where the log has it.
  ///   - azimuth: The horizontal angle of arrival. A bad angle costs the angle, not the row.
  ///   - elevation: The vertical one.
  ///   - peer: The other end of the link, as logged.
  ///   - recording: The recording, where one log holds several.
  ///   - line: The line or record number, from 1.
  /// - Throws: `ReadError` when the row is rejected and reading is strict.
  public mutating func accept(
    _ sample: Sample, truth: Meters? = nil, azimuth: Degrees? = nil,
    elevation: Degrees? = nil, peer: String? = nil, recording: String? = nil, line: Int
  ) throws(ReadError) {
    if let fault = Plausibility.fault(of: sample, truth: truth) {
      return try reject(fault.reason, line: line, fault.message)
    }
    var record = TraceRecord(sample, truth: truth, line: line)
    if let peer {
      guard let index = peers.index(of: peer) else {
        return try reject(.tooManyNames, line: line, "peer is \"\(peer)\"")
      }
      list(index)
      record.peer = index
    }
    if let recording {
      guard let index = recordings.index(of: recording) else {
        return try reject(.tooManyNames, line: line, "recording is \"\(recording)\"")
      }
      record.recording = index
      if report.recordings.count == Int(index) { report.recordings.append(recording) }
    }
    record.angles = ArrivalAngles(azimuth: azimuth, elevation: elevation)
    let event = record.splitOffEvent()
    let found =
      fault(azimuth, record.angles.azimuth, "azimuth")
      ?? fault(elevation, record.angles.elevation, "elevation")
    try admit(record, event, angleFault: found)
  }

  /// What is wrong with an angle that was not kept.
  private func fault(_ angle: Degrees?, _ kept: Degrees?, _ name: String) -> String? {
    guard let angle, kept == nil else { return nil }
    return "\(name) is \(angle.value.isNaN ? "not a number" : "\(angle)")"
  }

  /// Keeps the rows from a place in `records` on that are wanted and do not go back in time. They are plausible
  /// and have no events, and their links and recordings are known.
  mutating func admit(from first: Int) throws(ReadError) {
    let kept = first + countInOrder(from: first)
    report.accepted += kept - first
    let rest = Array(records[kept...])
    records.removeLast(rest.count)
    if !report.peers.isEmpty { countPeers(from: first) }
    for row in rest { try admit(row) }
  }

  /// Passes rows of recordings, where all are wanted, each later than the one before it in its recording.
  private mutating func countInOrder(from first: Int) -> Int {
    guard options.takesAllPeers, options.recording == nil, !options.takesFirstRecording,
      !options.takesLinkClocks, options.reorderingWindow == nil, !isSorting, unsorted.rows.isEmpty
    else { return 0 }
    while orders.count <= recordings.names.count { orders.append(TimeOrder()) }
    let rows = records[first...]
    return unsafe orders.withUnsafeMutableBufferPointer { orders in
      rows.firstIndex { row in
        guard let recording = row.recording else { return true }
        return unsafe !orders[Int(recording) + 1].pass(row.sample.time.value)
      }.map { $0 - first } ?? rows.count
    }
  }

  /// Takes one plausible row if it is of the wanted link and does not go back in time.
  private mutating func admit(
    _ record: TraceRecord, _ event: TraceRecord? = nil, angleFault: String? = nil
  ) throws(ReadError) {
    guard isWanted(recording: record.recording) else {
      report.otherRecordings += 1
      return
    }
    guard isWanted(record.peer) else {
      report.otherPeers += 1
      return
    }
    let order = order(of: record.recording)
    if hold(record, event) {
      if let angleFault { unsorted.angleFaults[record.line] = angleFault }
      return
    }
    for row in unsorted.released() { try accept(held: row, order) }
    guard append(record, to: order) else { return try rejectBackwards(record, order) }
    if let event { _ = append(event, to: order) }
    report.accepted += 1
    if let angleFault { report.droppedAngles.add(line: record.line, example: angleFault) }
  }

  /// Takes a row that was held back, or rejects it.
  private mutating func accept(held row: TraceRecord, _ order: Int) throws(ReadError) {
    let angleFault = unsorted.angleFaults.removeValue(forKey: row.line)
    guard append(row, to: order) else { return try rejectBackwards(row, order) }
    report.accepted += 1
    if let angleFault { report.droppedAngles.add(line: row.line, example: angleFault) }
  }

  /// Puts a record in the order of time.
  private mutating func append(_ record: TraceRecord, to order: Int) -> Bool {
    if let window = options.reorderingWindow?.value, window > 0 {
      return orders[order].hold(record, window: window, into: &records)
    }
    let time = record.sample.time.value
    guard
      orders[order].pass(time) || options.takesAnyOrder || order == 0 && passByLink(record, time)
    else { return false }
    if options.takesLinkClocks { linkTimes[record.peer] = time }
    records.append(record)
    return true
  }

  /// Whether a row that goes back in time goes forwards by the clock of its own link.
  private mutating func passByLink(_ record: TraceRecord, _ time: Double) -> Bool {
    guard options.takesLinkClocks, !report.peers.isEmpty, time >= linkTimes[record.peer] else {
      return false
    }
    // From here on no row is taken unseen.
    orders[0].lastTime = .infinity
    warn("the clocks of the links differ: rows are in the order of time within each link")
    return true
  }

  private mutating func rejectBackwards(
    _ record: TraceRecord, _ order: Int
  ) throws(ReadError) {
    let time = record.sample.time.value
    let found: String
    if let window = options.reorderingWindow?.value, window > 0 {
      let newest = orders[order].newest
      found = "t_s is \(time), more than \(window) s before \(newest) of an earlier row"
    } else {
      let last = orders[order].lastTime
      let before = last < .infinity || isSorting ? last : linkTimes[record.peer]
      found = "t_s is \(time), before \(before) of an earlier row"
    }
    try reject(.timeBackwards, line: record.line, found)
  }

  /// Takes rows as they come, as those of a part out of the middle of a trace.
  mutating func takeInOrder() { unsorted.settle() }

  /// Holds a row back until the end, where the trace is to be sorted, or may be newest first.
  private mutating func hold(_ record: TraceRecord, _ event: TraceRecord?) -> Bool {
    guard !options.takesAnyOrder, options.reorderingWindow == nil, !options.strict || options.sorts
    else { return false }
    if options.sorts {
      unsorted.rows.append(record)
      if let event { unsorted.rows.append(event) }
      report.accepted += 1
      return true
    }
    guard unsorted.take(record, first: records, accepted: report.accepted) else { return false }
    if let event { unsorted.rows.append(event) }
    if unsorted.isNewestFirst, !records.isEmpty {
      records = []
      // From here on no row is taken unseen.
      orders[0].lastTime = .infinity
      report.accepted = unsorted.rows.count
      warn(Self.newestFirst)
    } else if unsorted.isNewestFirst {
      report.accepted += 1
    }
    return true
  }

  static let newestFirst =
    "the rows are newest first; they are sorted, for which all are held in memory"

  /// Whether rows wait for the end of the trace.
  var isSorting: Bool { options.sorts || unsorted.isNewestFirst }

  /// Rejects one row.
  package mutating func reject(
    _ reason: RejectionReason, line: Int, _ found: String = "", _ cure: Cure?
  ) throws(ReadError) {
    let message =
      (found.isEmpty ? reason.sentence : "\(found); \(reason.sentence)") + options.said(cure)
    report.reject(reason, line: line, example: message)
    guard !options.strict else {
      throw ReadError(path: path, line: line, kind: .rejected(reason), message: message)
    }
  }

  /// The same without a cure.
  ///
  /// - Throws: `ReadError` when reading is strict.
  public mutating func reject(
    _ reason: RejectionReason, line: Int, _ found: String = ""
  ) throws(ReadError) {
    try reject(reason, line: line, found, nil)
  }

  /// Counts a line or record that holds no row.
  public mutating func ignore(_ count: Int = 1) {
    report.ignored += count
  }

  /// Counts a repeat of a report that has been read already.
  public mutating func duplicate() {
    report.duplicates += 1
  }

  /// Says something to the reader of the result about the whole log; said once however often it is
  /// called.
  package mutating func warn(_ text: String, _ cure: Cure?) {
    let text = text + options.said(cure)
    guard !report.warnings.contains(text) else { return }
    report.warnings.append(text)
  }

  /// The same without a cure.
  public mutating func warn(_ text: String) { warn(text, nil) }

  /// Lets rows through that wait for earlier ones, and closes the account; called at the end of the
  /// log.
  mutating func flush() {
    for index in orders.indices { orders[index].flush(into: &records) }
    if isSorting {
      records += unsorted.sorted
      for (line, fault) in unsorted.angleFaults.sorted(by: { $0.key < $1.key }) {
        report.droppedAngles.add(line: line, example: fault)
      }
    } else {
      for row in unsorted.released() { try? accept(held: row, 0) }
    }
    unsorted.rows = []
    for (_, values) in report.leftOut.sorted(by: { $0.key < $1.key }) {
      warn("left out of their rows: \(values.account(report.unit, of: "value"))")
    }
    let angles = report.droppedAngles
    guard angles.count > 0 else { return }
    warn(
      "angles of arrival left out of \(angles.account(report.unit)); an azimuth lies "
        + "from -180 to 180 degrees, an elevation from -90 to 90")
  }

  /// Makes a place in the report for a link that is named for the first time.
  private mutating func list(_ peer: NameTable.Index) {
    guard report.peers.count == Int(peer) else { return }
    report.peers.append(ReadReport.Peer(name: peers[peer], rows: 0))
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

  /// Counts rows that were taken by other means and are plausible and in order.
  mutating func count(from first: Int, lastTime: Double) {
    report.accepted += records.count - first
    orders[0].lastTime = lastTime
    countPeers(from: first)
  }

  /// Counts the links of rows that were taken by other means; all are known already.
  mutating func countPeers(from first: Int) {
    for record in records[first...] {
      if let peer = record.peer { report.peers[Int(peer)].rows += 1 }
      if options.takesLinkClocks { linkTimes[record.peer] = record.sample.time.value }
    }
  }

  /// Takes note of rows of a chunk that follow in the order of time.
  mutating func noteTimes(of rows: [TraceRecord]) {
    guard options.takesLinkClocks else { return }
    for row in rows { linkTimes[row.peer] = row.sample.time.value }
  }

  private mutating func order(of recording: NameTable.Index?) -> Int {
    guard let recording else { return 0 }
    let place = Int(recording) + 1
    while orders.count <= place { orders.append(TimeOrder()) }
    return place
  }
}

extension TraceRecord {
  /// Leaves the sample of a row that has a sample and an event.
  fileprivate mutating func splitOffEvent() -> TraceRecord? {
    // The distance of `at` is what a person says, and no range.
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
