internal import RealModule

/// What signal strength alone says: the level of the link, in dB beside what is expected at the usual
/// distance, and how much of it is distance.
///
/// - The level is an Ornstein-Uhlenbeck process, so fades pass.
/// - A fixed share of it is distance; the rest is an offset of the reference power of this link. A constant
///   signal gives a constant answer.
/// - An offset that is larger than the calibration allows shifts every place alike, while an unusual
///   distance is one place. So places are counted: how much the level has travelled, in units of what
///   distance does to it. The mean level over places turns, by a mixture of two hypotheses, into the part
///   that is forgiven. The count stands still while the level does.
///
/// docs/decisions/0013 has the figures.
package struct LevelBelief: Sendable {
  private(set) var time = -Double.infinity
  /// The level in dB, and its variance.
  package private(set) var level = 0.0
  package private(set) var variance: Double
  /// Places that were counted, and the sum of their levels.
  private(set) var places = 0.0
  private var levelSum = 0.0
  /// A slow mean of the level: what is beyond it is travel.
  private var slowLevel = 0.0
  private var firstReading = -Double.infinity
  private var lastReading = -Double.infinity
  /// Decay of the last step, kept because steps repeat.
  private var step = -1.0
  private var decay = 1.0

  /// The belief before any reading.
  init(_ model: LevelModel) { variance = model.levelVariance }

  /// Moves on to a time that is not earlier.
  @inline(__always)
  package mutating func predict(to now: Double, _ model: LevelModel) {
    let dt = now - time
    time = max(time, now)
    guard dt > 0, dt.isFinite else { return }
    if dt != step {
      step = dt
      decay = Double.exp(-dt * model.inverseRelaxationTime)
    }
    level *= decay
    variance = model.levelVariance + decay * decay * (variance - model.levelVariance)
  }

  /// The RSSI that is expected, in dBm.
  func expectedPower(_ model: LevelModel) -> Double { model.usualLevel + level }

  /// Folds one RSSI in, at the time that was predicted to.
  mutating func fold(_ rssi: Double, _ model: LevelModel) {
    let isFirst = !lastReading.isFinite
    let pause = isFirst ? SignalModel.firstPause : time - lastReading
    let residual = rssi - model.usualLevel - level
    let gain = variance / (variance + model.signal.variance(residual: residual, after: pause))
    level += gain * residual
    variance -= gain * variance
    lastReading = time
    if isFirst { firstReading = time }
    // The way from the first guess to the level is no travel.
    guard !isFirst, time - firstReading >= model.settlingTime else {
      slowLevel = level
      return
    }
    count(after: min(pause, LevelModel.longestStep), model)
  }

  private mutating func count(after pause: Double, _ model: LevelModel) {
    slowLevel += (1 - Double.exp(-pause / LevelModel.slowTime)) * (level - slowLevel)
    let away = level - slowLevel
    let travelled =
      LevelModel.placesPerTravel * max(away * away - model.restVariance, 0) * pause
      / (model.levelVariance * LevelModel.slowTime)
    places += travelled
    levelSum += travelled * level
    guard places > LevelModel.mostPlaces else { return }
    levelSum *= LevelModel.mostPlaces / places
    places = LevelModel.mostPlaces
  }

  /// Lets a reading pass that the near test has answered: the level waits.
  mutating func wait(until now: Double) {
    time = max(time, now)
    lastReading = now
    if !firstReading.isFinite { firstReading = now }
  }

  /// Begins at a distance whose ln is known to about `deviation`: the devices have just parted.
  mutating func restart(at logDistance: Double, deviation: Double, _ model: LevelModel) {
    level =
      offset(model).forgiven
      + model.signal.decibelsPerLogarithm * (model.signal.usualLogDistance - logDistance)
      / model.share
    let width = deviation * model.signal.decibelsPerLogarithm / model.share
    variance = min(width * width, model.levelVariance)
    slowLevel = level
  }

  /// Takes new constants over: ln(distance) stays, what was learned about the old ones goes.
  mutating func adopt(_ model: LevelModel, from old: LevelModel) {
    let logDistance = estimate(old).logDistance
    places = 0
    levelSum = 0
    variance = min(variance, model.levelVariance)
    level = model.signal.decibelsPerLogarithm * (model.signal.usualLogDistance - logDistance)
    level /= model.share
    // What is forgiven grows with the level, by less than the level does.
    for _ in 0..<60 {
      let error = logDistance - estimate(model).logDistance
      level -= error * model.signal.decibelsPerLogarithm / model.share
    }
    slowLevel = level
  }

  /// The part of the level that counts as an error of the reference power, in dB, its variance, and the
  /// weight of the hypothesis that the reference power is off.
  func offset(_ model: LevelModel) -> (forgiven: Double, variance: Double, weight: Double) {
    guard model.errorVariance > 0, model.doubt > 0 else { return (0, 0, 0) }
    // The present place counts as one.
    let usual = model.wholeVariance / (places + 1)
    let mean = (levelSum + level) / (places + 1)
    let broad = usual + model.errorVariance
    let odds =
      (1 - model.doubt) / model.doubt * (broad / usual).squareRoot()
      * Double.exp(-0.5 * mean * mean * (1 / usual - 1 / broad))
    let weight = 1 / (1 + odds)
    let offset = mean * model.errorVariance / broad
    return (
      weight * offset,
      weight * usual * model.errorVariance / broad + weight * (1 - weight) * offset * offset, weight
    )
  }

  /// ln(distance) and its variance.
  package func estimate(_ model: LevelModel) -> (logDistance: Double, variance: Double) {
    let offset = offset(model)
    let k = model.signal.decibelsPerLogarithm
    let share = model.share
    let spread =
      model.levelVariance * (1 - share) + share * share * (variance + offset.variance)
    return (
      model.signal.usualLogDistance - share * (level - offset.forgiven) / k,
      LevelModel.widthFactor * LevelModel.widthFactor * spread / (k * k)
    )
  }

  /// The same belief with another level: what a smoother makes of it.
  package func with(level: Double, variance: Double) -> LevelBelief {
    var copy = self
    copy.level = level
    copy.variance = variance
    return copy
  }
}

/// The constants of `LevelBelief` for one link.
package struct LevelModel: Sendable {
  let signal: SignalModel
  /// The level that is expected at the usual distance, in dBm.
  let usualLevel: Double
  /// Variance of the level by distance alone, and by distance and offset, in dB².
  let levelVariance, wholeVariance: Double
  /// How much of a level is distance.
  let share: Double
  /// Variance of a reference power that is off, beyond what the calibration allows, in dB².
  let errorVariance: Double
  /// The probability that it is off.
  let doubt: Double
  let inverseRelaxationTime: Double
  /// Time from the first reading in which the level may run up to what it is without counting as travel, in s.
  package var settlingTime = 5.0
  /// What the level may vary by around its slow mean without counting as travel, in dB².
  package var restVariance = 0.0

  /// The spread of calibrated distances times this: the least with which steps by a factor of four are
  /// followed by two thirds and more.
  private static let spreadFactor = 1.25
  /// How far a reference power lies from the calibrated one where it is off, in dB: the spread over kinds
  /// of devices and of bodies.
  private static let offDeviation = 12.0
  /// What makes the interval of signal strength alone honest, from recordings.
  static let widthFactor = 0.85
  static let placesPerTravel = 8.0
  static let mostPlaces = 20.0
  /// Time constant of the slow mean, and the longest step that it counts, in s.
  static let slowTime = 20.0
  static let longestStep = 2.0

  init(_ parameters: SignalStrengthFilter.Parameters) {
    signal = SignalModel(parameters)
    usualLevel = signal.power(at: signal.usualLogDistance)
    let width = signal.decibelsPerLogarithm * Self.spreadFactor * signal.usualSpread
    let power = parameters.usualPowerDeviation.value
    levelVariance = width * width
    wholeVariance = levelVariance + power * power
    share = levelVariance / wholeVariance
    errorVariance = max(0, Self.offDeviation * Self.offDeviation - power * power)
    doubt = parameters.usualDoubt
    inverseRelaxationTime = 1 / parameters.relaxationTime.value
  }
}
