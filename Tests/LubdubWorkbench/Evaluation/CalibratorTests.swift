import Foundation
import LubdubTraces
import TestSupport
import Testing

@testable import LubdubWorkbench

@Suite("Calibration protocols")
struct CalibratorTests {
  /// Links whose ranges are too long by 0.1, 0.2, 0.3 ... m.
  static func links(_ count: Int, session: (Int) -> String) -> [Recording] {
    (1...count).map { number in
      let records = (0..<100).map { index in
        let truth = 2 + Double(index) * 0.01
        return TraceRow(time: Double(index), range: truth + 0.1 * Double(number), truth: truth)
          .record
      }
      return Recording(
        dataset: "set", name: "link\(number)", session: session(number), records: records)
    }
  }

  @Test func `Leave-one-out never uses the recording that is scored`() {
    let links = Self.links(3) { "\($0)" }
    let calibrator = Calibrator(links, source: .leaveOneOut, biasModel: .constant)
    let constants = links.indices.map { calibrator.parameters(for: $0).range.bias.constant.value }
    #expect(abs(constants[0] - 0.25) < 1e-9)
    #expect(abs(constants[1] - 0.2) < 1e-9)
    #expect(abs(constants[2] - 0.15) < 1e-9)
  }

  @Test func `A fit outside the limits of its settings keeps the default`() throws {
    let links = (1...2).map { number in
      Recording(
        dataset: "set", name: "link\(number)", session: "\(number)",
        records: (0..<100).map { TraceRow(time: Double($0), range: 25, truth: 2).record })
    }
    let parameters = Calibrator(links, source: .leaveOneOut, biasModel: .constant)
      .parameters(for: 0)
    #expect(parameters.range.bias.constant == FusionFilter.Parameters().range.bias.constant)
  }

  @Test func `Recordings of one session are held out together`() {
    let links = Self.links(3) { $0 < 3 ? "walk" : "other" }
    let calibrator = Calibrator(links, source: .leaveOneOut, biasModel: .constant)
    #expect(abs(calibrator.parameters(for: 0).range.bias.constant.value - 0.3) < 1e-9)
  }

  @Test func `Sessions are held out in groups, and members never calibrate each other`() {
    let links = Self.links(Calibrator.groupLimit + 2) { "\($0)" }
    let calibrator = Calibrator(links, source: .leaveOneOut, biasModel: .constant)
    #expect(calibrator.group(of: 0) == calibrator.group(of: Calibrator.groupLimit))
    #expect(calibrator.group(of: 0) != calibrator.group(of: 1))
    let first = calibrator.parameters(for: 0)
    #expect(first == calibrator.parameters(for: Calibrator.groupLimit))
    let rest = links.indices.filter { $0 % Calibrator.groupLimit != 0 }.map { links[$0] }
    let alone = Calibrator(rest, source: .pooled, biasModel: .constant).parameters(for: 0)
    #expect(first.range.bias == alone.range.bias)
  }

  @Test func `A link calibrates itself on its first fifth, and the rest is scored`() {
    let links = Self.links(2) { "\($0)" }
    let calibrator = Calibrator(links, source: .link, biasModel: .constant)
    #expect(abs(calibrator.parameters(for: 1).range.bias.constant.value - 0.2) < 1e-9)
    #expect(calibrator.scoreStart(of: 1) == Seconds(99 * 0.2))
  }

  @Test func `Every protocol gives the values that calibrate writes for the same rows`() throws {
    // Walks whose truth is 0.2 s late, each with a bias of its own, by both radios.
    let walks = (0..<4).map { number in
      let records = (0..<600).flatMap { index in
        let time = 0.1 * Double(index)
        func distance(_ time: Double) -> Double { 3 + 2 * sin(0.6 * time + Double(number)) }
        let truth = distance(time + 0.2)
        return [
          TraceRow(
            time: time, range: distance(time) + 0.1 * Double(number) + 0.02 * sin(37 * time),
            truth: truth
          ).record,
          TraceRow(time: time, rssi: -60 - 20 * log10(distance(time)), truth: truth).record,
        ]
      }
      return Recording(dataset: "set", name: "walk\(number)", records: records)
    }
    func byHand(_ rows: [Recording]) -> FusionFilter.Parameters {
      CalibrationResult(TruthShift.estimated.align(rows).recordings)
        .settings(changing: Preset.default.configuration).configuration.ranging
    }
    func bench(_ source: CalibrationProtocol) -> FusionFilter.Parameters {
      Calibrator(walks, source: source, truthShift: .estimated).parameters(for: 1)
    }
    var fifth = walks[1]
    let last = try #require(fifth.records.last).sample.time
    fifth.records.removeAll { $0.sample.time >= last * 0.2 }
    #expect(bench(.link) == byHand([fifth]))
    #expect(bench(.leaveOneOut) == byHand([walks[0], walks[2], walks[3]]))
    #expect(bench(.pooled) == byHand(walks))
    #expect(bench(.link) != bench(.pooled))
  }

  @Test func `Without calibration, every parameter has its default`() {
    let links = Self.links(2) { "\($0)" }
    let parameters = Calibrator(links, source: .none).parameters(for: 0)
    #expect(parameters == FusionFilter.Parameters())
  }

  @Test func `The radio profile is used if it fits better`() throws {
    let curve = RangeBias(constant: -0.05, profile: .dw1000)
    let records = (0..<200).map { index in
      let truth = 1 + 0.2 * Double(index)
      var reading = truth
      for _ in 0..<20 { reading += truth - curve.corrected(Meters(reading)).value }
      return TraceRow(time: Double(index), range: reading, truth: truth).record
    }
    let recording = Recording(
      dataset: "", name: "", records: records.map { TraceRecord($0.sample, truth: $0.truth) })
    let bias = try #require(RangeCalibration([recording]).bias)
    #expect(bias.profile == .dw1000)
    for distance in [2.0, 10, 30] {
      let wanted = curve.corrected(Meters(distance)).value
      #expect(abs(bias.corrected(Meters(distance)).value - wanted) < 2e-3)
    }
  }

  @Test func `Path loss and typical distance are fitted on the other links`() {
    let links = (0..<3).map { number in
      let records = (0..<400).map { index in
        let truth = 1 + Double(index % 40) * 0.1
        let level = -50 - 10 * Double(number) - 20 * log10(truth)
        return TraceRow(time: Double(index), rssi: level, truth: truth).record
      }
      return Recording(dataset: "set", name: "\(number)", records: records)
    }
    let parameters = Calibrator(links, source: .leaveOneOut).parameters(for: 0).signal
    // Drawn a little to 1.8 and 2.7 m.
    #expect(abs(parameters.pathLoss.referencePower.value + 65) < 0.15)
    #expect(abs(parameters.pathLoss.exponent - 1.977) < 0.001)
    #expect(abs((parameters.typicalDistance?.value ?? 0) - 2.7) < 0.21)
    let own = Calibrator(links, source: .link).parameters(for: 0).signal
    // Its own level, drawn a little towards that of the others, by how wrong each may be.
    #expect((-56 ... -50).contains(own.pathLoss.referencePower.value))
    #expect(own.trust == .thisLink)
  }
}
