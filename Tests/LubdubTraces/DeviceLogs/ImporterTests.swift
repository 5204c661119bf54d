import Foundation
import TestSupport
import Testing

@testable import LubdubTraces

@Suite("Importers on hand-made logs")
struct ImporterTests {
  @Test(arguments: HandMadeLog.all)
  func `A log gives its rows, rejections, and events`(log: HandMadeLog) throws {
    let read = try ReadLog(log.bytes)
    #expect(read.report.format == log.format)
    try #require(read.rows.count == log.rows.count, "\(read.rows) \(read.report.rejectionLines)")
    for (row, other) in zip(read.rows, log.rows) {
      #expect(row.agrees(with: other), "\(row), expected \(other)")
    }
    #expect(read.rejections == log.rejections, "\(read.report.rejectionLines)")
    #expect(read.report.duplicates == log.duplicates)
    #expect(read.events.map(\.rawValue) == log.events)
  }

  @Test(arguments: HandMadeLog.all, [1, 3, 50])
  func `Chunks of any size give the same log`(log: HandMadeLog, chunk: Int) throws {
    #expect(try ReadLog(log.bytes, chunk: chunk) == ReadLog(log.bytes))
  }

  // Messages of an export are put in order at its end, so that rows before the cut may move.
  @Test(arguments: HandMadeLog.all.filter { $0.name != "sensor logger JSON" })
  func `A truncated log gives the rows before the cut`(log: HandMadeLog) throws {
    for length in 0..<log.bytes.count {
      let bytes = Array(log.bytes[..<length])
      guard let read = try? ReadLog(bytes, options: forcing(log.format)) else { continue }
      let isStart =
        read.rows.count <= log.rows.count
        && zip(read.rows, log.rows).allSatisfy { $0.agrees(with: $1) }
      #expect(isStart, "cut to \(length): \(read.rows)")
    }
  }

  @Test func `The period of a log without a clock can be set`() throws {
    var options = ReadOptions(formats: .deviceLogs)
    options.period = 0.05
    let qorvo = try ReadLog(HandMadeLog.qorvoRecords.bytes, options: options)
    #expect(qorvo.rows.map(\.time).last.map { abs($0 - 0.15) < 1e-9 } == true)
    let dwm = try ReadLog(HandMadeLog.dwmComma.bytes, options: options)
    #expect(dwm.rows.map(\.time).last.map { abs($0 - 0.3) < 1e-9 } == true)
    #expect(dwm.report.warnings.contains { $0.contains("no clock") })
  }

  @Test func `Only the selected link is read, and all links are counted`() throws {
    var options = ReadOptions(formats: .deviceLogs)
    options.peer = "9280"
    let log = try ReadLog(HandMadeLog.dwmComma.bytes, options: options)
    #expect(log.rows.map(\.range) == [4.5])
    #expect(log.report.peers.map(\.name) == ["022E", "9280"])
    #expect(log.report.peers.map(\.rows) == [2, 1])
  }

  @Test func `The link with the most rows is used, or the first of equal links`() throws {
    let log = try ReadLog(HandMadeLog.qorvoRecords.bytes)
    #expect(log.report.peersByRows.map(\.name) == ["0x0001", "0x0002", "0x0003"])
    #expect(
      try ReadLog(HandMadeLog.espresense.bytes).report.peersByRows.first?.name == "tag:a b@kitchen")
    #expect(try ReadLog(HandMadeLog.iPhoneFrames.bytes).report.peersByRows.isEmpty)
  }

  @Test func `Nanoseconds beyond 2^53 keep their differences`() throws {
    let log = try ReadLog(HandMadeLog.android.bytes)
    #expect(log.records.map(\.sample.time.value) == [0, 1e-7, 6e-7, 7e-7])
  }

  @Test func `The channel of a sniffed packet is its channel index`() throws {
    #expect(try ReadLog(HandMadeLog.pcap.bytes).records.map(\.sample.channel) == [38, 37])
    #expect(
      try ReadLog(HandMadeLog.pcapNordic.bytes).records.map(\.sample.channel) == [38, 37])
  }

  @Test func `Rejections in a binary log name the packet, counted from 1`() throws {
    let snoop = try ReadLog(HandMadeLog.btsnoop.bytes + [0])
    #expect(snoop.report.rejections[.damaged]?.lines == [2, 4])
    let sniffed = try ReadLog(HandMadeLog.pcapNordic.bytes)
    #expect(sniffed.report.rejections[.damaged]?.lines == [4, 5])
    let blocks = try ReadLog(HandMadeLog.pcapNG.bytes)
    #expect(blocks.report.rejections[.damaged]?.lines == [4, 5])
  }

  @Test(arguments: [1, 192, 251])
  func `Other link types are rejected by number`(number: UInt8) throws {
    var bytes = HandMadeLog.pcapNordic.bytes
    bytes.replaceSubrange(20..<24, with: [number, 0, 0, 0])
    let error = #expect(throws: ReadError.self) { try ReadLog(bytes) }
    #expect(error?.message.contains("link type \(number) ") == true)
    #expect(error?.kind == .unrecognised)
  }

  @Test(arguments: HandMadeLog.all)
  func `Strict reading stops at the first rejection`(log: HandMadeLog) throws {
    var options = ReadOptions(formats: .deviceLogs)
    options.strict = true
    if log.rejections.isEmpty {
      #expect(throws: Never.self) { try ReadLog(log.bytes, options: options) }
    } else {
      #expect(throws: ReadError.self) { try ReadLog(log.bytes, options: options) }
    }
  }

  @Test(
    "Damaged logs give finite rows in order and never stop the process", arguments: HandMadeLog.all)
  func damage(log: HandMadeLog) throws {
    let seed: UInt64 = 20_261_121
    var mutation = Mutation(seed: seed)
    let options = forcing(log.format)
    for round in 0..<Mutation.rounds {
      let bytes = mutation.damage(log.bytes)
      let read = try? ReadLog(bytes, chunk: 1 + round % 700, options: options)
      if round % 8 == 0, read != (try? ReadLog(bytes, options: options)) {
        Issue.record("seed \(seed), round \(round): chunks make a difference")
      }
      if let read { expectSound(read, "seed \(seed), round \(round)") }
    }
  }

  private func expectSound(_ log: ReadLog, _ place: @autoclosure () -> String) {
    var last = -Double.infinity
    for record in log.records {
      let sample = record.sample
      let values = [
        sample.time.value, sample.range?.value ?? 0, sample.rssi?.value ?? -1,
      ]
      let isSound =
        values.allSatisfy(\.isFinite) && values[0] >= last && values[1] > -1 && values[2] < 0
      if !isSound { Issue.record("\(place()): \(record)") }
      last = values[0]
    }
  }
}

/// Damages bytes as logs get damaged: changed, lost, doubled, and spliced pieces, and words that parsers stumble over.
struct Mutation {
  /// The number of times that each log is damaged.
  static let rounds =
    ProcessInfo.processInfo.environment["LUBDUB_MUTATIONS"].flatMap { Int($0) }
    ?? Thoroughness.rounds(2_000)

  private var generator: SeededGenerator
  private static let words = [
    "-8", "NaN", "inf", "1e400", "-0", "4294967296", "9223372036854775807", "18446744073709551616",
    ",", ",,", "\"", "[", "]", "{", "}", "\n", "\r", "\0", "=", " ", "\u{FEFF}", "-", ".", "[[",
    "]]",
  ].map { Array($0.utf8) }

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func damage(_ whole: [UInt8]) -> [UInt8] {
    var bytes = whole
    for _ in 0...place(3) {
      let start = place(bytes.count + 1)
      let end = min(bytes.count, start + place(20))
      switch place(7) {
      case 0 where start < bytes.count: bytes[start] = UInt8(place(256))
      case 1 where start < bytes.count: bytes[start] ^= 1 << UInt8(place(8))
      case 2: bytes.removeSubrange(start..<end)
      case 3: bytes.insert(contentsOf: bytes[start..<end], at: place(bytes.count + 1))
      case 4: bytes.removeSubrange(start...)
      case 5: bytes.replaceSubrange(start..<end, with: [0xFF, 0xFF, 0xFF, 0xFF])
      default: bytes.replaceSubrange(start..<end, with: Self.words[place(Self.words.count)])
      }
    }
    return bytes
  }

  private mutating func place(_ count: Int) -> Int {
    Int.random(in: 0..<max(1, count), using: &generator)
  }
}
