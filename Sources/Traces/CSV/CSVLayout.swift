import Quantities
import Ranging

/// Which column holds what, ready for rows that are written plainly: as many fields as the header,
/// numbers of up to 16 characters without exponent, no quotes or spaces around what is read.
struct CSVLayout: Sendable {
  /// How far a stretch of rows has been read.
  struct Cursor {
    /// The offset of the first byte that has not been read.
    var position = 0
    /// The offset of the last row that has been read, if it directly precedes.
    var lastRow = 0
    /// The number of the line there.
    var line: Int
    /// The time of the last accepted row.
    var lastTime: Double
  }

  /// The separator between columns.
  let separator: UInt8
  /// The number of columns.
  let columnCount: Int
  private let time: Int
  private let source: Int?
  private let range: Int?
  private let rssi: Int?
  private let truth: Int?
  private let firstPathPower: Int?
  private let event: Int?
  private let channel: Int?
  private let peer: Int?
  private let azimuth: Int?
  private let elevation: Int?

  /// The layout of a header; `nil` when it has a column that is only read row by row.
  init?(header: CSVHeader) {
    guard !header.roles.contains(.recording) else { return nil }
    func column(_ role: CSVHeader.Role) -> Int? { header.roles.firstIndex(of: role) }
    guard let time = column(.time) else { return nil }
    separator = header.separator
    columnCount = header.roles.count
    self.time = time
    source = column(.source)
    range = column(.range)
    rssi = column(.rssi)
    truth = column(.truth)
    firstPathPower = column(.firstPathPower)
    event = column(.event)
    channel = column(.channel)
    peer = column(.peer)
    azimuth = column(.azimuth)
    elevation = column(.elevation)
  }

  /// Reads rows as long as they are plain and break no rule.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - count: Their number.
  ///   - offset: Where they begin in the input.
  ///   - peers: The links that are known; a row of another one is not plain.
  ///   - names: Those that were seen last.
  ///   - cursor: Advances by the rows that have been read.
  ///   - batch: Where rows are built.
  ///   - records: Where they go.
  /// - Returns: Whether all rows were plain.
  func read(
    _ rows: IndexedRows, count: Int, from offset: Int, peers: NameTable,
    _ names: inout NameCache, _ cursor: inout Cursor, batch: RowBatch.Storage,
    into records: inout [TraceRecord]
  ) -> Bool {
    var rows = rows
    var left = count
    while left > 0 {
      let limit = min(left, RowBatch.size)
      let formed = rows.wellFormed(limit: limit, columns: columnCount, separator: separator)
      let named = readNames(rows, formed, line: cursor.line, peers, &names, into: batch)
      let good = readNumbers(rows, named, after: cursor.lastTime, into: batch)
      if good > 0 {
        let read = UnsafeBufferPointer(rebasing: batch.records[..<good])
        records.append(contentsOf: read)
        cursor.advance(
          rows: good, lastRow: offset + rows.start(good - 1, 0),
          next: offset + rows.start(good, 0), last: read[good - 1])
      }
      guard good == limit else { return false }
      rows = rows.dropFirst(good)
      left -= good
    }
    return true
  }

  /// Reads the numbers of a batch, column by column.
  ///
  /// - Returns: The number of rows in front of the first one that is not plain.
  private func readNumbers(
    _ rows: IndexedRows, _ count: Int, after lastTime: Double, into batch: RowBatch.Storage
  ) -> Int {
    let records = batch.records
    var lastTime = lastTime
    var good = read(rows, time, count, batch) { row, value in
      guard let value, value >= lastTime, abs(value) <= Plausibility.timeLimit else { return false }
      lastTime = value
      records[row].observation.time = Seconds(value)
      return true
    }
    good = read(rows, range, good, batch) { row, value in
      guard let value else { return true }
      guard Plausibility.isDistance(value) else { return false }
      records[row].observation.range = Meters(value + 0)
      return true
    }
    good = read(rows, rssi, good, batch) { row, value in
      guard let value else { return true }
      guard Plausibility.isLevel(value) else { return false }
      records[row].observation.rssi = DBm(value)
      return true
    }
    good = read(rows, truth, good, batch) { row, value in
      guard let value else { return true }
      guard Plausibility.isDistance(value) else { return false }
      records[row].truth = Meters(value + 0)
      return true
    }
    good = read(rows, firstPathPower, good, batch) { row, value in
      guard let value else { return true }
      guard Plausibility.isLevel(value) else { return false }
      records[row].observation.firstPathPower = DBm(value)
      return true
    }
    good = read(rows, azimuth, good, batch) { row, value in
      guard let value else { return true }
      guard Plausibility.isAzimuth(value) else { return false }
      records[row].angles.azimuth = Degrees(value)
      return true
    }
    good = read(rows, elevation, good, batch) { row, value in
      guard let value else { return true }
      guard Plausibility.isElevation(value) else { return false }
      records[row].angles.elevation = Degrees(value)
      return true
    }
    // Without a name the radio is told by what it measured.
    for row in 0..<good where source.map({ rows.isEmpty(row, $0) }) ?? true {
      let observation = records[row].observation
      let isBLE = observation.range == nil && observation.rssi != nil
      records[row].observation.radio = isBLE ? .ble : .uwb
    }
    return good
  }

  /// Reads the numbers of one column, if there is one, until one is refused.
  ///
  /// - Returns: The number of rows in front of it.
  @inline(__always)
  private func read(
    _ rows: IndexedRows, _ column: Int?, _ count: Int, _ batch: RowBatch.Storage,
    _ take: (Int, Double?) -> Bool
  ) -> Int {
    guard let column else { return count }
    let found = rows.numbers(column, count: count, into: batch)
    for row in 0..<found.count {
      let isPresent = found.present &>> UInt64(truncatingIfNeeded: row) & 1 == 1
      guard take(row, isPresent ? batch.numbers[row] : nil) else { return row }
    }
    return found.count
  }

  /// Begins the rows of a batch with what is no number.
  ///
  /// - Returns: The number of rows in front of the first one that is not plain.
  private func readNames(
    _ rows: IndexedRows, _ count: Int, line: Int, _ peers: NameTable, _ names: inout NameCache,
    into batch: RowBatch.Storage
  ) -> Int {
    for row in 0..<count {
      if let event, !rows.isEmpty(row, event) { return row }
      if let channel, !rows.isEmpty(row, channel) { return row }
      var record = TraceRecord(Observation(time: 0, radio: .uwb), line: line &+ row)
      if let source, !rows.isEmpty(row, source) {
        guard let radio = rows.radio(row, source) else { return row }
        record.observation.radio = radio
      }
      if let peer, !rows.isEmpty(row, peer) {
        guard let known = rows.name(row, peer, in: peers, &names) else { return row }
        record.peer = known
      }
      batch.records[row] = record
    }
    return count
  }
}

extension CSVLayout.Cursor {
  /// Goes on behind rows that have been read.
  ///
  /// - Parameters:
  ///   - rows: The number of rows.
  ///   - lastRow: The offset of the last of them.
  ///   - next: The offset behind it.
  ///   - last: What was read from it.
  mutating func advance(rows: Int, lastRow: Int, next: Int, last: TraceRecord) {
    self.lastRow = lastRow
    position = next
    line += rows
    lastTime = last.observation.time.value
  }
}
