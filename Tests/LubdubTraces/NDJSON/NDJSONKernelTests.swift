import Foundation
import TestSupport
import Testing

@testable import LubdubTraces

/// JSON lines with all possible content, plain and nasty.
struct RandomJSONLines {
  var generator: SeededGenerator
  /// The share of lines with strange content.
  var nastiness = 0.1

  private static let numbers = [
    "01", "+1", ".5", "1.", "-", "-0", "-0.0", "00", "0.", "-.5", "1e5", "1E-3", "1e400", "0x10",
    "1.5.2", "1 5", "NaN", "Infinity", "-Infinity", "9007199254740993", "0.30000000000000004",
    "12345678", "123456789.123456789", "0.1234567", "0.12345678", "99999999999999999999",
    "18446744073709551616", "1.7976931348623157e308", "0.000000000000000000000000001", "1,5", "٣",
    "-130.5", "127", "1000001", "256", "37.5", "181", "-180.01", "1234567.1234567", "7.", "--1",
    "0000000", "00000001", "0.00000000000000000000", "12345678901234567890.5",
  ]
  private static let values =
    numbers + [
      "null", "nul", "nullx", "Null", "true", "false", "\"\"", "\"1.5\"", "\"a\\\"b\"",
      "\"a\\u0062\"",
      "\"é\"", "\"ab", "[1, 2]", "{\"a\": 1}", "{}", "[]", "", "\"a\tb\"", "\"\u{7F}\"",
      "\"\u{0}\"",
      "\"BLE\"", "\"wifi\"", "\"sent\"", "\"connected\"", "\"0123456789abcdef0123456789abcdef\"",
      "\"a\\\\\"", "\"{\"", "\"}\"", "\",\"",
    ]
  private static let names = [
    "t_s", "range_m", "rssi_dbm", "truth_m", "source", "event", "fp_power_dbm", "channel", "peer",
    "azimuth_deg", "elevation_deg", "recording", "ignored", "note", "range", "t_s ", "T_S", "", "é",
    "a_name_of_sixteen", "a_name_of_sixteeN", "t\\u005fs", "range_m\\n", "elevation_deg2",
  ]

  mutating func trace(lines: Int) -> [UInt8] {
    let end = pick(["\n", "\r\n", "\r"])
    let steady = pick([true, false])
    let shape = members()
    var time = 0.0
    var bytes: [UInt8] = []
    for _ in 0..<lines {
      time += generator.unit() * 0.1
      let line = object(steady ? shape : members(), time: time)
      bytes += Array((line + (chance(nastiness) ? pick(["\n\n", "\r", "\r\n"]) : end)).utf8)
      if chance(nastiness / 2), !bytes.isEmpty {
        bytes[Int(generator.next() % UInt64(bytes.count))] = UInt8(
          truncatingIfNeeded: generator.next())
      }
    }
    return bytes
  }

  /// One line, plain or not.
  mutating func object(_ names: [String], time: Double) -> String {
    let colon = pick([":", ": ", " : ", "\t:  "])
    let comma = pick([",", ", ", " ,", ",\t"])
    let parts = names.map { name in
      "\"\(name)\"\(colon)" + (chance(nastiness) ? pick(Self.values) : value(name, time))
    }
    let text = "{" + parts.joined(separator: comma) + "}"
    guard chance(nastiness) else { return text }
    return pick([
      " " + text, text + " ", text + ",", text + text, "[" + text + "]", "", "# x", "{}",
    ])
  }

  mutating func members() -> [String] {
    var names = Self.names.prefix(11).filter { _ in chance(0.6) }.shuffled(using: &generator)
    if !names.contains("t_s"), chance(0.95) { names.append("t_s") }
    if chance(0.2) { names.append("note") }
    if chance(nastiness) { names.append(pick(Self.names)) }
    if chance(nastiness) { names += Self.names.dropFirst(11) }
    return names
  }

  private mutating func value(_ name: String, _ time: Double) -> String {
    if name != "t_s", chance(0.1) { return "null" }
    let digits = Int(generator.next() % 10)
    let unit = generator.unit()
    switch name {
    case "t_s": return String(format: "%.\(digits)f", time)
    case "range_m", "truth_m": return String(format: "%.\(digits)f", unit * 20)
    case "rssi_dbm", "fp_power_dbm": return String(format: "%.\(digits)f", -unit * 120 - 1)
    case "azimuth_deg": return String(format: "%.\(digits)f", unit * 360 - 180)
    case "elevation_deg": return String(format: "%.\(digits)f", unit * 180 - 90)
    case "channel": return "\(generator.next() % 256)"
    case "source": return pick(["\"uwb\"", "\"ble\"", "\"BLE\"", "\"\""])
    case "event": return chance(0.1) ? "\"sent\"" : "\"\""
    case "peer": return pick(["\"A1:B2\"", "\"A1:B2:C3:D4:E5:F6\"", "\"\"", "\"é\"", "12"])
    default: return pick(["1", "\"x\"", "null", "-2.5"])
    }
  }

  private mutating func chance(_ probability: Double) -> Bool { generator.unit() < probability }

  private mutating func pick<T>(_ list: [T]) -> T {
    list[Int(generator.next() % UInt64(list.count))]
  }
}

@Suite("Plain JSON lines")
struct NDJSONKernelTests {
  /// With seed 775, a row with a bad angle goes back in time after an open first row.
  private static let seeds = Thoroughness.seeds(2000) + [775]

  @Test func `The fast reader and the parser give the same records and report`() throws {
    for seed in Self.seeds {
      var lines = RandomJSONLines(generator: SeededGenerator(seed: seed))
      lines.nastiness = [0, 0.01, 0.1, 0.5][Int(seed % 4)]
      let trace = Array("{\"t_s\": 0, \"peer\": \"A1:B2\"}\n".utf8) + lines.trace(lines: 200)
      var options = ReadOptions()
      switch seed % 6 {
      case 0: options.peer = "A1:B2"
      case 1: options.takesFirstPeer = true
      case 2: options.reorderingWindow = 0.2
      case 3: options.recording = "two"
      default: break
      }
      var plain = options
      plain.readsSingly = true
      let slow = try read(trace, options: plain)
      let sizes = [1, 7, 100, 1000, 1 << 20]
      for pieces in Thoroughness.isFull ? sizes : [sizes[Int(seed) % 5]] {
        let fast = try read(trace, options: options, pieces: pieces)
        let first = zip(fast.records, slow.records).first { $0 != $1 }
        #expect(fast.records.count == slow.records.count, "seed \(seed), pieces of \(pieces)")
        #expect(first == nil, "seed \(seed), pieces of \(pieces): \(String(describing: first))")
        #expect(fast.report == slow.report, "seed \(seed), pieces of \(pieces)")
      }
    }
  }

  @Test func `A line is read with the parser's result, or left to the parser`() throws {
    let seed: UInt64 = 77
    var lines = RandomJSONLines(generator: SeededGenerator(seed: seed), nastiness: 0.15)
    var names = NameTable()
    _ = names.index(of: "A1:B2")
    var taken = 0
    for round in 0..<Thoroughness.rounds(20_000) {
      let text = lines.object(lines.members(), time: 5)
      guard let record = Self.fast(text, names) else { continue }
      taken += 1
      var days = DayCount()
      let slow = try NDJSONRow(value: JSONParser.parse(text.utf8), recordingMember: nil)
        .parse(else: nil, days: &days)
      let expected = TraceRecord(
        slow.sample, truth: slow.truth, peer: slow.peer.flatMap { names.find($0) },
        angles: ArrivalAngles(azimuth: slow.azimuth, elevation: slow.elevation), line: 3)
      let fault = Plausibility.fault(of: slow.sample, truth: slow.truth)
      if record != expected || fault != nil || slow.peer != nil && record.peer == nil {
        Issue.record("seed \(seed), round \(round): \(text) is \(record)")
      }
    }
    #expect(taken > Thoroughness.rounds(2000), "seed \(seed): only \(taken) lines were plain")
  }

  @Test func `All lines of the writer are plain`() throws {
    var generator = SeededGenerator(seed: 5)
    var names = NameTable()
    let peers = ["A1:B2", "0x0001", "x"].compactMap { names.index(of: $0) }
    let records = (0..<3000).map { row in
      TraceRecord(
        Sample(
          time: Seconds(Double(row) / 8), radio: row % 3 == 0 ? .ble : .uwb,
          range: row % 3 == 1 ? Meters(generator.unit() * 10) : nil,
          rssi: row % 5 == 0 ? nil : DBm(-generator.unit() * 90 - 1), channel: UInt8(row % 256)),
        truth: Meters(generator.unit()), peer: peers[row / 100 % 3],
        angles: ArrivalAngles(azimuth: Degrees(generator.unit() * 100), elevation: nil),
        line: row + 1)
    }
    let bytes =
      TraceWriter.encode(records, peers: names, as: .ndjson) + [UInt8](repeating: 0, count: 8)
    var kernel = NDJSONKernel()
    var cursor = RowCursor(line: 1, order: nil)
    var again: [TraceRecord] = []
    bytes.withUnsafeBytes { kernel.read($0, peers: names, &cursor, into: &again) }
    #expect(again == records)
    #expect(cursor.line == 3001)
    #expect(cursor.position == bytes.count - 8)
  }

  @Test(arguments: [
    "01", "+1", ".5", "1.", "-", "--1", "-.5", "00", "-01", "0x1", "1.e5", "1.5.", "1e", "٣", "n",
    "NaN", "Infinity", "0123456789", "00000000", "1234567.", "12345678.", "1.2345678x",
  ])
  func `Text that is not a JSON number is not read as a number`(text: String) {
    let line = "{\"t_s\": \(text), \"range_m\": 1}"
    #expect(Self.fast(line, NameTable()) == nil)
    #expect(throws: JSONError.self) { try JSONParser.parse(line.utf8) }
  }

  @Test func `A number matches the parser's bit for bit, or is left to the parser`() throws {
    let seed: UInt64 = 78
    var generator = SeededGenerator(seed: seed)
    let alphabet = Array("000123456789..-eE+".utf8)
    var taken = 0
    for _ in 0..<200_000 {
      let count = 1 + Int(generator.next() % 24)
      var text = (0..<count).map { _ in alphabet[Int(generator.next() % 18)] }
      if generator.unit() < 0.5 {
        text = Array(
          ((generator.unit() - 0.3) * pow(10, Double(generator.next() % 14))).description.utf8)
      }
      guard let (number, length) = Self.number(text), length == text.count else { continue }
      taken += 1
      let expected = try? JSONParser.parse(text).number
      if expected?.bitPattern != number.bitPattern {
        Issue.record("seed \(seed): \(String(decoding: text, as: UTF8.self)) is \(number)")
      }
    }
    #expect(taken > 50_000, "seed \(seed): only \(taken) were read")
  }

  @Test func `A plain text ends at its quote and has no escapes or non-ASCII bytes`() {
    let seed: UInt64 = 79
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<100_000 {
      let count = Int(generator.next() % 20)
      var bytes = (0..<count).map { _ in
        generator.unit() < 0.9
          ? UInt8(0x20 + generator.next() % 95) : UInt8(truncatingIfNeeded: generator.next())
      }
      bytes.append(0x0A)
      let stop = bytes.firstIndex { $0 == 0x22 || $0 == 0x5C || $0 < 0x20 || $0 >= 0x80 }
      let expected = stop.flatMap { bytes[$0] == 0x22 ? $0 : nil }
      let found = (bytes + [UInt8](repeating: 0x22, count: 8)).withUnsafeBytes { buffer in
        buffer.baseAddress.flatMap { base in LineBytes.closingQuote(from: base).map { $0 - base } }
      }
      #expect(found == expected, "seed \(seed): \(bytes)")
    }
  }

  @Test("Blocks of any size give the same records, with long and truncated lines")
  func blocks() throws {
    var text = ""
    for row in 0..<600 {
      let note = String(repeating: "x", count: row % 50 == 7 ? 5000 : row % 13)
      text += "{\"t_s\": \(row).25, \"range_m\": 1.\(row), \"note\": \"\(note)\"}\n"
    }
    text += "{\"t_s\": 600, \"range_m\": 2}"
    let whole = try read(text)
    #expect(whole.records.count == 601)
    #expect(whole.records.map(\.line) == Array(1...601))
    for pieces in [1, 3, 64, 4095, 4096, 4097, 65_536] {
      let again = try read(text, pieces: pieces)
      #expect(again.records == whole.records, "pieces of \(pieces)")
      #expect(again.report == whole.report, "pieces of \(pieces)")
    }
  }

  private static func fast(_ text: String, _ names: NameTable) -> TraceRecord? {
    var kernel = NDJSONKernel()
    var cursor = RowCursor(line: 3, order: nil)
    var records: [TraceRecord] = []
    Array(text.utf8).withUnsafeBytes {
      kernel.readLine($0, peers: names, &cursor, into: &records)
    }
    return records.first
  }

  private static func number(_ text: [UInt8]) -> (Double, Int)? {
    (text + [0x0A] + [UInt8](repeating: 0x37, count: 8)).withUnsafeBytes { buffer in
      DecimalNumber.powersOfTen.withUnsafeBufferPointer { powers in
        guard let base = buffer.baseAddress, let powers = powers.baseAddress else { return nil }
        var place = base
        guard let number = ShortNumber.read(&place, powers: powers) else { return nil }
        return (number, place - base)
      }
    }
  }
}
