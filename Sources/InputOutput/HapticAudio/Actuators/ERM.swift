public import Quantities

/// An eccentric rotating mass: a small motor with an unbalanced weight.
///
/// The drive sets the speed that the motor tends to, with a time constant of its own for speeding up
/// and slowing down. The acceleration has the frequency of the speed and grows with its square, so
/// that intensity and frequency cannot be told apart: sharpness is not played.
public struct ERM: Sendable, Hashable {
  /// Time constant of speeding up.
  public var spinUp: Seconds
  /// Time constant of slowing down.
  public var spinDown: Seconds
  /// Turns per second at full drive.
  public var topSpeed: Hertz
  /// How long a transient is driven.
  public var pulse: Seconds

  /// A model from its fields.
  public init(
    spinUp: Seconds = 0.04, spinDown: Seconds = 0.06, topSpeed: Hertz = 180, pulse: Seconds = 0.06
  ) {
    self.spinUp = spinUp
    self.spinDown = spinDown
    self.topSpeed = topSpeed
    self.pulse = pulse
  }

  /// Checks every field against its range.
  ///
  /// - Throws: `AudioError` that names the first field that is wrong.
  public func validate() throws(AudioError) {
    try AudioError.require(spinUp.value, in: 0.001...1, "spinUp", "s")
    try AudioError.require(spinDown.value, in: 0.001...1, "spinDown", "s")
    try AudioError.require(topSpeed.value, in: 20...1000, "topSpeed", "Hz")
    try AudioError.require(pulse.value, in: 0.005...0.5, "pulse", "s")
  }
}
