internal import RealModule

/// The samples of a transient: a damped oscillation with raised cosines at its start and end. The oscillation lasts five
/// time constants, until it has fallen below one percent. A motor cannot oscillate and gets a pulse with soft edges.
struct TransientShape: Sendable {
  private let carrier: Carrier
  private let decay: Double
  private let attack: Double
  private let release: Double
  private let length: Double
  private let sampleRate: Double

  init(_ actuator: ActuatorModel, sampleRate: Int) {
    carrier = Carrier(actuator)
    self.sampleRate = Double(sampleRate)
    let timeConstant: Double
    switch actuator {
    case .wideband(let model): timeConstant = model.decay.value
    case .lra(let model): timeConstant = 0.6 * model.riseTime.value
    case .speaker(let model): timeConstant = model.decay.value
    case .erm(let model):
      decay = .infinity
      length = model.pulse.value
      attack = min(0.005, length / 2)
      release = attack
      return
    }
    decay = timeConstant
    length = 5 * timeConstant
    attack = min(0.002, timeConstant)
    release = timeConstant
  }

  var count: Int { Int((length * sampleRate).rounded(.up)) }

  func grain(_ frequency: Hertz) -> Grain {
    let peak = peak(frequency.value)
    let levels = (0..<count).map { level(Double($0) / sampleRate) }
    let samples = levels.enumerated().map { index, level in
      Float(level * carrier.value(turns: frequency.value * (Double(index) / sampleRate)) / peak)
    }
    return Grain(samples: samples, levels: levels.map { Float($0 / peak) })
  }

  private func level(_ time: Double) -> Double {
    raisedCosine(time / attack) * raisedCosine((length - time) / release)
      * Double.exp(-time / decay)
  }

  /// The largest value at and between samples: on a separate grid, so that it does not depend on the sample rate.
  private func peak(_ frequency: Double) -> Double {
    let step = min(1 / (200 * frequency), length / 200)
    let largest = stride(from: 0, to: length, by: step).reduce(0) { largest, time in
      max(largest, abs(level(time) * carrier.value(turns: frequency * time)))
    }
    return largest > 0 ? largest : 1
  }
}

/// The samples of a tap of one frequency, and its strength at each sample, without the wave.
struct Grain: Sendable {
  let samples: [Float]
  let levels: [Float]
}
