import LubdubWorkbench
import TestSupport

/// A random trace of both radios: walks, rests, outliers, repeats, gaps, and events of the link. All times are multiples of
/// 1/1024 s, so that they stay exact under all shifts in the tests of laws.
struct RandomTrace {
  let samples: [Sample]
  let configuration: Configuration

  private static let events: [LinkEvent] = [
    .connected, .disconnected, .suspended, .resumed, .peerLost, .manualTriggerPressed,
    .manualTriggerReleased, .sent, .received, .attached, .complete, .touched, .released,
    .entered, .left, .crossed,
  ]

  init(seed: UInt64, length: Int = 60) {
    var random = SeededGenerator(seed: seed)
    func below(_ limit: Int) -> Int { Int(random.unit() * Double(limit)) }
    func grid(_ limit: Double) -> Double { (random.unit() * limit * 1024).rounded(.down) / 1024 }

    var configuration = Preset.own[below(Preset.own.count)].configuration
    configuration.cues = [.entered: .tap, .crossed: .ringSent]
    if below(2) == 0 { configuration.estimator = [.fusion, .raw, .oneEuro][below(3)] }
    self.configuration = configuration

    var time = grid(10)
    var distance = grid(4)
    var speed = grid(4) - 2
    var held = 1.0
    samples = (0..<length).map { _ in
      time += below(25) == 0 ? grid(15) : grid(0.5)
      if below(8) == 0 { speed = below(3) == 0 ? 0 : grid(4) - 2 }
      distance = min(max(0, distance + speed * 0.25), 6)
      switch below(12) {
      case 0: return .event(Self.events[below(Self.events.count)], at: Seconds(time))
      case 1...3: return .ble(DBm(-50 - (20 * distance / 3).rounded() - grid(8)), at: Seconds(time))
      case 4: return .uwb(Meters(grid(60)), at: Seconds(time))
      case 5: return .uwb(Meters(held), at: Seconds(time))
      default:
        held = max(0, distance + grid(0.2) - 0.1)
        return .uwb(Meters(held), at: Seconds(time))
      }
    }
  }
}
