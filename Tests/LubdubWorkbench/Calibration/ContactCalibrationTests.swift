import LubdubTraces
import TestSupport
import Testing

@testable import LubdubWorkbench

@Suite("Calibration at contact")
struct ContactCalibrationTests {
  /// Readings of a truth with a bias and 3 cm of noise, ten a second.
  private static func samples(
    _ truth: Double, bias: Double, count: Int, from start: Double = 0, seed: UInt64 = 1
  ) -> [TraceRecord] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { step in
      let range = max(0, truth + bias + 0.03 * random.sumOfTwelve())
      return TraceRecord(
        .uwb(Meters(range), at: Seconds(start + Double(step) / 10)), truth: Meters(truth))
    }
  }

  @Test func `Ranges of touching devices set the bias and leave no bias in contact`() throws {
    let found = RangeCalibration(
      [Recording(dataset: "", name: "touch", records: Self.samples(0, bias: 0.06, count: 400))])
    let contact = try #require(found.contact)
    #expect(contact.readings == 400)
    #expect(abs((contact.bias.value ?? 0) - 0.06) < 0.01)
    let bias = try #require(found.bias)
    #expect(abs(bias.corrected(Meters(0.06)).value) < 0.01)
    #expect((contact.level.value ?? 1).magnitude < 0.01)
    #expect((0.005...0.06).contains(found.restDeviation.value ?? 0))
  }

  @Test func `Readings farther out set the bias, and contact has a separate level`() throws {
    let far = Self.samples(2, bias: 0.10, count: 1000, from: 60, seed: 2)
    func calibration(contact bias: Double) -> RangeCalibration {
      RangeCalibration(
        [
          Recording(
            dataset: "", name: "pair", records: Self.samples(0, bias: bias, count: 400) + far)
        ])
    }
    for contact in [0.02, 0.15] {
      let found = calibration(contact: contact)
      let bias = try #require(found.bias)
      #expect(abs(bias.corrected(Meters(2.1)).value - 2) < 0.02)
      let level = try #require(found.contact?.level.value)
      #expect(abs(level - bias.corrected(Meters(contact)).value) < 0.01)
    }
  }

  @Test func `A calibration writes the contact level and the deviation at rest`() throws {
    let rows =
      Self.samples(0, bias: 0.15, count: 400)
      + Self.samples(2, bias: 0.10, count: 1000, from: 60, seed: 2)
    let records = rows.map { TraceRecord($0.sample, truth: $0.truth) }
    let result = CalibrationResult([Recording(dataset: "a", name: "pair", records: records)])
    let (configuration, _, refused) = result.settings(changing: Preset.default.configuration)
    #expect(refused.isEmpty)
    #expect((0.02...0.1).contains(configuration.learned.contactLevel?.value ?? 0))
    #expect((0.005...0.06).contains(configuration.learned.rangeDeviation?.value ?? 0))
  }

  @Test func `If ranges are below zero in contact, the bias is counted from zero`() throws {
    let samples = Self.samples(0.2, bias: 0, count: 100).map {
      TraceRecord(
        .uwb(($0.sample.range ?? 0) - Meters(0.24), at: $0.sample.time), truth: 0)
    }
    let found = RangeCalibration([Recording(dataset: "", name: "touch", records: samples)])
    #expect(found.center == 0)
    let bias = try #require(found.bias)
    #expect(bias.corrected(Meters(-0.04)).value.magnitude < 0.01)
  }

  @Test func `Without readings at contact, the calibration gives no contact values`() {
    let found = RangeCalibration(
      [Recording(dataset: "", name: "far", records: Self.samples(2, bias: 0.06, count: 400))])
    #expect(found.contact == nil)
  }
}

@Suite("Calibration, standard errors")
struct ResampledErrorTests {
  /// Recordings whose bias and reference power differ from one to the next.
  private static func recordings(_ count: Int, seed: UInt64) -> [Recording] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { index in
      let bias = 0.1 + 0.05 * random.sumOfTwelve()
      let power = -60 + 4 * random.sumOfTwelve()
      var samples: [TraceRecord] = []
      for step in 0..<200 {
        let time = Seconds(Double(step) / 10)
        let truth = 1 + 4 * random.unit()
        samples.append(
          .init(
            .uwb(Meters(truth + bias + 0.03 * random.sumOfTwelve()), at: time), truth: Meters(truth)
          )
        )
        let rssi = PathLoss(referencePower: DBm(power)).rssi(at: Meters(truth))
        samples.append(
          .init(.ble(DBm(rssi.value + 3 * random.sumOfTwelve()), at: time), truth: Meters(truth)))
      }
      return Recording(dataset: "", name: "\(index)", records: samples)
    }
  }

  @Test func `Standard errors match the spread between recordings`() throws {
    var (bias, power) = ((squares: 0.0, stated: 0.0), (squares: 0.0, stated: 0.0))
    let cases = 12
    for seed in 1...UInt64(cases) {
      let set = Self.recordings(8, seed: seed)
      // Pairs that are known to have no curve: a constant is what differs between them.
      guard
        case .determined(let found, let error) = RangeCalibration(set, prior: .constant).constant,
        case .determined(let level, let levelError) = SignalCalibration(set).referencePower
      else {
        Issue.record("nothing was determined")
        return
      }
      bias.squares += (found - 0.1) * (found - 0.1)
      bias.stated += error * error
      power.squares += (level + 60) * (level + 60)
      power.stated += levelError * levelError
    }
    let biasRatio = (bias.stated / bias.squares).squareRoot()
    let powerRatio = (power.stated / power.squares).squareRoot()
    #expect((0.6...1.7).contains(biasRatio), "stated over true \(biasRatio)")
    #expect((0.6...1.7).contains(powerRatio), "stated over true \(powerRatio)")
  }

  @Test func `Each recording has a row with its offset`() {
    let set = Self.recordings(3, seed: 1)
    let rows = RangeCalibration(set).residuals.parts
    #expect(rows.map(\.recording) == ["0", "1", "2"])
    #expect(rows.allSatisfy { $0.readings == 200 && $0.deviation < 0.05 })
    #expect(rows.contains { $0.offset.magnitude > 0.01 })
    #expect(SignalCalibration(set).residuals.parts.count == 3)
  }

  @Test func `A single short walk shrinks exponent and slope toward the prior`() throws {
    var random = SeededGenerator(seed: 3)
    var wander = 0.0
    let samples = (0..<60).flatMap { step -> [TraceRecord] in
      let time = Seconds(Double(step) / 10)
      let truth = Meters(1 + Double(step) / 50)
      wander = 0.95 * wander + 0.04 * random.sumOfTwelve()
      return [
        .init(.uwb(truth + Meters(wander), at: time), truth: truth),
        .init(.ble(DBm(-60 + 25 * wander + 4 * random.sumOfTwelve()), at: time), truth: truth),
      ]
    }
    let walk = Recording(dataset: "", name: "walk", records: samples)
    let slope = try #require(RangeCalibration([walk]).slope.value)
    #expect(slope.magnitude < 0.02, "a scale error of more than 2 % on 1.2 m of walk: \(slope)")
    let exponent = try #require(SignalCalibration([walk]).pathLoss?.exponent)
    #expect((1.0...3).contains(exponent))
  }
}
