internal import RealModule

/// The law of signal strength for the next link of a kind, or for one link, from recordings with truth. It is a Bayesian
/// estimate with the population's law as the prior (decision 4).
///
/// Rows are grouped into places, which are stops of up to 30 s at one distance. The slope comes from differences within
/// recordings, because the differences between recordings include the power of the devices. The usual distance of links is
/// weighted by time.
struct SignalLaw: Sendable, Hashable {
  /// One row of a link: the time in s, the level in dBm, and the distance in m.
  struct Row: Sendable { let time, level, distance: Double }

  /// A stop: its mean level, its mean ln(distance), and its duration in s.
  private struct Place {
    let recording: Int
    let level, x, seconds: Double
  }

  /// The change of the level per unit of ln(distance), in dB, and its standard error.
  let slope, slopeError: Double
  /// Whether distances within recordings differ too little to show a slope.
  let isFlat: Bool
  /// The level at 1 m, in dBm, its deviation for the next link, in dB, and the deviation of shadows, in dB.
  let level, power, shadow: Double
  /// The usual ln(distance) of links, its variance, and the rate of return to it, per second.
  let usual, variance, rate: Double
  /// The distances in m at equal shares of the time.
  let distances: [Double]
  /// The number of places that count, the number of stops, and the number of recordings.
  let places: Double
  let stops, recordings: Int

  /// The prior: a usual distance of 2.7 m with the weight of 2 places, and a deviation of 0.7 in ln(distance) with the
  /// weight of 4 places.
  private static let prior = (
    usual: 0.993_251_773_010_283_4, places: 2.0, variance: 0.49, spread: 4.0
  )
  /// The prior of the slope: an exponent of 1.8 with the weight of 3 (ln m)² of spread.
  private static let ridge = (slope: 7.8, spread: 3.0)
  /// The smallest slope: an exponent of 0.1.
  private static let leastSlope = 0.434_294_481_903_251_8
  /// The priors of the variances: shadows of 5 dB with the weight of 3 places, and powers that differ by 5 dB with the
  /// weight of 2 recordings.
  private static let usualShadow = (variance: 25.0, places: 3.0)
  private static let usualPower = (variance: 25.0, recordings: 2.0)
  /// The factor on the power's deviation, and the smallest deviation, in dB. For one link, `ownPower` is the deviation. All
  /// three were chosen on open recordings.
  private static let powerFactor = 0.8
  private static let leastPower = 5.5
  private static let ownPower = 2.0
  /// The largest difference from the first ln(distance) of a place, its longest duration in s, and its fewest rows.
  private static let same = 0.15
  private static let longest = 30.0
  private static let leastRows = 3
  /// The most places of a recording that count, and the fewest rows of a recording.
  private static let mostPlaces = 4.0
  static let enough = 20
  private static let rates = 0.004...0.08
  private static let quantiles = 40

  /// Fits recordings, each of one link in the order of time; `nil` if the recordings have no place.
  init?(_ lists: [[Row]], isOwn: Bool = false) {
    var places: [Place] = []
    var stops = 0
    var (ten, steps) = (0.0, 0)
    for (index, rows) in lists.enumerated() {
      let far = rows.filter { $0.distance >= 0.1 }
      if far.count >= Self.enough { Self.addPlaces(of: far, index, &places, &stops) }
      let moved = Self.mobility(rows)
      (ten, steps) = (ten + moved.sum, steps + moved.count)
    }
    guard !places.isEmpty else { return nil }
    let count = Double(places.count)
    let groups = Dictionary(grouping: places, by: \.recording)
    recordings = groups.count
    self.stops = stops
    let all = Double(groups.count)
    let counted = min(count, Self.mostPlaces * all)
    self.places = counted
    let time = places.reduce(0) { $0 + $1.seconds }
    let prior = Self.prior
    let mean = places.reduce(0) { $0 + $1.seconds * $1.x } / time
    let usual = (prior.places * prior.usual + counted * mean) / (prior.places + counted)
    let around = places.reduce(0) { $0 + $1.seconds * ($1.x - usual) * ($1.x - usual) } / time
    let variance = (prior.spread * prior.variance + counted * around) / (prior.spread + counted)
    (self.usual, self.variance) = (usual, variance)

    let middle = groups.mapValues { own -> (x: Double, level: Double) in
      let n = Double(own.count)
      return (own.reduce(0) { $0 + $1.x } / n, own.reduce(0) { $0 + $1.level } / n)
    }
    var (sxx, sxl) = (0.0, 0.0)
    for place in places {
      guard let own = middle[place.recording] else { continue }
      sxx += (place.x - own.x) * (place.x - own.x)
      sxl += (place.x - own.x) * (place.level - own.level)
    }
    let slope = max(
      (Self.ridge.spread * Self.ridge.slope - sxl) / (Self.ridge.spread + sxx), Self.leastSlope)
    self.slope = slope
    let levels = middle.keys.sorted().compactMap { middle[$0].map { $0.level + slope * $0.x } }
    let center = levels.reduce(0, +) / all
    level = center
    var rest = 0.0
    for place in places {
      guard let own = middle[place.recording] else { continue }
      let off = place.level + slope * place.x - (own.level + slope * own.x)
      rest += off * off
    }
    let usualShadow = Self.usualShadow
    shadow =
      ((usualShadow.places * usualShadow.variance + rest) / (usualShadow.places + count - all))
      .squareRoot()
    slopeError = shadow / (Self.ridge.spread + sxx).squareRoot()
    isFlat = sxx < 0.01 * count
    let spread = levels.reduce(0) { $0 + ($1 - center) * ($1 - center) }
    let usualPower = Self.usualPower
    let between =
      groups.count > 1
      ? ((usualPower.recordings * usualPower.variance + spread) / (usualPower.recordings + all - 1)
        * (1 + 1 / all)).squareRoot() : (2 * usualPower.variance).squareRoot()
    power = isOwn ? Self.ownPower : max(Self.powerFactor * between, Self.leastPower)
    let moved = min(ten / Double(max(steps, 1)) / variance, 0.9)
    rate = min(max(-Double.log(1 - moved) / 10, Self.rates.lowerBound), Self.rates.upperBound)
    distances = Self.quantiles(places, time)
  }

  /// The factor on the interval for the next link, because few recordings have shown the usual distances. It is the
  /// deviation of Student's t distribution with two degrees of freedom more than the number of recordings, and 1 for one
  /// link.
  var width: Double { power == Self.ownPower ? 1 : (1 + 2 / Double(recordings)).squareRoot() }

  private static func addPlaces(
    of rows: [Row], _ recording: Int, _ places: inout [Place], _ stops: inout Int
  ) {
    var start = 0
    var first: Double?
    while start < rows.count {
      let x = Double.log(rows[start].distance)
      if first.map({ abs(x - $0) > same }) ?? true {
        first = x
        stops += 1
      }
      var end = start
      var (levels, logs, seconds) = (0.0, 0.0, 0.2)
      while end < rows.count {
        let log = Double.log(rows[end].distance)
        guard abs(log - (first ?? x)) <= same, rows[end].time - rows[start].time <= longest
        else { break }
        levels += rows[end].level
        logs += log
        if end + 1 < rows.count { seconds += min(rows[end + 1].time - rows[end].time, 2) }
        end += 1
      }
      let count = Double(end - start)
      if end - start >= leastRows {
        places.append(
          Place(recording: recording, level: levels / count, x: logs / count, seconds: seconds))
      }
      start = max(end, start + 1)
    }
  }

  /// The sum of half the squared changes of ln(distance) over 10 s, and the number of changes. Times are on a grid of 1 s,
  /// and changes across pauses do not count.
  private static func mobility(_ rows: [Row]) -> (sum: Double, count: Int) {
    guard let first = rows.first, let last = rows.last else { return (0, 0) }
    var grid: [(x: Double, isNear: Bool)] = []
    var index = 0
    var time = first.time
    func log(_ row: Row) -> Double { Double.log(max(row.distance, 0.1)) }
    while time < last.time {
      while index + 1 < rows.count, rows[index + 1].time <= time + 1e-6 { index += 1 }
      let (here, next) = (rows[index], rows[min(index + 1, rows.count - 1)])
      let share =
        next.time <= here.time ? 0 : min(max((time - here.time) / (next.time - here.time), 0), 1)
      grid.append((log(here) + share * (log(next) - log(here)), time - here.time < 5))
      time += 1
    }
    guard grid.count >= 15 else { return (0, 0) }
    var (sum, count) = (0.0, 0)
    for place in 10..<grid.count where grid[place].isNear && grid[place - 10].isNear {
      let change = grid[place].x - grid[place - 10].x
      sum += change * change
      count += 1
    }
    return (sum / 2, count)
  }

  private static func quantiles(_ places: [Place], _ time: Double) -> [Double] {
    let order = places.map { (x: $0.x, weight: $0.seconds / time) }
      .sorted { ($0.x, $0.weight) < ($1.x, $1.weight) }
    var (sum, index) = (0.0, 0)
    return (0..<quantiles).map { quantile in
      let share = (Double(quantile) + 0.5) / Double(quantiles)
      while index < order.count - 1, sum + order[index].weight < share {
        sum += order[index].weight
        index += 1
      }
      return Double.exp(order[index].x)
    }
  }
}
