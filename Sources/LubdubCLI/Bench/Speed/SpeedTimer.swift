/// Times pieces of work together. Every round runs each piece once, so that a slowdown of the machine affects all pieces.
/// The result is the median over the rounds.
package struct SpeedTimer {
  package struct Stage {
    package let name: String
    let item: String
    let count: Int
    /// Does the work, and returns a value that depends on the result, so that the compiler cannot remove the work.
    let work: () throws -> Double
  }

  package struct Result {
    package let name, item: String
    package let rounds: [Double]
    package var nanoseconds: Double { rounds.sorted()[rounds.count / 2] }
  }

  /// The sum of the results, which keeps the compiler from removing the work.
  private var checksum = 0.0

  package init() {}

  package mutating func run(_ stages: [Stage], rounds: Int) throws -> [Result] {
    let clock = ContinuousClock()
    var times = stages.map { _ in [Double]() }
    for round in 0...rounds {
      for (index, stage) in stages.enumerated() {
        let start = clock.now
        checksum += try stage.work()
        let spent = clock.now - start
        // The first round is a warm-up and does not count.
        if round > 0 { times[index].append(spent / .nanoseconds(stage.count)) }
      }
    }
    return zip(stages, times).map { Result(name: $0.name, item: $0.item, rounds: $1) }
  }
}
