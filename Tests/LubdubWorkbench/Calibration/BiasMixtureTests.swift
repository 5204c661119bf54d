import Foundation
import LubdubTraces
import LubdubWorkbench
import TestSupport
import Testing

@Suite("Mixture of bias curves")
struct BiasMixtureTests {
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

  private static func calibration(_ lists: [[TraceRecord]], _ prior: BiasPrior = .mixed)
    -> RangeCalibration
  {
    RangeCalibration(
      lists.enumerated().map { list in
        Recording(
          dataset: "", name: "\(list.offset)",
          records: list.element.map { TraceRecord($0.sample, truth: $0.truth) })
      }, prior: prior)
  }

  @Test func `The weights are the prior times the likelihood, and a slope costs one parameter`() {
    // Worked out by hand: prior (left² + 0.005²)^(-n/2), and n^(-1/2) where there is a slope.
    let rows: [([Double], Int, [Double])] = [
      (
        [0.1723, 0.1454, 0.1309, 0.1341], 12, [0.007611445, 0.005604276, 0.957228896, 0.029555383]
      ),
      ([0.035, 0.0362, 0.1024, 0.0434], 5, [0.798327159, 0.100876203, 0.018170941, 0.082625696]),
      ([0.1, 0.1, 0.1, 0.1], 1, [0.15, 0.05, 0.7, 0.1]),
    ]
    for (left, places, expected) in rows {
      for (weight, wanted) in zip(BiasMixture.weights(left, places: places, .mixed), expected) {
        #expect(abs(weight - wanted) < 1e-6)
      }
    }
  }

  @Test(
    "With constant biases, thirty walks keep almost no curve, and three walks keep little",
    arguments: [(3, 0.1), (30, 0.05)])
  func constantBias(count: Int, most: Double) throws {
    let walks = (0..<count).map { seed in
      var random = SeededGenerator(seed: UInt64(100 + seed))
      var slow = 0.0
      return (0..<600).map { step -> TraceRecord in
        let time = Double(step) / 10
        let truth = 2.7 + 2.4 * cos(time / 4 + Double(seed))
        slow = 0.9 * slow + 0.43 * 0.02 * random.normal()
        let range = truth + 0.15 + slow + 0.02 * random.normal()
        return TraceRecord(.uwb(Meters(max(0, range)), at: Seconds(time)), truth: Meters(truth))
      }
    }
    let mixture = try #require(Self.calibration(walks).mixture)
    let share = mixture.weights[2] + mixture.weights[3]
    #expect(share < most, "\(mixture.sentence)")
  }

  @Test
  func `Recordings that follow a bias curve get the curve, and other recordings get a small share`()
    throws
  {
    for profile in RangeBias.Profile.allCases {
      let sets = [1...8, 2...12, 4...20].enumerated().map {
        Self.ranges(
          Double($0.element.lowerBound)...Double($0.element.upperBound), profile,
          seed: UInt64($0.offset + 1))
      }
      let mixture = try #require(Self.calibration(sets).mixture)
      let share = mixture.weights[2] + mixture.weights[3]
      if profile == .none { #expect(share < 0.3) } else { #expect(share > 0.95) }
      #expect(mixture.sentence.contains("leaves"), "\(mixture.sentence)")
    }
  }

  @Test func `A single recording at one distance can't decide and gets no curve`() throws {
    let list = Self.ranges(3...3.5, .dw1000, seed: 4)
    let mixed = try #require(Self.calibration([list]).bias)
    #expect(mixed.profile == .none)
    // Where it was, the mixture is right whatever its parts.
    #expect(abs(mixed.corrected(Meters(3.4)).value - (3.4 - 0.1 - 0.074)) < 0.02)
    let known = try #require(Self.calibration([list], BiasPrior(RangeBias.Profile.none)).bias)
    #expect(known.profile == .none)
    let curved = try #require(Self.calibration([list], BiasPrior(.dw1000)).bias)
    #expect(abs(curved.profileShare - 1) < 1e-12)
  }

  @Test(arguments: [1, 5, 8])
  func `Few readings give a shrunken constant with a matching interval width`(count: Int) throws {
    let list = (0..<count).map { step in
      TraceRecord(.uwb(2.3, at: Seconds(Double(step))), truth: 2)
    }
    let found = Self.calibration([list], BiasPrior(RangeBias.Profile.none))
    let bias = try #require(found.bias)
    #expect((0.18..<0.3).contains(bias.constant.value), "\(bias.constant)")
    let width = try #require(found.calibrationDeviation.value)
    #expect((0.08...0.2).contains(width), "\(width)")
    let signal = SignalCalibration([
      Recording(
        dataset: "", name: "stop",
        records: (0..<count).map { .init(.ble(-75, at: Seconds(Double($0))), truth: 1) })
    ])
    #expect((-72 ... -65).contains(try #require(signal.referencePower.value)))
    #expect(try #require(signal.powerDeviation.value) > 4)
  }
}
