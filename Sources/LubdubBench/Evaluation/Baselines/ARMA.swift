/// AltBeacon's "ARMA" filter: m -= 0.1 (m - rssi), as it is meant.
struct FloatARMA: Smoother {
  private var mean: Double?

  private static let speed = 0.1

  mutating func smooth(_ value: Double, at time: Double) -> Double {
    let old = mean ?? value
    let new = old - Self.speed * (old - value)
    mean = new
    return new
  }
}

/// AltBeacon's "ARMA" filter as it ships: the state is an integer, cut towards zero.
///
/// It can only drift nearer: from -70, a constant -75 leaves it at -70 for ever.
struct IntegerARMA: Smoother {
  private var mean: Double?

  private static let speed = 0.1

  mutating func smooth(_ value: Double, at time: Double) -> Double {
    let old = mean ?? value.rounded(.towardZero)
    let new = (old - Self.speed * (old - value)).rounded(.towardZero)
    mean = new
    return new
  }
}
