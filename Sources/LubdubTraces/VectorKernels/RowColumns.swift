import CTraceText

private struct RadioWords: Sendable {
  private(set) var first: (key: UInt64, radio: Radio) = (FieldText.key("uwb"), .uwb)
  private(set) var second: (key: UInt64, radio: Radio) = (FieldText.key("ble"), .ble)

  mutating func expect(_ field: FieldText, _ radio: Radio) {
    guard let key = field.key else { return }
    if radio == first.radio {
      first.key = key
    } else {
      second = (key, radio)
    }
  }
}

struct RowColumns: Sendable {
  private let roles: [ColumnRole]
  private var columns: [NumberColumn]
  private let point: UInt8
  private var peers = NameCache()
  private var recordings = NameCache()
  private var radios = RadioWords()
  /// The rows that are read. Values without a column are never written and stay `nil`.
  private var records: [TraceRecord]

  init(_ plan: CSVPlan) {
    roles = plan.roles
    point = plan.decimalMark
    columns = plan.roles.map { role in
      NumberColumn(
        divisor: plan.divisor(role), holdsDates: role == .time && plan.calendar != nil)
    }
    let none = TraceRecord(Sample(time: 0, radio: .uwb))
    records = [TraceRecord](repeating: none, count: RowIndex.limit)
  }

  private struct State {
    var count: Int
    var ranges: UInt64 = 0
    var signals: UInt64 = 0
    var words: UInt64 = 0
    var radios: UInt64 = 0
    var hasTime = false

    mutating func end(before rows: UInt64) { count = min(count, rows.trailingZeroBitCount) }
  }

  mutating func read(
    _ rows: RowIndex.Rows, line: Int, in order: RowOrder?, _ names: KnownNames,
    into found: inout [TraceRecord]
  ) -> Int {
    let count = Self.read(
      rows, roles, point, line: line, in: order, names, &columns,
      &peers, &recordings, &radios, into: &records)
    unsafe records.withUnsafeBufferPointer {
      unsafe found.append(contentsOf: UnsafeBufferPointer(rebasing: $0[..<count]))
    }
    return count
  }

  private static func read(
    _ rows: RowIndex.Rows, _ roles: [ColumnRole], _ point: UInt8, line: Int, in order: RowOrder?,
    _ names: KnownNames, _ columns: inout [NumberColumn], _ peers: inout NameCache,
    _ recordings: inout NameCache, _ radios: inout RadioWords, into records: inout [TraceRecord]
  ) -> Int {
    var state = State(count: rows.count)
    unsafe records.withUnsafeMutableBufferPointer { records in
      for column in roles.indices where state.count > 0 {
        let fields = unsafe rows.fields(column, count: state.count, point: point)
        switch roles[column] {
        case .ignored, .date:
          if let torn = unsafe firstTorn(fields, count: state.count) { state.count = torn }
        case .time:
          state.hasTime = true
          let found = unsafe columns[column].read(fields, before: order?.lastTime ?? 0)
          let bounds = Plausibility.bounds(.time)
          let count = unsafe Int(fields.count)
          state.end(before: ~found.numbers)
          state.end(before: columns[column].outside(bounds, count: count))
          if let order { state.end(before: columns[column].leaps(over: order.reach, count: count)) }
          unsafe columns[column].withNumbers { numbers in
            let records = unsafe records.baseAddress.unsafelyUnwrapped
            for row in 0..<state.count {
              unsafe records[row].sample.time = unsafe Seconds(numbers[row])
              unsafe records[row].line = line &+ row
            }
          }
        case .range:
          state.ranges = unsafe read(fields, .range, &columns[column], records, &state) {
            $0.sample.range = $1.map { Meters($0) }
          }
        case .rssi:
          state.signals = unsafe read(fields, .rssi, &columns[column], records, &state) {
            $0.sample.rssi = $1.map { DBm($0) }
          }
        case .truth:
          _ = unsafe read(fields, .truth, &columns[column], records, &state) {
            $0.truth = $1.map { Meters($0) }
          }
        case .firstPathPower:
          _ = unsafe read(fields, .firstPathPower, &columns[column], records, &state) {
            $0.sample.firstPathPower = $1.map { DBm($0) }
          }
        case .channel, .azimuth, .elevation, .deviation:
          unsafe readOthers(fields, roles[column], &columns[column], records, &state)
        case .source: unsafe readRadios(fields, records, &radios, &state)
        case .peer: unsafe readNames(fields, records, names.peers, &peers, &state) { $0.peer = $1 }
        case .event: unsafe readEvents(fields, &state)
        case .recording:
          unsafe readNames(fields, records, names.recordings, &recordings, &state) {
            $0.recording = $1
          }
        }
      }
      guard state.hasTime else { return state.count = 0 }
      // A row with only NaN is rejected; a row with only NA is accepted.
      state.end(before: state.words & ~(state.ranges | state.signals))
      unsafe setRadios(records, state)
    }
    return state.count
  }

  @inline(__always) private static func read(
    _ fields: text_fields, _ role: ColumnRole, _ column: inout NumberColumn,
    _ records: UnsafeMutableBufferPointer<TraceRecord>, _ state: inout State,
    _ put: (inout TraceRecord, Double?) -> Void
  ) -> UInt64 {
    let found = unsafe column.read(fields)
    let outside = unsafe column.outside(Plausibility.bounds(role), count: Int(fields.count))
    state.words |= found.words
    state.end(before: found.strange | found.numbers & outside)
    let count = state.count
    let records = unsafe records.baseAddress.unsafelyUnwrapped
    unsafe column.withNumbers { numbers in
      // The sum converts -0 to 0.
      guard NumberColumn.first(count) & ~found.numbers != 0 else {
        for row in 0..<count { unsafe put(&records[row], numbers[row] + 0) }
        return
      }
      var rest = found.numbers
      for row in 0..<count {
        let number = unsafe numbers[row] + 0
        unsafe put(&records[row], rest & 1 != 0 ? number : nil)
        rest &>>= 1
      }
    }
    return found.numbers
  }

  private static func firstTorn(_ fields: text_fields, count: Int) -> Int? {
    for row in 0..<count {
      let field = unsafe fields[row]
      guard field.count > 0, unsafe field.start[0] <= 0x22 else { continue }
      if field.isTorn { return row }
    }
    return nil
  }

  private static func readOthers(
    _ fields: text_fields, _ role: ColumnRole, _ column: inout NumberColumn,
    _ records: UnsafeMutableBufferPointer<TraceRecord>, _ state: inout State
  ) {
    let found = unsafe column.read(fields)
    state.words |= found.words
    state.end(before: found.strange)
    for row in 0..<state.count {
      unsafe records[row].clear(role)
      guard found.numbers &>> UInt64(row) & 1 != 0 else { continue }
      guard unsafe records[row].set(role, column[row], in: nil) else { return state.count = row }
    }
  }

  private static func readRadios(
    _ fields: text_fields, _ records: UnsafeMutableBufferPointer<TraceRecord>,
    _ words: inout RadioWords, _ state: inout State
  ) {
    let first = words.first.radio
    let second = words.second.radio
    let found = unsafe withUnsafePointer(to: fields) {
      unsafe text_find_words($0, words.first.key, words.second.key)
    }
    var seconds = found.second
    let pointer = unsafe records.baseAddress.unsafelyUnwrapped
    for row in 0..<state.count {
      unsafe pointer[row].sample.radio = seconds & 1 != 0 ? second : first
      seconds &>>= 1
    }
    state.radios = found.first | found.second
    let others = NumberColumn.first(state.count) & ~(state.radios | found.empty)
    if others != 0 { unsafe readRadios(others, fields, records, &words, &state) }
  }

  @inline(never) private static func readRadios(
    _ rows: UInt64, _ fields: text_fields, _ records: UnsafeMutableBufferPointer<TraceRecord>,
    _ words: inout RadioWords, _ state: inout State
  ) {
    for row in bits(rows) {
      let field = unsafe fields[row].bare
      if field.count == 0 || field.isMissingWord { continue }
      let name = unsafe LineBytes.word(field.start) | 0x2020_2020
      guard let radio = Radio(simpleName: name, count: field.count) else {
        return state.count = row
      }
      unsafe words.expect(fields[row], radio)
      unsafe records[row].sample.radio = radio
      state.radios |= 1 &<< UInt64(row)
    }
  }

  private static func setRadios(
    _ records: UnsafeMutableBufferPointer<TraceRecord>, _ state: State
  ) {
    let all = NumberColumn.first(state.count)
    guard state.radios & all != all else { return }
    for row in bits(all & ~state.radios) {
      let isSignal = (state.signals & ~state.ranges) &>> UInt64(row) & 1 != 0
      unsafe records[row].sample.radio = isSignal ? .ble : .uwb
    }
  }

  @inline(__always) private static func readNames(
    _ fields: text_fields, _ records: UnsafeMutableBufferPointer<TraceRecord>,
    _ table: NameTable, _ cache: inout NameCache, _ state: inout State,
    _ put: (inout TraceRecord, NameTable.Index?) -> Void
  ) {
    for row in 0..<state.count {
      let field = unsafe fields[row].bare
      var name = unsafe cache.known(field.start, count: field.count)
      if name == nil, field.count > 0, !field.isMissingWord {
        name = unsafe cache.learn(field.start, count: field.count, from: table)
        guard name != nil else { return state.count = row }
      }
      unsafe put(&records[row], name)
    }
  }

  private static func readEvents(_ fields: text_fields, _ state: inout State) {
    for row in 0..<state.count {
      let field = unsafe fields[row].bare
      guard field.count == 0 || field.isMissingWord else { return state.count = row }
    }
  }

  private static func bits(_ set: UInt64) -> some Sequence<Int> {
    sequence(state: set) { rest in
      guard rest != 0 else { return nil }
      defer { rest &= rest &- 1 }
      return rest.trailingZeroBitCount
    }
  }
}

extension TraceRecord {
  fileprivate mutating func clear(_ role: ColumnRole) {
    switch role {
    case .channel: sample.channel = nil
    case .azimuth: angles.azimuth = nil
    case .elevation: angles.elevation = nil
    case .deviation: sample.deviation = nil
    default: break
    }
  }
}
