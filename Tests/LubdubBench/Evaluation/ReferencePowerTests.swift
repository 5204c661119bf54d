import Foundation
import Lubdub
import TestSupport
import Testing

@testable import Lubdub
@testable import LubdubBench

/// The two sides of `rssi.doubt`, as the table of decision 13 has them: how much of a lasting step is shown, and how
/// large the error is where the reference power is right, and where it is wrong by 14 dB.
@Suite("Reference power that may be wrong")
struct ReferencePowerTests {
  struct Row {
    let doubt: Double
    /// log2 RMS with the power right and wrong, then the three gains.
    let figures: [Double]

    init?(_ cells: [String]) {
      guard let doubt = Double(cells[0].replacing("**", with: "")) else { return nil }
      self.doubt = doubt
      figures = PageTable.numbers(cells.dropFirst()).compactMap(\.self)
    }
  }

  /// The rows of the table; without a thorough run that of the default alone.
  static func rows() throws -> [Row] {
    let rows = try PageTable.rows(
      below: "| doubt |", in: "decisions/0013-signal-strength-that-follows.md"
    ).filter { Thoroughness.isFull || $0[0].hasPrefix("**") }.compactMap { Row($0) }
    #expect(rows.count >= 1)
    return rows
  }

  /// A link without its distance, at 5 Hz: shadowing of 3.5 dB that lasts 3 s, and 1.5 dB of noise.
  private static let courses: [[Double]] = (0..<40 as Range<UInt64>).map { seed in
    var random = SeededGenerator(seed: 100 + seed)
    let decay = exp(-0.2 / 3)
    var shadow = 3.5 * random.sumOfTwelve()
    return (0...2100).map { _ in
      shadow = decay * shadow + 3.5 * (1 - decay * decay).squareRoot() * random.sumOfTwelve()
      return shadow + 1.5 * random.sumOfTwelve()
    }
  }

  /// The share of ln 4 that is shown 10, 60 and 300 s after the other went to four times the distance: the mean over
  /// three starts, the courses, and these with the other sign, so that their chance takes little part.
  static func gains(doubt: Double?) -> [Double] {
    var parameters = SignalStrengthFilter.Parameters(
      pathLoss: PathLoss(), trust: .thisKind, powerDeviation: 3)
    parameters.doubt = doubt
    var sums = [0.0, 0, 0]
    let starts = [0.7, 1.4, 2.7]
    for start in starts {
      let levels = [start, 4 * start].map { parameters.pathLoss.rssi(at: Meters($0)).value }
      for (course, sign) in courses.flatMap({ [($0, 1.0), ($0, -1.0)] }) {
        var filter = SignalStrengthFilter(parameters: parameters)
        var before = 0.0
        for (index, change) in course.enumerated() {
          let time = Seconds(Double(index) / 5)
          let level = (levels[index < 600 ? 0 : 1] + sign * change).rounded()
          filter.update(DBm(min(level, -1)), at: time)
          guard [599, 650, 900, 2095].contains(index), let answer = filter.estimate(at: time) else {
            continue
          }
          let shown = log(answer.distance.value)
          switch index {
          case 599: before = shown
          case 650: sums[0] += shown - before
          case 900: sums[1] += shown - before
          default: sums[2] += shown - before
          }
        }
      }
    }
    return sums.map { $0 / Double(starts.count * 2 * courses.count) / log(4) }
  }

  @Test("10, 60 and 300 s after a lasting step, at least 0.70 of it is shown")
  func following() {
    let gains = Self.gains(doubt: nil)
    #expect(gains.allSatisfy { $0 >= 0.7 }, "\(gains)")
  }

  @Test("how much of a step is shown at each doubt is what the table says")
  func gainsOfTheTable() throws {
    for row in try Self.rows() {
      let gains = Self.gains(doubt: row.doubt)
      for (gain, said) in zip(gains, row.figures.suffix(3)) {
        #expect(abs(gain - said) <= 0.0051, "doubt \(row.doubt): \(gains)")
      }
    }
  }

  /// The mean over the sets of Bluetooth recordings of log2 RMS, calibrated on the whole set, where the reference power
  /// is off by each of some decibels.
  private static func error(
    _ sets: [(parameters: SignalStrengthFilter.Parameters, recordings: [Recording])],
    doubt: Double?, off: [Double]
  ) throws -> Double {
    let errors = try sets.flatMap { set in
      try off.map { decibels in
        var moved = set.parameters
        moved.doubt = doubt
        moved.pathLoss.referencePower = moved.pathLoss.referencePower + Decibels(decibels)
        let scores = set.recordings.compactMap {
          RangeScore(ScoredTrack(of: SignalStrengthFilter(parameters: moved), over: $0.records))
        }
        return try #require(RangeScore(averaging: scores)).logRatio
      }
    }
    return try #require(Statistics.mean(errors))
  }

  @Test(
    "with a reference power wrong by 14 dB the error is at most 1.10, and that of each doubt is what the table says",
    .enabled(if: Recordings.folder("traces") != nil, "no folder of recordings"))
  func errorsOfTheTable() throws {
    let sets = try RecordedCoverageTests.sets.dropFirst().map { name in
      let recordings = try RecordedAccuracyTests.recordings(name)
      let signal = Calibrator(recordings, source: .pooled).parameters(for: 0).signal
      return (parameters: signal, recordings: recordings)
    }
    #expect(try Self.error(sets, doubt: nil, off: [-14, 14]) <= 1.10)
    for row in try Self.rows() {
      let right = try Self.error(sets, doubt: row.doubt, off: [0])
      let wrong = try Self.error(sets, doubt: row.doubt, off: [-14, 14])
      #expect(abs(right - row.figures[0]) <= 0.00051, "doubt \(row.doubt): \(right)")
      #expect(abs(wrong - row.figures[1]) <= 0.00051, "doubt \(row.doubt): \(wrong)")
    }
  }
}
