import Evaluation
import Observations
import Lubdub
import Quantities
import Ranging
import TestSupport
import Testing
import Traces
import Simulation

/// Bias decides contact: a pair that reads 6 cm too long at contact never feels it, until it is
/// calibrated there.
@Suite("Contact, calibrated")
struct CalibratedContactTests {
  /// An approach at 10 Hz whose ranges are too long by `bias` at contact.
  private static func approach(seed: UInt64, bias: Double) throws -> [TraceRecord] {
    let trace = try Simulator(scenario: .approach, seed: seed, rate: 10).run()
    let errors = trace.records.compactMap { record -> Double? in
      guard let range = record.observation.range, let truth = record.truth, truth < 0.05 else {
        return nil
      }
      return (range - truth).value
    }
    let shift = bias - (Statistics.median(errors) ?? 0)
    return trace.records.map { record in
      var record = record
      if let range = record.observation.range {
        record.observation.range = max(0, range + Meters(shift))
      }
      return record
    }
  }

  /// Whether the nearest zone is reached within 2 s of the truth.
  private static func feelsContact(
    _ records: [TraceRecord], _ configuration: Configuration
  ) throws -> Bool {
    let session = try Session(records.map(\.observation), configuration)
    let start = try #require(records.first).observation.time
    let touch = try #require(records.first { $0.truth.map { $0 < 0.05 } ?? false })
    let time = touch.observation.time - start
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

  @Test("six centimetres too long: hardly an approach feels contact before, most do afterwards")
  func sixCentimetres() throws {
    let standard = Preset.default.configuration
    let result = CalibrationResult([Self.contactRecording(bias: 0.06).touching(during: 0...8)])
    let (calibrated, _, refused) = result.settings(changing: standard)
    #expect(refused.isEmpty)
    let approaches = try (1...10 as ClosedRange<UInt64>).map {
      try Self.approach(seed: $0, bias: 0.06)
    }
    let before = try approaches.count { try Self.feelsContact($0, standard) }
    let after = try approaches.count { try Self.feelsContact($0, calibrated) }
    #expect(before <= 1, "\(before) of 10 before")
    #expect(after >= 9, "\(after) of 10 afterwards")
  }
}

@Suite("Choice of the bias curve")
struct ProfileChoiceTests {
  /// Readings between two distances with the curve of a profile and 3 cm of noise.
  private static func ranges(
    _ distances: ClosedRange<Double>, _ profile: RangeBias.Profile, seed: UInt64
  ) -> [TraceRecord] {
    var random = SeededGenerator(seed: seed)
    let curve = RangeBias(profile: profile)
    return (0..<200).map { step in
      let truth = random.uniform(distances)
      let range = Meters(truth + 0.1 + 0.03 * random.sumOfTwelve())
      return TraceRecord(
        .uwb(range + curve.curve(at: range), at: Seconds(Double(step) / 10)), truth: Meters(truth))
    }
  }

  @Test("recordings that follow the curve get it, those that do not get none, and both say why")
  func several() throws {
    for profile in RangeBias.Profile.allCases {
      let sets = [1...8, 2...12, 4...20].enumerated().map {
        Self.ranges(
          Double($0.element.lowerBound)...Double($0.element.upperBound), profile,
          seed: UInt64($0.offset + 1))
      }
      let choice = try #require(ProfileChoice(sets))
      #expect(choice.profile == profile)
      #expect(choice.sentence.contains("no curve leaves"), "\(choice.sentence)")
    }
  }

  @Test("a single recording that hardly shows gets none")
  func single() throws {
    let choice = try #require(ProfileChoice([Self.ranges(2...4, .dw1000, seed: 4)]))
    #expect(choice.profile == .none, "\(choice.sentence)")
    // The benchmark goes by the same rule, although the curve fits a little better.
    let fit = try #require(BiasFit.best([Self.ranges(2...4, .dw1000, seed: 4)]))
    let curved = try #require(BiasFit([Self.ranges(2...4, .dw1000, seed: 4)], profile: .dw1000))
    #expect(fit.bias.profile == RangeBias.Profile.none)
    #expect(curved.rootMeanSquare < fit.rootMeanSquare)
  }
}
