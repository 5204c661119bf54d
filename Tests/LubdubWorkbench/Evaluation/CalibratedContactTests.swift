import LubdubTraces
import LubdubWorkbench
import TestSupport
import Testing

/// Bias decides contact: a pair that reads 6 cm too long at contact never feels it, until it is
/// calibrated there.
@Suite("Calibrated contact")
struct CalibratedContactTests {
  /// An approach at 10 Hz whose ranges are too long by `bias` at contact.
  private static func approach(seed: UInt64, bias: Double) throws -> [TraceRecord] {
    let trace = try Simulator(scenario: .approach, seed: seed, rate: 10).run()
    let errors = trace.records.compactMap { record -> Double? in
      guard let range = record.sample.range, let truth = record.truth, truth < 0.05 else {
        return nil
      }
      return (range - truth).value
    }
    let shift = bias - (Statistics.median(errors) ?? 0)
    return trace.records.map { record in
      var record = record
      if let range = record.sample.range {
        record.sample.range = max(0, range + Meters(shift))
      }
      return record
    }
  }

  /// Whether the nearest zone is reached within 2 s of the truth.
  private static func feelsContact(
    _ records: [TraceRecord], _ configuration: Configuration
  ) throws -> Bool {
    let session = try Session(records.map(\.sample), configuration)
    let start = try #require(records.first).sample.time
    let touch = try #require(records.first { $0.truth.map { $0 < 0.05 } ?? false })
    let time = touch.sample.time - start
    return session.zoneChanges.contains {
      $0.to == 0 && $0.time >= time - 2 && $0.time <= time + 2
    }
  }

  /// Eight seconds of touching devices.
  private static func contactRecording(bias: Double) -> Recording {
    var random = SeededGenerator(seed: 5)
    let records = (0..<80).map { step in
      TraceRecord(
        .uwb(Meters(max(0, bias + 0.03 * random.sumOfTwelve())), at: Seconds(Double(step) / 10)),
        truth: nil)
    }
    return Recording(dataset: "pair", name: "contact", records: records)
  }

  @Test func `Ranges six centimeters too long reach contact only when calibrated`() throws {
    let standard = Preset.default.configuration
    let result = CalibrationResult([Self.contactRecording(bias: 0.06).touching(during: 0...8)])
    let (calibrated, _, refused) = result.settings(changing: standard)
    #expect(refused.isEmpty)
    let approaches = try (1...10 as ClosedRange<UInt64>).map {
      try Self.approach(seed: $0, bias: 0.06)
    }
    let before = try approaches.count { try Self.feelsContact($0, standard) }
    let after = try approaches.count { try Self.feelsContact($0, calibrated) }
    #expect(before <= 2, "\(before) of 10 before")
    #expect(after >= 9, "\(after) of 10 afterwards")
  }
}
