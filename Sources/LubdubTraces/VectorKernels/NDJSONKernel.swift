/// Reads simple lines from their bytes, with the result of `JSONParser` and `NDJSONRow`, which read every other line.
struct NDJSONKernel: Sendable {
  private static let lengthLimit = 1 << 12
  private static let longestHoldOff = 64
  private static let mostNames = 1024

  private var object = FlatObject()
  private var form: ObjectForm?
  /// The number of lines between new forms, which grows while lines keep changing their form.
  private var wait = 1
  private var untilForm = 0
  private var line: [UInt8] = []
  private var recent = RecentNames()
  private var keys: [UInt64] = []
  private(set) var names: [String] = []

  mutating func read(
    _ bytes: UnsafeRawBufferPointer, peers: NameTable, _ cursor: inout RowCursor,
    into records: inout [TraceRecord]
  ) {
    guard let base = bytes.baseAddress, bytes.count > LineBytes.margin,
      let last = unsafe bytes[...(bytes.count - LineBytes.margin)].lastIndex(of: 0x0A)
    else { return }
    unsafe DecimalNumber.powersOfTen.withUnsafeBufferPointer { powers in
      guard let powers = powers.baseAddress else { return }
      while cursor.position <= last {
        let start = cursor.line
        unsafe form?.read(base, upTo: last, powers, &cursor, into: &records)
        if cursor.line - start >= Self.longestHoldOff { wait = 1 }
        guard cursor.position <= last,
          unsafe readOne(base + cursor.position, powers, peers, &cursor, into: &records)
        else { return }
      }
    }
  }

  mutating func readLine(
    _ bytes: UnsafeRawBufferPointer, peers: NameTable, _ cursor: inout RowCursor,
    into records: inout [TraceRecord]
  ) {
    guard bytes.count <= Self.lengthLimit else { return }
    line.removeAll(keepingCapacity: true)
    unsafe line.append(contentsOf: bytes)
    line.append(0x0A)
    line.append(contentsOf: repeatElement(0, count: LineBytes.margin))
    var whole: [UInt8] = []
    swap(&whole, &line)
    cursor.position = 0
    unsafe whole.withUnsafeBytes { unsafe read($0, peers: peers, &cursor, into: &records) }
    swap(&whole, &line)
  }

  private mutating func readOne(
    _ start: UnsafeRawPointer, _ powers: UnsafePointer<Double>, _ peers: NameTable,
    _ cursor: inout RowCursor, into records: inout [TraceRecord]
  ) -> Bool {
    guard unsafe object.read(start, powers: powers),
      let record = unsafe TraceRecord(
        object, in: start, number: cursor.line, in: cursor.order, peers, &recent)
    else { return false }
    records.append(record)
    unsafe noteNames(in: start)
    cursor.order?.lastTime = record.sample.time.value
    cursor.line += 1
    cursor.position += object.length
    untilForm -= 1
    if untilForm <= 0 {
      form = unsafe ObjectForm(object, in: start, record: record)
      untilForm = wait
      wait = min(2 * wait, Self.longestHoldOff)
    }
    return true
  }

  private mutating func noteNames(in line: UnsafeRawPointer) {
    let new = object.members.filter { !keys.contains($0.key) }
    guard !new.isEmpty, keys.count < Self.mostNames else { return }
    keys += new.map(\.key)
    names += new.map { member in
      unsafe String(
        decoding: UnsafeRawBufferPointer(
          start: line + member.name.lowerBound, count: member.name.count), as: UTF8.self)
    }.inOrder()
  }
}
