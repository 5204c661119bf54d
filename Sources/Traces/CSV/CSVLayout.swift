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

    /// Goes on where another cursor is that started from this one's position.
    mutating func advance(by other: Cursor) {
      lastRow = position + other.lastRow
      position += other.position
      line = other.line
      lastTime = other.lastTime
    }
  }

  private let separator: UInt8
  private let columnCount: Int
  // The place of a column, or -1 where there is none.
  private let time: Int
  private let source: Int
  private let range: Int
  private let rssi: Int
  private let truth: Int
  private let firstPathPower: Int
  private let event: Int
  private let channel: Int
  private let peer: Int

  /// The layout of a header; `nil` when it has a column that is only read row by row.
  init?(header: CSVHeader) {
    guard header.roles.allSatisfy({ ![.recording, .azimuth, .elevation].contains($0) }) else {
      return nil
    }
    func column(_ role: CSVHeader.Role) -> Int { header.roles.firstIndex(of: role) ?? -1 }
    separator = header.separator
    columnCount = header.roles.count
    time = column(.time)
    source = column(.source)
    range = column(.range)
    rssi = column(.rssi)
    truth = column(.truth)
    firstPathPower = column(.firstPathPower)
    event = column(.event)
    channel = column(.channel)
    peer = column(.peer)
  }

  /// Reads rows as long as they are plain.
  ///
  /// - Parameters:
  ///   - bytes: Where a line begins.
  ///   - offsets: The offsets of separators and control characters.
  ///   - count: The number of offsets.
  ///   - powers: The powers of ten.
  ///   - peers: The links that are known; a row of another one is not plain.
  ///   - cursor: Advances by the rows that have been read.
  ///   - records: Where the rows go.
  /// - Returns: `false` when the row at the cursor is not plain; `true` when the offsets ended.
  func read(
    _ bytes: UnsafeRawPointer, _ offsets: UnsafePointer<UInt32>, _ count: Int,
    _ powers: UnsafePointer<Double>, peers: NameTable, _ cursor: inout Cursor,
    into records: inout [TraceRecord]
  ) -> Bool {
    var here = cursor
    defer { cursor = here }
    var place = 0
    while place + columnCount <= count {
      let row = Row(
        bytes: bytes, start: here.position, ends: offsets + place, powers: powers)
      let end = row.end(columnCount - 1)
      var next = end + 1
      var used = columnCount
      if row.byte(end) == 0x0D {
        guard place + used < count else { return true }
        guard row.end(used) == next, row.byte(next) == 0x0A else { return false }
        next += 1
        used += 1
      } else if row.byte(end) != 0x0A {
        return false
      }
      guard var record = read(row, line: here.line, after: here.lastTime) else { return false }
      if !row.isEmpty(peer) {
        guard let known = row.name(peer, in: peers) else { return false }
        record.peer = known
      }
      records.append(record)
      here.lastTime = record.observation.time.value
      here.line += 1
      here.lastRow = here.position
      here.position = next
      place += used
    }
    return true
  }

  /// One row, if it is plain and breaks no rule.
  @inline(__always)
  private func read(_ row: Row, line: Int, after lastTime: Double) -> TraceRecord? {
    // A line that starts with "#" or a space may be a comment.
    guard row.byte(row.start) > UInt8(ascii: "#") else { return nil }
    for column in 0..<columnCount - 1 {
      guard row.byte(row.end(column)) == separator else { return nil }
    }
    guard case .some(let time?) = row.number(time), time >= lastTime,
      abs(time) <= Plausibility.timeLimit,
      let range = row.distance(range), let truth = row.distance(truth),
      let rssi = row.level(rssi), let firstPathPower = row.level(firstPathPower),
      let radio = row.radio(source, hasRange: range != nil, hasSignal: rssi != nil),
      row.isEmpty(event), row.isEmpty(channel)
    else { return nil }
    let observation = Observation(
      time: Seconds(time), radio: radio, range: range.map { Meters($0) },
      rssi: rssi.map { DBm($0) }, firstPathPower: firstPathPower.map { DBm($0) })
    return TraceRecord(observation, truth: truth.map { Meters($0) }, line: line)
  }
}

/// The fields of one row, which lie between known offsets.
private struct Row {
  let bytes: UnsafeRawPointer
  let start: Int
  let ends: UnsafePointer<UInt32>
  let powers: UnsafePointer<Double>

  @inline(__always)
  func end(_ column: Int) -> Int { Int(truncatingIfNeeded: ends[column]) }

  @inline(__always)
  func start(_ column: Int) -> Int { column == 0 ? start : end(column &- 1) &+ 1 }

  @inline(__always)
  func byte(_ offset: Int) -> UInt8 { (bytes + offset).load(as: UInt8.self) }

  @inline(__always)
  func isEmpty(_ column: Int) -> Bool { column < 0 || start(column) == end(column) }

  /// A name of the table that is written without quotes or spaces around it.
  func name(_ column: Int, in table: NameTable) -> NameTable.Index? {
    let field = UnsafeRawBufferPointer(
      start: bytes + start(column), count: end(column) - start(column))
    guard let first = field.first, let last = field.last, first > 0x20, last > 0x20,
      !field.contains(UInt8(ascii: "\""))
    else { return nil }
    return String(validating: field, as: UTF8.self).flatMap { table.find($0) }
  }

  /// The number of a column: `nil` when it is not plain, an inner `nil` when there is none.
  @inline(__always)
  func number(_ column: Int) -> Double?? {
    guard column >= 0 else { return .some(nil) }
    let start = start(column)
    let end = end(column)
    guard start < end else { return .some(nil) }
    let isNegative = byte(start) == UInt8(ascii: "-")
    let count = end &- start &- (isNegative ? 1 : 0)
    guard count > 0,
      let magnitude = ShortDecimal.magnitude(before: bytes + end, count: count, powers: powers)
    else { return nil }
    return .some(isNegative ? -magnitude : magnitude)
  }

  /// A distance within the limits; −0 becomes 0.
  @inline(__always)
  func distance(_ column: Int) -> Double?? {
    guard let number = number(column) else { return nil }
    guard let distance = number else { return .some(nil) }
    guard Plausibility.isDistance(distance) else { return nil }
    return .some(distance + 0)
  }

  /// A received power within the limits.
  @inline(__always)
  func level(_ column: Int) -> Double?? {
    guard let number = number(column) else { return nil }
    guard let level = number else { return .some(nil) }
    guard Plausibility.isLevel(level) else { return nil }
    return .some(level)
  }

  @inline(__always)
  func radio(_ column: Int, hasRange: Bool, hasSignal: Bool) -> Radio? {
    guard !isEmpty(column) else { return hasRange || !hasSignal ? .uwb : .ble }
    let start = start(column)
    guard end(column) &- start == 3 else { return nil }
    // The field is followed by at least one byte: its separator.
    let word = UInt32(littleEndian: (bytes + start).loadUnaligned(as: UInt32.self))
    switch word & 0x00FF_FFFF | 0x0020_2020 {
    case 0x0062_7775: return .uwb
    case 0x0065_6C62: return .ble
    default: return nil
    }
  }
}
