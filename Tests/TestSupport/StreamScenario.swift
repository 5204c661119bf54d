package import Lubdub

/// Simulated streams of samples for laws that hold on every input.
package enum StreamScenario: String, CaseIterable {
  case walk, still, repeats, burst, gap, slow, fast, jitter, stop, garbage

  /// A stream of both radios; the same for the same seed.
  package func samples(seed: UInt64) -> [Sample] {
    var random = SeededGenerator(seed: seed)
    var rows: [Sample] = []
    var time = 1000.0
    var held = 0.0
    for index in 0..<count {
      let truth = distance(at: time - 1000)
      var range = truth + 0.05 * random.sumOfTwelve()
      if self == .repeats && index % 5 != 0 { range = held }
      held = range
      if self == .burst && index % 40 < 3 { range += 30 * random.unit() + 5 }
      rows.append(.uwb(Meters(max(range, 0)), at: Seconds(time)))
      if index % 3 == 0 {
        let mean = PathLoss().rssi(at: Meters(max(truth, 0.1))).value
        rows.append(.ble(DBm(mean + 5 * random.sumOfTwelve()), at: Seconds(time)))
      }
      if self == .garbage { rows += Self.garbage(at: time) }
      time += step(index, &random)
    }
    return rows
  }

  private var count: Int { self == .fast ? 1000 : 200 }

  private func distance(at time: Double) -> Double {
    if self == .still { return 2 }
    let phase = (time / 10).truncatingRemainder(dividingBy: 2)
    return 0.5 + 5 * (phase < 1 ? phase : 2 - phase)
  }

  private func step(_ index: Int, _ random: inout SeededGenerator) -> Double {
    switch self {
    case .gap: index == 100 ? 30 : 0.1
    case .slow: 1
    case .fast: 0.01
    case .jitter: 0.02 + 0.2 * random.unit() * random.unit()
    case .stop: index % 2 == 0 ? 0 : 0.2
    default: 0.1
    }
  }

  /// Samples that must have no effect.
  private static func garbage(at time: Double) -> [Sample] {
    [
      .uwb(Meters(.nan), at: Seconds(time)), .uwb(Meters(.infinity), at: Seconds(time)),
      .uwb(1, at: Seconds(.nan)), .uwb(1, at: Seconds(-.infinity)), .uwb(1, at: Seconds(time - 5)),
      .ble(DBm(.nan), at: Seconds(time)), .ble(DBm(127), at: Seconds(time)),
      .ble(DBm(0), at: Seconds(time)), .ble(DBm(-128), at: Seconds(time)),
      .ble(DBm(-50), at: Seconds(time - 1)), .uwb(1, at: Seconds(.infinity)),
    ]
  }
}

extension SeededGenerator {
  /// A nearly normal number: the sum of twelve uniform ones, minus six.
  package mutating func sumOfTwelve() -> Double {
    (0..<12).reduce(-6) { sum, _ in sum + unit() }
  }
}
