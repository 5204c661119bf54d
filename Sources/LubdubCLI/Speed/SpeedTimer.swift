#if Tool
/// Times pieces of work side by side: every round runs each once, so that what slows the machine
/// slows all of them, and the median over the rounds is taken.
struct SpeedTimer {
  /// One piece of work.
  struct Stage {
    /// Its name.
    let name: String
    /// What is counted: sample, event, byte …
    let item: String
    /// Items in one run.
    let count: Int
    /// Bytes that one run has to move through memory at least; `nil` where that says nothing.
    var bytes: Int?
    /// Does it, and returns something that depends on the result, so that nothing is optimised away.
    let work: () throws -> Double
  }

  /// What came out for one stage.
  struct Result {
    /// The stage's name and what it counts.
    let name, item: String
    /// Median time of an item in ns.
    let nanoseconds: Double
    /// The time that the memory alone would take, in ns; `nil` where it says nothing.
    let memoryBound: Double?
    /// Every round, in ns an item.
    let rounds: [Double]
  }

  private let clock = ContinuousClock()
  /// Keeps results alive.
  private(set) var checksum = 0.0

  /// Runs the stages, interleaved.
  mutating func run(
    _ stages: [Stage], rounds: Int, bytesPerSecond: Double
  ) throws -> [Result] {
    var times = stages.map { _ in [Double]() }
    for round in 0...rounds {
      for (index, stage) in stages.enumerated() {
        let start = clock.now
        checksum += try stage.work()
        let spent = clock.now - start
        // The first round warms up.
        if round > 0 { times[index].append(Self.nanoseconds(spent) / Double(stage.count)) }
      }
    }
    return zip(stages, times).map { stage, times in
      let bound = stage.bytes.map { Double($0) / Double(stage.count) / bytesPerSecond * 1e9 }
      return Result(
        name: stage.name, item: stage.item, nanoseconds: times.sorted()[times.count / 2],
        memoryBound: bound, rounds: times)
    }
  }

  /// Bytes a second at which this machine sums an array that does not fit into its near caches.
  mutating func memorySpeed() -> Double {
    let words = [UInt64](repeating: 1, count: 1 << 23)
    var best = 0.0
    for _ in 0..<5 {
      let start = clock.now
      let sum = words.reduce(0, &+)
      let spent = Self.nanoseconds(clock.now - start)
      checksum += Double(sum)
      best = max(best, Double(words.count * 8) / spent * 1e9)
    }
    return best
  }

  private static func nanoseconds(_ duration: Duration) -> Double {
    let parts = duration.components
    return Double(parts.seconds) * 1e9 + Double(parts.attoseconds) * 1e-9
  }
}
#endif
