internal import RealModule

/// The test of summed evidence for each edge: Page's CUSUM ("Continuous inspection schemes", Biometrika 1954) for a shift of
/// the mean, with a band around the edge.
struct CUSUMTest: Sendable, Hashable {
  /// The error model of a radio, measured on recordings; docs/decisions/05-zones.md describes the method.
  struct Noise: Sendable, Hashable {
    /// The time over which errors stay alike, in s.
    let memory: Double
    /// The noise density of the estimates, for the threshold: unit² · s.
    let density: Double
    /// The largest share of the threshold that a reading adds, even if readings arrive slowly.
    let largestShare: Double
    /// The share of the threshold per second that readings may add, even if they arrive fast.
    let quickest: Double

    /// Measured ranges: errors of 0.06 m with a memory of 0.15 s, N = 2 · 0.06² · 0.15. Deviation and density shrink with the
    /// learned spread. A change needs at least 0.36 s of evidence: gross errors come in bursts of three.
    static let range = Noise(
      memory: 0.15, density: 2 * 0.06 * 0.06 * 0.15, largestShare: 0.5, quickest: 2.8)
    /// Signal strength, in ln(distance).
    static let level = Noise(memory: 2.5, density: 645, largestShare: 0.25, quickest: .infinity)
    /// Wide ranges: errors of 5 m along the line between the two devices, N = 2 · 5² · 3. Errors last for 40 s, but people who
    /// walk past an edge do not wait for that; docs/explanation/positions.md has the reason.
    static let wideRange = Noise(
      memory: 3, density: 2 * 5 * 5 * 3, largestShare: 0.5, quickest: .infinity)
  }

  /// The least deviation of a reading with the usual spread, so that an overconfident filter cannot rush.
  private static let smallestDeviation = 0.05
  /// The usual limit of the share of the threshold that a reading adds: gross errors come in bursts of three.
  private static let usualShare = 0.25
  /// The growth of that limit per second since the previous reading: half the threshold from 0.42 s on, so that a 2 Hz radio
  /// with jittering times needs two readings, and three at 4 Hz are still too few.
  private static let shareRate = 1.2
  /// Sums are rounded, so a threshold counts as reached if only a billionth of it is missing.
  private static let slack = 1 - 1e-9

  let edges: [CUSUMEdge]
  private let thresholds: ThresholdCurves
  let noise: Noise
  let longestLookAhead, largestHalfBand: Double
  let usesLogarithm: Bool

  init(_ rule: ZoneRule, edges: [Meters], noise: Noise, usesLogarithm: Bool) {
    self.noise = noise
    self.usesLogarithm = usesLogarithm
    let places = edges.map { usesLogarithm ? Double.log($0.value) : $0.value }
    var thresholds = ThresholdCurves()
    self.edges = places.indices.map { index in
      let halfBand = rule.halfBand.value(of: index)
      let interval = rule.falseChangeInterval.value(of: index).value
      return CUSUMEdge(
        places[index], nearer: index > 0 ? places[index - 1] : usesLogarithm ? -.infinity : 0,
        isNearest: index == 0 && !usesLogarithm, halfBand: halfBand,
        lookAhead: rule.lookAhead.value(of: index).value,
        curve: thresholds.add(information: interval * halfBand * halfBand / (2 * noise.density)))
    }
    self.thresholds = thresholds
    longestLookAhead = self.edges.map { $0.lookAhead }.max() ?? 0
    largestHalfBand = self.edges.map { $0.halfBand }.max() ?? 0
  }

  /// Returns the evidence that an edge needs, in nats, with a band for a share of the usual deviation.
  @inline(__always)
  func threshold(
    of edge: CUSUMEdge, _ band: CUSUMEdge.Band, _ share: Double, isInside: Bool
  ) -> Double {
    // The curve is a function of interval · shift², so a longer interval scales widths by its square root.
    let calm = band.calm == 1 ? 1 : band.calm.squareRoot()
    return thresholds.value(band.shift(isInside) / (edge.halfBand * share) * calm, of: edge.curve)
  }

  func update(
    _ reading: Reading, _ weighing: inout Weighing, _ sides: inout [EdgeSide],
    inwardFrom first: Int = 0
  ) -> EdgeFlip? {
    guard let step = weighing.step(to: reading.time) else { return nil }
    return weigh(reading, after: step, &weighing, &sides, inwardFrom: first)
  }

  func weigh(
    _ reading: Reading, after step: Double, _ weighing: inout Weighing, _ sides: inout [EdgeSide],
    inwardFrom first: Int = 0
  ) -> EdgeFlip? {
    var weight: Double?
    var flip: EdgeFlip?
    let most = max(largestHalfBand, reading.third)
    let reach = min(longestLookAhead * reading.drift.magnitude, most)
    let (nearest, farthest) = (reading.distance - reach, reading.distance + reach)
    let (spread, share) = (reading.spread, reading.spread.share)
    for index in edges.indices {
      let edge = edges[index]
      let isInside = sides[index].isInside
      if !isInside, index < first { continue }
      let before = sides[index].sum
      let isMarked = sides[index].isMarked
      if isMarked { sides[index].isMarked = false }
      if before == 0, !isInside, nearest >= edge.farthestInner { continue }
      let band = edge.band(spread, share)
      if before == 0, isInside ? farthest <= band.outer : nearest >= band.inner { continue }
      let led = edge.led(reading)
      let beyond = isInside ? led - band.outer : band.inner - led
      if beyond <= 0, before == 0 { continue }
      if weight == nil {
        let deviation = max(reading.deviation, Self.smallestDeviation * share)
        weight = weighing.share(of: step, noise) / (deviation * deviation)
      }
      let threshold = threshold(of: edge, band, share, isInside: isInside)
      let usual = min(Self.usualShare, noise.quickest * step)
      let times = isMarked && beyond > 0 ? 2.0 : 1
      let most = min(max(Self.shareRate * step, usual), noise.largestShare) * threshold * times
      var gain = min(max(band.shift(isInside) * beyond * (weight ?? 0) * times, -most), most)
      // A reading outside that only reverses an outlier is not evidence for inside.
      if gain > 0, !isInside, reading.takenBack > edge.edge { gain = 0 }
      let sum = max(0, before + gain)
      if sum >= threshold * Self.slack, beyond > 0 {
        flip = EdgeFlip(
          edge: index, isInward: !isInside, share: sum / threshold, led: led,
          reference: isInside ? band.outer : band.inner, since: sides[index].since ?? reading.time)
        sides.flip(index)
      } else if sum > 0 {
        if sides[index].since == nil { sides[index].since = reading.time }
        sides[index].sum = sum
      } else {
        sides[index].forget()
      }
    }
    return flip
  }

  /// Marks the edges that an unconfirmed estimate is beyond. This estimate is not weighed; if the next estimate is also
  /// beyond a marked edge, that estimate has twice the weight there.
  func mark(_ distance: Double, _ share: Double, _ sides: inout [EdgeSide]) {
    for index in edges.indices {
      let edge = edges[index]
      sides[index].isMarked =
        sides[index].isInside
        ? distance > edge.edge + edge.halfBand * share : distance < edge.edge
    }
  }
}

/// The weight of a reading, from the time since the previous reading instead of the number of readings, so that repeated
/// values and fast radios count no more than others.
struct Weighing: Sendable, Hashable {
  private var last: Double
  /// The last step passed to `share`, in s.
  private var knownStep = 0.0
  private var knownShare = 0.0

  init(from time: Double) { last = time }

  mutating func step(to time: Double) -> Double? {
    let step = time - last
    last = time
    return step > 0 ? step : nil
  }

  /// Returns the weight of a reading after this time, as a share of an independent reading: tanh(step / 2 memory).
  mutating func share(of step: Double, _ noise: CUSUMTest.Noise) -> Double {
    // Steps that differ only by rounding have the same weight.
    if abs(step - knownStep) > 1e-9 {
      knownStep = step
      knownShare = Double.tanh(step / (2 * noise.memory))
    }
    return knownShare
  }
}

extension Array {
  /// Returns the value for an edge, from a list with one value for all edges or one value per edge.
  func value(of edge: Int) -> Element { count == 1 ? self[0] : self[edge] }
}
