import Link
import Quantities

/// Which column holds what, ready for rows that are written simply: as many fields as the header,
/// numbers without exponent, nothing in front of a field but spaces, quotes around the whole of it.
struct CSVLayout: Sendable {
  /// How far the rows have been read.
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

  private let separator: UInt8
  private let roles: [CSVHeader.Role]

  /// The layout of a header; `nil` when it has a column that is only read row by row.
  init?(header: CSVHeader) {
    guard !header.roles.contains(.recording) else { return nil }
    separator = header.separator
    roles = header.roles
  }

  /// Reads rows as long as they are simple and break no rule.
  ///
  /// - Parameters:
  ///   - bytes: The input.
  ///   - last: Where the last line feed stands; `CSVKernel.margin` bytes from there on can be read.
  ///   - limit: The most rows that are read.
  ///   - powers: The powers of ten.
  ///   - peers: The links that are known; a row of another one is not simple.
  ///   - names: Those that were seen last.
  ///   - cursor: Where a line begins; advances by the rows that have been read.
  ///   - batch: Where rows are built.
  ///   - records: Where they go.
  /// - Returns: Whether all rows were simple.
  func read(
    _ bytes: UnsafeRawPointer, upTo last: Int, limit: Int, _ powers: UnsafePointer<Double>,
    peers: NameTable, _ names: inout NameCache, _ cursor: inout Cursor,
    batch: UnsafeMutableBufferPointer<TraceRecord>, into records: inout [TraceRecord]
  ) -> Bool {
    guard let base = batch.baseAddress else { return false }
    var here = cursor
    defer { cursor = here }
    var left = limit
    while left > 0, here.position <= last {
      var count = 0
      var isSimple = true
      while isSimple, count < min(left, batch.count), here.position <= last {
        var place = bytes + here.position
        let record = base + count
        isSimple = read(&place, powers, into: record, after: here.lastTime, peers, &names)
        guard isSimple else { break }
        record.pointee.line = here.line
        here.lastTime = record.pointee.observation.time.value
        here.line &+= 1
        here.lastRow = here.position
        here.position = place - bytes
        count &+= 1
      }
      records.append(contentsOf: UnsafeBufferPointer(rebasing: batch[..<count]))
      guard isSimple else { return false }
      left -= count
    }
    return true
  }

  /// Reads one row with its end.
  ///
  /// - Returns: Whether it is simple.
  @inline(__always)
  private func read(
    _ place: inout UnsafeRawPointer, _ powers: UnsafePointer<Double>,
    into record: UnsafeMutablePointer<TraceRecord>, after lastTime: Double, _ peers: NameTable,
    _ names: inout NameCache
  ) -> Bool {
    // A line that starts with "#" or a space may be a comment.
    let first = LineBytes.byte(place)
    guard first > UInt8(ascii: "#") || first == UInt8(ascii: "\"") else { return false }
    record.pointee = TraceRecord(Observation(time: 0, radio: .uwb))
    var hasTime = false
    var hasWord = false
    var radio: Radio?
    var isFirst = true
    for role in roles {
      if isFirst {
        isFirst = false
      } else {
        guard LineBytes.byte(place) == separator else { return false }
        place += 1
      }
      while LineBytes.byte(place) == 0x20 { place += 1 }
      let byte = LineBytes.byte(place)
      if Self.isEnd(byte, separator) { continue }
      let isQuoted = byte == UInt8(ascii: "\"")
      if isQuoted, LineBytes.byte(place + 1) == UInt8(ascii: "\"") {
        place += 2
        continue
      }
      switch role {
      case .time, .range, .rssi, .truth, .firstPathPower, .channel, .azimuth, .elevation,
        .deviation:
        let field = place
        if isQuoted { place += 1 }
        guard let number = ShortNumber.read(&place, powers: powers) else {
          let length = missingWord(field, role)
          guard length > 0 else { return false }
          hasWord = true
          place = field + length
          continue
        }
        guard record.pointee.set(role, number, after: lastTime) else { return false }
        if isQuoted {
          guard LineBytes.byte(place) == UInt8(ascii: "\"") else { return false }
          place += 1
        }
        if role == .time { hasTime = true }
      case .source:
        radio = Self.radio(&place, isQuoted: isQuoted)
        if radio == nil {
          let length = missingWord(place, role)
          guard length > 0 else { return false }
          place += length
        }
      case .peer:
        if byte | 0x20 == UInt8(ascii: "n") {
          let length = missingWord(place, role)
          place += length
          if length > 0 { continue }
        }
        record.pointee.peer = names.read(&place, separator: separator, in: peers)
        guard record.pointee.peer != nil else { return false }
      case .ignored: LineBytes.skip(&place, to: separator)
      case .event:
        let length = missingWord(place, role)
        guard length > 0 else { return false }
        place += length
      case .recording: return false
      }
    }
    if LineBytes.byte(place) == 0x0D { place += 1 }
    guard LineBytes.byte(place) == 0x0A, hasTime else { return false }
    place += 1
    let hasRange = record.pointee.observation.range != nil
    let hasSignal = record.pointee.observation.rssi != nil
    // NaN alone is no row, and NA alone is one.
    guard !hasWord || hasRange || hasSignal else { return false }
    record.pointee.observation.radio = radio ?? (!hasRange && hasSignal ? .ble : .uwb)
    return true
  }

  /// The length of the word for a missing value that a field consists of; 0 where it is none.
  @inline(never)
  private func missingWord(_ field: UnsafeRawPointer, _ role: CSVHeader.Role) -> Int {
    guard let found = MissingWord.first(of: LineBytes.word(field)),
      Self.isEnd(LineBytes.byte(field + found.length), separator),
      found.word == .noValue || role != .time
    else { return 0 }
    return found.length
  }

  /// Whether a field ends in front of this byte.
  @inline(__always)
  private static func isEnd(_ byte: UInt8, _ separator: UInt8) -> Bool {
    byte == separator || byte <= 0x0D
  }

  /// Reads the name of a radio, quoted or not; `nil` for other text.
  @inline(__always)
  private static func radio(_ place: inout UnsafeRawPointer, isQuoted: Bool) -> Radio? {
    if isQuoted { place += 1 }
    let radio: Radio
    let word = LineBytes.word(place)
    switch word & 0x00FF_FFFF | 0x0020_2020 {
    case 0x0062_7775: radio = .uwb
    case 0x0065_6C62: radio = .ble
    default:
      guard word & 0xFFFF_FFFF | 0x2020_2020 == 0x7373_6E67 else { return nil }
      radio = .gnss
    }
    place += radio == .gnss ? 4 : 3
    guard isQuoted else { return radio }
    guard LineBytes.byte(place) == UInt8(ascii: "\"") else { return nil }
    place += 1
    return radio
  }
}
