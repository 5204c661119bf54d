internal import RealModule

/// The wave under an event's envelope: a fundamental and overtones, scaled to a peak of 1. Without partials, the envelope
/// itself is the signal, like a motor's drive.
struct Carrier: Sendable {
  struct Partial: Sendable {
    let multiple: Float
    let amplitude: Float
  }

  let partials: [Partial]

  init(_ actuator: ActuatorModel) {
    switch actuator {
    case .wideband, .lra: partials = [Partial(multiple: 1, amplitude: 1)]
    case .erm: partials = []
    case .speaker(let model): partials = Self.overtones(model.overtones)
    }
  }

  private static func overtones(_ count: Int) -> [Partial] {
    let wave: (Double) -> Double = { turns in
      (1...count + 1).reduce(0) { sum, n in
        sum + Double.sin(2 * .pi * turns * Double(n)) / Double(n)
      }
    }
    let peak = (0..<1024).map { wave(Double($0) / 1024) }.max() ?? 1
    return (1...count + 1).map { n in
      Partial(multiple: Float(n), amplitude: Float(1 / (Double(n) * peak)))
    }
  }

  func value(turns: Double) -> Double {
    if partials.isEmpty { return 1 }
    return partials.reduce(0) { sum, partial in
      sum + Double(partial.amplitude) * Double.sin(2 * .pi * turns * Double(partial.multiple))
    }
  }

  @inline(__always) func values(turns: SIMD16<Float>) -> SIMD16<Float> {
    if partials.isEmpty { return SIMD16(repeating: 1) }
    var sum = SIMD16<Float>(repeating: 0)
    for partial in partials { sum += partial.amplitude * sine(turns: turns * partial.multiple) }
    return sum
  }
}
