import TestSupport

/// A random session for the laws of live sessions: any rate from 0.01 Hz to 10 kHz, regular or not, on a clock of any
/// origin from -1e9 to 2e9 s. Times are multiples of 2^-22 s, which a clock of any such origin resolves.
struct RandomVisit {
  let configuration: Configuration
  let lead: Seconds
  let samples: [Sample]

  private static let step = 0x1p-22

  init(seed: UInt64, origin: Double = 0, length: Int = 40) {
    var random = SeededGenerator(seed: seed)
    let presets = [Preset.eternalLoop, .eternalLoop, .breath, .geiger, .geiger, .sonar]
    var configuration = presets[random.pick(presets.count)].configuration
    if random.pick(4) == 0 { configuration.heartbeat.tempoRampTime = 2 }
    if random.pick(6) == 0 { configuration.heartbeat.contact = .continuous }
    if random.pick(6) == 0 { configuration.heartbeat.intervals = [0.5, 0.5, 0.5, 0.5] }
    self.configuration = configuration
    lead = [0, 0.05, 0.1, 0.1, 1][random.pick(5)]

    let period = exp10(-4 + 6 * random.unit())
    let isRegular = random.pick(2) == 0
    var time = 10 * random.unit()
    var distance = 2.5 * random.unit()
    let speed = random.unit() - 0.6
    samples = (0..<length).map { index in
      let gap = random.pick(5) == 0 ? random.unit() : period * (isRegular ? 1 : 2 * random.unit())
      time += gap
      distance = min(max(0, distance + speed * min(gap, 1) + 0.02 * random.unit()), 3)
      let stamp = Seconds(origin + (time / Self.step).rounded() * Self.step)
      switch random.pick(20) {
      case 0: return .ble(DBm(-50 - 10 * distance), at: stamp)
      case 1: return .event(random.pick(2) == 0 ? .touched : .released, at: stamp)
      default: return .uwb(Meters(distance), at: stamp)
      }
    }
  }

  /// An origin from -1e9 to 2e9 s, in whole seconds.
  static func origin(seed: UInt64) -> Double {
    var random = SeededGenerator(seed: ~seed)
    return [
      0, 1000 * random.unit(), 1e6 * random.unit(), 1.7e9, 2e9 * random.unit(), -5 * random.unit(),
      -1000 * random.unit(), -1e9 * random.unit(),
    ][random.pick(8)].rounded(.down)
  }
}

extension SeededGenerator {
  /// A whole number from 0 to below a limit.
  mutating func pick(_ limit: Int) -> Int { Int(unit() * Double(limit)) }
}

/// A power of ten, by multiplication: the same on every machine.
private func exp10(_ exponent: Double) -> Double {
  var (result, rest) = (1.0, exponent)
  while rest < 0 { (result, rest) = (result / 10, rest + 1) }
  while rest >= 1 { (result, rest) = (result * 10, rest - 1) }
  return result * (1 + 9 * rest * rest)
}
