import Foundation
import TestSupport
import Testing

@testable import LubdubTraces

/// A capture from the simulator, and its options.
struct MadeCapture: Sendable, CustomTestStringConvertible {
  let seed: UInt64
  var log: SoundingLog
  let format: CaptureWriter.Format
  let procedures: [ProcedureSimulator.Procedure]

  /// A hundred kinds of captures.
  static let all = (0..<100).map { MadeCapture(seed: UInt64($0)) }

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed + 77)
    self.seed = seed
    log = SoundingLog(seed: seed)
    log.timing = SoundingLog.Timing.allCases[random.below(3)]
    log.paths = 1 + random.below(4)
    log.isInitiator = random.below(2) == 0
    log.isPeerFirst = random.below(3) == 0
    log.notificationSize = [20, 62, 150, 244, 509][random.below(5)]
    log.dataSize = [27, 100, 251][random.below(3)]
    log.hasDiscovery = log.isPeerFirst || random.below(3) > 0
    format = CaptureWriter.Format.allCases[random.below(3)]
    var simulator = ProcedureSimulator(model: .room, seed: seed)
    simulator.distances = 0.5...40
    procedures = simulator.run(count: 3)
  }

  var bytes: [UInt8] { log.bytes(procedures, as: format) }

  var testDescription: String {
    "\(seed): \(format), \(log.paths) paths, \(log.timing), \(log.notificationSize) bytes"
  }

  /// The responses of the paths that went in.
  var responses: [[ProductResponse]] {
    procedures.map { procedure in
      (0..<log.paths).map { path in
        var response = ProductResponse()
        for tone in procedure.tones {
          let turned = (0..<path).reduce((tone[1], tone[2])) { tone, _ in (-tone.1, tone.0) }
          let parts = [turned.0, turned.1, tone[3], tone[4]].map(Double.init)
          response.join(
            channel: tone[0], initiator: Complex(parts[0], parts[1]),
            reflector: Complex(parts[2], parts[3]))
        }
        return response
      }
    }
  }
}

@Suite struct SoundingCaptureTests {
  @Test(arguments: MadeCapture.all)
  func `A capture gives back the original procedures`(_ made: MadeCapture) throws {
    let reader = try SignalReader(made.bytes, path: "log")
    let found = reader.signals.compactMap(\.procedure)
    #expect(reader.format == made.format.rawValue)
    #expect(found.map(\.paths) == made.responses)
    #expect(
      reader.signals.map(\.time).map { $0 - reader.signals[0].time } == [
        0, 200_000_000, 400_000_000,
      ])
    #expect(reader.signals.allSatisfy { $0.peer == "11:22:33:44:55:66" })
    for (procedure, truth) in zip(found, made.procedures.map(\.truth)) {
      guard made.log.timing != .none else {
        #expect(procedure.roundTrip == nil)
        continue
      }
      // A deviation of 2 m stays through a procedure, that of its steps is averaged.
      let error = abs((procedure.roundTrip?.value ?? -99) - truth.value)
      #expect(error < 9)
      #expect(procedure.roundTripCount == (made.log.timing == .apart ? 11 : 72))
    }
  }

  @Test func `A capture read as a trace gives the same distances as its table`() throws {
    var made = MadeCapture(seed: 5)
    made.log = SoundingLog(seed: 5)
    made.log.timing = .none
    let simulator = ProcedureSimulator(model: .room, seed: 5)
    let table = try ReadLog(simulator.csv(made.procedures, comment: "test"))
    for format in CaptureWriter.Format.allCases {
      let bytes = made.log.bytes(made.procedures, as: format)
      let read = try ReadLog(bytes)
      #expect(read.report.format == format.rawValue)
      #expect(read.rows.map(\.range) == table.rows.map(\.range))
      #expect(read.rows.map(\.radio) == [.cs, .cs, .cs])
      #expect(read.rows.map(\.peer) == [String?](repeating: "11:22:33:44:55:66", count: 3))
      #expect(read.rejections.isEmpty)
      #expect(try ReadLog(bytes, chunk: 13) == read)
    }
  }

  @Test func `Aborted procedures and lost segments are counted by reason`() throws {
    var log = SoundingLog(seed: 2)
    log.hasFaults = true
    log.notificationSize = 100
    let procedures = ProcedureSimulator(model: .onePath, seed: 2).run(count: 40)
    let read = try ReadLog(log.bytes(procedures, as: .btsnoop))
    #expect(read.rows.count == (0..<40).count { !log.isFaulty($0) })
    #expect(read.rejections == [.aborted: 5, .damaged: 3, .oneSided: 3])
    #expect(
      read.report.rejections[.aborted]?.example.hasPrefix("procedure 6: aborted by a host") == true)
    #expect(
      read.report.rejections[.damaged]?.example.hasPrefix("1 segment of the ranging data") == true)
  }

  @Test func `Without discovery, ranging data are found by content or handle`() throws {
    var log = SoundingLog(seed: 3)
    log.hasDiscovery = false
    let bytes = log.bytes(ProcedureSimulator(model: .onePath, seed: 3).run(count: 2), as: .pklg)
    let guessed = try ReadLog(bytes)
    #expect(guessed.rows.count == 2)
    #expect(guessed.report.warnings.contains { $0.contains("Lubdub uses one whose values fit") })
    var options = ReadOptions(formats: .deviceLogs)
    options.attributeHandle = 0x25
    #expect(try ReadLog(bytes, options: options).report.warnings.isEmpty)
    options.attributeHandle = 0x26
    let wrong = try ReadLog(bytes, options: options)
    #expect(wrong.rejections == [.oneSided: 2])
  }

  @Test func `Captures of both controllers, read in sequence, are matched`() throws {
    let procedures = ProcedureSimulator(model: .room, seed: 4).run(count: 5)
    var log = SoundingLog(seed: 4)
    log.timing = .none
    let initiator = log.bytes(procedures, as: .btsnoop).withoutData
    log.isInitiator = false
    let reflector = log.bytes(procedures, as: .btsnoop).withoutData
    let folder = try TemporaryLog()
    let paths = [initiator, reflector].indices.map { "\(folder.path).\($0)" }
    for (path, bytes) in zip(paths, [initiator, reflector]) {
      try Data(bytes).write(to: URL(filePath: path))
    }
    let reader = try SignalReader.read(at: paths)
    #expect(reader.signals.compactMap(\.procedure?.paths.first) == procedures.map(\.response))
    let alone = try SignalReader.read(at: [paths[0]])
    #expect(alone.notes.contains { $0.contains("one-sided: 5 rows") })
  }

  @Test func `Procedures with only times have the distance of their round trips`() throws {
    var log = SoundingLog(seed: 6)
    let procedures = ProcedureSimulator(model: .room, seed: 6).run(count: 4).map { procedure in
      // Eight tones are too few for a distance by phase.
      ProcedureSimulator.Procedure(truth: procedure.truth, tones: Array(procedure.tones.prefix(8)))
    }
    log.timing = .together
    let read = try ReadLog(log.bytes(procedures, as: .pcap))
    #expect(read.rows.count == 4)
    #expect(read.report.carriesDeviations)
    for (record, procedure) in zip(read.records, procedures) {
      let deviation = try #require(record.sample.deviation)
      let width = deviation.value
      #expect(abs(width - (4 + 5.0 / 8).squareRoot()) < 0.001)
      let range = try #require(record.sample.range)
      let error = range.value - procedure.truth.value
      #expect(abs(error) < 4 * width)
    }
  }
}

extension RawSignal {
  /// The measured procedure.
  var procedure: SoundingProcedure? {
    guard case .procedure(let procedure) = content else { return nil }
    return procedure
  }
}

extension [UInt8] {
  /// A btsnoop file without its data packets: only the controller's packets.
  var withoutData: [UInt8] {
    var kept = Array(prefix(BtsnoopFile.headerLength))
    var rest = dropFirst(BtsnoopFile.headerLength)
    while case .packet(let packet, let length) = BtsnoopFile.record(rest) {
      if packet.bytes.first == 4 { kept += rest.prefix(length) }
      rest = rest.dropFirst(length)
    }
    return kept
  }
}
