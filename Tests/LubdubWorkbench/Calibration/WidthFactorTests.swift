import Foundation
import LubdubTraces
import TestSupport
import Testing

@testable import LubdubWorkbench

@Suite("Width factor")
struct WidthFactorTests {
  /// Recordings of a link whose power is that of the others, or off by more than they let one expect.
  private static func recordings(_ offsets: [Double]) -> [Recording] {
    var random = SeededGenerator(seed: 11)
    return offsets.enumerated().map { index, offset in
      let records = (0..<600).map { step in
        let truth = 1 + 0.9 * Double(step / 100 % 3)
        let level = -60 - 20 * log10(truth) + offset + 3 * random.sumOfTwelve()
        return TraceRecord(.ble(DBm(level), at: Seconds(Double(step) / 2)), truth: Meters(truth))
      }
      return Recording(dataset: "set", name: "\(index)", records: records)
    }
  }

  @Test func `Recordings similar to the calibrated recordings need no factor`() throws {
    let found = try #require(WidthFactor(Self.recordings([0, 0, 0, 0])))
    #expect(found.held > 0.95 && found.value == 1)
  }

  @Test func `A recording unlike the other recordings widens the intervals`() throws {
    let found = try #require(WidthFactor(Self.recordings([0, 0, 0, 45])))
    #expect(found.held < 0.9 && found.value > 1.2 && found.value <= 5)
  }

  @Test func `Two recordings, or recordings without truth, give no factor`() {
    #expect(WidthFactor(Self.recordings([0, 0])) == nil)
    #expect(WidthFactor([]) == nil)
  }

  @Test func `With fewer recordings, the interval is wider, also in the file`() throws {
    func factor(_ count: Int) throws -> Double {
      let recordings = Self.recordings([Double](repeating: 0, count: count))
      let found = CalibrationResult(recordings).settings(changing: Preset.default.configuration)
      #expect(found.settings.contains { $0.key == "rssi.widthFactor" })
      let factor = try #require(found.configuration.ranging.signal.widthFactor)
      let calibrator = Calibrator(recordings, source: .pooled)
      // One recording is of the very link, and the next of it is no other.
      if count > 1 { #expect(calibrator.parameters(for: 0).signal.widthFactor == factor) }
      return factor
    }
    #expect(try [1, 2, 8].map(factor) == [1, 2.0.squareRoot(), 1.25.squareRoot()])
  }
}
