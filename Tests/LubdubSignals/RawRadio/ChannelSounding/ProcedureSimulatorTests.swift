import Foundation
import LubdubWorkbench
import TestSupport
import Testing

@Suite struct ProcedureSimulatorTests {
  /// The largest RMSE and 95th percentile of the distance, in meters, with a margin for the randomness of 60 draws.
  static let bounds: [(model: ResponseModel, rootMeanSquare: Double, percentile95: Double)] = [
    (.onePath, 0.06, 0.1), (.twoPaths, 0.3, 0.5), (.room, 0.5, 0.8), (.blockedRoom, 1.4, 2.8),
  ]

  @Test(arguments: bounds)
  func `Distances of simulated channels are within the error limits`(
    _ bound: (model: ResponseModel, rootMeanSquare: Double, percentile95: Double)
  ) throws {
    var estimator = try ArrivalEstimator()
    var errors: [Double] = []
    for procedure in ProcedureSimulator(model: bound.model, seed: 3).run(count: 60) {
      let arrival = estimator.arrival(in: [procedure.response])
      errors.append(abs(try #require(arrival).distance.value - procedure.truth.value))
    }
    let meanSquare = errors.reduce(0) { $0 + $1 * $1 } / 60
    #expect(meanSquare.squareRoot() < bound.rootMeanSquare)
    #expect(errors.sorted()[56] < bound.percentile95)
  }

  @Test func `The simulator makes the shipped datasets byte for byte`() throws {
    let folder = Recordings.packageRoot.appending(path: "datasets/signals").path
    var simulator = ProcedureSimulator(model: .room, seed: 1)
    let room = simulator.csv(simulator.run(count: 20), comment: "synthetic, rooms, seed 1")
    #expect(try readFile(at: "\(folder)/room.csv") == room)
    simulator.distances = 1.5...1.5
    let still = simulator.csv(simulator.run(count: 30), comment: "synthetic, a room, seed 1")
    #expect(try readFile(at: "\(folder)/still.csv") == still)
    simulator.distances = 2...2
    let capture = SoundingLog(seed: 1).bytes(simulator.run(count: 20), as: .btsnoop)
    #expect(try readFile(at: "\(folder)/capture.btsnoop") == capture)
  }

  @Test func `Equal seeds give equal tables, and different seeds give different tables`() {
    let first = ProcedureSimulator(model: .room, seed: 1)
    let other = ProcedureSimulator(model: .room, seed: 2)
    #expect(first.run(count: 3) == first.run(count: 3))
    #expect(first.run(count: 3) != other.run(count: 3))
    let table = first.csv(first.run(count: 3), comment: "made")
    #expect(table.split(separator: 0x0A).count == 5)
    #expect(first.run(count: 5).prefix(3) == first.run(count: 3)[...])
  }
}
