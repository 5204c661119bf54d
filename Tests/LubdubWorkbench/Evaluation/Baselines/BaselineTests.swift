import Foundation
import LubdubSignals
import Testing

@testable import Lubdub
@testable import LubdubWorkbench

@Suite("Baselines")
struct BaselineTests {
  /// A smoother's output for values that come once per second.
  static func run(_ smoother: some Smoother, _ values: [Double]) -> [Double] {
    var smoother = smoother
    return values.enumerated().map { smoother.smooth($0.element, at: Double($0.offset)) }
  }

  @Test func `The integer ARMA gets stuck below and drifts above, and the float ARMA converges`() {
    #expect(
      Self.run(ExponentialMean.integerARMA, [-70] + Array(repeating: -75, count: 50)).last == -70)
    #expect(Self.run(ExponentialMean.integerARMA, [-70, -65, -65]) == [-70, -69, -68])
    let free = Self.run(ExponentialMean.floatARMA, [-70] + Array(repeating: -75, count: 50))
    #expect(abs((free.last ?? 0) + 75) < 0.05)
  }

  @Test func `The median of three returns the middle value`() {
    #expect(Self.run(MedianOfThree(), [5, 1, 3, 9, 2, 2]) == [5, 1, 3, 3, 3, 2])
  }

  @Test func `The exponential mean with n = 15 moves by an eighth`() {
    #expect(Self.run(ExponentialMean.ofFifteen, [0, 8]) == [0, 1])
  }

  @Test func `The Kalman filter of room-assistant settles at a gain of 0.044`() {
    let before = Self.run(OneStateKalman.roomAssistant, Array(repeating: 0, count: 500) + [1])
    #expect(abs((before.last ?? 0) - 0.0437) < 0.0005)
    let web = Self.run(OneStateKalman.kalmanjs, Array(repeating: 0, count: 50) + [1])
    #expect(abs((web.last ?? 0) - 0.618) < 0.001)
  }

  @Test func `AltBeacon, ESPresense, and Bermuda give the results of their original code`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "peers.csv")
    let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }.dropFirst()
      .map { $0.split(separator: ",").compactMap { Double($0) } }
    #expect(rows.count == 185)
    var (altbeacon, espresense, bermuda) = (TrimmedMean(), FencedMean(), RunningMinimumMean())
    let pathLoss = PathLoss(referencePower: -59, exponent: 2)
    for row in rows {
      try #require(row.count == 5)
      let (time, level) = (row[0], row[1])
      let distance = pathLoss.distance(at: DBm(level)).value
      for (own, peer) in [
        (altbeacon.smooth(level, at: time), row[2]), (espresense.smooth(level, at: time), row[3]),
        (bermuda.smooth(distance, at: time), row[4]),
      ] {
        #expect(abs(own - peer) < 1e-9 * max(1, abs(peer)), "at \(time) s")
      }
    }
  }

  @Test func `The 1 € filter follows the paper's recursion`() {
    // alpha = 1 / (1 + 1 / (2 pi)) at 1 Hz and a step of 1 s.
    let alpha = 1 / (1 + 1 / (2 * Double.pi))
    let got = Self.run(OneEuro(minimumCutoff: 1, speedCoefficient: 0), [0, 1])
    #expect(abs(got[1] - alpha) < 1e-15)
  }

  @Test func `Inversion and the constant give their documented answers`() throws {
    var parameters = FusionFilter.Parameters()
    parameters.signal.pathLoss = PathLoss(referencePower: -60, exponent: 2)
    parameters.signal.typicalDistance = 4
    var inverted = EstimatorKind.signalInversion.make(parameters)
    inverted.update(.ble(-80, at: 0))
    let estimate = try #require(inverted.estimate(at: 0))
    #expect(abs(estimate.distance.value - 10) < 1e-9)
    var constant = EstimatorKind.constant.make(parameters)
    constant.update(.ble(-80, at: 0))
    let typical = try #require(constant.estimate(at: 0))
    #expect(abs(typical.distance.value - 4) < 1e-12)
  }

  @Test func `UWB is used while available, and signal strength is passed through afterward`() {
    var estimator = EstimatorKind.uwbWins.make()
    estimator.update(.uwb(2, at: 0))
    estimator.update(.ble(-80, at: 0.2))
    #expect(estimator.estimate(at: 0.3)?.distance == 2)
    #expect(estimator.estimate(at: 1)?.radio == .ble)
    estimator.update(.uwb(3, at: 1.1))
    #expect(estimator.estimate(at: 1.1)?.radio == .uwb)
  }
}
