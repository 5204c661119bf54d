/// A voice coil whose acceleration follows the drive at every frequency.
public struct Wideband: Sendable, Hashable, ActuatorParameters {
  /// The frequency of sharpness 0.
  public var lowestFrequency: Hertz = 65
  /// The frequency of sharpness 1.
  public var highestFrequency: Hertz = 300
  /// The time in which a transient decays to 1/e.
  public var decay: Seconds = 0.012
  /// Acceleration at full drive, in units of standard gravity (G). The default is an example.
  public var maximumAcceleration = 2.0

  /// The defaults; the band comes from the MPEG reference software.
  public init() {}

  static var parameters: [ActuatorParameter<Wideband>] {
    [
      .init("lowestFrequency", "frequency of sharpness 0", 1...1000) { $1(&$0.lowestFrequency) },
      .init("highestFrequency", "frequency of sharpness 1", 1...1000) { $1(&$0.highestFrequency) },
      .init("decay", "time in which a tap decays to 1/e", 0.001...0.2) { $1(&$0.decay) },
      .init("maximumAcceleration", "acceleration at full drive", 0.01...100, unit: "G") {
        $1(&$0.maximumAcceleration)
      },
    ]
  }
}

/// A linear resonant actuator: a mass on a spring.
///
/// From drive (a force) to acceleration it is a second-order high-pass with a resonance,
/// H(s) = (1/Q) s² / (s² + s ω₀/Q + ω₀²), which is 1 at the resonance.
public struct LRA: Sendable, Hashable, ActuatorParameters {
  /// The frequency of the resonance.
  public var resonance: Hertz = 175
  /// The quality factor of the resonance.
  public var quality = 8.0
  /// The shortest time for which the renderer drives a transient, because shorter taps are not felt.
  public var riseTime: Seconds = 0.02
  /// The largest drive, as a fraction of full scale.
  public var driveLimit = 1.0
  /// The frequency of sharpness 0.
  public var lowestFrequency: Hertz = 100
  /// The frequency of sharpness 1.
  public var highestFrequency: Hertz = 250
  /// The maximum boost of the drive by compensation at a frequency, relative to the drive at resonance.
  public var maximumBoost: Decibels = 30
  /// Acceleration at resonance and full drive, in units of standard gravity (G). The default is an example.
  public var maximumAcceleration = 1.5

  /// The defaults.
  public init() {}

  static var parameters: [ActuatorParameter<LRA>] {
    [
      .init("resonance", "frequency of the resonance", 20...1000) { $1(&$0.resonance) },
      .init("quality", "quality factor of the resonance", 0.5...100) { $1(&$0.quality) },
      .init("riseTime", "the shortest time for which a tap is driven", 0.001...0.5) {
        $1(&$0.riseTime)
      },
      .init("driveLimit", "the largest drive, of full scale", 0.01...1) { $1(&$0.driveLimit) },
      .init("lowestFrequency", "frequency of sharpness 0", 1...1000) { $1(&$0.lowestFrequency) },
      .init("highestFrequency", "frequency of sharpness 1", 1...1000) { $1(&$0.highestFrequency) },
      .init("maximumBoost", "the largest increase of the drive by compensation", 0...60) {
        $1(&$0.maximumBoost)
      },
      .init(
        "maximumAcceleration", "acceleration at resonance and full drive", 0.01...100, unit: "G"
      ) { $1(&$0.maximumAcceleration) },
    ]
  }

  /// The amplitude of steady acceleration at a frequency, relative to the resonance.
  public func relativeResponse(at frequency: Hertz) -> Double {
    let ratio = frequency.value / resonance.value
    let square = ratio * ratio
    let stiff = 1 - square
    let loss = ratio / quality
    return square / (stiff * stiff + loss * loss).squareRoot() / quality
  }

  /// The time in which a free oscillation decays to 1/e: Q / (π f₀).
  var ringing: Double { quality / (.pi * resonance.value) }
}

/// An eccentric rotating mass: a small motor with an unbalanced weight.
///
/// The drive sets the target speed of the motor, with separate time constants for speeding up and slowing down. The frequency
/// of the acceleration is the speed, and its amplitude grows with the square of the speed, so intensity also determines the
/// frequency, and sharpness is not played.
public struct ERM: Sendable, Hashable, ActuatorParameters {
  /// The time constant of speeding up.
  public var spinUp: Seconds = 0.04
  /// The time constant of slowing down.
  public var spinDown: Seconds = 0.06
  /// The number of turns per second at full drive.
  public var topSpeed: Hertz = 180
  /// The length of the pulse that drives a transient.
  public var pulse: Seconds = 0.06

  /// The defaults.
  public init() {}

  static var parameters: [ActuatorParameter<ERM>] {
    [
      .init("spinUp", "time constant of speeding up", 0.001...1) { $1(&$0.spinUp) },
      .init("spinDown", "time constant of slowing down", 0.001...1) { $1(&$0.spinDown) },
      .init("topSpeed", "turns per second at full drive", 20...1000) { $1(&$0.topSpeed) },
      .init("pulse", "duration for which a tap is driven", 0.005...0.5) { $1(&$0.pulse) },
    ]
  }
}

/// A loudspeaker that previews a pattern as heart sounds.
///
/// Small loudspeakers do not play the 40 to 150 Hz of real heart sounds, so overtones are added: the ear fills in the missing
/// fundamental.
public struct Speaker: Sendable, Hashable, ActuatorParameters {
  /// The fundamental of sharpness 0.
  public var lowestFrequency: Hertz = 60
  /// The fundamental of sharpness 1.
  public var highestFrequency: Hertz = 180
  /// The time in which a transient decays to 1/e.
  public var decay: Seconds = 0.025
  /// The number of overtones above the fundamental; the n-th overtone has 1/(n+1) of the amplitude of the fundamental.
  public var overtones = 3

  /// The defaults.
  public init() {}

  static var parameters: [ActuatorParameter<Speaker>] {
    [
      .init("lowestFrequency", "fundamental of sharpness 0", 1...1000) { $1(&$0.lowestFrequency) },
      .init("highestFrequency", "fundamental of sharpness 1", 1...1000) {
        $1(&$0.highestFrequency)
      },
      .init("decay", "time in which a tap decays to 1/e", 0.001...0.2) { $1(&$0.decay) },
      .init("overtones", "overtones above the fundamental, a whole number", 0...8) {
        var count = Double($0.overtones)
        $1(&count)
        $0.overtones = Int(exactly: count) ?? -1
      },
    ]
  }
}
