import Foundation
import LubdubWorkbench
import TestSupport
import Testing

@Suite("Calibration")
struct CalibrationTests {
  /// A made-up walk with known bias, path loss and noise.
  static func recording(
    seed: UInt64, bias: Double = 0.2, slope: Double = 0.02, power: Double = -62,
    exponent: Double = 2.2, center: Double = 5
  ) -> Recording {
    var random = SeededGenerator(seed: seed)
    let loss = PathLoss(referencePower: DBm(power), exponent: exponent)
    var fade = 0.0
    var samples: [TraceRecord] = []
    for step in 0..<3000 {
      let time = Double(step) / 10
      let phase = (time / 25).truncatingRemainder(dividingBy: 2)
      let truth = center * (0.3 + 1.4 * (phase < 1 ? phase : 2 - phase))
      let range = truth + bias + slope * truth + 0.04 * random.sumOfTwelve()
      samples.append(.init(.uwb(Meters(range), at: Seconds(time)), truth: Meters(truth)))
      fade = 0.95 * fade + 4 * 0.312 * random.sumOfTwelve()
      let rssi = DBm(loss.rssi(at: Meters(truth)).value + fade)
      samples.append(.init(.ble(rssi, at: Seconds(time)), truth: Meters(truth)))
    }
    return Recording(dataset: "", name: "walk \(seed)", records: samples)
  }

  static func isWithin(_ found: Determination, of truth: Double, errors: Double = 4) -> Bool {
    guard case .determined(let value, let error) = found else { return false }
    return error > 0 && abs(value - truth) <= errors * error
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `A known bias is found within its stated error`(seed: UInt64) throws {
    let found = RangeCalibration([Self.recording(seed: seed)])
    let known = try #require(found.bias)
    // reading = truth + 0.2 + 0.02 truth; whatever curves it was mixed of, it is taken off.
    for truth in [5.0, 8, 11] {
      #expect(abs(known.corrected(1.02 * truth + 0.2).value - truth) < 0.03, "\(truth) m")
    }
    #expect((found.constant.standardError ?? 1) < 0.01)
    #expect(abs((found.noise.value ?? 0) - 0.04) < 0.01)
    let bias = try #require(found.bias)
    #expect(abs(bias.corrected(8.36).value - 8) < 0.03)
    #expect(found.residuals.count == 3000)
  }

  @Test func `Channel sounding is calibrated with its own ranges`() {
    var recording = Self.recording(seed: 4)
    for index in recording.records.indices where recording.records[index].sample.radio == .uwb {
      recording.records[index].sample.radio = .cs
    }
    let found = RangeCalibration([recording], of: .cs)
    let center = found.center.value
    #expect(abs((found.constant.value ?? 0) - (center - (center - 0.2) / 1.02)) < 0.02)
    #expect(RangeCalibration([recording]).constant.value == nil)
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `A known path loss is found within its stated error`(seed: UInt64) throws {
    let found = SignalCalibration([Self.recording(seed: seed)])
    #expect(Self.isWithin(found.referencePower, of: -62), "\(found.referencePower)")
    #expect(Self.isWithin(found.exponent, of: 2.2), "\(found.exponent)")
    #expect(abs((found.deviation.value ?? 0) - 4) < 1)
    #expect(abs((found.fadingTime.value ?? 0) - 1.95) < 1)
    #expect(found.typicalDistance.value != nil)
  }

  @Test func `Without truth, UWB ranges reveal the path loss`() throws {
    let full = Self.recording(seed: 4, bias: 0, slope: 0)
    let blind = Recording(
      dataset: "", name: full.name, records: full.records.map { .init($0.sample, truth: nil) })
    #expect(SignalCalibration([blind]).pathLoss == nil)
    let found = SignalCalibration([blind.withTruthFromRanges()])
    #expect(found.readings > 2900)
    #expect(Self.isWithin(found.referencePower, of: -62))
  }

  @Test func `The typical distance is computed from all recordings, over time`() throws {
    let recordings = [2.0, 4, 8].enumerated()
      .map { Self.recording(seed: UInt64($0.offset + 5), center: $0.element) }
    let found = SignalCalibration(recordings)
    #expect(abs(try #require(found.typicalDistance.value) - 4) < 1)
    #expect(try #require(found.observedSpread.value) > 0.1)
  }

  @Test func `From three recordings on, blocked paths widen the interval`() throws {
    func recording(_ seed: UInt64, blocked: Double) -> Recording {
      var random = SeededGenerator(seed: seed)
      let samples = (0..<200).map { step in
        let isBlocked = step % 5 == 0
        let error = 0.05 * random.sumOfTwelve() + (isBlocked ? blocked * random.sumOfTwelve() : 0)
        return TraceRecord(
          Sample(
            time: Seconds(Double(step)), radio: .uwb, range: Meters(4 + error), rssi: -80,
            firstPathPower: isBlocked ? -92 : -84), truth: 4)
      }
      return Recording(dataset: "", name: "\(seed)", records: samples)
    }
    let three = [UInt64(1), 2, 3]
    let bad = RangeCalibration(three.map { recording($0, blocked: 0.15) })
    #expect(abs(try #require(bad.obstructionDeviation.value) - 0.13) < 0.06)
    let harmless = RangeCalibration(three.map { recording($0, blocked: 0) })
    #expect(try #require(harmless.obstructionDeviation.value) < 0.03)
    #expect(RangeCalibration([recording(1, blocked: 0.15)]).obstructionDeviation.value == nil)
  }

  @Test func `An undetermined value has a reason`() {
    let empty = RangeCalibration([])
    #expect(empty.bias == nil)
    let still = Recording(
      dataset: "", name: "still",
      records: (0..<100).map { .init(.ble(-60, at: Seconds(Double($0))), truth: 2) })
    let found = SignalCalibration([still])
    guard case .undetermined(let reason) = found.exponent else {
      Issue.record("an exponent from one distance")
      return
    }
    #expect(reason.contains("distances"))
    #expect(abs((found.pathLoss?.exponent ?? 0) - 1.8) < 0.01)
    // One stop says nothing about where the link usually is.
    #expect(found.typicalDistance.value == nil && found.distances.isEmpty)
  }
}
