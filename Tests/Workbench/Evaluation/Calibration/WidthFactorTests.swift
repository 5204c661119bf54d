import Foundation
import Observations
import Quantities
import TestSupport
import Testing
import Traces

@testable import Evaluation

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

  @Test("recordings like those that a calibration was fitted to need no factor")
  func alike() throws {
    let found = try #require(WidthFactor(Self.recordings([0, 0, 0, 0])))
    #expect(found.held > 0.95 && found.value == 1)
  }

  @Test("one recording unlike the others asks for wider intervals")
  func unlike() throws {
    let found = try #require(WidthFactor(Self.recordings([0, 0, 0, 45])))
    #expect(found.held < 0.9 && found.value > 1.2 && found.value <= 5)
  }

  @Test("two recordings, or none with truth, give no factor")
  func few() {
    #expect(WidthFactor(Self.recordings([0, 0])) == nil)
    #expect(WidthFactor([]) == nil)
  }
}
