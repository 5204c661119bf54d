internal import RealModule

/// Converts drive to acceleration, sample by sample; `nil` for models whose acceleration is the drive.
enum ActuatorSimulation {
  case resonance(Biquad)
  case motor(Motor)

  init?(_ actuator: ActuatorModel, sampleRate: Int) {
    switch actuator {
    case .wideband, .speaker: return nil
    case .lra(let model): self = .resonance(Biquad(model, sampleRate: Double(sampleRate)))
    case .erm(let model): self = .motor(Motor(model, sampleRate: Double(sampleRate)))
    }
  }

  /// The time in seconds until the acceleration has decayed by 60 dB after the drive is silent.
  static func tail(_ actuator: ActuatorModel) -> Double {
    switch actuator {
    case .wideband, .speaker: 0
    case .lra(let model): 6.9 * model.ringing
    case .erm(let model): 3.45 * model.spinDown.value
    }
  }

  mutating func apply(to block: UnsafeMutableBufferPointer<Float>) {
    switch self {
    case .resonance(var filter):
      for index in block.indices { block[index] = Float(filter.next(Double(block[index]))) }
      self = .resonance(filter)
    case .motor(var motor):
      for index in block.indices { block[index] = Float(motor.next(Double(block[index]))) }
      self = .motor(motor)
    }
  }
}

/// A second-order section, transposed direct form II.
struct Biquad: Sendable {
  private let feedForward: SIMD4<Double>
  private let feedBack: SIMD2<Double>
  private var state = SIMD2<Double>(0, 0)

  /// The resonance of an actuator by the bilinear transform, exact at the resonance: the high-pass of R. Bristow-Johnson's
  /// "Cookbook formulae for audio EQ biquad filter coefficients", divided by Q.
  init(_ model: LRA, sampleRate: Double) {
    let angle = 2 * Double.pi * model.resonance.value / sampleRate
    let alpha = Double.sin(angle) / (2 * model.quality)
    let scale = 1 / (1 + alpha)
    let gain = (1 + Double.cos(angle)) / 2 * scale / model.quality
    feedForward = SIMD4(gain, -2 * gain, gain, 0)
    feedBack = SIMD2(-2 * Double.cos(angle) * scale, (1 - alpha) * scale)
  }

  /// The response at an angle in radians per sample.
  func response(_ angle: Double) -> Complex {
    let delay = Complex(Double.cos(angle), -Double.sin(angle))
    let top = Complex(feedForward.x) + delay * (Complex(feedForward.y) + delay * feedForward.z)
    let bottom = Complex(1) + delay * (Complex(feedBack.x) + delay * feedBack.y)
    return top / bottom
  }

  mutating func next(_ input: Double) -> Double {
    let output = feedForward.x * input + state.x
    state.x = feedForward.y * input - feedBack.x * output + state.y
    state.y = feedForward.z * input - feedBack.y * output
    return output
  }
}

/// A motor that follows its drive with a time constant and shakes with the square of its speed.
struct Motor: Sendable {
  private let rise: Double
  private let fall: Double
  private let turnsPerSample: Double
  private var speed = 0.0
  private var turns = 0.0

  init(_ model: ERM, sampleRate: Double) {
    rise = 1 - Double.exp(-1 / (model.spinUp.value * sampleRate))
    fall = 1 - Double.exp(-1 / (model.spinDown.value * sampleRate))
    turnsPerSample = model.topSpeed.value / sampleRate
  }

  mutating func next(_ drive: Double) -> Double {
    speed += (drive - speed) * (drive > speed ? rise : fall)
    turns += speed * turnsPerSample
    turns -= turns.rounded(.down)
    return speed * speed * Double.sin(2 * .pi * turns)
  }
}
