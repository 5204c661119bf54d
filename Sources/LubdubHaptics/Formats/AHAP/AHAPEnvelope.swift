internal import RealModule

/// The attack, decay, and release of a continuous event of AHAP, as straight lines. Times are in seconds.
///
/// Apple documents the parameters as values of 0...1 on an exponential scale and gives no seconds. The times used here are
/// an assumption: 0 is 0 s, 1 is 1 s, and between them the time grows as 1000 to the power of the value, so that 0.5 is 31
/// ms. An event that is not sustained decays from the end of its attack, and until the end of the event if it states no
/// decay.
struct AHAPEnvelope {
  let attack: Double
  /// The time from full strength to rest; `nil` for a sustained event.
  let decay: Double?
  let release: Double
  private static let steps = 4

  /// The times as text, such as `attack 0.031 s, release 0.2 s`.
  var text: String {
    let parts = [("attack", attack), ("decay", decay ?? 0), ("release", release)]
    return parts.filter { $0.1 > 0 }.map { "\($0.0) \(shortened($0.1)) s" }
      .joined(separator: ", ")
  }

  init?(_ parameters: [String: Double], duration: Double) {
    let isSustained = (parameters["Sustained"] ?? 1) != 0
    let attack = min(Self.seconds(parameters["AttackTime"]), duration)
    let decay = min(Self.seconds(parameters["DecayTime"]), duration - attack)
    let release = isSustained ? Self.seconds(parameters["ReleaseTime"]) : 0
    guard attack > 0 || release > 0 || !isSustained else { return nil }
    self.attack = attack
    self.decay = isSustained ? nil : decay > 0 ? decay : duration - attack
    self.release = release
  }

  private static func seconds(_ value: Double?) -> Double {
    guard let value, value > 0 else { return 0 }
    return toNanosecond((Double.pow(1000, min(value, 1)) - 1) / 999)
  }

  func share(at time: Double, of duration: Double) -> Double {
    if time < attack { return max(time, 0) / attack }
    if let decay { return decay > 0 ? max(0, 1 - (time - attack) / decay) : 0 }
    guard time > duration, release > 0 else { return 1 }
    return max(0, 1 - (time - duration) / release)
  }

  /// The breakpoints of the envelope, in seconds from the start of the event. Each ramp is split into four segments, because
  /// its product with a parameter curve is not a straight line.
  func corners(of duration: Double) -> [Double] {
    var lines: [(start: Double, end: Double)] = [(0, attack), (duration, duration + release)]
    if let decay { lines.append((attack, attack + decay)) }
    return lines.filter { $0.end > $0.start }.flatMap { line in
      let step = (line.end - line.start) / Double(Self.steps)
      return (0...Self.steps).map { line.start + step * Double($0) }
    }
  }
}
