import Foundation
import TestSupport
import Testing

@testable import LubdubTraces

@Suite struct SignalImportTests {
  static let distances = [1.5, 7.3, 40]

  static let logs: [(name: String, text: String)] = [
    (
      "cs-steps",
      SignalLogs.nordic(distances, isInitiator: true)
        + SignalLogs.nordic(distances, isInitiator: false)
    ),
    ("cs-iq", SignalLogs.toneLines(distances)),
    ("cs-table", SignalLogs.table(distances)),
  ]

  @Test("Every layout of a sounding gives the distances", arguments: logs)
  func distances(_ log: (name: String, text: String)) throws {
    let read = try ReadLog(log.text)
    #expect(read.report.format == log.name)
    #expect(read.report.rejected == 0)
    let rows = read.records.map(\.sample)
    #expect(rows.map(\.radio) == [.cs, .cs, .cs])
    #expect(rows.map(\.time.value) == [0, 0.2, 0.4])
    for (row, distance) in zip(rows, Self.distances) {
      #expect(abs((row.range?.value ?? -1) - distance) < 0.05)
    }
  }

  @Test(arguments: logs)
  func `Chunks of any size change nothing`(_ log: (name: String, text: String)) throws {
    let whole = try ReadLog(log.text)
    let cut = try ReadLog(Array(log.text.utf8), chunk: 977)
    #expect(cut.records == whole.records)
  }

  @Test func `A log of one side gives no distances, with the reason`() throws {
    let read = try ReadLog(SignalLogs.nordic([2, 3], isInitiator: true))
    #expect(read.records.isEmpty)
    #expect(read.report.warnings.contains { $0.contains("2 procedures have one side only") })
  }

  @Test func `Truncated step data are rejected with the step and the rule`() throws {
    let text = SignalLogs.nordic([2], isInitiator: true)
    let lines = text.split(separator: "\n")
    let cut = lines.prefix(12).joined(separator: "\n") + "\nI: CS Subevent end\n"
    let read = try ReadLog(cut)
    let rejection = try #require(read.report.rejections[.damaged])
    #expect(rejection.example.contains("step 10 is cut short: expected 9 bytes, found 5"))
  }

  @Test func `Procedures with too few tones and rows with uneven lists are rejected`() throws {
    let text = """
      t_s,ch,i_ini,q_ini,i_ref,q_ref
      0,2 3 4,1 1 1,1 1 1,1 1 1,1 1 1
      1,2 3 4,1 1,1 1 1,1 1 1,1 1 1

      """
    let read = try ReadLog(text)
    #expect(read.records.isEmpty)
    #expect(read.report.rejections[.damaged]?.count == 2)
  }

  @Test func `A range is kept if the first paths agree, and corrected otherwise`() throws {
    func log(device: Double) -> String {
      let taps = (0..<192).map { tap -> String in
        let away = Double(tap) - 84
        let size = 5000 * exp(-away * away / 1.125) + Double(tap * 7919 % 13)
        return "\(Int(size.rounded())) 0"
      }.joined(separator: " ")
      return """
        t_s,range_m,fp_index,tap0,exchange,frame,cir
        0,,\(device),660,0,poll,\(taps)
        0.01,5.5,\(device),660,0,final,\(taps)

        """
    }
    let near = try ReadLog(log(device: 743.1))
    #expect(near.report.format == "uwb-cir")
    #expect(near.records.map { $0.sample.range?.value } == [5.5])
    #expect(near.records.first?.sample.radio == .uwb)
    let far = try ReadLog(log(device: 753.1))
    // Ten taps of 0.3 m, with a share of 0.5 of the path.
    let moved = try #require(far.records.first?.sample.range?.value)
    #expect(abs(moved - (5.5 - 0.5 * 10 * 0.30018)) < 0.1)
    #expect(far.report.warnings.contains { $0.contains("more than 1 m off") })
  }

  @Test func `DecaRanging and hex accumulators are read with the following range`() throws {
    let taps = (0..<1016).map { "\($0 == 745 ? 9000 : $0 % 7), \($0 % 5)" }
    let text = """
      RX OK WInd(0735), HLP(0745.3125), PSC(0274), NTH(077A), RSL(-078.9641)
      Accum Len 1016
      \(taps.joined(separator: "\n"))
      Anchor ToF: 4.581 ns Dist: 1.372945 m DistRaw: 1.242945 m

      """
    let reader = try SignalReader(Array(text.utf8), path: "log")
    #expect(reader.format == "decaranging")
    let signal = try #require(reader.signals.first)
    guard case .frame(let frame) = signal.content else {
      Issue.record("expected a frame")
      return
    }
    #expect(frame.range == 1.372945)
    #expect(frame.accumulator.deviceFirstPath == 745.3125)
    #expect(frame.accumulator.taps[745] == Complex(9000, 0))
    #expect(try ReadLog(text).records.map { $0.sample.range?.value } == [1.372945])
    for (width, tap) in [(2, [0xFE, 0xFF, 0x03, 0x00]), (3, [0xFE, 0xFF, 0xFF, 0x03, 0, 0])] {
      let bytes = [0] + (0..<1016).flatMap { _ in tap }
      let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      let found = try SignalReader(Array("Acc Data: \(hex)\n".utf8), path: "log").signals.first
      guard case .frame(let frame) = found?.content else {
        Issue.record("expected a frame of \(width) bytes")
        continue
      }
      #expect(frame.accumulator.taps.allSatisfy { $0 == Complex(-2, 3) })
    }
  }

  @Test func `Random bytes after a marker never trap`() throws {
    var random = SeededGenerator(seed: 11)
    let heads = [
      "I: Raw step data:\n", "IQ,", "Accum Len 64\n", "Acc Data: ",
      "ch,i_ini,q_ini,i_ref,q_ref\n", "t_s,fp_index,cir\n",
    ]
    let letters = Array("0123456789abcdef,- \n[]\"".utf8)
    for round in 0..<120 {
      let tail = (0..<200).map { _ in letters[random.below(letters.count)] }
      let start = "I:  - Procedure counter: \(round % 3)\nIQ,1,0,2,1,1,1,1\n"
      let bytes = Array((start + heads[round % heads.count]).utf8) + tail
      _ = try? ReadLog(bytes)
      _ = try? SignalReader(bytes, path: "noise")
    }
  }
}

@Suite struct SignalRecordingTests {
  static let soundings = Recordings.folder("signals/cs_nrf54_raw")
  static let impulses = Recordings.folder("signals/cir_warsaw_iq")

  private static func tones(_ signal: RawSignal) -> [ProductResponse]? {
    guard case .procedure(let procedure) = signal.content else { return nil }
    return procedure.paths
  }

  /// The answers of the study to the first procedures, in meters.
  @Test(.recordings("signals/cs_nrf54_raw"))
  func `Step data of real boards give the tones of their table`() throws {
    let folder = try #require(Self.soundings)
    let paths = ["ini.log", "ref.log"].map { folder.appending(path: $0).path }
    let logs = try SignalReader.read(at: paths)
    let table = try SignalReader.read(at: [folder.appending(path: "procedures.csv").path])
    #expect(logs.signals.count == 62)
    #expect(logs.signals.map(Self.tones) == table.signals.map(Self.tones))
    guard case .procedure(let first) = try #require(logs.signals.first).content else {
      Issue.record("expected a procedure")
      return
    }
    var estimator = try ArrivalEstimator()
    let answer = estimator.answer(to: first)
    #expect(abs(try #require(answer).distance.value - 1.0) < 0.2)
  }

  @Test(
    "First rows of impulse responses give the first paths of the study",
    .recordings("signals/cir_warsaw_iq"),
    arguments: [
      ("02", 748.922, 749.059, 749.081), ("18", 740.094, 740.092, 740.123),
    ])
  func responses(_ row: (pair: String, device: Double, x1: Double, x8: Double)) throws {
    let folder = try #require(Self.impulses)
    let reader = try SignalReader.read(at: [folder.appending(path: "pair_\(row.pair).csv").path])
    guard case .frame(let frame) = try #require(reader.signals.first).content else {
      Issue.record("expected a frame")
      return
    }
    #expect(abs((frame.accumulator.deviceFirstPath ?? 0) - row.device) < 0.001)
    for (factor, place) in [(1, row.x1), (8, row.x8)] {
      var interpolation = try EnvelopeInterpolation(count: 192, factor: factor)
      let found = interpolation.envelope(of: frame.accumulator).flatMap { FirstPath.place(in: $0) }
      #expect(abs((found ?? 0) - place) < 0.001)
    }
  }
}
